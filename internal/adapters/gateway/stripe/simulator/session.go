package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rihla/internal/adapters/gateway/simulator/paypage"
)

// Statuses of a session and of its payment, in Stripe's words.
const (
	sessionOpen     = "open"
	sessionComplete = "complete"
	sessionExpired  = "expired"
	paymentPaid     = "paid"
	paymentUnpaid   = "unpaid"
)

// Bounds that Stripe puts on a session.
const (
	minLife   = 30 * time.Minute
	maxLife   = 24 * time.Hour
	clockSkew = time.Minute
	// leastAmount is about half a US dollar, in hundredths of any currency that is taken here.
	leastAmount = 500
)

// session is one Checkout Session with its payment and refunds, as it is kept on disk.
type session struct {
	ID                string            `json:"id"`
	Created           time.Time         `json:"created"`
	ExpiresAt         time.Time         `json:"expiresAt"`
	Amount            int64             `json:"amount"`
	Currency          string            `json:"currency"`
	Name              string            `json:"name"`
	ClientReferenceID string            `json:"clientReferenceId"`
	Locale            string            `json:"locale"`
	SuccessURL        string            `json:"successUrl"`
	CancelURL         string            `json:"cancelUrl"`
	Metadata          map[string]string `json:"metadata"`
	IntentMetadata    map[string]string `json:"intentMetadata"`
	Status            string            `json:"status"`
	PaymentStatus     string            `json:"paymentStatus"`
	// Intent is the payment's id, made when a card is tried first.
	Intent    string    `json:"intent"`
	Declined  bool      `json:"declined"`
	ApproveAt time.Time `json:"approveAt,omitzero"`
	Refunds   []refund  `json:"refunds"`
}

func (s *session) pending() bool {
	return s.Status == sessionComplete && s.PaymentStatus == paymentUnpaid
}

func (s *session) charge() string { return "ch_" + strings.TrimPrefix(s.Intent, "pi_") }

// wire is a session as the API and events show it; expanded with the whole payment in it.
func (s *Simulator) wire(of *session, expanded bool) map[string]any {
	var intent, address any
	switch {
	case of.Intent == "":
	case expanded:
		intent = of.intent()
	default:
		intent = of.Intent
	}
	if of.Status == sessionOpen {
		address = s.page(of.ID)
	}
	return map[string]any{
		"id": of.ID, "object": "checkout.session", "mode": "payment", "livemode": false, "created": of.Created.Unix(), "expires_at": of.ExpiresAt.Unix(),
		"amount_total": of.Amount, "amount_subtotal": of.Amount, "currency": of.Currency, "client_reference_id": of.ClientReferenceID,
		"locale": of.Locale, "metadata": of.Metadata, "status": of.Status, "payment_status": of.PaymentStatus, "payment_intent": intent,
		"success_url": of.SuccessURL, "cancel_url": of.CancelURL, "url": address,
	}
}

func (s *session) intent() map[string]any {
	status, failure := "requires_payment_method", any(nil)
	switch {
	case s.PaymentStatus == paymentPaid:
		status = "succeeded"
	case s.pending():
		status = "processing"
	case s.Declined:
		failure = map[string]any{"type": "card_error", "code": "card_declined", "decline_code": "insufficient_funds", "message": "Insufficient funds"}
	}
	return map[string]any{
		"id": s.Intent, "object": "payment_intent", "amount": s.Amount, "currency": s.Currency, "livemode": false, "metadata": s.IntentMetadata,
		"status": status, "last_payment_error": failure, "latest_charge": s.charge(),
	}
}

// sessionFields are the fields of a session that this simulator takes. Stripe refuses those it does not know.
var sessionFields = []string{
	"mode", "client_reference_id", "locale", "success_url", "cancel_url", "expires_at",
	"line_items[0][quantity]", "line_items[0][price_data][currency]", "line_items[0][price_data][unit_amount]",
	"line_items[0][price_data][product_data][name]",
}

