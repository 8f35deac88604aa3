package booking_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/apptest"
)

var start = apptest.Now.Add(10 * 24 * time.Hour)

// as is a context in which a signed-in customer asks.
func as(t *testing.T, c *apptest.Caller) context.Context {
	t.Helper()
	return authz.Into(t.Context(), authz.Subject{UserID: c.UserID, Role: authz.Customer})
}

func confirm(t *testing.T, a *apptest.App, b apptest.Booking) (booking.Booking, error) {
	t.Helper()
	var out booking.Booking
	err := a.DB().InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		locked, err := a.Services().Booking.LockTx(ctx, tx, b.ID)
		if err != nil {
			return err
		}
		out, err = a.Services().Booking.ConfirmPaidTx(ctx, tx, locked, "paid")
		return err
	})
	return out, err
}

// D7: a payment that arrives after the hold confirms when the slot is still free.
func TestLatePaymentRevivesALapsedBooking(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	a.Clock.Advance(16 * time.Minute)
	ended, err := a.Services().Booking.ExpireHolds(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, ended)
	revived, err := confirm(t, a, b)
	require.NoError(t, err)
	require.Equal(t, booking.Confirmed, revived.Status)
	free, err := a.Services().Booking.Quote(t.Context(), booking.QuoteInput{MotorcycleID: stage.MotorcycleID, Start: start, End: start.Add(time.Hour)})
	require.NoError(t, err)
	require.False(t, free.Available, "the slot is taken again")
}

func TestLatePaymentDoesNotReviveWhatIsGone(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	a.Clock.Advance(16 * time.Minute)
	again := a.SignIn(registered(t, a, rider), apptest.Password)
	again.Book(stage.BookingBody(start.Add(time.Hour)))
	_, err := confirm(t, a, b)
	require.ErrorIs(t, err, calendar.ErrConflict)
}

func registered(t *testing.T, a *apptest.App, c *apptest.Caller) string {
	t.Helper()
	var email string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select email from users where id = $1", c.UserID).Scan(&email))
	return email
}

// Between the price and the booking staff may take the motorcycle out of service or give it to another franchise.
func TestOfferEndsBeforeTheBooking(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, other, rider := a.Stage(), a.Stage(), a.Customer()
	for _, change := range []string{"status = 'MAINTENANCE'", "franchise_id = '" + other.FranchiseID.String() + "', parking_point_id = null"} {
		prepared, err := a.Services().Booking.Prepare(as(t, rider), booking.CreateInput{QuoteInput: booking.QuoteInput{
			MotorcycleID: stage.MotorcycleID, Start: start, End: start.Add(48 * time.Hour),
		}, Place: booking.Place{Location: stage.ParkingPointID.String()}})
		require.NoError(t, err)
		_, err = a.DB().Exec(t.Context(), "update motorcycles set "+change+" where id = $1", stage.MotorcycleID)
		require.NoError(t, err)
		err = a.DB().InTx(as(t, rider), func(ctx context.Context, tx pgx.Tx) error {
			_, err := a.Services().Booking.CreateTx(ctx, tx, prepared)
			return err
		})
		require.Equal(t, "MOTORCYCLE_UNAVAILABLE", errs.CodeOf(err))
		_, err = a.DB().Exec(t.Context(), "update motorcycles set status = 'AVAILABLE' where id = $1", stage.MotorcycleID)
		require.NoError(t, err)
	}
}

// A person's cancellation is final, whatever money comes after it.
func TestPaymentDoesNotReviveWhatSomebodyCancelled(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	require.Equal(t, 204, rider.Do("DELETE", "/bookings/"+b.ID.String(), nil).Status)
	_, err := confirm(t, a, b)
	require.ErrorContains(t, err, "BOOKING_TRANSITION")
}

