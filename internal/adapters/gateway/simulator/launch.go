package simulator

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"rihla/internal/platform/money"
)

// launchPayload is what the browser posts, as far as the simulator looks at it.
type launchPayload struct {
	MerchantAccount string  `json:"merchantAccount"`
	Timestamp       float64 `json:"timestamp"`
	Skin            string  `json:"skin"`
	CustomerID      string  `json:"customerId"`
	CustomerCountry string  `json:"customerCountry"`
	CustomerLocale  string  `json:"customerLocale"`
	ChargeID        string  `json:"chargeId"`
	OrderID         string  `json:"orderId"`
	Price           string  `json:"price"`
	Currency        string  `json:"currency"`
	Description     string  `json:"description"`
	Mode            string  `json:"mode"`
	CallbackURL     string  `json:"callbackUrl"`
	SuccessURL      string  `json:"successUrl"`
	FailureURL      string  `json:"failureUrl"`
	CancelURL       string  `json:"cancelUrl"`
}

const (
	// maxForm is the largest form that is read, in bytes.
	maxForm = 64 << 10
	// launchWindow is how old a launch may be, clockSkew how far ahead its clock.
	launchWindow = 30 * time.Minute
	clockSkew    = 5 * time.Minute
)

var price = regexp.MustCompile(`^[0-9]{1,9}\.[0-9]{2}$`)

// launch checks what Payzone would check, opens the charge and leads the browser to its pay page.
func (s *Simulator) launch(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.refuse(w, "The form could not be read.")
		return
	}
	payload := r.PostForm.Get("payload")
	// A plain hash of secret and payload, as Payzone has it.
	sum := sha256.Sum256([]byte(s.config.PaywallSecretKey + payload))
	if subtle.ConstantTimeCompare([]byte(hex.EncodeToString(sum[:])), []byte(r.PostForm.Get("signature"))) != 1 {
		s.refuse(w, "The signature does not match the payload.")
		return
	}
	var launch launchPayload
	if err := json.Unmarshal([]byte(payload), &launch); err != nil {
		s.refuse(w, "The payload is not the expected JSON.")
		return
	}
	amount, problem := s.check(launch)
	if problem != "" {
		s.refuse(w, problem)
		return
	}
	now := s.clock.Now()
	opened := charge{
		Token: random(24), InternalID: random(12), Launch: launch, Amount: amount, Status: statusOpen, Created: now,
		Transactions: []transaction{},
	}
	taken := false
	var earlier charge
	err := s.store.change(launch.ChargeID, func(c *charge, found bool) bool {
		taken, earlier = found, *c
		*c = opened
		return !found
	})
	switch {
	case err != nil:
		s.fail(w, err)
	case taken && earlier.Launch == launch && earlier.Status == statusOpen:
		// The very same form: a reload, or somebody who went back. They go on where they were.
		http.Redirect(w, r, s.page(earlier.Token), http.StatusSeeOther)
	case taken:
		s.refuse(w, "chargeId "+launch.ChargeID+" was used before. Each redirection needs its own.")
	default:
		http.Redirect(w, r, s.page(opened.Token), http.StatusSeeOther)
	}
}

// check returns the price and "", or what Payzone would object to.
func (s *Simulator) check(l launchPayload) (money.Amount, string) {
	for _, field := range []struct{ name, value, want string }{
		{"merchantAccount", l.MerchantAccount, s.config.MerchantAccount}, {"skin", l.Skin, "vps-1-vue"},
		{"customerCountry", l.CustomerCountry, "MA"}, {"currency", l.Currency, "MAD"}, {"mode", l.Mode, "DEEP_LINK"},
	} {
		if field.value != field.want {
			return 0, fmt.Sprintf("%s must be %q.", field.name, field.want)
		}
	}
	for _, field := range []struct{ name, value string }{
		{"customerId", l.CustomerID}, {"chargeId", l.ChargeID}, {"orderId", l.OrderID}, {"description", l.Description},
	} {
		if field.value == "" {
			return 0, field.name + " is missing."
		}
	}
	if l.CustomerLocale != "fr_FR" && l.CustomerLocale != "en_US" {
		return 0, "customerLocale must be fr_FR or en_US."
	}
	for _, field := range []struct{ name, value string }{
		{"callbackUrl", l.CallbackURL}, {"successUrl", l.SuccessURL}, {"failureUrl", l.FailureURL}, {"cancelUrl", l.CancelURL},
	} {
		if !s.near(field.value) {
			return 0, field.name + " must be an address of this machine or of the product itself."
		}
	}
	const year3000 = 32503680000
	if l.Timestamp > year3000 {
		return 0, "timestamp must be in seconds, not milliseconds."
	}
	age := s.clock.Now().Sub(time.Unix(int64(l.Timestamp), 0))
	if age > launchWindow || age < -clockSkew {
		return 0, "timestamp is outside the last 30 minutes."
	}
	amount, err := money.Parse(l.Price)
	if err != nil || !price.MatchString(l.Price) || amount <= 0 {
		return 0, `price must be an amount with two decimals, such as "125.50".`
	}
	return amount, ""
}

func (s *Simulator) page(token string) string { return s.base.Path + "/pwthree/pay/" + token }
