package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// requireBooks holds bookings, payments and refunds against the ledger.
func (a testApp) requireBooks(t *testing.T) {
	t.Helper()
	findings, err := a.Services().Ledger.Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, findings)
}

// atCounter is what the books say a franchise's counter holds, in centimes.
func (a testApp) atCounter(t *testing.T, franchise uuid.UUID) int64 {
	t.Helper()
	var held int64
	require.NoError(t, a.DB().QueryRow(t.Context(),
		"select coalesce(sum(amount_centimes), 0)::bigint from ledger_lines where account = 'COUNTER' and owner = $1", franchise.String()).Scan(&held))
	return held
}

func walkInBody(stage apptest.Stage, email string) map[string]any {
	body := stage.BookingBody(soon)
	body["customer"] = map[string]any{"firstName": "Youssef", "lastName": "Benali", "email": email, "phoneNumber": "+212 612 345 678", "language": "ar"}
	body["counterPayment"] = map[string]any{"method": "CASH", "receiptNumber": " 2027-0412 "}
	return body
}

// A customer walks in, pays in cash, brings the motorcycle back and gets a part of the money back.
func TestWalkInCustomer(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	b := staff.With("Idempotency-Key", "walk-in-1").Book(walkInBody(stage, "walk-in@example.com"))
	again := staff.With("Idempotency-Key", "walk-in-1").Book(walkInBody(stage, "walk-in@example.com"))
	require.Equal(t, b.ID, again.ID, "a repetition is harmless")
	require.Equal(t, "CONFIRMED", b.BookingStatus)
	require.Equal(t, "COMPLETED", b.Payment.Status)
	require.Equal(t, "COUNTER", b.Payment.Gateway)
	require.Equal(t, "2027-0412", *b.Payment.GatewayOrderID)
	require.Nil(t, b.Payment.GatewayPaymentURL)
	require.InDelta(t, b.TotalAmount, b.Payment.Amount, 0.001)
	require.Equal(t, int64(90000), a.atCounter(t, stage.FranchiseID))
	a.requireBooks(t)

	customer := apptest.Data[struct {
		User struct{ FirstName, Role, Language string }
	}](staff.Get("/users/" + b.UserID.String())).User
	require.Equal(t, "Youssef", customer.FirstName)
	require.Equal(t, "CUSTOMER", customer.Role)
	require.Equal(t, "ar", customer.Language)

	next := stage.BookingBody(soon.Add(10 * day))
	next["customer"] = map[string]any{"firstName": "Y.", "lastName": "B.", "email": "Walk-In@example.com"}
	unpaid := staff.Book(next)
	require.Equal(t, b.UserID, unpaid.UserID, "the account is the address's")

	money := staff.Post("/payments/"+b.Payment.ID.String()+"/refund", map[string]any{"refundAmount": 100, "reason": "Late hand-over"})
	require.Equal(t, http.StatusOK, money.Status, "%s", money.Body)
	require.InDelta(t, 100, staff.Booking(b.ID).Payment.RefundedAmount, 0.001, "handed out as it is asked")
	require.Equal(t, int64(80000), a.atCounter(t, stage.FranchiseID))
	a.requireBooks(t)

	months := apptest.Data[struct {
		Statements []struct{ Gross, Net, AtCounter float64 }
	}](staff.Get("/franchises/me/statements")).Statements
	require.InDelta(t, 800, months[0].Gross, 0.001)
	require.InDelta(t, 800, months[0].AtCounter, 0.001, "the franchise has that part already")
}

