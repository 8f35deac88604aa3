package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/telemetry"
)

// A stranger cannot make series without end: neither by paths nor by methods.
func TestMetricsStayFew(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics()
	router := chi.NewRouter()
	router.Use(metrics.Observe)
	router.Get("/bookings/{id}", func(http.ResponseWriter, *http.Request) {})
	ask := func(h http.Handler, method, path string) string {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), method, path, nil))
		return answer.Body.String()
	}
	for i := range 20 {
		ask(router, http.MethodGet, fmt.Sprintf("/bookings/%d", i))
		ask(router, fmt.Sprintf("METHOD%d", i), "/")
	}
	told := ask(metrics.Handler(), http.MethodGet, "/metrics")
	require.Equal(t, 2, strings.Count(told, "rihla_http_request_seconds_count"), "%s", told)
	require.Contains(t, told, `rihla_http_request_seconds_count{method="GET",route="/bookings/{id}",status="200"} 20`)
	require.Contains(t, told, `method="other"`)
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := telemetry.Quiet(telemetry.NewLog(&out, "debug", false))
	log.Info("started")
	log.Error("cut short", "error", fmt.Errorf("begin: %w", context.Canceled))
	log.Error("cut short", "error", "context canceled")
	require.Empty(t, out.String())
	log.With("job", 7).Error("broken", "error", errors.New("no such table"))
	require.Contains(t, out.String(), "no such table")
	require.Contains(t, out.String(), "job=7")
}
