package notice_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/booking"
	"rihla/internal/testkit/apptest"
)

const reminds = "begins soon"

// ahead is a world whose clock stands two days before the database's, which decides what is due. The program has looked for
// what is due by itself, as it does at start, and does so again in minutes only: the test decides when it looks next.
func ahead(t *testing.T) (*world, time.Time) {
	t.Helper()
	w := newWorld(t, "en")
	w.Eventually(func() bool {
		var looked bool
		err := w.DB().QueryRow(t.Context(), "select exists (select from river_job where kind = 'booking.remind' and state = 'completed')").Scan(&looked)
		return err == nil && looked
	}, "the program to look for what is due")
	now := time.Now().UTC().Truncate(time.Minute)
	w.Clock.Set(now.Add(-48 * time.Hour))
	w.settle(t, "en")
	return w, now
}

// ride is a confirmed rental from a time on.
func (w *world) ride(t *testing.T, from time.Time) uuid.UUID {
	t.Helper()
	body := w.stage.BookingBody(from)
	body["motorcycleId"] = w.Motorcycle(w.stage, apptest.DayPrice)
	b := w.rider.Book(body)
	w.confirm(t, b.ID)
	return b.ID
}

// remind looks for rentals that are due, on several replicas at once, and returns how often that was told of so far. One that
// a job holds at that moment would be left for the next look, so nobody is at work.
func (w *world) remind(t *testing.T) int {
	t.Helper()
	w.Idle()
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() { _, errs[i] = w.Services().Booking.Remind(system(t)) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	var told int
	require.NoError(t, w.DB().QueryRow(t.Context(), "select count(*) from domain_events where type = $1", booking.EventDue).Scan(&told))
	return told
}

// A day before it begins a rental is reminded of, once, whoever looks and however often.
func TestReminder(t *testing.T) {
	t.Parallel()
	w, now := ahead(t)
	w.ride(t, now.Add(25*time.Hour))
	require.Zero(t, w.remind(t), "it begins in more than a day")
	soon := w.ride(t, now.Add(23*time.Hour))
	require.Equal(t, 1, w.remind(t))
	require.Equal(t, 1, w.remind(t), "once")
	w.Idle()
	m := w.letter(t, w.address, reminds)
	require.Contains(t, m.Text, w.BaseURL()+"/booking/"+soon.String())
	require.Contains(t, m.Text, "-A-6")
	require.Empty(t, m.Files)
}

// Nobody is reminded of what they did less than a day before, nor of a rental that is not theirs to ride.
func TestNoReminder(t *testing.T) {
	t.Parallel()
	w, now := ahead(t)
	from := now.Add(20 * time.Hour)
	unpaid := w.stage.BookingBody(from)
	w.rider.Book(unpaid)
	cancelled := w.ride(t, from)
	require.Less(t, w.rider.Do(http.MethodDelete, "/bookings/"+cancelled.String(), nil).Status, 300)
	w.Clock.Set(from.Add(-24*time.Hour + time.Minute))
	w.rider = w.SignIn(w.address, apptest.Password)
	w.ride(t, from)
	require.Zero(t, w.remind(t), "made less than a day before")
	w.none(t, w.address, reminds)
}

// A reminder follows its rental to another time: it comes for each start that the rental had, and for none that is gone.
func TestReminderFollowsMoves(t *testing.T) {
	t.Parallel()
	w, now := ahead(t)
	put := w.ride(t, now.Add(23*time.Hour))
	w.move(t, put, now.Add(40*time.Hour))
	require.Zero(t, w.remind(t), "it begins later now")
	w.move(t, put, now.Add(22*time.Hour))
	require.Equal(t, 1, w.remind(t))
	w.Idle()
	require.Contains(t, w.letter(t, w.address, reminds).Text, "Your rental begins on ")
	w.move(t, put, now.Add(60*time.Hour))
	w.move(t, put, now.Add(21*time.Hour))
	require.Equal(t, 2, w.remind(t), "another start")
	w.Idle()
	w.Clock.Set(now)
	w.rider = w.SignIn(w.address, apptest.Password)
	w.move(t, put, now.Add(20*time.Hour))
	require.Equal(t, 2, w.remind(t), "moved less than a day before")
	w.Idle()
	var told []string
	for _, m := range w.Mails(w.address, 2) {
		if strings.Contains(m.Subject, reminds) {
			told = append(told, m.Subject)
		}
	}
	require.Len(t, told, 2)
}

// One that is written late does not lie: the rental was cancelled meanwhile.
func TestReminderComesTooLate(t *testing.T) {
	t.Parallel()
	w, now := ahead(t)
	id := w.ride(t, now.Add(23*time.Hour))
	w.Idle()
	require.Less(t, w.rider.Do(http.MethodDelete, "/bookings/"+id.String(), nil).Status, 300)
	w.publish(t, booking.EventDue, id, booking.Due{Start: now.Add(23 * time.Hour)})
	w.none(t, w.address, reminds)
}
