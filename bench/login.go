package main

import (
	"context"
	"fmt"
	"runtime"

	"rihla/internal/auth"
)

// LoginFigures are many people who sign in at once. A password takes a core and nearly 20 MB to check, so that only as
// many are checked at once as there are cores; the others wait.
type LoginFigures struct {
	Clients int    `json:"clients"`
	One     Timing `json:"oneClient"`
	All     Timing `json:"allClients"`
	// Peak is by how many bytes the program's memory grew while all signed in, Bound what it may: a hash a core, as much
	// again that is just being collected, and loginRoom.
	Peak        uint64  `json:"peakBytes"`
	Bound       uint64  `json:"boundBytes"`
	Allocations float64 `json:"allocations"`
	Bytes       float64 `json:"bytes"`
}

// loginRoom is what everything but the hashes may take while all sign in.
const loginRoom = 32 << 20

// loginsEach is how many customers sign in, in turn.
const loginsEach = 500

func (b *bench) measureLogin(ctx context.Context) (LoginFigures, error) {
	b.say("signing in")
	figures := LoginFigures{
		Clients: b.options.Bookers, Bound: 2*uint64(runtime.GOMAXPROCS(0))*uint64(auth.RecommendedCost.MemoryKiB)<<10 + loginRoom,
	}
	login := func(ctx context.Context, _, number int) error {
		_, err := b.signIn(ctx, fmt.Sprintf("customer-%d@bench.test", 1+number%min(loginsEach, len(b.world.customers)-1)))
		return err
	}
	one, err := drive(ctx, 1, 0, b.options.Each, login)
	if err != nil {
		return figures, err
	}
	figures.One = one.timing()
	figures.Peak, err = peak(func() error {
		all, err := drive(ctx, b.options.Bookers, 0, 2*b.options.Each, login)
		figures.All = all.timing()
		return err
	})
	if err != nil {
		return figures, err
	}
	const runs = 4
	figures.Allocations, figures.Bytes, err = b.loginAllocations(ctx, runs, b.world.emailOf(customer))
	return figures, err
}
