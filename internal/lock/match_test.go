package lock_test

import (
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/lock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/seal"
)

func TestConfirmedBookingGetsUnlockForItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	unpaid := w.rider.Book(w.stage.BookingBody(start.Add(-72 * time.Hour)))
	id := w.book()
	require.Positive(t, w.matches(id))
	got := w.issued(id)
	require.Equal(t, []string{"Unlock"}, got.Permissions)
	require.Equal(t, start.Add(-15*time.Minute), got.From.UTC())
	require.Equal(t, start.Add(48*time.Hour), got.Until.UTC())
	require.True(t, got.Sealed)
	require.Empty(t, w.accesses(unpaid.ID), "nothing is issued before the money is there")
}

func TestAccessEndsWithItsBooking(t *testing.T) {
	t.Parallel()
	for reason, end := range map[string]func(*world, uuid.UUID){
		"CANCELLED": func(w *world, id uuid.UUID) {
			require.Equal(w.t, 204, w.rider.Do("DELETE", "/bookings/"+id.String(), nil).Status)
		},
		"RENTAL_ENDED": func(w *world, id uuid.UUID) {
			_, err := w.Services().Booking.Start(w.ctx(), id)
			require.NoError(w.t, err)
			_, err = w.Services().Booking.Complete(w.ctx(), id)
			require.NoError(w.t, err)
		},
		"DEVICE_REMOVED": func(w *world, _ uuid.UUID) {
			_, err := w.locks().Deactivate(w.ctx(), "A12345")
			require.NoError(w.t, err)
		},
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.fit("A12345")
			id := w.book()
			w.issued(id)
			before := w.matches(id)
			end(w, id)
			if reason != "DEVICE_REMOVED" { // which ends it at once
				require.Greater(t, w.matches(id), before)
			}
			require.Equal(t, reason, w.ended(id))
			require.NoError(t, w.locks().Match(w.ctx(), id))
			require.Len(t, w.accesses(id), 1, "and none is issued again")
		})
	}
}

// A rental that nobody brings back on time keeps no access: the clock ends it.
func TestAccessEndsWithItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	_, err := w.Services().Booking.Start(w.ctx(), id)
	require.NoError(t, err)
	w.Clock.Set(start.Add(48 * time.Hour))
	require.NoError(t, w.locks().CatchUp(w.ctx()))
	require.Equal(t, "RENTAL_ENDED", w.ended(id))
}

func TestAccessFollowsAMovedBooking(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	before := w.matches(id)
	answer := w.rider.Post("/bookings/"+id.String()+"/move", map[string]any{
		"startDatetime": start.Add(24 * time.Hour), "endDatetime": start.Add(72 * time.Hour),
	})
	require.Equal(t, 200, answer.Status, "%s", answer.Body)
	require.Greater(t, w.matches(id), before)
	w.Eventually(func() bool { return len(w.accesses(id)) == 2 }, "an access for the new time")
	w.issued(id)
	found := w.accesses(id)
	require.Equal(t, "MOVED", *found[0].Reason)
	require.Zero(t, found[0].Codes)
	require.Equal(t, start.Add(24*time.Hour-15*time.Minute), found[1].From.UTC())
	require.Equal(t, start.Add(72*time.Hour), found[1].Until.UTC())
	require.Equal(t, aDay, found[1].Codes)
}

// A broken lock is replaced while a rental is booked: the booking gets an access to the new one.
func TestAccessFollowsAReplacedLock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	_, err := w.locks().Deactivate(w.ctx(), "A12345")
	require.NoError(t, err)
	w.fit("B67890")
	w.Eventually(func() bool { return len(w.accesses(id)) == 2 && w.accesses(id)[1].Codes == aDay }, "an access to the new lock")
	require.Equal(t, "B67890", w.accesses(id)[1].Device)
}

// A lock that is fitted after the booking serves it too.
func TestLockFittedAfterTheBooking(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.book()
	w.fit("A12345")
	w.issued(id)
}

func TestManyJobsAtOnceIssueOneAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.book()
	w.fit("A12345") // its own job runs beside the eight
	var wait sync.WaitGroup
	problems := make([]error, 8)
	for i := range problems {
		wait.Go(func() { problems[i] = w.locks().Match(w.ctx(), id) })
	}
	wait.Wait()
	for _, err := range problems {
		require.NoError(t, err)
	}
	require.Len(t, w.accesses(id), 1)
	require.Equal(t, aDay, w.accesses(id)[0].Codes)
}

// A lock service that is down holds nothing up, and what it missed is made good.
func TestDeadLockServiceHoldsNothingUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	w.maker.down.Store(true)
	id := w.book()
	require.Equal(t, "CONFIRMED", w.rider.Booking(id).BookingStatus)
	require.Error(t, w.locks().Match(w.ctx(), id))
	require.Empty(t, w.accesses(id))
	w.Clock.Set(start)
	code, err := w.locks().Code(w.asRider(), id)
	require.NoError(t, err)
	require.Empty(t, code.Code, "there is none to show yet")

	w.maker.down.Store(false)
	require.NoError(t, w.locks().Match(w.ctx(), id))
	code, err = w.locks().Code(w.asRider(), id)
	require.NoError(t, err)
	require.Regexp(t, `^\d{5}$`, code.Code)
}

