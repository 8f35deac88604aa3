package simulator

import (
	"encoding/json"
	"net/http"

	"rihla/internal/adapters/gateway/simulator/courier"
)

// announce sends a callback about the charge as it is now, in the background, times over.
func (s *Simulator) announce(c charge, times int) {
	body, err := json.Marshal(c.wire())
	if err != nil {
		s.log.Error("test gateway: write a callback", "error", err)
		return
	}
	header := http.Header{}
	header.Set("X-Callback-Signature", signCallback(s.config.NotificationKey, body))
	s.courier.Send(courier.Letter{To: c.Launch.CallbackURL, Body: body, Header: header.Clone}, times)
}

// approveLater approves the slow card of a charge when its time has come.
func (s *Simulator) approveLater(id string) {
	c, _ := s.store.get(id)
	s.courier.After(c.ApproveAt.Sub(s.clock.Now()), func() {
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
