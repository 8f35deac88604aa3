package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
)

// counterPayment is money that staff take over the counter: the whole price of a booking.
type counterPayment struct {
	Method        payment.CounterMethod `json:"method"`
	ReceiptNumber string                `json:"receiptNumber,omitempty" doc:"Of the paper that the customer got, up to 50 characters"`
}

func (p *counterPayment) input() *payment.CounterInput {
	if p == nil {
		return nil
	}
	return &payment.CounterInput{Method: p.Method, ReceiptNumber: p.ReceiptNumber}
}

type takePaymentRequest struct {
	IDPath
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless" maxLength:"255"`
	Body           counterPayment
}

type payOutRequest struct {
	IDPath
	RefundID string `path:"refundId" doc:"UUID"`
}

func (a *API) registerCounter() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/bookings/{id}/counter-payment", ID: "takePayment", Tag: "payments", Permission: authz.PaymentTake,
		Summary:     "Take the money for a booking over the counter, and confirm the booking by it",
		Description: "A pay page that is open is given up; whoever pays there all the same gets that money back.",
		Errors:      []string{"BOOKING_NOT_FOUND", "BOOKING_NOT_PENDING", "PAYMENT_EXISTS", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH"},
	}, a.takePayment)
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/{id}/refunds/{refundId}/paid-out", ID: "payOutRefund", Tag: "payments", Permission: authz.PaymentRefund,
		Summary: "Record that a refund of money that was taken over the counter was handed out",
		Description: "A refund that staff ask for is handed out as they do; those that follow from a cancellation or a move wait for this. " +
			"One that was handed out already stays as it is.",
		Errors: []string{"PAYMENT_NOT_FOUND", "REFUND_NOT_FOUND"},
	}, a.payOutRefund)
}

func (a *API) takePayment(ctx context.Context, in *takePaymentRequest) (*bookingAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	err = a.Services.Payment.Take(ctx, payment.TakeInput{BookingID: id, CounterInput: *in.Body.input(), IdempotencyKey: in.IdempotencyKey})
	if err != nil {
		return nil, err
	}
	return a.readBooking(ctx, id)
}

func (a *API) payOutRefund(ctx context.Context, in *payOutRequest) (*paymentAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	refundID, err := uuid.Parse(in.RefundID)
	if err != nil {
		return nil, notFound("REFUND_NOT_FOUND")(in.RefundID)
	}
	p, err := a.Services.Payment.PayOut(ctx, id, refundID)
	if err != nil {
		return nil, err
	}
	out := &paymentAnswer{}
	out.Body.Data.Payment = toPaymentView(ctx, p)
	return out, nil
}
