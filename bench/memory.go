package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"time"
)

// allocationRuns is how many requests allocations are counted over.
const allocationRuns = 20

// silent takes an answer and keeps its status.
type silent struct {
	header http.Header
	status int
}

func (w *silent) Header() http.Header { return w.header }

func (w *silent) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return len(b), nil
}

func (w *silent) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// allocations counts what the program allocates for one request of t.
func (r *apiRun) allocations(ctx context.Context, t target) (number, size float64, err error) { //nolint:nonamedreturns // two alike
	return r.allocationsOf(ctx, allocationRuns, func(ctx context.Context) (*http.Request, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.address(), nil)
		if err == nil && t.token != "" {
			request.Header.Set("Authorization", "Bearer "+t.token)
		}
		return request, err
	})
}

// loginAllocations counts for a request to sign in.
func (b *bench) loginAllocations(ctx context.Context, runs int, email string) (number, size float64, err error) { //nolint:nonamedreturns // two alike
	body, err := json.Marshal(map[string]string{"email": email, "password": password})
	if err != nil {
		return 0, 0, err
	}
	return b.allocationsOf(ctx, runs, func(ctx context.Context) (*http.Request, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, "/auth/login", bytes.NewReader(body))
		if err == nil {
			request.Header.Set("Content-Type", "application/json")
		}
		return request, err
	})
}

// allocationsOf calls the program's handler in this process, without a network between, runs times.
func (b *bench) allocationsOf(ctx context.Context, runs int, prepare func(context.Context) (*http.Request, error)) (float64, float64, error) {
	requests := make([]*http.Request, runs)
	for i := range requests {
		var err error
		if requests[i], err = prepare(ctx); err != nil {
			return 0, 0, err
		}
		requests[i].RemoteAddr = "127.0.0.1:1"
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, request := range requests {
		w := silent{header: http.Header{}}
		b.handler.ServeHTTP(&w, request)
		if w.status != http.StatusOK {
			return 0, 0, fmt.Errorf("%s %s: %d", request.Method, request.URL, w.status)
		}
	}
	runtime.ReadMemStats(&after)
	n := float64(runs)
	return float64(after.Mallocs-before.Mallocs) / n, float64(after.TotalAlloc-before.TotalAlloc) / n, nil
}

// How often memory is looked at, and how often what is garbage is told from what is in use.
const (
	lookEach    = 10 * time.Millisecond
	collectEach = 250 * time.Millisecond
)

// peak runs work and returns by how many bytes the memory in use grew at most meanwhile.
func peak(work func() error) (uint64, error) {
	runtime.GC()
	begin := inUse()
	done, watched := make(chan struct{}), make(chan uint64)
	go func() {
		look, collect := time.NewTicker(lookEach), time.NewTicker(collectEach)
		defer look.Stop()
		defer collect.Stop()
		highest := begin
		for {
			select {
			case <-look.C:
				highest = max(highest, inUse())
			case <-collect.C:
				runtime.GC()
			case <-done:
				watched <- max(highest, inUse())
				return
			}
		}
	}()
	err := work()
	close(done)
	return <-watched - begin, err
}

// inUse is the memory that the last collection found in use.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// ExportFigures are one export, streamed once.
type ExportFigures struct {
	Operation string  `json:"operation"`
	As        caller  `json:"as"`
	Rows      int     `json:"rows"`
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"rowsPerSecond"`
	// FirstByte is how long a reader waits for the first row.
	FirstByte float64 `json:"firstByteMs"`
	// Peak is by how many bytes the program's memory grew, Bytes the size of the file.
	Peak    uint64 `json:"peakBytes"`
	Bytes   int64  `json:"bytes"`
	Queries int    `json:"queries"`
}

// mostExportPeak is what a stream may hold, however long it is.
const mostExportPeak = 32 << 20

// lines counts lines and bytes.
type lines struct {
	rows, bytes int64
}

func (l *lines) Write(b []byte) (int, error) {
	l.rows += int64(bytes.Count(b, []byte("\n")))
	l.bytes += int64(len(b))
	return len(b), nil
}

// measureExport streams an export as it is asked for without filters.
func (r *apiRun) measureExport(ctx context.Context, t target) error {
	figures := ExportFigures{Operation: t.id, As: t.caller}
	var counted lines
	statements, err := r.recorder.during(func() (string, error) {
		var id string
		var err error
		figures.Peak, err = peak(func() error {
			id, err = r.stream(ctx, t, &figures, &counted)
			return err
		})
		return id, err
	})
	if err != nil {
		return err
	}
	figures.Queries, figures.Bytes = len(statements), counted.bytes
	figures.Rows = int(counted.rows) - 1 // the first line names the columns
	figures.PerSecond = ratio(float64(figures.Rows), figures.Seconds)
	r.figures.Exports = append(r.figures.Exports, figures)
	if figures.Rows == 0 {
		return fmt.Errorf("%s has no rows, so that nothing is measured", t.id)
	}
	if figures.Queries > mostQueries {
		r.fault("QUERIES: %s runs %d for %d rows", t.id, figures.Queries, figures.Rows)
	}
	return nil
}

func (r *apiRun) stream(ctx context.Context, t target, figures *ExportFigures, counted *lines) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.client.base+t.address(), nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+t.token)
	// A stream may last longer than any other request.
	streaming := &http.Client{Transport: r.client.http.Transport}
	begin := time.Now() //nolint:forbidigo // measures time instead of telling it
	response, err := streaming.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	figures.FirstByte = milliseconds(time.Since(begin))
	if response.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(response.Body)
		return "", fmt.Errorf("GET %s: %d %s", t.address(), response.StatusCode, body)
	}
	if _, err := io.Copy(counted, response.Body); err != nil {
		return "", err
	}
	figures.Seconds = time.Since(begin).Seconds()
	return response.Header.Get("X-Request-Id"), nil
}