// Money that a cancellation promises back waits until somebody hands it out.
func TestCounterRefundsWaitForStaff(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff, rival := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	b := rider.Book(stage.BookingBody(soon))
	path := bookingPath(b.ID) + "/counter-payment"
	body := map[string]any{"method": "CARD_TERMINAL"}
	require.Equal(t, "FORBIDDEN", rider.Post(path, body).Problem().Code)
	require.Equal(t, "BOOKING_NOT_FOUND", rival.Post(path, body).Problem().Code)
	problem := staff.Post(path, map[string]any{"method": "CHEQUE", "receiptNumber": strings.Repeat("9", 51)}).Problem()
	require.Equal(t, "INVALID_CHOICE", problem.Field("method"))
	require.Equal(t, "TOO_LONG", problem.Field("receiptNumber"))
	require.Equal(t, "CONFIRMED", changedBooking(t, staff.Post(path, body)).BookingStatus)
	require.Equal(t, "PAYMENT_EXISTS", staff.Post(path, body).Problem().Code)
	a.requireRows(t, 1, "payments where gateway = 'PAYZONE' and status = 'CANCELLED'")

	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, bookingPath(b.ID), nil).Status)
	paid := staff.Booking(b.ID).Payment
	refunds := apptest.Data[struct {
		Refunds []struct {
			ID    uuid.UUID
			State string
		}
	}](staff.Get("/payments/" + paid.ID.String() + "/refunds")).Refunds
	require.Len(t, refunds, 1)
	require.Equal(t, "REQUESTED", refunds[0].State, "nobody has handed it out")
	require.Equal(t, int64(90000), a.atCounter(t, stage.FranchiseID))
	out := fmt.Sprintf("/payments/%s/refunds/%s/paid-out", paid.ID, refunds[0].ID)
	require.Equal(t, "PAYMENT_NOT_FOUND", rival.Post(out, nil).Problem().Code)
	require.Equal(t, "REFUND_NOT_FOUND", staff.Post(fmt.Sprintf("/payments/%s/refunds/%s/paid-out", paid.ID, uuid.New()), nil).Problem().Code)

	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { staff.Post(out, nil) })
	}
	all.Wait()
	require.Equal(t, "REFUNDED", staff.Booking(b.ID).Payment.Status)
	require.Zero(t, a.atCounter(t, stage.FranchiseID), "once, however many say so")
	a.requireBooks(t)
}

func TestWalkInRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, theirs, rider := a.Stage(), a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, "FORBIDDEN", rider.Post("/bookings", walkInBody(stage, "x@example.com")).Problem().Code)
	body := walkInBody(stage, "x@example.com")
	delete(body, "counterPayment")
	require.Equal(t, "FORBIDDEN", rider.Post("/bookings", body).Problem().Code, "customers book for themselves")
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Post("/bookings", walkInBody(theirs, "x@example.com")).Problem().Code)

	body = walkInBody(stage, "nobody")
	body["customer"].(map[string]any)["firstName"] = "'; drop table users; --" + strings.Repeat("x", 50)
	require.Equal(t, "INVALID_EMAIL", staff.Post("/bookings", body).Problem().Field("customer.email"))
	body["customer"].(map[string]any)["email"] = "someone@example.com"
	require.Equal(t, "TOO_LONG", staff.Post("/bookings", body).Problem().Field("customer.firstName"))
	body = walkInBody(stage, "x@example.com")
	body["userId"] = rider.UserID
	require.Equal(t, "ONE_AT_A_TIME", staff.Post("/bookings", body).Problem().Field("customer"))
	a.requireRows(t, 0, "bookings")
	a.requireRows(t, 0, "users where email = 'x@example.com'")
}

// Two who sell the same motorcycle to the same newcomer at once: one does, and there is one account.
func TestWalkInsRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	statuses := make([]int, 5)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() { statuses[i] = staff.Post("/bookings", walkInBody(stage, "twice@example.com")).Status })
	}
	all.Wait()
	won := 0
	for _, status := range statuses {
		if status == http.StatusCreated {
			won++
		} else {
			require.Equal(t, http.StatusConflict, status)
		}
	}
	require.Equal(t, 1, won)
	a.requireRows(t, 1, "payments")
	a.requireRows(t, 1, "users where email = 'twice@example.com'")
	a.requireBooks(t)
}