// One that takes calls and never answers keeps a few jobs busy, and leaves the others of the program alone.
func TestSilentLockServiceKeepsOnlyItsOwnJobsWaiting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	silence := make(chan struct{})
	w.maker.hang.Store(&silence)
	answer := sync.OnceFunc(func() { w.maker.hang.Store(nil); close(silence) })
	defer answer()
	before := w.maker.calls.Load()
	const rentals = 12
	ids := make([]uuid.UUID, rentals)
	for i := range ids {
		ids[i] = w.bookAt(start.Add(time.Duration(i) * 72 * time.Hour))
	}
	w.Eventually(func() bool { return w.maker.calls.Load()-before == 4 }, "four wait for an answer")
	var running, elsewhere int
	require.NoError(t, w.DB().QueryRow(t.Context(), `select count(*) filter (where state = 'running'), count(*) filter (where queue = 'default')
		from river_job where kind = 'lock.match'`).Scan(&running, &elsewhere))
	require.Equal(t, 4, running)
	require.Zero(t, elsewhere, "none takes a place that a payment needs")
	answer()
	for _, id := range ids {
		w.issued(id)
	}
}

// Codes last some hours; a rental always has the ones of the day to come, and the lock takes each while it is shown.
func TestCodesLastThroughTheRental(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	shown := map[string]bool{}
	for at := start.Add(-15 * time.Minute); at.Before(start.Add(48 * time.Hour)); at = at.Add(time.Hour) {
		w.Clock.Set(at)
		require.NoError(t, w.locks().Match(w.ctx(), id))
		before := w.maker.calls.Load()
		code, err := w.locks().Code(w.asRider(), id)
		require.NoError(t, err)
		require.Equal(t, before, w.maker.calls.Load(), "reading a code asks nobody")
		require.NotEmpty(t, code.Code, at)
		require.True(t, code.CodeUntil.After(at))
		shown[code.Code] = true
	}
	require.Len(t, shown, 7, "a code is good for eight hours")
	var last time.Time
	require.NoError(t, w.DB().QueryRow(t.Context(), "select max(valid_until) from lock_codes").Scan(&last))
	require.Equal(t, start.Add(48*time.Hour), last.UTC(), "and the last one no longer than it must")
}

// What jobs missed, or somebody tore out of the database, comes back by the periodic look.
func TestCatchUpFindsWhatIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	for what, sql := range map[string]string{
		"the access": "delete from lock_accesses", "its codes": "delete from lock_codes", "its profile": "update lock_accesses set sealed_profile = null where ended_at is null",
	} {
		w.Clock.Set(start.Add(-47 * time.Hour))
		_, err := w.DB().Exec(t.Context(), sql)
		require.NoError(t, err)
		w.Eventually(func() bool {
			// Again: a run leaves out what a job is still at.
			require.NoError(t, w.locks().CatchUp(w.ctx()))
			found := w.accesses(id)
			return len(found) > 0 && found[len(found)-1].Reason == nil && found[len(found)-1].Sealed && found[len(found)-1].Codes == aDay
		}, what)
	}
	jobs := func() int {
		var count int
		require.NoError(t, w.DB().QueryRow(t.Context(), "select count(*) from river_job where kind = 'lock.match'").Scan(&count))
		return count
	}
	before := jobs()
	require.NoError(t, w.locks().CatchUp(w.ctx()))
	require.Equal(t, before, jobs(), "what is whole is left alone")
}

// After the program's secret was replaced nothing can be opened any more: it is fetched again.
func TestReplacedSecretFetchesAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	w.issued(id)
	w.Clock.Set(start)
	for _, column := range []string{"lock_codes set sealed_code", "lock_accesses set sealed_profile"} {
		_, err := w.DB().Exec(t.Context(), "update "+column+" = $1 where true", []byte("sealed with another secret, as it looks"))
		require.NoError(t, err)
		code, err := w.locks().Code(w.asRider(), id)
		require.NoError(t, err)
		require.True(t, code.Code == "" || code.Profile == "", "what cannot be opened is not shown")
		w.Eventually(func() bool {
			require.NoError(t, w.locks().CatchUp(w.ctx()))
			code, err := w.locks().Code(w.asRider(), id)
			return err == nil && code.Code != "" && code.Profile != ""
		}, column)
	}
}

// Without a lock service nothing is issued and nothing breaks.
func TestLocksSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.fit("A12345")
	id := w.book()
	box, err := seal.New([]byte("secret"), "locks")
	require.NoError(t, err)
	off := lock.New(lock.Deps{DB: w.DB(), Clock: w.Clock, Log: slog.New(slog.DiscardHandler), Bookings: w.newBookings(), Events: event.NewBus(nil), Box: box})
	_, err = off.Activate(w.ctx(), lock.ActivateInput{DeviceID: "A12345", ActivationCode: "1"})
	require.ErrorContains(t, err, "LOCKS_NOT_CONFIGURED")
	_, err = off.Deactivate(w.ctx(), "A12345")
	require.ErrorContains(t, err, "LOCKS_NOT_CONFIGURED")
	require.NoError(t, off.Match(w.ctx(), id))
	require.NoError(t, off.CatchUp(w.ctx()))
	w.Clock.Set(start)
	code, err := off.Code(w.asRider(), id)
	require.NoError(t, err)
	require.Nil(t, code)
}
