package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type refundRow struct {
	ID              uuid.UUID
	Amount          float64
	State           string
	Reason          *string
	RequestedBy     *uuid.UUID
	GatewayRefundID *string
}

type refundedPayment struct {
	Payment apptest.Payment
	Refunds []refundRow
}

func paymentPath(id uuid.UUID) string { return "/payments/" + id.String() }

// Staff give back in parts until nothing is left (specification section 4).
func TestRefundInParts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := a.paid(t, rider, stage, soon)
	path := paymentPath(*b.PaymentID) + "/refund"

	part := apptest.Data[refundedPayment](staff.Post(path, map[string]any{"refundAmount": 100.5, "reason": "The GPS did not work"}))
	require.Equal(t, "PARTIALLY_REFUNDED", part.Payment.Status)
	require.InDelta(t, 100.5, part.Payment.RefundedAmount, 0)
	require.Len(t, part.Refunds, 1)
	require.Equal(t, "DONE", part.Refunds[0].State)
	require.Equal(t, "The GPS did not work", *part.Refunds[0].Reason)
	require.Equal(t, staff.UserID, *part.Refunds[0].RequestedBy)
	require.Equal(t, "CONFIRMED", rider.Booking(b.ID).BookingStatus, "a refund cancels nothing")

	tooMuch := staff.Post(path, map[string]any{"refundAmount": 799.51})
	require.Equal(t, http.StatusConflict, tooMuch.Status)
	require.Equal(t, "REFUND_EXCEEDS_PAYMENT", tooMuch.Problem().Code)
	require.Contains(t, string(tooMuch.Body), `"refundable":799.50`)

	keyed := staff.With("Idempotency-Key", "the rest")
	rest := apptest.Data[refundedPayment](keyed.Post(path, nil))
	require.Equal(t, "REFUNDED", rest.Payment.Status)
	require.InDelta(t, 900, rest.Payment.RefundedAmount, 0)
	require.Equal(t, rest, apptest.Data[refundedPayment](keyed.Post(path, nil)), "the same press")
	again := staff.In("en").Post(path, nil).Problem()
	require.Equal(t, "Only completed payments can be refunded", again.Message)
	require.Equal(t, []string{"PAYMENT_REFUND", "PAYMENT_REFUND"}, a.actions(t, *b.PaymentID))

	own := apptest.Data[struct{ Refunds []refundRow }](rider.Get(paymentPath(*b.PaymentID) + "/refunds")).Refunds
	require.Len(t, own, 2)
	require.InDelta(t, 799.5, own[1].Amount, 0)
	require.Nil(t, own[0].Reason, "between staff")
	require.Nil(t, own[0].RequestedBy)
	require.Zero(t, rider.Booking(b.ID).Cancellation.RefundAmount, "nothing is left to give back")
}

func TestRefundRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, others := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	path := paymentPath(*b.PaymentID) + "/refund"
	staff = staff.In("en")

	open := staff.Post(path, nil)
	require.Equal(t, http.StatusConflict, open.Status)
	require.Equal(t, "Only completed payments can be refunded", open.Problem().Message)
	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID)

	require.Equal(t, http.StatusForbidden, rider.Post(path, nil).Status)
	require.Equal(t, "PAYMENT_NOT_FOUND", others.Post(path, nil).Problem().Code)
	require.Equal(t, "PAYMENT_NOT_FOUND", staff.Post("/payments/1/refund", nil).Problem().Code)
	for field, body := range map[string]map[string]any{
		"refundAmount": {"refundAmount": 0}, "reason": {"reason": strings.Repeat("ر", 501)},
	} {
		require.NotEmpty(t, staff.Post(path, body).Problem().Field(field), field)
	}
	problem := staff.Post(path, map[string]any{"refundAmount": -5, "reason": "a\x00"}).Problem()
	require.Equal(t, "TOO_SMALL", problem.Field("refundAmount"))
	require.Equal(t, "INVALID_FORMAT", problem.Field("reason"))

	a.exec(t, "update payments set gateway_transaction_id = null where id = $1", b.PaymentID)
	require.Equal(t, "Payment has no gateway transaction ID", staff.Post(path, nil).Problem().Message)
	a.exec(t, "update payments set gateway_transaction_id = 'no such charge', gateway = 'STRIPE' where id = $1", b.PaymentID)
	unasked := staff.Post(path, nil)
	require.Equal(t, http.StatusBadGateway, unasked.Status)
	require.Equal(t, "Refund processing error", unasked.Problem().Message)
	a.requireRows(t, 0, "payment_refunds")
}

