package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rihla/internal/platform/money"
)

// GatewayName names a card gateway (specification section 3).
type GatewayName string

// The gateways; Payzone is the default.
const (
	Payzone GatewayName = "PAYZONE"
	Stripe  GatewayName = "STRIPE"
	PayPal  GatewayName = "PAYPAL"
	// Counter is no gateway: staff take the money themselves, and the franchise holds it.
	Counter GatewayName = "COUNTER"
)

// GatewayNames lists them, the default first.
var GatewayNames = []GatewayName{Payzone, Stripe, PayPal}

// Ways are all that money comes by: the gateways, and over the counter.
var Ways = append(slices.Clone(GatewayNames), Counter)

// Gateway is a card gateway as payments need it. An implementation keeps no state and no database: what it must know
// again is in the Ref. Its errors are a *GatewayError, ErrUnknownCharge or ErrSignature, possibly wrapped.
type Gateway interface {
	Name() GatewayName
	// Launch prepares the hosted pay page for one payment. It may be called again with the same input after a crash
	// and must then lead to the same charge.
	Launch(ctx context.Context, in LaunchInput) (Launch, error)
	// Verify checks the signature on the raw bytes of a callback and says which event it is. ErrSignature means that
	// the gateway did not send it; any other error, that it could not be checked now.
	Verify(ctx context.Context, body []byte, header Header) (Event, error)
	// Translate reads a callback that Verify has accepted.
	Translate(body []byte) (Outcome, error)
	// Status asks what became of a charge: ErrUnknownCharge when the gateway has never heard of it.
	Status(ctx context.Context, ref Ref) (Outcome, error)
	// Refund gives back part or all of a captured charge. An error other than a Permanent one leaves open whether
	// the money went back: the caller asks Status before it sends again.
	Refund(ctx context.Context, in RefundInput) (RefundOutcome, error)
}

// Expirer is a gateway that can close a pay page.
type Expirer interface {
	// Expire closes the pay page of a charge, so that nobody pays on it any more. One that is over already, however it
	// ended, is no error: Status tells.
	Expire(ctx context.Context, ref Ref) error
}

// Converter is a gateway that cannot charge dirham. The others charge the price itself.
type Converter interface {
	// Convert returns what is charged for a price in dirham, now.
	Convert(price money.Amount) Charge
}

// Charge is what a payer is really asked for.
type Charge struct {
	Amount   money.Amount
	Currency string
	// Rate is what one unit of Currency costs in dirham; nil when Currency is the dirham.
	Rate *money.Rate
}

// Capturer is a gateway whose payers approve a charge on the pay page, and that takes the money when it is asked to.
type Capturer interface {
	// Capture takes the money of a charge that was approved, once, however often it is called, and returns what became
	// of it.
	Capture(ctx context.Context, ref Ref) (Outcome, error)
}

// RefundTeller is a gateway that tells of each refund by the key that it was asked for with, and may take one back that was
// done. What the others gave back is known as a sum.
type RefundTeller interface {
	// Refunds lists the refunds of a charge, whoever asked for them, and returns what the gateway said, as it came.
	Refunds(ctx context.Context, ref Ref) ([]RefundNews, []byte, error)
}

// Header reads one header of a callback by its name.
type Header interface{ Get(name string) string }

// Ref names one charge. ChargeID is ours, the payment's id, and is fixed before the gateway is called; TransactionID is
// the gateway's own, "" until it is known.
type Ref struct {
	ChargeID      string
	TransactionID string
}

// LaunchInput is what the payer is asked for. Amount is in centimes of Currency, which is what is really charged (D4).
type LaunchInput struct {
	ChargeID    string
	OrderID     string
	CustomerID  string
	Amount      money.Amount
	Currency    string
	Description string
	// Language is the payer's: en, fr or ar.
	Language string
	// ExpiresAt is when nobody waits for the money any more, the same at every launch of the same charge. A gateway that
	// can closes its pay page then.
	ExpiresAt   time.Time
	CallbackURL string
	SuccessURL  string
	FailureURL  string
	CancelURL   string
}

// Launch leads the payer to the gateway: to URL, posting Response's members as form fields when there are any.
type Launch struct {
	URL           string
	CallbackURL   string
	OrderID       string
	TransactionID string
	Response      json.RawMessage
	// Answer is what the gateway said, as it came; nil when it was not called.
	Answer []byte
}

// Event is a genuine callback. Key is the same for every delivery of the same news.
type Event struct {
	Key      string
	ChargeID string
}

// State is what a gateway says of a charge, in our words.
type State string

