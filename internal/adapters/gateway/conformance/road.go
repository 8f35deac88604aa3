package conformance

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
)

// fault is what happens to calls on their way to the gateway.
type fault int32

const (
	none fault = iota
	// down drops the connection before the gateway has heard anything.
	down
	// dies drops it after the gateway did what it was asked.
	dies
	// hangs answers nothing until the caller leaves.
	hangs
	// fails answers 500.
	fails
	// busy answers 429, and to come back in seven seconds.
	busy
	// nonsense answers 200 with a page.
	nonsense
	// elsewhere answers with a redirection to another place.
	elsewhere
	// endless answers with more than anybody could want.
	endless
)

// road is the way to a gateway, with its faults.
type road struct {
	next  http.Handler
	fault atomic.Int32
	// away is the other place; astray counts the calls that were led there.
	away   string
	astray atomic.Int32
}

func (r *road) have(f fault) { r.fault.Store(int32(f)) }

func (r *road) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	switch fault(r.fault.Load()) {
	case none:
		r.next.ServeHTTP(w, request)
	case down:
		panic(http.ErrAbortHandler)
	case dies:
		r.next.ServeHTTP(httptest.NewRecorder(), request)
		panic(http.ErrAbortHandler)
	case hangs:
		// The server notices that the caller left once it has read everything.
		_, _ = io.Copy(io.Discard, request.Body)
		<-request.Context().Done()
	case fails:
		refuse(w, http.StatusInternalServerError, "api_error")
	case busy:
		w.Header().Set("Retry-After", "7")
		refuse(w, http.StatusTooManyRequests, "invalid_request_error")
	case nonsense:
		_, _ = io.WriteString(w, "<html>welcome</html>")
	case elsewhere:
		http.Redirect(w, request, r.away, http.StatusTemporaryRedirect)
	case endless:
		w.Header().Set("Content-Type", "application/json")
		for line := []byte(`{"status":"` + string(make([]byte, 1<<16))); ; {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}
}

// refuse answers as gateways do, each of which reads its own members only.
func refuse(w http.ResponseWriter, status int, kind string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `{"status":"KO","name":"REFUSED","message":"not now","error":{"type":"`+kind+`","message":"not now"}}`)
}