// However many staff press at once, never more goes back than came.
func TestRefundsRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := []*apptest.Caller{a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.Admin, nil)}
	b := a.paid(t, rider, stage, soon)
	answers := make([]apptest.Answer, 20)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			answers[i] = staff[i%2].Post(paymentPath(*b.PaymentID)+"/refund", map[string]any{"refundAmount": 250, "reason": fmt.Sprint("press ", i)})
		})
	}
	wg.Wait()
	granted := 0
	for _, answer := range answers {
		if answer.Status == http.StatusOK {
			granted++
			continue
		}
		require.Equal(t, "REFUND_EXCEEDS_PAYMENT", answer.Problem().Code, "%s", answer.Body)
	}
	require.Equal(t, 3, granted, "three times 250.00 of 900.00")
	var promised int
	require.NoError(t, a.DB().QueryRow(t.Context(), "select sum(amount_centimes) from payment_refunds where state <> 'FAILED'").Scan(&promised))
	require.Equal(t, 75000, promised)
}

func TestGiveAPaymentUp(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, others := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	path := paymentPath(*b.PaymentID)
	put := func(c *apptest.Caller, body map[string]any) apptest.Answer { return c.Do(http.MethodPut, path, body) }

	for _, status := range []string{"COMPLETED", "REFUNDED", "PENDING", "x", ""} {
		require.Equal(t, "INVALID_CHOICE", put(staff, map[string]any{"status": status}).Problem().Field("status"), status)
	}
	require.Equal(t, "REQUIRED", put(staff, map[string]any{"note": "only"}).Problem().Field("status"))
	require.Equal(t, "TOO_LONG", put(staff, map[string]any{"status": "CANCELLED", "note": strings.Repeat("x", 10_000)}).Problem().Field("note"))
	require.Equal(t, http.StatusForbidden, put(rider, map[string]any{"status": "CANCELLED"}).Status)
	require.Equal(t, "PAYMENT_NOT_FOUND", put(others, map[string]any{"status": "CANCELLED"}).Problem().Code)
	stale := put(staff, map[string]any{"status": "CANCELLED", "updatedAt": apptest.Now.Add(-time.Hour)})
	require.Equal(t, "CHANGED_MEANWHILE", stale.Problem().Code)

	given := apptest.Data[struct{ Payment apptest.Payment }](put(staff, map[string]any{"status": "CANCELLED", "note": "Pays in the shop"}))
	require.Equal(t, "CANCELLED", given.Payment.Status)
	require.Nil(t, given.Payment.GatewayResponse, "nothing is left to launch")
	require.Equal(t, "PAYMENT_TRANSITION", put(staff, map[string]any{"status": "CANCELLED"}).Problem().Code)
	require.Equal(t, []string{"PAYMENT_UPDATE"}, a.actions(t, *b.PaymentID))
	var note string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select note from payment_transitions where payment_id = $1 order by id desc limit 1", b.PaymentID).Scan(&note))
	require.Equal(t, "given up by hand: Pays in the shop", note)
	require.Equal(t, "PENDING_PAYMENT", rider.Booking(b.ID).BookingStatus)
	opened := rider.Post("/payments", map[string]any{"bookingId": b.ID, "amount": b.TotalAmount, "currency": "MAD"})
	require.Equal(t, http.StatusCreated, opened.Status, "%s", opened.Body)

	a.pay(t, *b.Payment, cardApproves)
	a.awaitConfirmed(rider, b.ID) // money wins (D15)

	history := a.history(staff, *b.PaymentID)
	require.Len(t, history, 4)
	require.Equal(t, "CANCELLED", history[2].To)
	require.Equal(t, "PROCESSING", *history[2].From)
	require.Equal(t, staff.UserID, *history[2].ActorID)
	require.Nil(t, history[2].GatewayMessage, "nobody asked the gateway")
	require.Equal(t, "GIVEN_UP", *history[2].NoteCode)
	require.Equal(t, "Pays in the shop", *history[2].NoteValue)
	require.Equal(t, "COMPLETED", history[3].To)
	require.Nil(t, history[3].ActorID, "the program itself")
	require.NotNil(t, history[3].GatewayEventID)
	require.Contains(t, *history[3].GatewayMessage, `"status":"CHARGED"`)
	require.Empty(t, a.history(rider, *b.PaymentID), "customers read ours, not the gateway's words")
}

type paymentStep struct {
	From           *string
	To, Note       string
	ActorID        *uuid.UUID
	HappenedAt     time.Time
	GatewayEventID *uuid.UUID
	GatewayMessage *string
	NoteCode       *string
	NoteValue      *string
}

// history is what became of a payment, as a caller may see it.
func (a testApp) history(c *apptest.Caller, id uuid.UUID) []paymentStep {
	return apptest.Data[struct {
		Payment struct{ History []paymentStep }
	}](c.Get(paymentPath(id))).Payment.History
}

type listedPayment struct {
	apptest.Payment
	GatewayRecord map[string]any
	Booking       *struct {
		Reference, LastName string
		UserID              uuid.UUID
	}
}

