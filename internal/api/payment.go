package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// gatewayResponse is what the browser posts to gatewayPaymentUrl.
type gatewayResponse struct {
	Payload   string `json:"payload"`
	Signature string `json:"signature"`
}

// paymentView is one payment. amount is the booking's total in dirham, whatever currency was recorded; gatewayAmount and
// gatewayCurrency are what the payer is really charged (D4).
type paymentView struct {
	ID                   uuid.UUID              `json:"id"`
	BookingID            uuid.UUID              `json:"bookingId"`
	Amount               MAD                    `json:"amount"`
	Currency             currencyText           `json:"currency"`
	GatewayAmount        MAD                    `json:"gatewayAmount" doc:"What the payer is charged, in gatewayCurrency"`
	GatewayCurrency      string                 `json:"gatewayCurrency"`
	Rate                 *exchangeRate          `json:"rate" doc:"What one unit of gatewayCurrency cost in dirham when the payment was opened; null when it is the dirham"`
	RateAt               *time.Time             `json:"rateAt" doc:"When that was"`
	Status               payment.Status         `json:"status"`
	Gateway              payment.GatewayName    `json:"gateway" doc:"COUNTER: staff took the money, and gatewayOrderId is the number of their receipt"`
	CounterMethod        *payment.CounterMethod `json:"counterMethod,omitempty" doc:"Of COUNTER: how staff took the money"`
	GatewayTransactionID *string                `json:"gatewayTransactionId"`
	GatewayOrderID       *string                `json:"gatewayOrderId"`
	GatewayPaymentURL    *string                `json:"gatewayPaymentUrl" doc:"Where the browser posts gatewayResponse"`
	GatewayCallbackURL   *string                `json:"gatewayCallbackUrl"`
	GatewayResponse      *gatewayResponse       `json:"gatewayResponse" doc:"While the payment is open"`
	FailureReason        *string                `json:"failureReason" doc:"In the language of Accept-Language"`
	FailureCode          *string                `json:"failureCode"`
	RefundedAmount       MAD                    `json:"refundedAmount"`
	RefundingAmount      MAD                    `json:"refundingAmount"`
	OwedAmount           MAD                    `json:"owedAmount"`
	ProcessedAt          *time.Time             `json:"processedAt"`
	CreatedAt            time.Time              `json:"createdAt"`
	UpdatedAt            time.Time              `json:"updatedAt"`
	GatewayRecord        json.RawMessage        `json:"gatewayRecord,omitempty" doc:"What the gateway answered to the launch, as it came; only for staff"`
	Booking              *paidBooking           `json:"booking,omitempty" doc:"In the administered list"`
	History              []paymentStep          `json:"history,omitempty" doc:"Of one payment that is asked for, the first step first; only for staff"`
}

// paymentStep is one move of a payment: from what, by whom, when, why, and what the gateway said.
type paymentStep struct {
	From           *payment.Status   `json:"from" doc:"null: it was opened"`
	To             payment.Status    `json:"to"`
	ActorID        *uuid.UUID        `json:"actorId" doc:"Who did it; null: the program itself"`
	Note           string            `json:"note" doc:"Why, for the records"`
	NoteCode       *payment.NoteCode `json:"noteCode" doc:"The same for programs; null: note is in somebody's own words"`
	NoteValue      *string           `json:"noteValue" doc:"What goes with noteCode: of GIVEN_BACK and TAKEN_BACK the amount that is given back by then, in MAD; of BOOKING_BECAME the booking's status; of GIVEN_UP what somebody wrote; of GATEWAY_SAYS and MISMATCH words for the records"`
	HappenedAt     time.Time         `json:"happenedAt"`
	GatewayEventID *uuid.UUID        `json:"gatewayEventId" doc:"The callback that led to it"`
	GatewayMessage *string           `json:"gatewayMessage" doc:"What the gateway said, in a callback or when it was asked, as it came, up to 16 KiB"`
}

func toPaymentStep(s payment.Step) paymentStep {
	v := paymentStep{To: s.To, ActorID: s.ActorID, Note: s.Note, NoteCode: s.NoteCode, NoteValue: s.NoteValue, HappenedAt: utc(s.At), GatewayEventID: s.EventID}
	if s.From != "" {
		v.From = &s.From
	}
	if s.Said != "" {
		v.GatewayMessage = &s.Said
	}
	return v
}

