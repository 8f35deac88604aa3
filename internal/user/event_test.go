package user_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/listener"
	"rihla/internal/user"
)

// A profile that changes is told of by the names of what changed, and one that does not is not.
func TestProfileUpdatedIsTold(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	u, err := register(t, db, salma())
	require.NoError(t, err)
	l := listener.New(user.EventProfileUpdated)
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	users := user.New(db, clock.NewFake(now), plainHasher{}, nil, l.Bus)
	own := authz.Into(t.Context(), authz.Subject{UserID: u.ID, Role: authz.Customer})
	name, number := "Selma", new("+212 612 345 678")
	update := func() error {
		_, err := users.Update(own, u.ID, user.UpdateInput{FirstName: &name, PhoneNumber: &number})
		return err
	}
	e := l.Stands(t, update)
	require.Equal(t, u.ID, *e.UserID)
	require.Equal(t, now, e.At)
	require.JSONEq(t, `{"fields": ["firstName", "phoneNumber"]}`, string(e.Payload), "which fields, and nothing of what they hold")
	require.NoError(t, update())
	require.Len(t, l.Told, 1, "nothing has changed")

	e = l.Stands(t, func() error {
		return db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
			_, err := users.SetEmailTx(ctx, tx, u.ID, "selma@rihla.test")
			return err
		})
	})
	require.JSONEq(t, `{"fields": ["email"]}`, string(e.Payload))
}
