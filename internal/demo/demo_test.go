package demo_test

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/geocode/gazetteer"
	"rihla/internal/auth"
	"rihla/internal/demo"
	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

var now = time.Date(2026, 11, 21, 13, 40, 0, 0, time.UTC)

func options(t *testing.T, db *postgres.DB) demo.Options {
	t.Helper()
	places, err := gazetteer.New()
	require.NoError(t, err)
	return demo.Options{
		DB: db, Now: now, Passwords: auth.NewPasswords(auth.Cost{MemoryKiB: 64, Passes: 1, Lanes: 1}), Geocoder: places, Defaults: franchise.Seed,
	}
}

func seeded(t *testing.T) *postgres.DB {
	t.Helper()
	db := &postgres.DB{Pool: dbtest.New(t)}
	done, err := demo.Seed(t.Context(), options(t, db))
	require.NoError(t, err)
	require.True(t, done)
	return db
}

// The demo customer's rental under way and the next one have locks, so that a code can be seen.
func TestRidersMotorcyclesHaveLocks(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	o := options(t, db)
	fitted := map[uuid.UUID]string{}
	o.FitLock = func(_ context.Context, motorcycleID uuid.UUID, deviceID string) error {
		require.Regexp(t, "^[A-Z0-9]{6}$", deviceID)
		fitted[motorcycleID] = deviceID
		return nil
	}
	_, err := demo.Seed(t.Context(), o)
	require.NoError(t, err)
	rows, err := db.Query(t.Context(), `select motorcycle_id from bookings b join users u on u.id = b.user_id
		where u.email = 'rider@rihla.test' and b.status in ('CONFIRMED', 'ACTIVE')`)
	require.NoError(t, err)
	booked, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(t, err)
	require.Len(t, booked, 2)
	for _, id := range booked {
		require.Contains(t, fitted, id)
	}
	devices := slices.Sorted(maps.Values(fitted))
	require.Len(t, slices.Compact(devices), len(fitted), "each has its own")
}

// what is everything that a visitor or an administrator would recognise, without ids and references.
var what = []string{
	`select name, code, status, address, latitude::text, longitude::text, coalesce(grace_minutes, -1)::text, turnaround_minutes::text, operating_hours::text from franchises order by code`,
	`select name, address, instructions, latitude::text, longitude::text, kind, is_active::text from parking_points order by name, latitude, longitude, created_at`,
	`select s.name, s.description, s.price_centimes::text, s.price_type, s.is_free::text, coalesce(f.code, '') from supplements s left join franchises f on f.id = s.franchise_id order by s.name`,
	`select m.registration_number, m.make, m.model, m.year::text, m.description, m.base_price_centimes::text, m.status, m.category, m.engine_size_cc::text, m.transmission,
		coalesce(p.name, f.name), (select string_agg(image_url || alt_text, ' ') from motorcycle_images i where i.motorcycle_id = m.id),
		(select string_agg(t.name, ' ' order by t.name) from motorcycle_feature_assignments a join motorcycle_features t on t.id = a.feature_id where a.motorcycle_id = m.id)
		from motorcycles m join franchises f on f.id = m.franchise_id left join parking_points p on p.id = m.parking_point_id order by m.registration_number`,
	`select email, first_name, last_name, coalesce(phone_number, ''), role, language, created_at::text from users order by email`,
	`select u.email, m.registration_number, b.start_datetime::text, b.end_datetime::text, b.status, b.booking_type, b.total_centimes::text, b.created_at::text, coalesce(b.notes_by_customer, ''),
		coalesce((select string_agg(p.status || p.amount_centimes || p.created_at, ' ' order by p.created_at) from payments p where p.booking_id = b.id), '')
		from bookings b join users u on u.id = b.user_id join motorcycles m on m.id = b.motorcycle_id order by b.created_at, m.registration_number`,
	`select m.registration_number, b.start_datetime::text, b.end_datetime::text, b.reason, b.notes from availability_blocks b join motorcycles m on m.id = b.motorcycle_id order by 1, 2`,
}

func recognisable(t *testing.T, db *postgres.DB) [][]string {
	t.Helper()
	all := make([][]string, 0, len(what))
	for _, query := range what {
		rows, err := db.Query(t.Context(), query)
		require.NoError(t, err)
		lines, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
			values, err := row.Values()
			texts := make([]string, len(values))
			for i, v := range values {
				texts[i], _ = v.(string)
			}
			return strings.Join(texts, "|"), err
		})
		require.NoError(t, err)
		all = append(all, lines)
	}
	return all
}

func TestSameDaySameData(t *testing.T) {
	t.Parallel()
	first, second := seeded(t), seeded(t)
	told := recognisable(t, first)
	require.Equal(t, told, recognisable(t, second))

	again, err := demo.Seed(t.Context(), options(t, first))
	require.NoError(t, err)
	require.False(t, again, "a filled database is left alone")
	require.Equal(t, told, recognisable(t, first))
}

// What was cut off half-way is made anew, not left half and not doubled.
func TestCutOffHalfWay(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	o := options(t, db)
	charges := 0
	o.Charged = func(demo.Charge) error {
		if charges++; charges == 20 {
			return errors.New("the power went")
		}
		return nil
	}
	_, err := demo.Seed(t.Context(), o)
	require.ErrorContains(t, err, "the power went")
	done, err := demo.Seed(t.Context(), options(t, db))
	require.NoError(t, err)
	require.True(t, done)
	require.Equal(t, recognisable(t, seeded(t)), recognisable(t, db))
}

