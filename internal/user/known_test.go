package user_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/user"
)

// lenders is a few franchises, customers and bookings between them.
type lenders struct {
	db                              *postgres.DB
	franchises, customers, bookings []uuid.UUID
	motorcycle                      uuid.UUID
}

func newLenders(t *testing.T, db *postgres.DB) *lenders {
	t.Helper()
	l := &lenders{db: db, motorcycle: uuid.New()}
	exec := func(sql string, args ...any) {
		_, err := db.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	for i := range 3 {
		franchise, customer := uuid.New(), uuid.New()
		exec(`insert into franchises (id, name, code, contact_email) values ($1, 'Atlas', $2, 'atlas@rihla.test')`, franchise, fmt.Sprintf("F-%d", i))
		exec(`insert into users (id, email, password_hash, first_name, last_name) values ($1, $2, '-', 'Salma', 'Benali')`,
			customer, fmt.Sprintf("%d@rihla.test", i))
		l.franchises, l.customers = append(l.franchises, franchise), append(l.customers, customer)
	}
	for range 6 {
		l.bookings = append(l.bookings, uuid.New())
	}
	exec(`insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, franchise_id)
		values ($1, 'A-1', 'Yamaha', 'MT-07', 2024, 45000, $2)`, l.motorcycle, l.franchises[0])
	return l
}

// wish is a statement about bookings.
type wish struct {
	sql  string
	args []any
}

// insert writes the bookings that ids names, each unless it is there.
func (l *lenders) insert(franchise, customer uuid.UUID, ids ...uuid.UUID) wish {
	return wish{`insert into bookings (id, reference, user_id, motorcycle_id, franchise_id, start_datetime, end_datetime, billable_days,
			day_price_centimes, base_rental_centimes, total_centimes, status, booking_type, customer_location,
			full_refund_hours, partial_refund_hours, partial_refund_percent)
		select id, 'RH-' || left(id::text, 7), $2, $3, $4, '2026-05-01', '2026-05-02', 1, 1, 1, 1, 'COMPLETED', 'DELIVERY', 'Casablanca', 48, 24, 50
		from unnest($1::uuid[]) id on conflict do nothing`, []any{ids, customer, l.motorcycle, franchise}}
}

// draw is something that happens to bookings: they are made one by one or many at once, go, or become another's.
func (l *lenders) draw(t *rapid.T) wish {
	franchise := rapid.SampledFrom(l.franchises).Draw(t, "franchise")
	customer := rapid.SampledFrom(l.customers).Draw(t, "customer")
	booking := rapid.SampledFrom(l.bookings).Draw(t, "booking")
	switch rapid.IntRange(0, 12).Draw(t, "what") {
	case 0, 1, 2, 3:
		return l.insert(franchise, customer, booking)
	case 4, 5, 6:
		return wish{"delete from bookings where id = $1", []any{booking}}
	case 7:
		return wish{"update bookings set franchise_id = $2 where id = $1", []any{booking, franchise}}
	case 8:
		return wish{"update bookings set user_id = $2 where id = $1", []any{booking, customer}}
	case 9:
		return wish{"update bookings set user_id = $2, franchise_id = $3 where id = $1", []any{booking, customer, franchise}}
	case 10:
		return wish{"update bookings set franchise_id = $1", []any{franchise}}
	case 11:
		return l.insert(franchise, customer, l.bookings...)
	default:
		return wish{"delete from bookings", nil}
	}
}

var errTakenBack = errors.New("taken back")

// A franchise knows exactly the customers of its bookings, whatever happens to these at the same moment, is taken back or
// copied with the triggers off.
func TestWhoIsKnownIsWhoHasBooked(t *testing.T) {
	t.Parallel()
	config, err := pgxpool.ParseConfig(dbtest.URL(t))
	require.NoError(t, err)
	// Transactions that wait for one another are many here; the server takes a second to look otherwise.
	config.ConnConfig.RuntimeParams["deadlock_timeout"] = "10ms"
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	defer pool.Close()
	db := &postgres.DB{Pool: pool}
	l := newLenders(t, db)
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		for range rapid.IntRange(1, 4).Draw(t, "rounds") {
			var atOnce errgroup.Group
			for range rapid.IntRange(1, 4).Draw(t, "at once") {
				var wishes []wish
				for range rapid.IntRange(1, 2).Draw(t, "wishes") {
					wishes = append(wishes, l.draw(t))
				}
				mode := rapid.SampledFrom([]string{"origin", "replica"}).Draw(t, "mode")
				takenBack := rapid.IntRange(0, 4).Draw(t, "taken back") == 0
				atOnce.Go(func() error {
					err := db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
						if _, err := tx.Exec(ctx, "set local session_replication_role = "+mode); err != nil {
							return err
						}
						for _, w := range wishes {
							if _, err := tx.Exec(ctx, w.sql, w.args...); err != nil {
								return err
							}
						}
						if takenBack {
							return errTakenBack
						}
						return nil
					})
					if errors.Is(err, errTakenBack) {
						return nil
					}
					return err
				})
			}
			// Whoever loses against the others more often than it tries changes nothing either.
			if err := atOnce.Wait(); err != nil {
				require.ErrorContains(t, err, "deadlock")
			}
			if rapid.IntRange(0, 9).Draw(t, "emptied") == 0 {
				_, err := db.Exec(ctx, "truncate bookings cascade")
				require.NoError(t, err)
			}
			var wrong int
			require.NoError(t, db.QueryRow(ctx, `select count(*) from (select distinct franchise_id, user_id from bookings) booked
				full join franchise_customers known using (franchise_id, user_id)
				where booked is null or known is null`).Scan(&wrong))
			require.Zero(t, wrong)
		}
	})
}

