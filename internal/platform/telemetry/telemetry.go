// Package telemetry is how the program says what it does: its log and its metrics. It knows no feature.
package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// NewLog returns a log that writes JSON, or text that people read, from level on.
func NewLog(w io.Writer, level string, asJSON bool) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: l}
	if asJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// Quiet returns a log that lets only what is wrong through, for libraries that narrate. Work that was cut short because
// the program stops is not wrong.
func Quiet(log *slog.Logger) *slog.Logger { return slog.New(quiet{log.Handler()}) }

type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

func (q quiet) Handle(ctx context.Context, record slog.Record) error {
	stopping := false
	record.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		stopping = ok && errors.Is(err, context.Canceled) || a.Value.String() == context.Canceled.Error()
		return !stopping
	})
	if stopping {
		return nil
	}
	return q.Handler.Handle(ctx, record)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }

// Metrics counts requests and times them.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

// NewMetrics returns metrics with the Go runtime's own among them.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "rihla_http_request_seconds", Help: "Time to answer, by route, method and status.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14),
		}, []string{"route", "method", "status"}),
	}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Gauge adds a number that goes up and down, and returns how to set it. It is 0 until then.
func (m *Metrics) Gauge(name, help string) func(float64) {
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	m.registry.MustRegister(gauge)
	return gauge.Set
}

// Counter adds numbers that only grow, one for each combination of the labels' values, and returns how to add one to it.
// Values are few and known: each makes a series.
func (m *Metrics) Counter(name, help string, labels ...string) func(values ...string) {
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(counter)
	return func(values ...string) { counter.WithLabelValues(values...).Inc() }
}

// Observe times every request under its route's pattern: paths would make a series of every id.
func (m *Metrics) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		wrapped := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(wrapped, r)
		route := chi.RouteContext(r.Context()).RoutePattern()
		if route == "" {
			route = "site"
		}
		status := wrapped.Status()
		if status == 0 {
			status = http.StatusOK
		}
		m.requests.WithLabelValues(route, methodLabel(r.Method), strconv.Itoa(status)).Observe(time.Since(started).Seconds())
	})
}

// methodLabel names a method; those that are not HTTP's own share a name, or a stranger could make series without end.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "other"
	}
}

// Handler serves the metrics in Prometheus' text format.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}
