package postgres_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// What waits for a commit happens once, and only when the transaction has committed: not when it was taken back, at the end or
// by the server, and not for the tries before the one that did it.
func TestOnCommit(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	ctx := context.Background()
	done := 0
	count := func() { done++ }

	require.NoError(t, db.InTx(ctx, func(ctx context.Context, _ pgx.Tx) error {
		postgres.OnCommit(ctx, count)
		require.Zero(t, done, "not before")
		return nil
	}))
	require.Equal(t, 1, done)

	broken := errors.New("broken")
	require.ErrorIs(t, db.InTx(ctx, func(ctx context.Context, _ pgx.Tx) error {
		postgres.OnCommit(ctx, count)
		return broken
	}), broken)
	require.Error(t, db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		postgres.OnCommit(ctx, count)
		_, err := tx.Exec(ctx, "create temporary table later (x int unique deferrable initially deferred); insert into later values (1), (1)")
		return err
	}), "refused at the commit")
	require.Equal(t, 1, done)

	tries := 0
	require.NoError(t, db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		postgres.OnCommit(ctx, count)
		if tries++; tries == 1 {
			_, err := tx.Exec(ctx, "do $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$")
			return err
		}
		return nil
	}))
	require.Equal(t, 2, tries)
	require.Equal(t, 2, done)

	postgres.OnCommit(ctx, count)
	require.Equal(t, 3, done, "at once outside a transaction")
}
