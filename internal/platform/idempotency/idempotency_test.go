package idempotency_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/idempotency"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

type claim struct {
	existing uuid.UUID
	replay   bool
}

func claimIn(db *postgres.DB, scope, key, request string, id uuid.UUID, after func() error) (claim, error) {
	hash, err := idempotency.Hash(request)
	if err != nil {
		return claim{}, err
	}
	var c claim
	err = db.InTx(context.Background(), func(ctx context.Context, tx pgx.Tx) error {
		c.existing, c.replay, err = idempotency.ClaimTx(ctx, tx, scope, key, hash, id)
		if err != nil || after == nil {
			return err
		}
		return after()
	})
	return c, err
}

func TestClaim(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	first, second := uuid.New(), uuid.New()

	c, err := claimIn(db, "bookings/1", "key", "request", first, nil)
	require.NoError(t, err)
	require.False(t, c.replay)
	c, err = claimIn(db, "bookings/1", "key", "request", second, nil)
	require.NoError(t, err)
	require.Equal(t, claim{first, true}, c)
	_, err = claimIn(db, "bookings/1", "key", "another request", second, nil)
	require.ErrorIs(t, err, idempotency.ErrMismatch)
	c, err = claimIn(db, "bookings/2", "key", "another request", second, nil)
	require.NoError(t, err)
	require.False(t, c.replay, "another caller's key is another key")

	for range 2 {
		c, err = claimIn(db, "bookings/1", "", "request", second, nil)
		require.NoError(t, err)
		require.False(t, c.replay, "no key, no memory")
	}
	for _, key := range []string{strings.Repeat("k", 256), "\xff", "a\x00b"} {
		_, err = claimIn(db, "bookings/1", key, "request", second, nil)
		require.ErrorIs(t, err, idempotency.ErrKeyInvalid)
	}
	_, err = claimIn(db, "bookings/1", strings.Repeat("é", 255), "request", second, nil)
	require.NoError(t, err)
}

func TestFindClaimsNothing(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	hash, err := idempotency.Hash("request")
	require.NoError(t, err)
	_, found, err := idempotency.Find(t.Context(), db, "s", "key", hash)
	require.NoError(t, err)
	require.False(t, found)
	id := uuid.New()
	_, err = claimIn(db, "s", "key", "request", id, nil)
	require.NoError(t, err)
	existing, found, err := idempotency.Find(t.Context(), db, "s", "key", hash)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, id, existing)
	_, _, err = idempotency.Find(t.Context(), db, "s", "key", []byte("another"))
	require.ErrorIs(t, err, idempotency.ErrMismatch)
}

func TestRolledBackClaimIsFree(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	broken := errors.New("broken")
	_, err := claimIn(db, "s", "key", "request", uuid.New(), func() error { return broken })
	require.ErrorIs(t, err, broken)
	c, err := claimIn(db, "s", "key", "request", uuid.New(), nil)
	require.NoError(t, err)
	require.False(t, c.replay)
}

func TestTwinsWaitForOneAnother(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	const twins = 10
	claims := make([]claim, twins)
	problems := make([]error, twins)
	ids := make([]uuid.UUID, twins)
	var group sync.WaitGroup
	start := make(chan struct{})
	for i := range twins {
		ids[i] = uuid.New()
		group.Go(func() {
			<-start
			claims[i], problems[i] = claimIn(db, "s", "key", "request", ids[i], nil)
		})
	}
	close(start)
	group.Wait()
	winners, winner := 0, uuid.Nil
	for i := range twins {
		require.NoError(t, problems[i])
		if !claims[i].replay {
			winners, winner = winners+1, ids[i]
		}
	}
	require.Equal(t, 1, winners)
	for _, c := range claims {
		if c.replay {
			require.Equal(t, winner, c.existing)
		}
	}
}

func TestForget(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	_, err := claimIn(db, "s", "key", "request", uuid.New(), nil)
	require.NoError(t, err)
	require.NoError(t, idempotency.Forget(t.Context(), db, time.Hour))
	c, err := claimIn(db, "s", "key", "request", uuid.New(), nil)
	require.NoError(t, err)
	require.True(t, c.replay)
	require.NoError(t, idempotency.Forget(t.Context(), db, -time.Hour))
	c, err = claimIn(db, "s", "key", "request", uuid.New(), nil)
	require.NoError(t, err)
	require.False(t, c.replay)
}
