// Package payment takes the money for bookings and gives it back: payments and their one transition table, what a
// gateway's callbacks and answers mean, refunds, and the reconciliation that finds what got lost on the way. It owns the
// Gateway interface. It must not know any one gateway's wire format, price anything, or decide what a booking may
// become: it tells the booking package that money came, and is told whether the booking could take it.
package payment

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// MAD is the currency of every price (D4).
const MAD = "MAD"

// Currencies are what a payment may be recorded in, MAD being the product's own (specification section 5, D4).
var Currencies = []string{MAD, "USD", "EUR"}

// Payment is one attempt to pay for a booking. Amount is the booking's total in centimes of a dirham, whatever Currency the
// caller named; GatewayAmount and GatewayCurrency are what the payer is really charged (D4).
type Payment struct {
	ID              uuid.UUID
	BookingID       uuid.UUID
	FranchiseID     uuid.UUID
	Amount          money.Amount
	Currency        string
	GatewayAmount   money.Amount
	GatewayCurrency string
	// Rate is what one unit of GatewayCurrency cost in dirham at RateAt; nil when that is the dirham.
	Rate    *money.Rate
	RateAt  *time.Time
	Status  Status
	Gateway GatewayName
	// TransactionID is the gateway's own name for the charge, nil until it is known.
	TransactionID *string
	OrderID       *string
	URL           *string
	CallbackURL   *string
	// Response is what the browser posts to URL: payload and signature, for Payzone.
	Response json.RawMessage
	// FailureCode is an error code of ours; FailureReason is the gateway's own words or, without any, empty.
	FailureCode   *string
	FailureReason *string
	// Language is the payer's, on the pay page.
	Language string
	// CounterMethod is how staff took the money; nil for what a gateway took. OrderID is the number of their receipt then.
	CounterMethod *CounterMethod
	// Surplus marks money that came although another payment had paid the booking; it is given back.
	Surplus bool
	// Refunded is what has been given back, Promised that and what is still on its way back.
	Refunded money.Amount
	Promised money.Amount
	// Owed is what was to go back, did not arrive, and was not promised anew.
	Owed        money.Amount
	LaunchedAt  *time.Time
	ProcessedAt *time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Left is what of captured money was neither given back nor promised to be.
func (p Payment) Left() money.Amount {
	if !p.Status.Captured() {
		return 0
	}
	return p.Amount - p.Promised
}

// ref names the payment's charge to its gateway.
func (p Payment) ref() Ref {
	ref := Ref{ChargeID: p.ID.String()}
	if p.TransactionID != nil {
		ref.TransactionID = *p.TransactionID
	}
	return ref
}

// Codes that a payment carries as FailureCode.
const (
	codeURLFailed    = "PAYMENT_URL_FAILED"
	codeDeclined     = "PAYMENT_DECLINED"
	codeCancelled    = "PAYMENT_CANCELLED"
	codeMismatch     = "PAYMENT_MISMATCH"
	codeAbandoned    = "PAYMENT_ABANDONED"
	codeGatewayError = "GATEWAY_ERROR"
)

// entity is what the audit log calls a payment.
const entity = "payment"

// Errors of the package (specification section 8).
var (
	ErrNotFound          = errs.New(errs.NotFound, "PAYMENT_NOT_FOUND")
	ErrExists            = errs.New(errs.Conflict, "PAYMENT_EXISTS")
	ErrBookingNotPending = errs.New(errs.Conflict, "BOOKING_NOT_PENDING")
	ErrAmountMismatch    = errs.New(errs.Conflict, "PAYMENT_AMOUNT_MISMATCH")
	ErrURLFailed         = errs.New(errs.Gateway, codeURLFailed)
	ErrGateway           = errs.New(errs.Gateway, codeGatewayError)
	ErrUnsupported       = errs.New(errs.Invalid, "GATEWAY_UNSUPPORTED")
	ErrCallbackSignature = errs.New(errs.Unauthenticated, "CALLBACK_SIGNATURE")
	ErrCallbackTooLarge  = errs.New(errs.TooLarge, "TOO_LARGE")
	errTransition        = errs.New(errs.Conflict, "PAYMENT_TRANSITION")
	errNotRefundable     = errs.New(errs.Conflict, "ONLY_COMPLETED_REFUNDABLE")
	errNoTransaction     = errs.New(errs.Conflict, "PAYMENT_NO_TRANSACTION")
	errExceeds           = errs.New(errs.Conflict, "REFUND_EXCEEDS_PAYMENT")
	errRefundFailed      = errs.New(errs.Gateway, "REFUND_FAILED")
	errRefundProcessing  = errs.New(errs.Gateway, "REFUND_ERROR")
)

func fromDB(p paymentdb.Payment) Payment {
	return Payment{
		ID: p.ID, BookingID: p.BookingID, FranchiseID: p.FranchiseID, Amount: p.AmountCentimes, Currency: p.Currency,
		GatewayAmount: p.GatewayAmountCentimes, GatewayCurrency: p.GatewayCurrency, Rate: p.GatewayRateMicros, RateAt: p.GatewayRateAt, Status: Status(p.Status),
		Gateway: GatewayName(p.Gateway), TransactionID: p.GatewayTransactionID, OrderID: p.GatewayOrderID,
		URL: p.GatewayPaymentUrl, CallbackURL: p.GatewayCallbackUrl, Response: p.GatewayResponse, Language: p.Language,
		FailureCode: p.FailureCode, FailureReason: p.FailureReason, Surplus: p.Surplus, CounterMethod: (*CounterMethod)(p.CounterMethod),
		LaunchedAt: p.LaunchedAt, ProcessedAt: p.ProcessedAt, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt,
	}
}