func paymentsOf(answer apptest.Answer) []listedPayment {
	return apptest.Data[struct{ Payments []listedPayment }](answer).Payments
}

// Each filter of specification section 5 finds what it names; everyone stays with their own.
func TestPaymentLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs, rider, stranger := a.Stage(), a.Stage(), a.Customer(), a.Customer()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	first := a.paid(t, rider, ours, soon)
	a.Clock.Advance(time.Minute)
	body := theirs.BookingBody(soon)
	body["endDatetime"] = soon.Add(4 * day)
	second := rider.Book(body)
	paid, open := *first.PaymentID, *second.PaymentID

	at := func(t time.Time) string { return url.QueryEscape(t.Format(time.RFC3339)) }
	for query, want := range map[string][]uuid.UUID{
		"":                                   {open, paid},
		"bookingId=" + first.ID.String():     {paid},
		"status=COMPLETED":                   {paid},
		"status=COMPLETED&status=PROCESSING": {open, paid},
		"gateway=STRIPE":                     {},
		"currency=MAD":                       {open, paid},
		"currency=USD":                       {},
		"minAmount=900.01":                   {open},
		"minAmount=1&maxAmount=900":          {paid},
		"createdAfter=" + at(apptest.Now.Add(time.Second)): {open},
		"createdBefore=" + at(apptest.Now):                 {paid},
		"sort=amount":                                      {paid, open},
		"limit=1&page=2":                                   {paid},
	} {
		for _, path := range []string{"/payments?", "/payments/admin?"} {
			caller := map[string]*apptest.Caller{"/payments?": rider, "/payments/admin?": admin}[path]
			got := []uuid.UUID{}
			for _, p := range paymentsOf(caller.Get(path + query)) {
				got = append(got, p.ID)
			}
			require.Equal(t, want, got, path+query)
		}
	}
	for query, want := range map[string]int{
		"franchiseId=" + theirs.FranchiseID.String(): 1, "userId=" + rider.UserID.String(): 2, "userId=" + stranger.UserID.String(): 0,
		"q=" + strings.ToLower(first.Reference): 1, "q=" + *first.Payment.GatewayTransactionID: 1, "q=" + second.ID.String(): 1, "q=%25": 0,
	} {
		require.Len(t, paymentsOf(admin.Get("/payments/admin?"+query)), want, query)
	}

	listed := paymentsOf(staff.Get("/payments/admin"))
	require.Len(t, listed, 1, "its own franchise's")
	require.Equal(t, first.Reference, listed[0].Booking.Reference)
	require.Equal(t, rider.UserID, listed[0].Booking.UserID)
	require.NotEmpty(t, listed[0].GatewayRecord)
	require.Empty(t, paymentsOf(staff.Get("/payments/admin?franchiseId="+theirs.FranchiseID.String())))
	require.Empty(t, paymentsOf(stranger.Get("/payments")))
	require.Equal(t, http.StatusForbidden, rider.Get("/payments/admin").Status)
	require.Equal(t, http.StatusForbidden, rider.Get("/payments/export").Status)
	for _, p := range paymentsOf(rider.Get("/payments")) {
		require.Empty(t, p.GatewayRecord)
		require.Equal(t, p.Status == "PROCESSING", p.GatewayResponse != nil, "of an open launch only")
	}

	for query, want := range map[string]map[string]string{
		"minAmount=10&maxAmount=10":  {"maxAmount": "TOO_SMALL"},
		"minAmount=-1&maxAmount=abc": {"minAmount": "TOO_SMALL", "maxAmount": "INVALID_FORMAT"},
		"createdAfter=2027-01-01T00:00:00Z&createdBefore=2027-01-01T00:00:00Z": {"createdBefore": "END_BEFORE_START"},
		"limit=101&page=0": {"limit": "TOO_LARGE", "page": "TOO_SMALL"},
		"bookingId=1":      {"bookingId": "INVALID_FORMAT"},
		"sort=secret":      {"sort": "INVALID_CHOICE"},
	} {
		problem := rider.Get("/payments?" + query).Problem()
		for field, code := range want {
			require.Equal(t, code, problem.Field(field), "%s: %s", query, field)
		}
	}

	rows := a.table(t, staff.Get("/payments/export"))
	require.Len(t, rows, 1)
	require.Equal(t, first.Reference, rows[0]["bookingReference"])
	require.Equal(t, "900.00", rows[0]["amount"])
	require.Equal(t, "0.00", rows[0]["refundedAmount"])

	gateways := apptest.Data[struct {
		Gateways []struct {
			Name      string
			IsDefault bool
		}
	}](rider.Get("/payments/gateways")).Gateways
	require.Len(t, gateways, 1)
	require.Equal(t, "PAYZONE", gateways[0].Name)
	require.True(t, gateways[0].IsDefault)
}
