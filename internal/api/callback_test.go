package api_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/api"
)

// simulatedKey signs the callbacks of the simulated merchant account.
const simulatedKey = "simulated-notification-key"

func signedCallback(body string) http.Header {
	mac := hmac.New(sha256.New, []byte(simulatedKey))
	mac.Write([]byte(body))
	return http.Header{"X-Callback-Signature": {hex.EncodeToString(mac.Sum(nil))}}
}

// A gateway may bring as many callbacks as there is money; whoever forges them is turned away after some.
func TestRefusedCallbacksAreBounded(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	router := chi.NewRouter()
	const most = 3
	api.New(router, api.Options{Log: slog.New(slog.DiscardHandler), Clock: a.Clock, Services: a.Services(), Limits: api.Limits{Callback: most}})
	post := func(header http.Header, body string) int {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/payments/callback", strings.NewReader(body))
		request.Header = header.Clone()
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		router.ServeHTTP(answer, request)
		return answer.Code
	}
	genuine, forged := `{"id":"1","status":"CHARGED"}`, http.Header{"X-Callback-Signature": {strings.Repeat("ab", 32)}}
	for range 3 * most {
		require.Equal(t, http.StatusOK, post(signedCallback(genuine), genuine))
	}
	for range most {
		require.Equal(t, http.StatusUnauthorized, post(forged, genuine))
	}
	require.Equal(t, http.StatusTooManyRequests, post(forged, genuine))
	a.Clock.Advance(2 * time.Minute)
	require.Equal(t, http.StatusOK, post(signedCallback(genuine), genuine))
}