func TestWhatThereIs(t *testing.T) {
	t.Parallel()
	db := seeded(t)
	count := func(query string, args ...any) int {
		var n int
		require.NoError(t, db.QueryRow(t.Context(), query, args...).Scan(&n))
		return n
	}
	require.Equal(t, 6, count("select count(*) from franchises where status = 'ACTIVE'"))
	require.GreaterOrEqual(t, count("select count(*) from parking_points where kind = 'PUBLIC'"), 18)
	require.Equal(t, 120, count("select count(*) from motorcycles"))
	require.Equal(t, 20, count("select max(n) from (select count(*) n from motorcycles group by franchise_id) x"))
	require.Equal(t, 120, count("select count(*) from motorcycle_images where is_primary"))
	require.InDelta(t, 400, count("select count(*) from bookings"), 80)
	for _, status := range []string{"PENDING_PAYMENT", "CONFIRMED", "ACTIVE", "COMPLETED", "CANCELLED_BY_USER", "CANCELLED_BY_ADMIN"} {
		require.Positive(t, count("select count(*) from bookings where status = $1", status), status)
	}
	for _, status := range []string{"COMPLETED", "FAILED", "CANCELLED", "REFUNDED", "PARTIALLY_REFUNDED"} {
		require.Positive(t, count("select count(*) from payments where status = $1", status), status)
	}
	require.Zero(t, count("select count(*) from bookings where status = 'ACTIVE' and (start_datetime > $1 or end_datetime < $1::timestamptz - interval '1 hour')", now))
	require.Zero(t, count("select count(*) from bookings where status = 'CONFIRMED' and start_datetime < $1::timestamptz - interval '1 hour'", now))
	require.Zero(t, count("select count(*) from bookings where created_at > $1", now))
	require.Zero(t, count(`select count(*) from bookings b where status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
		and not exists (select from payments p where p.booking_id = b.id and p.status = 'COMPLETED' and p.amount_centimes = b.total_centimes)`))
	require.Zero(t, count("select count(*) from river_job"), "nothing is left for the real gateway to do")
	require.Positive(t, count("select count(*) from availability_blocks"))
	findings, err := ledger.New(db, clock.NewFake(now), slog.New(slog.DiscardHandler), ledger.Gauges{}).Check(t.Context())
	require.NoError(t, err)
	require.Empty(t, findings)
	require.Zero(t, count(`select count(*) from motorcycles m where (status = 'BOOKED')
		<> (exists (select from bookings b where b.motorcycle_id = m.id and b.status = 'ACTIVE'))`))
	rider := "select count(*) from bookings b join users u on u.id = b.user_id where u.email = 'rider@rihla.test' and b.status = $1"
	for _, status := range []string{"PENDING_PAYMENT", "CONFIRMED", "ACTIVE", "COMPLETED", "CANCELLED_BY_USER", "CANCELLED_BY_ADMIN"} {
		require.Positive(t, count(rider, status), status)
	}
}

func TestPicturesExist(t *testing.T) {
	t.Parallel()
	db := seeded(t)
	rows, err := db.Query(t.Context(), "select image_url from motorcycle_images union select icon_url from motorcycle_features")
	require.NoError(t, err)
	urls, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	for _, url := range urls {
		_, err := os.Stat(filepath.Join("..", "..", "web", "public", filepath.FromSlash(url)))
		require.NoError(t, err)
	}
}

func TestAccountsCanSignIn(t *testing.T) {
	t.Parallel()
	db := seeded(t)
	passwords := auth.NewPasswords(auth.Cost{MemoryKiB: 64, Passes: 1, Lanes: 1})
	for _, account := range demo.Accounts {
		var hash, role string
		require.NoError(t, db.QueryRow(t.Context(), "select password_hash, role from users where email = $1", account.Email).Scan(&hash, &role))
		ok, _, err := passwords.Verify(t.Context(), hash, demo.Password)
		require.NoError(t, err)
		require.True(t, ok, account.Email)
		require.Equal(t, string(account.Role), role)
	}
}

// Every charge that was captured and can still be given back is handed to whoever stands in for the gateway.
func TestChargesAreHandedOver(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	o := options(t, db)
	left := map[string]money.Amount{}
	o.Charged = func(c demo.Charge) error {
		require.NotEmpty(t, c.TransactionID)
		require.Equal(t, "MAD", c.Currency)
		left[c.PaymentID.String()] = c.Amount - c.Refunded
		return nil
	}
	_, err := demo.Seed(t.Context(), o)
	require.NoError(t, err)
	rows, err := db.Query(t.Context(), `select p.id::text, p.gateway_amount_centimes
		- coalesce((select sum(amount_centimes) from payment_refunds r where r.payment_id = p.id and state = 'DONE'), 0)::bigint
		from payments p where status in ('COMPLETED', 'PARTIALLY_REFUNDED')`)
	require.NoError(t, err)
	expected := map[string]money.Amount{}
	var id string
	var amount money.Amount
	_, err = pgx.ForEachRow(rows, []any{&id, &amount}, func() error { expected[id] = amount; return nil })
	require.NoError(t, err)
	require.Equal(t, expected, left)
}

// The day is Casablanca's: half past midnight there, it is still yesterday in UTC.
func TestAnyHourOfAnyDay(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{
		time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC),
		time.Date(2027, 3, 14, 0, 10, 0, 0, clock.Casablanca), // the clock changes on this day
	} {
		db := &postgres.DB{Pool: dbtest.New(t)}
		o := options(t, db)
		o.Now = at
		done, err := demo.Seed(context.WithoutCancel(t.Context()), o)
		require.NoError(t, err, at)
		require.True(t, done)
	}
}