// The states.
const (
	// StatePaid: the money was captured.
	StatePaid State = "PAID"
	// StateOpen: the payer is on the pay page and has not tried a card.
	StateOpen State = "OPEN"
	// StateApproved: the payer approved the charge and the money was not taken; a Capturer can do so.
	StateApproved State = "APPROVED"
	// StatePending: a card was tried and the answer is still out.
	StatePending State = "PENDING"
	// StateDeclined: the bank said no.
	StateDeclined State = "DECLINED"
	// StateCancelled: the payer gave up.
	StateCancelled State = "CANCELLED"
	// StateError: the gateway failed.
	StateError State = "ERROR"
	// StateRefunded: captured, and given back since, in whole or part.
	StateRefunded State = "REFUNDED"
	// StateRefundFailed: a refund did not reach the payer, though it may have counted as done: Outcome.Refund.
	StateRefundFailed State = "REFUND_FAILED"
	// StateDisputed: the payer wants the money back from the bank, or has it already. The gateway's own back office is
	// where that is answered.
	StateDisputed State = "DISPUTED"
	// StateUnknown: a word that we do not know. It is recorded, and changes nothing.
	StateUnknown State = "UNKNOWN"
)

// Outcome is what a gateway says of one charge, by callback or when asked.
type Outcome struct {
	State State
	// ChargeID is "" in a callback that names the charge in the gateway's own words only: Verify found out which it is.
	ChargeID      string
	OrderID       string
	TransactionID string
	// Amount and Currency of the charge; Currency is "" when the gateway did not say.
	Amount   money.Amount
	Currency string
	// Mismatch says why this cannot be about one of our charges, such as another merchant's account; "" when it can.
	Mismatch string
	// Detail is the gateway's own word for the state and its text, for the history.
	Detail string
	// Refunded is what the gateway has given back, RefundPending what it is about to.
	Refunded      money.Amount
	RefundPending money.Amount
	// Refund is the refund that StateRefundFailed is about.
	Refund RefundNews
	// Answer is what the gateway said when it was asked, as it came; nil for a callback, which is stored itself.
	Answer []byte
}

// RefundNews is what a gateway says of one refund.
type RefundNews struct {
	// Key is RefundInput's; "" for a refund that was made in the gateway's own back office. ID is the gateway's name for it.
	Key, ID string
	// State is RefundSent while it is under way.
	State RefundState
	// Reason is the gateway's, of a refund that failed.
	Reason string
}

// RefundInput asks for Amount centimes of a captured charge. Key is the same at every try of the same refund, for
// gateways that take an idempotency key.
type RefundInput struct {
	Ref
	Key      string
	Amount   money.Amount
	Currency string
}

// RefundOutcome is a gateway's answer to a refund that it accepted.
type RefundOutcome struct {
	// ID is the gateway's own name for the refund; "" when it gives none.
	ID string
	// Done is false while the gateway has taken the order and not carried it out.
	Done bool
	// Answer is what the gateway said, as it came.
	Answer []byte
}

// Errors that a gateway returns apart from *GatewayError.
var (
	// ErrSignature says that a callback does not come from the gateway.
	ErrSignature = errors.New("the callback's signature does not match")
	// ErrUnknownCharge says that the gateway has no such charge.
	ErrUnknownCharge = errors.New("the gateway does not know this charge")
)

// Class says what to do about a gateway's failure.
type Class int

// The classes.
const (
	// Temporary: try again; whether the call took effect is not known.
	Temporary Class = iota
	// Permanent: it took no effect and never will.
	Permanent
	// RetryAfter: it took no effect; try again after the time the gateway named.
	RetryAfter
)

// GatewayError is a failed call to a gateway.
type GatewayError struct {
	Class Class
	// Wait is how long to wait, for RetryAfter.
	Wait time.Duration
	Err  error
	// Answer is what the gateway said, as it came; nil when it said nothing.
	Answer []byte
}

// Fail returns err as a failure of class.
func Fail(class Class, format string, args ...any) *GatewayError {
	return &GatewayError{Class: class, Err: fmt.Errorf(format, args...)}
}

// Error is for logs.
func (e *GatewayError) Error() string { return "payment gateway: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *GatewayError) Unwrap() error { return e.Err }

// answerOf is what the gateway said when it failed.
func answerOf(err error) []byte {
	if e, ok := errors.AsType[*GatewayError](err); ok {
		return e.Answer
	}
	return nil
}

// permanent tells whether err says that a call took no effect and never will.
func permanent(err error) bool {
	e, ok := errors.AsType[*GatewayError](err)
	return ok && e.Class == Permanent
}
