package api_test

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// What is no operation is told apart: a wrong method names the right ones, a path that is nothing gets a problem, a
// browser gets the site.
func TestWhatIsNoOperation(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	program, browser := a.Visitor().With("Accept", "application/json").In("fr"), a.Visitor().With("Accept", "text/html,*/*;q=0.8")
	for _, c := range []struct{ method, path, allow string }{
		{http.MethodPut, "/places/suggest", "GET"},
		{http.MethodPatch, "/bookings", "GET, POST"},
		{http.MethodGet, "/auth/login", "POST"},
		{"BREW", "/bookings/" + uuid.NewString(), "GET, PUT, DELETE"},
	} {
		answer := program.Do(c.method, c.path, nil)
		require.Equal(t, http.StatusMethodNotAllowed, answer.Status, c)
		require.Equal(t, "METHOD_NOT_ALLOWED", answer.Problem().Code)
		require.NotEmpty(t, answer.Problem().RequestID)
		require.Equal(t, c.allow, answer.Header.Get("Allow"), c)
		require.Equal(t, "fr", answer.Header.Get("Content-Language"), c)
	}
	for _, path := range []string{"/nothing", "/assets/gone.js", "/pictures/%00.svg", "/auth/login/x"} {
		require.Equal(t, "NOT_FOUND", program.Get(path).Problem().Code, path)
	}
	require.Equal(t, "NOT_FOUND", browser.Get("/assets/gone.js").Problem().Code, "a file is not a page")
	require.Equal(t, "NOT_FOUND", browser.Post("/nothing", "{}").Problem().Code)
	for path, status := range map[string]int{"/": http.StatusOK, "/nothing": http.StatusNotFound, "/auth/login": http.StatusOK} {
		answer := browser.Get(path)
		require.Equal(t, status, answer.Status, path)
		require.Contains(t, string(answer.Body), "<title>Rihla</title>", path)
	}
}

// A request that breaks off or is no HTTP is the sender's fault: never a 500.
func TestBrokenRequests(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for request, want := range map[string]int{
		"POST /bookings/quote HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n": 400,
		"GET * HTTP/1.1\r\nAccept: application/json\r\n\r\n":                                                          404,
		"CONNECT rihla.example:1 HTTP/1.1\r\n\r\n":                                                                    404,
	} {
		connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(a.BaseURL(), "http://"))
		require.NoError(t, err)
		line, rest, _ := strings.Cut(request, "\r\n")
		_, err = connection.Write([]byte(line + "\r\nHost: rihla.example\r\n" + rest))
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		require.NoError(t, err, line)
		require.Equal(t, want, answer.StatusCode, line)
		require.Equal(t, "application/problem+json", answer.Header.Get("Content-Type"), line)
		require.NoError(t, answer.Body.Close())
		require.NoError(t, connection.Close())
	}
}

// HEAD is GET without the body (RFC 9110 section 9.3.2).
func TestHead(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for _, path := range []string{"/motorcycles/search", "/franchises", "/healthz", "/", "/openapi.json"} {
		got, head := a.Visitor().Get(path), a.Visitor().Do(http.MethodHead, path, nil)
		require.Equal(t, http.StatusOK, head.Status, path)
		require.Equal(t, got.Header.Get("Content-Type"), head.Header.Get("Content-Type"), path)
		require.Empty(t, head.Body, path)
	}
	require.Equal(t, http.StatusNotFound, a.Visitor().Do(http.MethodHead, "/motorcycles/"+uuid.NewString(), nil).Status)
	require.Equal(t, http.StatusUnauthorized, a.Visitor().Do(http.MethodHead, "/bookings", nil).Status)
}

// What is about somebody stays in no cache; what is about nobody may.
func TestPersonalAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	for _, path := range []string{"/auth/me", "/bookings", "/payments", "/bookings/" + uuid.NewString()} {
		require.Equal(t, "no-store", rider.Get(path).Header.Get("Cache-Control"), path)
		require.Equal(t, "no-store", a.Visitor().Get(path).Header.Get("Cache-Control"), path)
	}
	require.Empty(t, rider.Get("/motorcycles/search").Header.Get("Cache-Control"))
}

// What is no id says so in words, not as an invalid something.
func TestIDsInQueries(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer().In("en")
	for path, field := range map[string]string{
		"/bookings?motorcycleId=x": "motorcycleId", "/bookings?userId=%00": "userId", "/payments?bookingId=1": "bookingId",
		"/supplements?franchiseId=%FF": "franchiseId", "/parking-points?franchiseId=x": "franchiseId",
	} {
		require.Equal(t, "INVALID_FORMAT", rider.Get(path).Problem().Field(field), path)
	}
}
