package auth_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/auth"
)

// cheap derives a hash in microseconds.
var cheap = auth.Cost{MemoryKiB: 64, Passes: 1, Lanes: 1}

func TestPasswordRoundTrip(t *testing.T) {
	t.Parallel()
	p := auth.NewPasswords(auth.RecommendedCost)
	hash, err := p.Hash(t.Context(), "Atlas-2026")
	require.NoError(t, err)
	require.Regexp(t, `^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`, hash)

	ok, outdated, err := p.Verify(t.Context(), hash, "Atlas-2026")
	require.NoError(t, err)
	require.True(t, ok)
	require.False(t, outdated)

	ok, _, err = p.Verify(t.Context(), hash, "Atlas-2027")
	require.NoError(t, err)
	require.False(t, ok)

	again, err := p.Hash(t.Context(), "Atlas-2026")
	require.NoError(t, err)
	require.NotEqual(t, hash, again, "each hash has a salt of its own")
}

// The reference implementation's own answer (its test suite, version 0x13: password "password", salt "somesalt").
func TestReferenceVector(t *testing.T) {
	t.Parallel()
	const hash = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
	ok, outdated, err := auth.NewPasswords(auth.RecommendedCost).Verify(t.Context(), hash, "password")
	require.NoError(t, err)
	require.True(t, ok)
	require.True(t, outdated)
}

func TestNothingOfAPasswordIsCutOff(t *testing.T) {
	t.Parallel()
	p := auth.NewPasswords(cheap)
	long := strings.Repeat("x", 199)
	hash, err := p.Hash(t.Context(), long+"1")
	require.NoError(t, err)
	ok, _, err := p.Verify(t.Context(), hash, long+"2")
	require.NoError(t, err)
	require.False(t, ok)
}

func TestUnreadableHashes(t *testing.T) {
	t.Parallel()
	p := auth.NewPasswords(cheap)
	good, err := p.Hash(t.Context(), "Atlas-2026")
	require.NoError(t, err)
	for _, change := range [][2]string{
		{"argon2id", "argon2i"}, {"v=19", "v=16"}, {"t=1", "t=0"}, {"p=1", "p=0"}, {"p=1", "p=1x"}, {"p=1", "p=256"}, {"m=64", "m=x"}, {"$", ""},
		{good[len(good)-4:], ""}, {good[len(good)-4:], "!!!!"}, {good, "$2a$10$abcdefghijklmnopqrstuv"}, {good, "plain"},
	} {
		hash := strings.Replace(good, change[0], change[1], 1)
		_, _, err := p.Verify(t.Context(), hash, "Atlas-2026")
		require.Error(t, err, hash)
	}
}

// An unknown user costs a derivation at the price of a real one.
func TestUnknownUserCostsTheSame(t *testing.T) {
	t.Parallel()
	p := auth.NewPasswords(cheap)
	hash, err := p.Hash(t.Context(), "Atlas-2026")
	require.NoError(t, err)
	var seen []auth.Cost
	p.OnDerive(func(c auth.Cost) { seen = append(seen, c) })

	_, _, err = p.Verify(t.Context(), hash, "Atlas-2027")
	require.NoError(t, err)
	ok, outdated, err := p.Verify(t.Context(), "", "Atlas-2027")
	require.NoError(t, err)
	require.False(t, ok)
	require.False(t, outdated)
	require.Equal(t, []auth.Cost{cheap, cheap}, seen)
}

// No more hashes are under way than there are cores, and who waits gives up with its request.
func TestHashingIsBounded(t *testing.T) {
	t.Parallel()
	p := auth.NewPasswords(cheap)
	slots := runtime.GOMAXPROCS(0)
	entered, release := make(chan struct{}), make(chan struct{})
	var running, tooMany atomic.Int64
	p.OnDerive(func(auth.Cost) {
		if running.Add(1) > int64(slots) {
			tooMany.Add(1)
			return
		}
		entered <- struct{}{}
		<-release
		running.Add(-1)
	})

	var all sync.WaitGroup
	for range slots {
		all.Go(func() { _, _ = p.Hash(t.Context(), "Atlas-2026") })
	}
	for range slots {
		<-entered
	}
	impatient, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("the caller went away")
	cancel(gone)
	_, err := p.Hash(impatient, "Atlas-2026")
	require.ErrorIs(t, err, gone)

	all.Go(func() { _, _ = p.Hash(t.Context(), "Atlas-2026") })
	release <- struct{}{}
	<-entered // the one that waited, now that a slot is free
	close(release)
	all.Wait()
	require.Zero(t, tooMany.Load())
}