func TestRideFromConfirmedToCompleted(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	staff := authz.Into(t.Context(), authz.Subject{Role: authz.FranchiseAdmin, UserID: rider.UserID, FranchiseID: &stage.FranchiseID})
	bookings := a.Services().Booking
	_, err := bookings.Start(staff, b.ID)
	require.ErrorContains(t, err, "BOOKING_TRANSITION", "nothing starts unpaid")
	_, err = confirm(t, a, b)
	require.NoError(t, err)
	_, err = bookings.Start(as(t, rider), b.ID)
	require.ErrorIs(t, err, authz.ErrForbidden)

	_, err = bookings.Start(staff, b.ID)
	require.NoError(t, err)
	require.Equal(t, "BOOKED", motorcycleStatus(t, a, stage), "the motorcycle follows (D8)")
	done, err := bookings.Complete(staff, b.ID)
	require.NoError(t, err)
	require.Equal(t, booking.Completed, done.Status)
	require.Equal(t, "AVAILABLE", motorcycleStatus(t, a, stage))
	_, err = bookings.Complete(staff, b.ID)
	require.ErrorContains(t, err, "BOOKING_TRANSITION", "nothing leaves COMPLETED")
}

func motorcycleStatus(t *testing.T, a *apptest.App, stage apptest.Stage) string {
	t.Helper()
	var status string
	require.NoError(t, a.DB().QueryRow(t.Context(), "select status from motorcycles where id = $1", stage.MotorcycleID).Scan(&status))
	return status
}

// D8: the owner may cancel before the start, not after.
func TestOwnerCannotCancelAfterTheStart(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	_, err := confirm(t, a, b)
	require.NoError(t, err)
	a.Clock.Set(start)
	err = a.DB().InTx(as(t, rider), func(ctx context.Context, tx pgx.Tx) error {
		_, _, err := a.Services().Booking.CancelTx(ctx, tx, b.ID)
		return err
	})
	require.ErrorContains(t, err, "BOOKING_STARTED")
}

// The database refuses a booking and a calendar that disagree, whatever the code does.
func TestBookingAndCalendarAgree(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	for name, sql := range map[string]string{
		"held without a period":    "delete from calendar_entries where booking_id = $1",
		"another period":           "update calendar_entries set starts_at = starts_at + interval '1 hour' where booking_id = $1",
		"too short a period":       "update calendar_entries set ends_at = ends_at - interval '1 hour' where booking_id = $1",
		"a hold of another length": "update calendar_entries set hold_expires_at = null where booking_id = $1",
		"cancelled but in the way": "update bookings set status = 'CANCELLED_BY_ADMIN', hold_expires_at = null where id = $1",
	} {
		_, err := a.DB().Exec(t.Context(), sql, b.ID)
		require.True(t, postgres.Violates(err, "bookings_calendar_agree"), "%s: %v", name, err)
	}
}

func TestDatabaseHoldsTheRules(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	for constraint, sql := range map[string]string{
		"bookings_period":   "update bookings set end_datetime = start_datetime where id = $1",
		"bookings_total":    "update bookings set total_centimes = total_centimes + 1 where id = $1",
		"bookings_base":     "update bookings set billable_days = billable_days + 1 where id = $1",
		"bookings_location": "update bookings set customer_latitude = null where id = $1",
		"bookings_hold":     "update bookings set hold_expires_at = null where id = $1",
	} {
		_, err := a.DB().Exec(t.Context(), sql, b.ID)
		require.True(t, postgres.Violates(err, constraint), "%s: %v", constraint, err)
	}
	// D16: one live payment a booking.
	_, err := a.DB().Exec(t.Context(), `insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency)
		select gen_random_uuid(), id, franchise_id, total_centimes, 'MAD', total_centimes, 'MAD' from bookings where id = $1`, b.ID)
	require.True(t, postgres.Violates(err, "payments_live_key"), "%v", err)
	// Refunds stay within what was captured: here nothing was.
	_, err = a.DB().Exec(t.Context(), "insert into payment_refunds (id, payment_id, amount_centimes) values (gen_random_uuid(), $1, 1)", b.PaymentID)
	require.True(t, postgres.Violates(err, "payment_refunds_within_capture"), "%v", err)
}
