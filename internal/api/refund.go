package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
)

// refundView is money that goes back. Why, by whom and what the gateway says of it is for staff.
type refundView struct {
	ID              uuid.UUID           `json:"id"`
	PaymentID       uuid.UUID           `json:"paymentId"`
	Amount          MAD                 `json:"amount"`
	GatewayAmount   MAD                 `json:"gatewayAmount" doc:"What goes back in the payment's gatewayCurrency"`
	State           payment.RefundState `json:"state" doc:"REQUESTED and SENT are under way, DONE and FAILED final"`
	Reason          *string             `json:"reason,omitempty" doc:"Only for staff"`
	ReasonCode      *refundReason       `json:"reasonCode,omitempty" doc:"The same for programs; absent: in somebody's own words, or not for staff"`
	RequestedBy     *uuid.UUID          `json:"requestedBy,omitempty" doc:"Only for staff; absent for the program itself"`
	GatewayRefundID *string             `json:"gatewayRefundId,omitempty" doc:"Only for staff"`
	FailureReason   *string             `json:"failureReason,omitempty" doc:"The gateway's own words; only for staff"`
	GatewayMessage  *string             `json:"gatewayMessage,omitempty" doc:"What the gateway answered last, as it came, up to 16 KiB; only for staff"`
	CreatedAt       time.Time           `json:"createdAt"`
	UpdatedAt       time.Time           `json:"updatedAt"`
}

func toRefundView(ctx context.Context, r payment.Refund) refundView {
	v := refundView{ID: r.ID, PaymentID: r.PaymentID, Amount: MAD(r.Amount), GatewayAmount: MAD(r.GatewayAmount), State: r.State, CreatedAt: utc(r.CreatedAt), UpdatedAt: utc(r.UpdatedAt)}
	if forStaff(ctx) {
		v.Reason, v.ReasonCode, v.RequestedBy, v.GatewayRefundID, v.FailureReason, v.GatewayMessage = &r.Reason, (*refundReason)(r.ReasonCode), r.RequestedBy, r.GatewayID, r.FailureReason, r.Said
	}
	return v
}

type refundsData struct {
	Refunds []refundView `json:"refunds"`
}

type refundsAnswer data[refundsData]

type refundPaymentRequest struct {
	IDPath
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless: the same key and body refund once" maxLength:"255"`
	Body           *refundBody
}

// refundBody may be left out: all that is left goes back then.
type refundBody struct {
	RefundAmount *MAD   `json:"refundAmount,omitempty" doc:"At least 0.01 and at most what is left; left out: all of that"`
	Reason       string `json:"reason,omitempty" doc:"Up to 500 characters, for the records"`
}

type refundedData struct {
	Payment paymentView  `json:"payment"`
	Refunds []refundView `json:"refunds"`
}

type refundedAnswer data[refundedData]

