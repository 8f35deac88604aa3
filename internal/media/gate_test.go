package media

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/errs"
)

// One account cannot take every place, all places are given back, and who leaves the queue is not let in later.
func TestGate(t *testing.T) {
	t.Parallel()
	g := newGate()
	enter := func(who uuid.UUID) func() {
		leave, err := g.enter(t.Context(), who)
		require.NoError(t, err)
		return leave
	}
	greedy := uuid.New()
	leaves := make([]func(), 0, uploadsAtOnce)
	for range accountUploadsAtOnce {
		leaves = append(leaves, enter(greedy))
	}
	_, err := g.enter(t.Context(), greedy)
	require.Equal(t, "RATE_LIMITED", errs.CodeOf(err))
	for len(leaves) < uploadsAtOnce {
		leaves = append(leaves, enter(uuid.New()))
	}

	patient, impatient := uuid.New(), uuid.New()
	gone, leaveQueue := context.WithCancel(t.Context())
	leaveQueue()
	_, err = g.enter(gone, impatient)
	require.ErrorIs(t, err, context.Canceled)
	inside := make(chan func())
	go func() {
		leave, err := g.enter(t.Context(), patient)
		if err != nil {
			t.Error(err)
		}
		inside <- leave
	}()
	leaves[0]()
	(<-inside)()
	for _, leave := range leaves[1:] {
		leave()
	}
	require.Empty(t, g.inside)
	require.True(t, g.places.TryAcquire(uploadsAtOnce), "every place is free again")
}