func (s *Simulator) createSession(c call) reply {
	now := s.clock.Now().Truncate(time.Second)
	of := &session{
		ID: "cs_test_" + random(16), Created: now, ExpiresAt: now.Add(maxLife), Status: sessionOpen, PaymentStatus: paymentUnpaid,
		Currency:          c.form.Get("line_items[0][price_data][currency]"),
		Name:              c.form.Get("line_items[0][price_data][product_data][name]"),
		ClientReferenceID: c.form.Get("client_reference_id"), Locale: c.form.Get("locale"),
		SuccessURL: c.form.Get("success_url"), CancelURL: c.form.Get("cancel_url"),
		Metadata: map[string]string{}, IntentMetadata: map[string]string{}, Refunds: []refund{},
	}
	for field := range c.form {
		name, isMeta := strings.CutPrefix(field, "metadata[")
		intentName, isIntentMeta := strings.CutPrefix(field, "payment_intent_data[metadata][")
		switch {
		case isMeta:
			of.Metadata[strings.TrimSuffix(name, "]")] = c.form.Get(field)
		case isIntentMeta:
			of.IntentMetadata[strings.TrimSuffix(intentName, "]")] = c.form.Get(field)
		case !slices.Contains(sessionFields, field):
			return refusal(http.StatusBadRequest, "parameter_unknown", "Received unknown parameter: %s", field)
		}
	}
	if problem := s.check(of, c.form); problem.status != 0 {
		return problem
	}
	s.books.Charges[of.ID] = of
	return ok(s.wire(of, false))
}

// check returns what Stripe would object to; the zero reply for nothing. It reads the numbers.
func (s *Simulator) check(of *session, form url.Values) reply {
	bad := func(param, problem string) reply {
		return refusal(http.StatusBadRequest, "parameter_invalid", "Invalid %s: %s", param, problem)
	}
	amount, err := strconv.ParseInt(form.Get("line_items[0][price_data][unit_amount]"), 10, 64)
	switch {
	case form.Get("mode") != "payment":
		return bad("mode", "must be payment")
	case err != nil || amount < 0 || amount > 99_999_999:
		return bad("unit_amount", "must be a whole number of the smallest unit, of at most 8 digits")
	case amount < leastAmount:
		return refusal(http.StatusBadRequest, "amount_too_small", "The amount is below the least that can be charged.")
	case !slices.Contains([]string{"mad", "eur", "usd"}, of.Currency):
		return bad("currency", "must be a lower-case code that is supported")
	case form.Get("line_items[0][quantity]") != "1":
		return bad("quantity", "must be 1")
	case of.Name == "" || len([]rune(of.Name)) > 250:
		return bad("name", "must have 1 to 250 characters")
	case len(of.ClientReferenceID) > 200:
		return bad("client_reference_id", "must have at most 200 characters")
	case !slices.Contains([]string{"auto", "en", "fr"}, of.Locale):
		return bad("locale", "must be one that is offered")
	case !paypage.Near(s.base, of.SuccessURL) || !paypage.Near(s.base, of.CancelURL):
		return bad("success_url", "this simulator leads to this machine and to the product itself only")
	}
	of.Amount = amount
	if given := form.Get("expires_at"); given != "" {
		seconds, err := strconv.ParseInt(given, 10, 64)
		of.ExpiresAt = time.Unix(seconds, 0).UTC()
		if life := of.ExpiresAt.Sub(of.Created); err != nil || life < minLife-clockSkew || life > maxLife+clockSkew {
			return bad("expires_at", "must be 30 minutes to 24 hours ahead")
		}
	}
	return reply{}
}

// find returns a session, expired when its time is over; nil when there is none.
func (s *Simulator) find(id string) *session {
	of := s.books.Charges[id]
	if of != nil && of.Status == sessionOpen && s.clock.Now().After(of.ExpiresAt) {
		of.Status = sessionExpired
		s.announce("checkout.session.expired", s.wire(of, false), 1)
	}
	return of
}

func missing(kind, id string) reply {
	return refusal(http.StatusNotFound, "resource_missing", "No such %s: '%s'", kind, id)
}

func (s *Simulator) getSession(c call) reply {
	of := s.find(c.PathValue("id"))
	if of == nil {
		return missing("checkout.session", c.PathValue("id"))
	}
	return ok(s.wire(of, slices.Contains(c.form["expand[0]"], "payment_intent")))
}

// listSessions lists the session of a payment.
func (s *Simulator) listSessions(c call) reply {
	list := []any{}
	if of := s.books.byIntent(c.form.Get("payment_intent")); of != nil {
		list = append(list, s.wire(of, false))
	}
	return ok(map[string]any{"object": "list", "url": "/v1/checkout/sessions", "has_more": false, "data": list})
}

func (s *Simulator) expireSession(c call) reply {
	of := s.find(c.PathValue("id"))
	switch {
	case of == nil:
		return missing("checkout.session", c.PathValue("id"))
	case of.Status != sessionOpen:
		return refusal(http.StatusBadRequest, "", `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of %s.`, of.Status)
	}
	of.Status = sessionExpired
	s.announce("checkout.session.expired", s.wire(of, false), 1)
	return ok(s.wire(of, false))
}