// Two at once: a booking is written while the only other one of its customer there goes. Whoever takes away waits, and looks again.
func TestWhoIsKnownStaysKnownByANewBooking(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	l := newLenders(t, db)
	exec := func(ctx context.Context, tx pgx.Tx, w wish) error {
		_, err := tx.Exec(ctx, w.sql, w.args...)
		return err
	}
	require.NoError(t, db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		return exec(ctx, tx, l.insert(l.franchises[0], l.customers[0], l.bookings[0]))
	}))
	other, meanwhile := errgroup.WithContext(t.Context())
	require.NoError(t, db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		if err := exec(ctx, tx, l.insert(l.franchises[0], l.customers[0], l.bookings[1])); err != nil {
			return err
		}
		other.Go(func() error {
			return db.InTx(meanwhile, func(ctx context.Context, tx pgx.Tx) error {
				return exec(ctx, tx, wish{"delete from bookings where id = $1", []any{l.bookings[0]}})
			})
		})
		// Until the other waits for this one.
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		for waits := false; !waits; {
			err := db.QueryRow(ctx, "select exists (select from pg_stat_activity where datname = current_database() and $1 = any(pg_blocking_pids(pid)))",
				tx.Conn().PgConn().PID()).Scan(&waits)
			if err != nil {
				return err
			}
		}
		return nil
	}))
	require.NoError(t, other.Wait())
	var known bool
	require.NoError(t, db.QueryRow(t.Context(), "select exists (select from franchise_customers where franchise_id = $1 and user_id = $2)",
		l.franchises[0], l.customers[0]).Scan(&known))
	require.True(t, known)
}

// reads are the plans of everything that is asked of a database.
type reads struct{ statements []wish }

func (r *reads) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.statements = append(r.statements, wish{data.SQL, data.Args})
	return ctx
}

func (*reads) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// The people of a franchise are found without a look at its bookings, of which there may be a million.
func TestThePeopleOfAFranchiseAreFoundWithoutItsBookings(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	config, err := pgxpool.ParseConfig(url)
	require.NoError(t, err)
	plain, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	defer plain.Close()
	asked := &reads{}
	config = config.Copy()
	config.ConnConfig.Tracer = asked
	watched, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	defer watched.Close()
	l := newLenders(t, &postgres.DB{Pool: plain})
	w := l.insert(l.franchises[0], l.customers[1], l.bookings...)
	_, err = plain.Exec(t.Context(), w.sql, w.args...)
	require.NoError(t, err)

	staff := authz.Into(t.Context(), authz.Subject{UserID: uuid.New(), Role: authz.FranchiseAdmin, FranchiseID: &l.franchises[0]})
	found, total, err := newService(&postgres.DB{Pool: watched}).List(staff, user.ListInput{Page: listing.Page{Number: 1, Limit: 10}})
	require.NoError(t, err)
	require.Equal(t, listing.Total{Rows: 1}, total)
	require.Equal(t, l.customers[1], found[0].ID)
	require.NotEmpty(t, asked.statements)
	for _, statement := range asked.statements {
		rows, err := plain.Query(t.Context(), "explain "+statement.sql, statement.args...)
		require.NoError(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.NotContains(t, strings.Join(plan, "\n"), "bookings")
	}
}
