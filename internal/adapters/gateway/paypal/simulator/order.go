package simulator

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"time"

	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/money"
)

// Statuses of an order and of its capture, in PayPal's words.
const (
	orderWaits       = "PAYER_ACTION_REQUIRED"
	orderApproved    = "APPROVED"
	orderCompleted   = "COMPLETED"
	capturePending   = "PENDING"
	captureCompleted = "COMPLETED"
)

// life is for how long an order can be approved.
const life = 3 * time.Hour

// order is one order with its capture and refunds, as it is kept on disk.
type order struct {
	ID          string       `json:"id"`
	Created     time.Time    `json:"created"`
	Amount      money.Amount `json:"amount"`
	Currency    string       `json:"currency"`
	CustomID    string       `json:"customId"`
	InvoiceID   string       `json:"invoiceId"`
	Description string       `json:"description"`
	Locale      string       `json:"locale"`
	ReturnURL   string       `json:"returnUrl"`
	CancelURL   string       `json:"cancelUrl"`
	Status      string       `json:"status"`
	// Card is the one that the payer approved the order with.
	Card string `json:"card"`
	// Capture is the capture's status; "" before there is one.
	Capture    string    `json:"capture"`
	CompleteAt time.Time `json:"completeAt,omitzero"`
	Refunds    []refund  `json:"refunds"`
}

func (o *order) captureID() string { return "CAP" + o.ID }

// wanted is the body of a new order.
type wanted struct {
	Intent string `json:"intent"`
	Units  []struct {
		ReferenceID string `json:"reference_id"`
		CustomID    string `json:"custom_id"`
		InvoiceID   string `json:"invoice_id"`
		Description string `json:"description"`
		Amount      amount `json:"amount"`
	} `json:"purchase_units"`
	Source struct {
		PayPal struct {
			Experience struct {
				Method    string `json:"payment_method_preference"`
				Brand     string `json:"brand_name"`
				Locale    string `json:"locale"`
				Landing   string `json:"landing_page"`
				Shipping  string `json:"shipping_preference"`
				Action    string `json:"user_action"`
				ReturnURL string `json:"return_url"`
				CancelURL string `json:"cancel_url"`
			} `json:"experience_context"`
		} `json:"paypal"`
	} `json:"payment_source"`
}

// amount is money in PayPal's form.
type amount struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func wireAmount(a money.Amount, currency string) amount { return amount{currency, a.String()} }

var (
	decimal  = regexp.MustCompile(`^[0-9]{1,7}\.[0-9]{2}$`)
	language = regexp.MustCompile(`^[a-z]{2}-[A-Z]{2}$`)
)

// read returns an amount; false when PayPal would not take it.
func (a amount) read() (money.Amount, bool) {
	if !decimal.MatchString(a.Value) {
		return 0, false
	}
	value, err := money.Parse(a.Value)
	return value, err == nil && value > 0
}

func (s *Simulator) createOrder(_ *http.Request, body []byte) reply {
	var in wanted
	if err := json.Unmarshal(body, &in); err != nil || len(in.Units) != 1 {
		return invalid("INVALID_PARAMETER_SYNTAX", "The body is not an order with one unit.")
	}
	unit, experience := in.Units[0], in.Source.PayPal.Experience
	value, readable := unit.Amount.read()
	switch {
	case in.Intent != "CAPTURE":
		return invalid("INVALID_PARAMETER_VALUE", "intent must be CAPTURE")
	case !slices.Contains([]string{"EUR", "USD"}, unit.Amount.Currency):
		return unprocessable("INVALID_CURRENCY_CODE", "Currency code is invalid or is not currently supported.")
	case !readable:
		return unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", "Must be greater than zero, with two decimals.")
	case len([]rune(unit.CustomID)) > 127, len([]rune(unit.InvoiceID)) > 127, len([]rune(unit.Description)) > 127, len(unit.ReferenceID) > 256:
		return invalid("INVALID_STRING_LENGTH", "The value of a field is either too short or too long.")
	case !language.MatchString(experience.Locale), experience.Action != "PAY_NOW", experience.Shipping != "NO_SHIPPING":
		return invalid("INVALID_PARAMETER_VALUE", "The value of a field of experience_context is invalid.")
	case !paypage.Near(s.base, experience.ReturnURL) || !paypage.Near(s.base, experience.CancelURL):
		return invalid("INVALID_PARAMETER_VALUE", "this simulator leads to this machine and to the product itself only")
	}
	of := &order{
		ID: random(9)[:17], Created: s.clock.Now(), Amount: value, Currency: unit.Amount.Currency, CustomID: unit.CustomID, InvoiceID: unit.InvoiceID,
		Description: unit.Description, Locale: experience.Locale, ReturnURL: experience.ReturnURL, CancelURL: experience.CancelURL,
		Status: orderWaits, Refunds: []refund{},
	}
	s.books.Charges[of.ID] = of
	return reply{http.StatusOK, s.wire(of)}
}

