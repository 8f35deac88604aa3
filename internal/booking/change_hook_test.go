package booking_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// Followers see every change of status in its own transaction, and one that fails takes the change back.
func TestFollowersStandInTheTransaction(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	services := a.Services()
	bookings := booking.New(booking.Deps{
		DB: a.DB(), Clock: a.Clock, Calendar: calendar.New(a.DB(), a.Clock), Motorcycles: services.Motorcycle, Supplements: services.Supplement,
		Franchises: services.Franchise, Parking: services.Parking, Users: services.User,
	})
	var told []booking.Status
	var refuse error
	bookings.OnChange(func(ctx context.Context, tx pgx.Tx, changed booking.Booking) error {
		var inside string
		require.NoError(t, tx.QueryRow(ctx, "select status from bookings where id = $1", changed.ID).Scan(&inside))
		require.Equal(t, string(changed.Status), inside, "it is written before anybody is told")
		told = append(told, changed.Status)
		return refuse
	})
	ctx := authz.AsSystem(t.Context(), "test")
	confirmPaid := func() error {
		return a.DB().InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			_, err := bookings.ConfirmPaidTx(ctx, tx, b.ID, "paid")
			return err
		})
	}
	refuse = errors.New("the queue is full")
	require.ErrorIs(t, confirmPaid(), refuse)
	require.Equal(t, "PENDING_PAYMENT", rider.Booking(b.ID).BookingStatus)
	refuse = nil
	require.NoError(t, confirmPaid())
	require.NoError(t, confirmPaid(), "nothing changes")
	_, err := bookings.Start(ctx, b.ID)
	require.NoError(t, err)
	_, err = bookings.Complete(ctx, b.ID)
	require.NoError(t, err)
	require.Equal(t, []booking.Status{booking.Confirmed, booking.Confirmed, booking.Active, booking.Completed}, told)
}