// paidBooking is whose booking a payment is for.
type paidBooking struct {
	ID        uuid.UUID `json:"id"`
	Reference string    `json:"reference"`
	UserID    uuid.UUID `json:"userId"`
	FirstName string    `json:"firstName"`
	LastName  string    `json:"lastName"`
}

func toPaymentView(ctx context.Context, p payment.Payment) paymentView {
	v := paymentView{
		ID: p.ID, BookingID: p.BookingID, Amount: MAD(p.Amount), Currency: currencyText(p.Currency), GatewayAmount: MAD(p.GatewayAmount),
		GatewayCurrency: p.GatewayCurrency, Rate: (*exchangeRate)(p.Rate), RateAt: utcPointer(p.RateAt), Status: p.Status, Gateway: p.Gateway, CounterMethod: p.CounterMethod, GatewayTransactionID: p.TransactionID,
		GatewayOrderID: p.OrderID, GatewayPaymentURL: p.URL, GatewayCallbackURL: p.CallbackURL, FailureCode: p.FailureCode,
		RefundedAmount: MAD(p.Refunded), RefundingAmount: MAD(p.Promised - p.Refunded), OwedAmount: MAD(p.Owed), ProcessedAt: utcPointer(p.ProcessedAt), CreatedAt: utc(p.CreatedAt), UpdatedAt: utc(p.UpdatedAt),
	}
	var response gatewayResponse
	if p.Status.Open() && json.Unmarshal(p.Response, &response) == nil {
		v.GatewayResponse = &response
	}
	if forStaff(ctx) {
		v.GatewayRecord = p.Response
	}
	if p.FailureCode != nil {
		// The gateway's own words stay in the records; people read ours.
		reason := i18n.Text(requestOf(ctx).language, *p.FailureCode, nil)
		v.FailureReason = &reason
	}
	return v
}

type createPaymentRequest struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless: the same key and body answer with the same payment" maxLength:"255"`
	Body           struct {
		BookingID uuid.UUID    `json:"bookingId" format:"uuid"`
		Amount    *MAD         `json:"amount" nullable:"false" doc:"The booking's total, give or take 0.01"`
		Currency  currencyText `json:"currency,omitempty" default:"USD" doc:"How the payment is recorded. The payer is charged in MAD"`
		Gateway   cardGateway  `json:"gateway,omitempty" default:"PAYZONE" doc:"One that is configured"`
	}
}

type createPaymentData struct {
	Payment           paymentView `json:"payment"`
	GatewayPaymentURL *string     `json:"gatewayPaymentUrl" doc:"Where the browser posts the payment's gatewayResponse"`
}

type createPaymentAnswer created[createPaymentData]

type paymentData struct {
	Payment paymentView `json:"payment"`
}

type paymentAnswer data[paymentData]

// callbackRequest is what a gateway sends: the body as it came, since its signature covers the bytes.
type callbackRequest struct {
	RawBody []byte
	header  func(name string) string
}

// namedCallbackRequest is a callback of a gateway that the path names.
type namedCallbackRequest struct {
	callbackRequest
	Gateway string `path:"gateway" enum:"payzone,stripe,paypal"`
}

// Resolve keeps the request's headers for the gateway to look at.
func (r *callbackRequest) Resolve(ctx huma.Context) []error {
	r.header = ctx.Header
	return nil
}

// Get reads a header.
func (r *callbackRequest) Get(name string) string { return r.header(name) }

// callbackAnswer is what Payzone's merchant kit answers.
type callbackAnswer struct {
	Status int
	Body   struct {
		Status  string `json:"status" enum:"OK,KO"`
		Message string `json:"message"`
	}
}

// callbackFailures are the statuses that tell a gateway that its report was not recorded.
var callbackFailures = []int{
	http.StatusUnauthorized, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusInternalServerError, http.StatusServiceUnavailable,
}

