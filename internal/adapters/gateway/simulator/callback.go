package simulator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// announce sends a callback about the charge as it is now, in the background, times over.
func (s *Simulator) announce(c charge, times int) {
	body, err := json.Marshal(c.wire())
	if err != nil {
		s.log.Error("test gateway: write a callback", "error", err)
		return
	}
	s.background(func(ctx context.Context) {
		for range times {
			s.deliver(ctx, c.Launch.CallbackURL, body)
		}
	})
}

// deliver posts a callback until it is answered with 200 or the repetitions are used up.
func (s *Simulator) deliver(ctx context.Context, to string, body []byte) {
	for attempt := 0; ; attempt++ {
		err := s.post(ctx, to, body)
		if err == nil || ctx.Err() != nil {
			return
		}
		s.log.Warn("test gateway: a callback did not arrive", "attempt", attempt+1, "error", err)
		if attempt == len(s.config.RetryDelays) || !pause(ctx, s.config.RetryDelays[attempt]) {
			return
		}
	}
}

func (s *Simulator) post(ctx context.Context, to string, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Callback-Signature", signCallback(s.config.NotificationKey, body))
	response, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxForm))
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %s", response.Status)
	}
	return nil
}

// approveLater approves the slow card of a charge when its time has come.
func (s *Simulator) approveLater(id string) {
	s.background(func(ctx context.Context) {
		c, _ := s.store.get(id)
		if !pause(ctx, c.ApproveAt.Sub(s.clock.Now())) {
			return
		}
		approved := false
		err := s.store.change(id, func(c *charge, _ bool) bool {
			if approved = c.Status == statusPending; approved {
				c.approve(s.clock.Now())
			}
			return approved
		})
		if err != nil {
			s.log.Error("test gateway: approve a slow card", "error", err)
			return
		}
		if c, _ := s.store.get(id); approved {
			s.announce(c, 1)
		}
	})
}
