package lock_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/masterlock/simulator"
	"rihla/internal/app"
	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/config"
	"rihla/internal/lock"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// start of the rentals: some days ahead.
var start = apptest.Now.Add(10 * 24 * time.Hour)

// aDay is how many codes the first day of a rental takes: they last eight hours, and the rentals begin within one's.
const aDay = 4

// maker is a lock service on a port that a test can take down.
type maker struct {
	server *httptest.Server
	down   atomic.Bool
	// hang, when it is there, keeps calls waiting until it is closed.
	hang  atomic.Pointer[chan struct{}]
	calls atomic.Int64
}

// world is the program with a lock service and a motorcycle to fit a lock on.
type world struct {
	*apptest.App
	t     *testing.T
	maker *maker
	stage apptest.Stage
	rider *apptest.Caller
}

func newWorld(t *testing.T) *world {
	t.Helper()
	m := &maker{}
	var locks http.Handler
	m.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.calls.Add(1)
		if hang := m.hang.Load(); hang != nil {
			<-*hang
		}
		if m.down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		locks.ServeHTTP(w, r)
	}))
	t.Cleanup(m.server.Close)
	a := apptest.New(t, func(o *app.Options) {
		made, err := simulator.New(simulator.Config{Dir: t.TempDir(), License: "l", Password: "p"}, o.Clock, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		locks = made
		o.Config.Masterlock = config.Masterlock{BaseURL: m.server.URL, License: "l", Password: "p"}
	})
	return &world{App: a, t: t, maker: m, stage: a.Stage(), rider: a.Customer()}
}

func (w *world) locks() *lock.Service { return w.Services().Lock }

func (w *world) ctx() context.Context { return authz.AsSystem(w.t.Context(), "test") }

func (w *world) asRider() context.Context {
	return authz.Into(w.t.Context(), authz.Subject{UserID: w.rider.UserID, Role: authz.Customer})
}

// newBookings is another service on the same bookings, which nobody follows yet.
func (w *world) newBookings() *booking.Service {
	s := w.Services()
	return booking.New(booking.Deps{
		DB: w.DB(), Clock: w.Clock, Calendar: calendar.New(w.DB(), w.Clock), Motorcycles: s.Motorcycle, Supplements: s.Supplement,
		Franchises: s.Franchise, Parking: s.Parking, Users: s.User,
	})
}

// fit activates a lock on the stage's motorcycle.
func (w *world) fit(device string) {
	w.t.Helper()
	_, err := w.locks().Activate(w.ctx(), lock.ActivateInput{DeviceID: device, ActivationCode: "1234567890", MotorcycleID: &w.stage.MotorcycleID})
	require.NoError(w.t, err)
}

// book makes a booking that is paid.
func (w *world) book() uuid.UUID {
	w.t.Helper()
	return w.bookAt(start)
}

func (w *world) bookAt(start time.Time) uuid.UUID {
	w.t.Helper()
	b := w.rider.Book(w.stage.BookingBody(start))
	err := w.DB().InTx(w.ctx(), func(ctx context.Context, tx pgx.Tx) error {
		locked, err := w.Services().Booking.LockTx(ctx, tx, b.ID)
		if err != nil {
			return err
		}
		_, err = w.Services().Booking.ConfirmPaidTx(ctx, tx, locked, "paid")
		return err
	})
	require.NoError(w.t, err)
	return b.ID
}

// matches counts the jobs that were asked for to match the access of a booking. What a change asks for is there with its
// answer; the periodic job would find it too, a minute later.
func (w *world) matches(booking uuid.UUID) int {
	w.t.Helper()
	var n int
	err := w.DB().QueryRow(w.t.Context(), "select count(*) from river_job where kind = $1 and args->>'bookingId' = $2",
		lock.MatchArgs{}.Kind(), booking).Scan(&n)
	require.NoError(w.t, err)
	return n
}

// access is what the database holds of an access.
type access struct {
	Device      string
	Permissions []string
	From, Until time.Time
	Reason      *string
	Sealed      bool
	Codes       int
}

func (w *world) accesses(booking uuid.UUID) []access {
	w.t.Helper()
	rows, err := w.DB().Query(w.t.Context(), `
		select device_id, permissions, valid_from, valid_until, ended_reason, sealed_profile is not null,
		       (select count(*) from lock_codes c where c.access_id = a.id)
		from lock_accesses a where booking_id = $1 order by issued_at, id`, booking)
	require.NoError(w.t, err)
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[access])
	require.NoError(w.t, err)
	return found
}

// issued waits for the access of a booking that was just confirmed.
func (w *world) issued(booking uuid.UUID) access {
	w.t.Helper()
	w.Eventually(func() bool {
		found := w.accesses(booking)
		return len(found) > 0 && found[len(found)-1].Reason == nil && found[len(found)-1].Codes == aDay
	}, "an access with the codes of a day")
	found := w.accesses(booking)
	return found[len(found)-1]
}

// ended waits for the only access of a booking to have ended, and says why it did.
func (w *world) ended(booking uuid.UUID) string {
	w.t.Helper()
	w.Eventually(func() bool { return w.accesses(booking)[0].Reason != nil }, "the access ends")
	found := w.accesses(booking)
	require.Len(w.t, found, 1)
	require.False(w.t, found[0].Sealed, "the profile is forgotten")
	require.Zero(w.t, found[0].Codes, "the codes are forgotten")
	return *found[0].Reason
}
