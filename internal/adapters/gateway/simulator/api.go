package simulator

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rihla/internal/platform/money"
)

// callWindow is how far the clock of a signed call may be off.
const callWindow = 5 * time.Minute

// signed lets a call of the API through when its signature is the account's. The path that is signed is the one below
// the base address, as it was sent.
func (s *Simulator) signed(next func(w http.ResponseWriter, r *http.Request, body []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
		if err != nil {
			answer(w, http.StatusBadRequest, ko("unreadable body"))
			return
		}
		timestamp := r.Header.Get("X-HMAC-Timestamp")
		mac := hmac.New(sha256.New, []byte(s.config.CallerPassword))
		mac.Write([]byte(s.config.CallerName + s.config.MerchantAccount + timestamp + r.URL.RequestURI()))
		mac.Write(body)
		given, err := hex.DecodeString(strings.ToLower(r.Header.Get("X-HMAC-Signature")))
		seconds, unreadable := strconv.ParseInt(timestamp, 10, 64)
		age := s.clock.Now().Sub(time.Unix(seconds, 0)).Abs()
		if err != nil || unreadable != nil || age > callWindow || !hmac.Equal(given, mac.Sum(nil)) ||
			r.Header.Get("X-MerchantAccount") != s.config.MerchantAccount || r.Header.Get("X-CallerName") != s.config.CallerName {
			answer(w, http.StatusUnauthorized, ko("Error signature"))
			return
		}
		next(w, r, body)
	}
}

func (s *Simulator) health(w http.ResponseWriter, _ *http.Request, _ []byte) {
	answer(w, http.StatusOK, map[string]string{"status": "OK"})
}

func (s *Simulator) getCharge(w http.ResponseWriter, r *http.Request, _ []byte) {
	c, found := s.store.get(r.PathValue("id"))
	if !found {
		answer(w, http.StatusNotFound, ko("charge not found"))
		return
	}
	answer(w, http.StatusOK, c.wire())
}

// commandCharge carries out REFUND, the one command that the product sends.
func (s *Simulator) commandCharge(w http.ResponseWriter, r *http.Request, body []byte) {
	var command struct {
		Command string        `json:"command"`
		Amount  *money.Amount `json:"amount"`
	}
	if err := json.Unmarshal(body, &command); err != nil || command.Command != "REFUND" {
		answer(w, http.StatusBadRequest, ko("unknown command"))
		return
	}
	status, said := http.StatusOK, any(nil)
	err := s.store.change(r.PathValue("id"), func(c *charge, found bool) bool {
		if !found {
			status, said = http.StatusNotFound, ko("charge not found")
			return false
		}
		left := c.remaining()
		amount := left
		if command.Amount != nil {
			amount = *command.Amount
		}
		if amount <= 0 || amount > left {
			status, said = http.StatusBadRequest, ko("the amount is more than what remains")
			return false
		}
		c.add(s.clock.Now(), "REFUND", "APPROVED", amount, 0, "Refunded")
		if amount == left {
			c.Status = statusRefunded
		}
		said = c.wire()
		return true
	})
	if err != nil {
		s.log.Error("test gateway: keep a refund", "error", err)
		status, said = http.StatusInternalServerError, ko("not recorded")
	}
	answer(w, status, said)
}

func ko(message string) map[string]string {
	return map[string]string{"status": "KO", "message": message}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
