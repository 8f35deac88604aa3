package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
)

// PaymentFilters narrow a list of payments (specification section 5). Exported because the framework describes only such
// embedded structs.
type PaymentFilters struct {
	BookingID     string                `query:"bookingId" doc:"Of one booking, the payment that counts comes first"`
	Status        []payment.Status      `query:"status,explode" enum:"PENDING,PROCESSING,COMPLETED,FAILED,CANCELLED,REFUNDED,PARTIALLY_REFUNDED" maxItems:"20"`
	Gateway       []payment.GatewayName `query:"gateway,explode" enum:"PAYZONE,STRIPE,PAYPAL,COUNTER" maxItems:"20"`
	Currency      currencyText          `query:"currency" maxLength:"3"`
	MinAmount     numberText            `query:"minAmount"`
	MaxAmount     numberText            `query:"maxAmount" doc:"Greater than minAmount"`
	CreatedAfter  timeText              `query:"createdAfter" doc:"Or at"`
	CreatedBefore timeText              `query:"createdBefore" doc:"Or at; after createdAfter"`
}

func (in PaymentFilters) input(f *filters, page listing.Page) payment.ListInput {
	return payment.ListInput{
		Page: page, BookingID: f.id("bookingId", in.BookingID), Statuses: in.Status, Gateways: in.Gateway, Currency: string(in.Currency),
		MinAmount: f.amount("minAmount", in.MinAmount), MaxAmount: f.amount("maxAmount", in.MaxAmount),
		CreatedAfter: f.instant("createdAfter", in.CreatedAfter), CreatedBefore: f.instant("createdBefore", in.CreatedBefore),
	}
}

// AllPaymentFilters narrow the administered list further. Exported because the framework describes only such embedded
// structs.
type AllPaymentFilters struct {
	PaymentFilters
	SearchText
	FranchiseID   string   `query:"franchiseId"`
	UserID        string   `query:"userId" doc:"Whose booking it pays"`
	RevenueAfter  timeText `query:"revenueAfter" doc:"Or at; when its money was earned, or promised back: the payments that a period's revenue is the sum of"`
	RevenueBefore timeText `query:"revenueBefore" doc:"Or at"`
}

func (in AllPaymentFilters) input(page listing.Page) (payment.ListInput, error) {
	var f filters
	out := in.PaymentFilters.input(&f, page)
	out.Search, out.FranchiseID, out.UserID = in.Q, f.id("franchiseId", in.FranchiseID), f.id("userId", in.UserID)
	out.RevenueAfter, out.RevenueBefore = f.instant("revenueAfter", in.RevenueAfter), f.instant("revenueBefore", in.RevenueBefore)
	return out, f.Err()
}

type listPaymentsRequest struct {
	ListQuery
	PaymentFilters
}

type listAllPaymentsRequest struct {
	ListQuery
	AllPaymentFilters
}

type exportPaymentsRequest struct {
	SortQuery
	AllPaymentFilters
}

type paymentsData struct {
	Payments   []paymentView `json:"payments"`
	Pagination pagination    `json:"pagination"`
}

type paymentsAnswer data[paymentsData]

func (a *API) registerPaymentLists() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments", ID: "listPayments", Tag: "payments", Permission: authz.PaymentList,
		Summary: "The payments that the caller may see, the newest first",
	}, a.listPayments)
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments/admin", ID: "listAllPayments", Tag: "payments", Permission: authz.PaymentGetAll,
		Summary:     "The payments that the caller administers, with whose they are",
		Description: "q looks in the gateways' transaction and order ids and in the bookings' references.",
	}, a.listAllPayments)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/payments/export", ID: "exportPayments", Tag: "payments", Permission: authz.PaymentGetAll,
		Summary: "The same list as CSV",
	}, "payments", paymentColumns, a.exportPayments)
}

// paymentColumns are the columns of the export.
var paymentColumns = []column[payment.Exported]{
	{"id", func(p payment.Exported) string { return p.ID.String() }},
	{"bookingId", func(p payment.Exported) string { return p.BookingID.String() }},
	{"bookingReference", func(p payment.Exported) string { return p.BookingReference }},
	{"franchiseId", func(p payment.Exported) string { return p.FranchiseID.String() }},
	{"status", func(p payment.Exported) string { return string(p.Status) }},
	{"amount", func(p payment.Exported) string { return p.Amount.String() }},
	{"currency", func(p payment.Exported) string { return p.Currency }},
	{"gatewayAmount", func(p payment.Exported) string { return p.GatewayAmount.String() }},
	{"gatewayCurrency", func(p payment.Exported) string { return p.GatewayCurrency }},
	{"rate", func(p payment.Exported) string {
		if p.Rate == nil {
			return ""
		}
		return p.Rate.String()
	}},
	{"refundedAmount", func(p payment.Exported) string { return p.Refunded.String() }},
	{"gateway", func(p payment.Exported) string { return string(p.Gateway) }},
	{"gatewayTransactionId", func(p payment.Exported) string { return textOf(p.TransactionID) }},
	{"gatewayOrderId", func(p payment.Exported) string { return textOf(p.OrderID) }},
	{"failureCode", func(p payment.Exported) string { return textOf(p.FailureCode) }},
	{"processedAt", func(p payment.Exported) string { return timeTextOf(p.ProcessedAt) }},
	{"createdAt", func(p payment.Exported) string { return timeTextOf(&p.CreatedAt) }},
}

func (a *API) listPayments(ctx context.Context, in *listPaymentsRequest) (*paymentsAnswer, error) {
	var f filters
	input := in.input(&f, in.page())
	if err := f.Err(); err != nil {
		return nil, err
	}
	payments, total, err := a.Services.Payment.List(ctx, input)
	if err != nil {
		return nil, err
	}
	return answerPayments(in.ListQuery, toPaymentViews(ctx, payments), total), nil
}

func (a *API) listAllPayments(ctx context.Context, in *listAllPaymentsRequest) (*paymentsAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	payments, total, err := a.Services.Payment.ListAll(ctx, input)
	if err != nil {
		return nil, err
	}
	list := toPaymentViews(ctx, payments)
	ids := make([]uuid.UUID, len(payments))
	for i, p := range payments {
		ids[i] = p.BookingID
	}
	bookings, err := a.Services.Payment.PaidBookings(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i := range list {
		b := paidBooking(bookings[list[i].BookingID])
		list[i].Booking = &b
	}
	return answerPayments(in.ListQuery, list, total), nil
}

func toPaymentViews(ctx context.Context, payments []payment.Payment) []paymentView {
	return views(payments, func(p payment.Payment) paymentView { return toPaymentView(ctx, p) })
}

func answerPayments(q ListQuery, list []paymentView, total listing.Total) *paymentsAnswer {
	out := &paymentsAnswer{}
	out.Body.Data = paymentsData{Payments: list, Pagination: paginate(q.Page, q.Limit, total)}
	return out
}

func (a *API) exportPayments(in *exportPaymentsRequest) (func(context.Context, func(payment.Exported) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(payment.Exported) error) error {
		return a.Services.Payment.Export(ctx, input, yield)
	}, err
}
