package main

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Timing is what a number of requests took, in milliseconds.
type Timing struct {
	Count     int     `json:"count"`
	PerSecond float64 `json:"perSecond"`
	P50       float64 `json:"p50Ms"`
	P95       float64 `json:"p95Ms"`
	P99       float64 `json:"p99Ms"`
}

// measured collects durations over some time, which may come in pieces.
type measured struct {
	durations []time.Duration
	elapsed   time.Duration
}

func (m *measured) add(o measured) {
	m.durations = append(m.durations, o.durations...)
	m.elapsed += o.elapsed
}

func (m measured) timing() Timing {
	if len(m.durations) == 0 {
		return Timing{}
	}
	sorted := slices.Sorted(slices.Values(m.durations))
	at := func(share float64) float64 { return milliseconds(sorted[int(share*float64(len(sorted)-1))]) }
	return Timing{Count: len(sorted), PerSecond: float64(len(sorted)) / m.elapsed.Seconds(), P50: at(.5), P95: at(.95), P99: at(.99)}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// drive lets clients do work, each one after another, and takes the time of each. Work is numbered from 0; it ends
// after limit pieces, or after a while, whichever comes first (0: no such bound), or at the first error.
func drive(ctx context.Context, clients, limit int, while time.Duration, work func(ctx context.Context, client, number int) error) (measured, error) {
	var (
		all  measured
		mu   sync.Mutex
		next atomic.Int64
	)
	begin := time.Now() //nolint:forbidigo // measures time instead of telling it
	group, ctx := errgroup.WithContext(ctx)
	for client := range clients {
		group.Go(func() error {
			var own []time.Duration
			for while == 0 || time.Since(begin) < while {
				number := int(next.Add(1)) - 1
				if limit > 0 && number >= limit {
					break
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				start := time.Now() //nolint:forbidigo // likewise
				if err := work(ctx, client, number); err != nil {
					return err
				}
				own = append(own, time.Since(start))
			}
			mu.Lock()
			defer mu.Unlock()
			all.durations = append(all.durations, own...)
			return nil
		})
	}
	err := group.Wait()
	all.elapsed = time.Since(begin)
	return all, err
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
