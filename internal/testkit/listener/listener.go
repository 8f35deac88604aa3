// Package listener hears, for tests, what a feature tells of, inside the transactions in which it does, and can refuse it.
package listener

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/event"
)

// Listener follows a bus.
type Listener struct {
	Bus *event.Bus
	// Told are the events that stand, in order, without those that were refused.
	Told []event.Event

	refuse bool
}

// errRefused takes back the transaction that told.
var errRefused = errors.New("the listener refuses")

// New returns a listener to events of some types on a bus of its own.
func New(types ...event.Type) *Listener {
	l := &Listener{Bus: event.NewBus(nil)}
	l.Bus.Follow(func(_ context.Context, _ pgx.Tx, e event.Event) error {
		if l.refuse {
			return errRefused
		}
		l.Told = append(l.Told, e)
		return nil
	}, types...)
	return l
}

// Stands runs what is to tell twice: refused at first, which must be its error, then heard. It returns the one event.
func (l *Listener) Stands(t testing.TB, tells func() error) event.Event {
	t.Helper()
	before := len(l.Told)
	l.refuse = true
	require.ErrorIs(t, tells(), errRefused, "it is told of in its own transaction")
	l.refuse = false
	require.NoError(t, tells(), "what was refused has left nothing behind")
	require.Len(t, l.Told, before+1)
	return l.Told[before]
}
