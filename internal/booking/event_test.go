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
	"rihla/internal/platform/event"
	"rihla/internal/testkit/apptest"
)

// Every change of status is told of in its own transaction, and whoever cannot follow takes the change back.
func TestFollowersStandInTheTransaction(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(start))
	services := a.Services()
	bus := event.NewBus(nil)
	bookings := booking.New(booking.Deps{
		DB: a.DB(), Clock: a.Clock, Calendar: calendar.New(a.DB(), a.Clock), Motorcycles: services.Motorcycle, Supplements: services.Supplement,
		Franchises: services.Franchise, Parking: services.Parking, Users: services.User, Events: bus,
	})
	var told []event.Type
	var refuse error
	bus.Follow(func(ctx context.Context, tx pgx.Tx, e event.Event) error {
		require.Equal(t, b.ID, *e.BookingID)
		require.Equal(t, rider.UserID, *e.UserID)
		require.Equal(t, stage.FranchiseID, *e.FranchiseID)
		var inside string
		require.NoError(t, tx.QueryRow(ctx, "select status from bookings where id = $1", b.ID).Scan(&inside))
		require.NotEqual(t, string(booking.PendingPayment), inside, "it is written before anybody is told")
		told = append(told, e.Type)
		return refuse
	}, booking.EventConfirmed, booking.EventStarted, booking.EventCompleted)
	ctx := authz.AsSystem(t.Context(), "test")
	confirmPaid := func() error {
		return a.DB().InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			locked, err := bookings.LockTx(ctx, tx, b.ID)
			if err != nil {
				return err
			}
			_, err = bookings.ConfirmPaidTx(ctx, tx, locked, "paid")
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
	require.Equal(t, []event.Type{
		booking.EventConfirmed, booking.EventConfirmed, booking.EventStarted, booking.EventCompleted,
	}, told)
}
