package media

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"rihla/internal/platform/errs"
)

// Uploads at once. A file is in memory while it is read, so that these bound the memory: of the whole process, and of
// one account, so that nobody takes every place.
const (
	uploadsAtOnce        = 32
	accountUploadsAtOnce = 6
)

// gate lets so many uploads in at once.
type gate struct {
	places *semaphore.Weighted
	mu     sync.Mutex
	inside map[uuid.UUID]int
}

func newGate() *gate {
	return &gate{places: semaphore.NewWeighted(uploadsAtOnce), inside: map[uuid.UUID]int{}}
}

// enter waits for a place; an account that holds many is told to come again. The returned function leaves.
func (g *gate) enter(ctx context.Context, who uuid.UUID) (func(), error) {
	if !g.count(who, 1) {
		return nil, errs.New(errs.TooMany, "RATE_LIMITED")
	}
	if err := g.places.Acquire(ctx, 1); err != nil {
		g.count(who, -1)
		return nil, fmt.Errorf("wait for a place to upload: %w", err)
	}
	return func() {
		g.places.Release(1)
		g.count(who, -1)
	}, nil
}

// count adds n to an account's uploads, unless they would be too many.
func (g *gate) count(who uuid.UUID, n int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.inside[who] + n
	if now > accountUploadsAtOnce {
		return false
	}
	g.inside[who] = now
	if now == 0 {
		delete(g.inside, who)
	}
	return true
}