func (a *API) registerPayments() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments", ID: "createPayment", Tag: "payments", Permission: authz.PaymentCreate,
		Status: http.StatusCreated, Summary: "Open a payment for a booking that waits for its money",
		Errors: []string{
			"BOOKING_NOT_FOUND", "BOOKING_NOT_PENDING", "PAYMENT_EXISTS", "PAYMENT_AMOUNT_MISMATCH", "GATEWAY_UNSUPPORTED",
			"PAYMENT_URL_FAILED", "GATEWAY_ERROR", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH",
		},
	}, a.createPayment)
	a.registerPaymentLists()
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments/{id}", ID: "getPayment", Tag: "payments", Permission: authz.PaymentGetByID,
		Summary: "One payment",
		Errors:  []string{"PAYMENT_NOT_FOUND"},
	}, a.getPayment)
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/{id}/check", ID: "checkPayment", Tag: "payments", Permission: authz.PaymentGetByID,
		Summary: "Ask the gateway of an open payment what became of it",
		Description: "For people who come back from the pay page. The gateway is asked every two seconds at most; the payment is answered as it " +
			"stands then. Where the payer only approved it, as at PayPal, its money is taken.",
		Errors: []string{"PAYMENT_NOT_FOUND", "GATEWAY_ERROR"},
	}, a.checkPayment)
	a.registerRefunds()
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/callback", ID: "paymentCallback", Tag: "payments", Limit: callbackLimit, IgnoreToken: true,
		Summary:     "Where Payzone reports",
		Description: "The signature is the authorization. 200 means recorded, 401 that the signature does not match; anything else asks for a repetition.",
		OwnFailures: callbackFailures,
	}, func(ctx context.Context, in *callbackRequest) (*callbackAnswer, error) {
		return a.callback(ctx, payment.Payzone, in), nil
	})
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/callback/{gateway}", ID: "namedPaymentCallback", Tag: "payments", Limit: callbackLimit,
		IgnoreToken: true, Summary: "Where the gateway that the path names reports", OwnFailures: callbackFailures,
	}, func(ctx context.Context, in *namedCallbackRequest) (*callbackAnswer, error) {
		return a.callback(ctx, payment.GatewayName(strings.ToUpper(in.Gateway)), &in.callbackRequest), nil
	})
}

func (a *API) createPayment(ctx context.Context, in *createPaymentRequest) (*createPaymentAnswer, error) {
	p, err := a.Services.Payment.Open(ctx, payment.OpenInput{
		BookingID: in.Body.BookingID, Amount: (*money.Amount)(in.Body.Amount), Currency: string(in.Body.Currency), Gateway: string(in.Body.Gateway),
		IdempotencyKey: in.IdempotencyKey, Language: string(requestOf(ctx).language),
	})
	if err != nil {
		return nil, err
	}
	out := &createPaymentAnswer{Location: "/payments/" + p.ID.String()}
	out.Body.Data.Payment = toPaymentView(ctx, p)
	out.Body.Data.GatewayPaymentURL = p.URL
	return out, nil
}

func (a *API) getPayment(ctx context.Context, in *IDPath) (*paymentAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	p, err := a.Services.Payment.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &paymentAnswer{}
	out.Body.Data.Payment = toPaymentView(ctx, p)
	if forStaff(ctx) {
		history, err := a.Services.Payment.History(ctx, id)
		if err != nil {
			return nil, err
		}
		out.Body.Data.Payment.History = views(history, toPaymentStep)
	}
	return out, nil
}

func (a *API) checkPayment(ctx context.Context, in *IDPath) (*paymentAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	p, err := a.Services.Payment.Check(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &paymentAnswer{}
	out.Body.Data.Payment = toPaymentView(ctx, p)
	return out, nil
}

// callback answers in the gateway's own form. An error of ours is a 500, so that the gateway sends it again.
func (a *API) callback(ctx context.Context, gateway payment.GatewayName, in *callbackRequest) *callbackAnswer {
	out := &callbackAnswer{Status: http.StatusOK}
	out.Body.Status, out.Body.Message = "OK", "Status recorded successfully"
	err := a.Services.Payment.Callback(ctx, gateway, in.RawBody, in)
	if err == nil {
		return out
	}
	problem := a.problem(ctx, err)
	out.Status = problem.Status
	out.Body.Status, out.Body.Message = "KO", "Status not recorded successfully"
	if _, ours := errors.AsType[*errs.Error](err); ours {
		out.Body.Message = i18n.Text(i18n.English, problem.Code, nil)
	}
	return out
}
