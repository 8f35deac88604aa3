// Package courier does what the simulated gateways do behind a payer's back: it posts callbacks until they are taken, and
// waits for slow cards, until it is stopped. It knows no gateway's wire format.
package courier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Courier does background work until Stop.
type Courier struct {
	log    *slog.Logger
	client *http.Client
	delays []time.Duration

	work    sync.WaitGroup
	mu      sync.Mutex // guards stopped against work.Add after Wait
	stopped bool
	ctx     context.Context //nolint:containedctx // the life of the background work, ended by Stop
	cancel  context.CancelFunc
}

// Letter is a callback. Header is asked before every try: some gateways sign the time of each.
type Letter struct {
	To     string
	Body   []byte
	Header func() http.Header
}

// New returns a courier that waits delays between its tries; nil means 1, 5 and 15 s.
func New(delays []time.Duration, log *slog.Logger) *Courier {
	if delays == nil {
		delays = []time.Duration{time.Second, 5 * time.Second, 15 * time.Second}
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Courier{log: log, delays: delays, ctx: ctx, cancel: cancel, client: &http.Client{
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Stop ends the work: callbacks that wait to be repeated are lost, as they are when a real sender gives up.
func (c *Courier) Stop(ctx context.Context) error {
	c.mu.Lock()
	c.stopped = true
	c.mu.Unlock()
	c.cancel()
	done := make(chan struct{})
	go func() { c.work.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return errors.Join(errors.New("test gateway: background work does not end"), ctx.Err())
	}
}

// Send posts a letter in the background, times over, each until it is answered with 200 or the tries are used up.
func (c *Courier) Send(letter Letter, times int) {
	c.background(func(ctx context.Context) {
		for range times {
			c.deliver(ctx, letter)
		}
	})
}

// After does work when d has passed, unless Stop comes first.
func (c *Courier) After(d time.Duration, work func()) {
	c.background(func(ctx context.Context) {
		if pause(ctx, d) {
			work()
		}
	})
}

func (c *Courier) background(work func(ctx context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return
	}
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		work(c.ctx)
	}()
}

func (c *Courier) deliver(ctx context.Context, letter Letter) {
	for attempt := 0; ; attempt++ {
		err := c.post(ctx, letter)
		if err == nil || ctx.Err() != nil {
			return
		}
		c.log.Warn("test gateway: a callback did not arrive", "attempt", attempt+1, "error", err)
		if attempt == len(c.delays) || !pause(ctx, c.delays[attempt]) {
			return
		}
	}
}

func (c *Courier) post(ctx context.Context, letter Letter) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, letter.To, bytes.NewReader(letter.Body))
	if err != nil {
		return err
	}
	request.Header = letter.Header()
	request.Header.Set("Content-Type", "application/json")
	response, err := c.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %s", response.Status)
	}
	return nil
}

// pause waits for d; false when Stop came first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
