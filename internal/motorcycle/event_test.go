package motorcycle_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/listener"
)

// A motorcycle that comes and one that changes its status, by hand or with its rental, are told of; other changes are not.
func TestMotorcyclesAreTold(t *testing.T) {
	t.Parallel()
	db, at := &postgres.DB{Pool: dbtest.New(t)}, clock.NewFake(now)
	franchises := franchise.New(db, at, franchise.Seed, nil)
	f, err := franchises.Create(system(t), franchise.CreateInput{Name: "One", Code: "ONE", Status: franchise.Active, ContactEmail: "a@example.com"})
	require.NoError(t, err)
	l := listener.New(motorcycle.EventAdded, motorcycle.EventStatusChanged)
	fleet := motorcycle.New(db, at, franchises, calendar.New(db, at), l.Bus)

	var id uuid.UUID
	added := l.Stands(t, func() error {
		in := yard{one: f.ID}.good()
		id, err = fleet.Create(system(t), in)
		return err
	})
	require.Equal(t, motorcycle.EventAdded, added.Type)
	require.Equal(t, id, *added.MotorcycleID)
	require.Equal(t, f.ID, *added.FranchiseID)
	require.JSONEq(t, `{"status": "AVAILABLE"}`, string(added.Payload))

	rented := func(rented bool) func() error {
		return func() error {
			return db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error { return fleet.SetRentedTx(ctx, tx, id, rented) })
		}
	}
	byHand := func(status motorcycle.Status) func() error {
		return func() error { return fleet.Update(system(t), id, motorcycle.UpdateInput{Status: &status}) }
	}
	for _, step := range []struct {
		do       func() error
		from, to motorcycle.Status
	}{
		{rented(true), motorcycle.Available, motorcycle.Booked}, {rented(false), motorcycle.Booked, motorcycle.Available},
		{byHand(motorcycle.Maintenance), motorcycle.Available, motorcycle.Maintenance},
	} {
		e := l.Stands(t, step.do)
		require.Equal(t, motorcycle.EventStatusChanged, e.Type)
		require.Equal(t, id, *e.MotorcycleID)
		require.Equal(t, f.ID, *e.FranchiseID)
		var told motorcycle.StatusChange
		require.NoError(t, e.Read(&told))
		require.Equal(t, motorcycle.StatusChange{From: step.from, To: step.to}, told)
	}
	require.NoError(t, rented(true)(), "out of service, it stays so")
	require.NoError(t, fleet.Update(system(t), id, motorcycle.UpdateInput{Model: new("CB650R"), Status: new(motorcycle.Maintenance)}))
	require.Len(t, l.Told, 4)
}