type updatePaymentRequest struct {
	IDPath
	Body struct {
		Status    payment.Status `json:"status" doc:"CANCELLED, and nothing else"`
		Note      string         `json:"note,omitempty" doc:"Up to 500 characters, for the payment's history"`
		UpdatedAt *time.Time     `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

type gatewayView struct {
	Name      cardGateway   `json:"name"`
	IsDefault bool          `json:"isDefault"`
	Currency  string        `json:"currency" doc:"What the payer is really charged in"`
	Amount    *MAD          `json:"amount" doc:"What the payer is really charged, in currency; null without bookingId"`
	Rate      *exchangeRate `json:"rate" doc:"What one unit of currency costs in dirham; null when it is the dirham"`
}

type listGatewaysRequest struct {
	BookingID string `query:"bookingId" format:"uuid" doc:"The booking to be paid"`
}

type gatewaysData struct {
	Gateways []gatewayView `json:"gateways"`
}

type gatewaysAnswer data[gatewaysData]

func (a *API) registerRefunds() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments/gateways", ID: "listPaymentGateways", Tag: "payments", Permission: authz.PaymentCreate,
		Summary: "The gateways that are configured, the default first, and what each charges for a booking",
		Errors:  []string{"BOOKING_NOT_FOUND"},
	}, a.listGateways)
	register(a, Operation{
		Method: http.MethodPut, Path: "/payments/{id}", ID: "updatePayment", Tag: "payments", Permission: authz.PaymentUpdate,
		Summary:     "Give an open payment up",
		Description: "Every other status is the gateway's to say. Money that comes by a page that was given up is taken as any that comes late.",
		Errors:      []string{"PAYMENT_NOT_FOUND", "PAYMENT_TRANSITION", "CHANGED_MEANWHILE"},
	}, a.updatePayment)
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/{id}/refund", ID: "refundPayment", Tag: "payments", Permission: authz.PaymentRefund,
		Summary: "Give a payment back, in whole or in part",
		Description: "May be repeated until nothing is left; 409 REFUND_EXCEEDS_PAYMENT says in refundable what is. A refund that the gateway has not " +
			"answered yet is REQUESTED or SENT in the answer and goes on in the background.",
		Errors: []string{
			"PAYMENT_NOT_FOUND", "ONLY_COMPLETED_REFUNDABLE", "PAYMENT_NO_TRANSACTION", "REFUND_EXCEEDS_PAYMENT", "REFUND_FAILED", "REFUND_ERROR",
			"IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH",
		},
	}, a.refundPayment)
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments/{id}/refunds", ID: "listRefunds", Tag: "payments", Permission: authz.PaymentGetByID,
		Summary: "What was given back of a payment, and what is about to be", Errors: []string{"PAYMENT_NOT_FOUND"},
	}, a.listRefunds)
}

func (a *API) listGateways(ctx context.Context, in *listGatewaysRequest) (*gatewaysAnswer, error) {
	var f filters
	bookingID := f.id("bookingId", in.BookingID)
	if err := f.Err(); err != nil {
		return nil, err
	}
	offers, err := a.Services.Payment.Gateways(ctx, bookingID)
	if err != nil {
		return nil, err
	}
	out := &gatewaysAnswer{}
	out.Body.Data.Gateways = views(offers, func(o payment.GatewayOffer) gatewayView {
		return gatewayView{Name: cardGateway(o.Name), IsDefault: o.Name == offers[0].Name, Currency: o.Currency, Amount: (*MAD)(o.Amount), Rate: (*exchangeRate)(o.Rate)}
	})
	return out, nil
}

func (a *API) updatePayment(ctx context.Context, in *updatePaymentRequest) (*paymentAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	p, err := a.Services.Payment.Update(ctx, payment.UpdateInput{ID: id, Status: in.Body.Status, Note: in.Body.Note, Seen: in.Body.UpdatedAt})
	if err != nil {
		return nil, err
	}
	out := &paymentAnswer{}
	out.Body.Data.Payment = toPaymentView(ctx, p)
	return out, nil
}

func (a *API) refundPayment(ctx context.Context, in *refundPaymentRequest) (*refundedAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	request := payment.RefundRequest{PaymentID: id, IdempotencyKey: in.IdempotencyKey}
	if in.Body != nil {
		request.Amount, request.Reason = (*money.Amount)(in.Body.RefundAmount), in.Body.Reason
	}
	p, err := a.Services.Payment.Refund(ctx, request)
	if err != nil {
		return nil, err
	}
	refunds, err := a.refundViews(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &refundedAnswer{}
	out.Body.Data = refundedData{Payment: toPaymentView(ctx, p), Refunds: refunds}
	return out, nil
}

func (a *API) listRefunds(ctx context.Context, in *IDPath) (*refundsAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	refunds, err := a.refundViews(ctx, id)
	out := &refundsAnswer{}
	out.Body.Data.Refunds = refunds
	return out, err
}

func (a *API) refundViews(ctx context.Context, paymentID uuid.UUID) ([]refundView, error) {
	refunds, err := a.Services.Payment.Refunds(ctx, paymentID)
	if err != nil {
		return nil, err
	}
	return views(refunds, func(r payment.Refund) refundView { return toRefundView(ctx, r) }), nil
}