// find returns an order; nil when there is none any more.
func (s *Simulator) find(id string) *order {
	of := s.books.Charges[id]
	if of == nil || of.Capture == "" && s.clock.Now().Sub(of.Created) > life {
		return nil
	}
	return of
}

func (s *Simulator) getOrder(r *http.Request) reply {
	of := s.find(r.PathValue("id"))
	if of == nil {
		return missing()
	}
	return reply{http.StatusOK, s.wire(of)}
}

func (s *Simulator) captureOrder(r *http.Request, _ []byte) reply {
	of := s.find(r.PathValue("id"))
	switch {
	case of == nil:
		return missing()
	case of.Capture != "":
		return unprocessable("ORDER_ALREADY_CAPTURED", "Order already captured.")
	case of.Status != orderApproved:
		return unprocessable("ORDER_NOT_APPROVED", "Payer has not yet approved the Order for payment.")
	case s.books.captured(of.InvoiceID):
		return unprocessable("DUPLICATE_INVOICE_ID", "Duplicate Invoice ID detected.")
	}
	of.Status, of.Capture = orderCompleted, captureCompleted
	if of.Card == paypage.Slow {
		of.Capture, of.CompleteAt = capturePending, s.clock.Now().Add(s.config.PendingDelay)
		s.announce("PAYMENT.CAPTURE.PENDING", s.wireCapture(of), 1)
		s.completeLater(of)
		return reply{http.StatusCreated, s.wire(of)}
	}
	s.announce("PAYMENT.CAPTURE.COMPLETED", s.wireCapture(of), of.reports())
	return reply{http.StatusCreated, s.wire(of)}
}

// reports is how often an order's events are posted.
func (o *order) reports() int {
	switch o.Card {
	case paypage.Silent:
		return 0
	case paypage.Thrice:
		return 3
	default:
		return 1
	}
}

// completeLater completes the capture of a slow card when its time has come.
func (s *Simulator) completeLater(of *order) {
	s.courier.After(of.CompleteAt.Sub(s.clock.Now()), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		of.Capture = captureCompleted
		if err := s.books.Save(); err != nil {
			s.log.Error("paypal's simulator: complete a slow capture", "error", err)
			return
		}
		s.announce("PAYMENT.CAPTURE.COMPLETED", s.wireCapture(of), 1)
	})
}

// wire is an order as the API and events show it.
func (s *Simulator) wire(of *order) map[string]any {
	unit := map[string]any{
		"reference_id": "default", "custom_id": of.CustomID, "invoice_id": of.InvoiceID, "description": of.Description,
		"amount": wireAmount(of.Amount, of.Currency), "payee": map[string]string{"merchant_id": "SIMULATED0000"},
	}
	if of.Capture != "" {
		refunds := make([]any, 0, len(of.Refunds))
		for _, r := range of.Refunds {
			refunds = append(refunds, s.wireRefund(of, r))
		}
		unit["payments"] = map[string]any{"captures": []any{s.wireCapture(of)}, "refunds": refunds}
	}
	self := s.base.String() + "/v2/checkout/orders/" + of.ID
	links := []map[string]string{{"href": self, "rel": "self", "method": "GET"}}
	if of.Status == orderWaits {
		links = append(links, map[string]string{"href": s.page(of.ID), "rel": "payer-action", "method": "GET"})
	}
	if of.Status == orderApproved {
		links = append(links, map[string]string{"href": self + "/capture", "rel": "capture", "method": "POST"})
	}
	return map[string]any{
		"id": of.ID, "intent": "CAPTURE", "status": of.Status, "create_time": of.Created.UTC().Format(time.RFC3339),
		"purchase_units": []any{unit}, "links": links,
	}
}

func (s *Simulator) wireCapture(of *order) map[string]any {
	status, details := of.Capture, map[string]string{}
	switch given := of.refunded(); {
	case of.Capture == capturePending:
		details["reason"] = "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION"
	case given == of.Amount:
		status = "REFUNDED"
	case given > 0:
		status = "PARTIALLY_REFUNDED"
	}
	return map[string]any{
		"id": of.captureID(), "status": status, "status_details": details, "amount": wireAmount(of.Amount, of.Currency), "final_capture": true,
		"custom_id": of.CustomID, "invoice_id": of.InvoiceID, "supplementary_data": map[string]any{"related_ids": map[string]string{"order_id": of.ID}},
		"links": []map[string]string{
			{"href": s.base.String() + "/v2/payments/captures/" + of.captureID(), "rel": "self", "method": "GET"},
			{"href": s.base.String() + "/v2/checkout/orders/" + of.ID, "rel": "up", "method": "GET"},
		},
	}
}
