// Package demo makes demo data: franchises in real Moroccan cities, their fleets and extras, and a believable past and
// future of bookings and payments. Everything goes through the services, on a clock that runs through the past, so that
// no rule can be broken by it. The same day gives the same data. It writes no SQL beyond asking whether the database is
// empty and noting that it is being filled.
package demo

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/supplement"
	"rihla/internal/user"
)

// Password of every demo account.
const Password = "Rihla-demo-1" //nolint:gosec // announced to everyone, and refused in production

// Account is a demo account.
type Account struct {
	Email string
	Role  authz.Role
}

// Accounts are announced when the program starts.
var Accounts = []Account{
	{"admin@rihla.test", authz.Admin}, {"casablanca@rihla.test", authz.FranchiseAdmin},
	{"marrakech@rihla.test", authz.FranchiseAdmin}, {"rider@rihla.test", authz.Customer},
}

// Options are what the data is made with.
type Options struct {
	DB *postgres.DB
	// Now is when the story ends; its day in Casablanca decides every date.
	Now       time.Time
	Passwords user.Hasher
	Geocoder  parking.Geocoder
	Defaults  franchise.Defaults
	// Charged is told of every payment that was captured and not given back in full, so that whoever stands in for the
	// gateway knows of it when it is refunded later. Nil tells nobody.
	Charged func(Charge) error
	// FitLock activates a smart lock on a motorcycle. Nil: there are none.
	FitLock func(ctx context.Context, motorcycleID uuid.UUID, deviceID string) error
}

// Charge is a captured payment, as the gateway would know it.
type Charge struct {
	PaymentID     uuid.UUID
	BookingID     uuid.UUID
	CustomerID    uuid.UUID
	TransactionID string
	Amount        money.Amount
	Refunded      money.Amount
	Currency      string
	At            time.Time
}

// history is how many days before today the story begins.
const history = 90

// seed makes every draw the same at every run.
const seed = 2008

// Seed fills an empty database and says whether it did: one that has a franchise or an account is left alone, unless
// they are what an earlier Seed did not finish.
func Seed(ctx context.Context, o Options) (bool, error) {
	wanted, err := begin(ctx, o.DB, o.Now)
	if err != nil || !wanted {
		return false, err
	}
	db, err := hurried(ctx, o.DB)
	if err != nil {
		return false, err
	}
	defer db.Close()
	t := newTeller(db, o)
	ctx = authz.AsSystem(ctx, "demo data")
	for _, chapter := range []func(context.Context) error{t.openFranchises, t.hireStaff, t.stockExtras, t.buyFleet, t.liveThrough, t.settleAccounts, t.fitLocks} {
		if err := chapter(ctx); err != nil {
			return false, err
		}
	}
	if _, err := o.DB.Exec(ctx, "update demo_seeds set finished_at = $1", o.Now); err != nil {
		return false, fmt.Errorf("finish the demo data: %w", err)
	}
	return true, nil
}

// begin says whether demo data is wanted, and notes that it is being made. What an earlier run left half made is taken
// away first: nothing else is there, since the program serves nobody before its demo data is whole.
func begin(ctx context.Context, db *postgres.DB, now time.Time) (bool, error) {
	var wanted bool
	err := db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var filled, half bool
		err := tx.QueryRow(ctx, `
			select exists (select from franchises) or exists (select from users),
			       exists (select from demo_seeds where finished_at is null)`).Scan(&filled, &half)
		if err != nil {
			return fmt.Errorf("look whether the database is empty: %w", err)
		}
		if wanted = !filled || half; !wanted {
			return nil
		}
		if half {
			if _, err := tx.Exec(ctx, "truncate franchises, users cascade"); err != nil {
				return fmt.Errorf("clear half-made demo data: %w", err)
			}
		}
		_, err = tx.Exec(ctx, `
			insert into demo_seeds (started_at) values ($1)
			on conflict (only_one) do update set started_at = excluded.started_at, finished_at = null`, now)
		return err
	})
	return wanted, err
}

// hurried is a small pool of its own whose commits do not wait for the disk: demo data that a crash loses is made again.
func hurried(ctx context.Context, db *postgres.DB) (*postgres.DB, error) {
	config := db.Config()
	config.MaxConns, config.MinConns = 2, 0
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "off"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to fill the database: %w", err)
	}
	return &postgres.DB{Pool: pool}, nil
}

// teller tells the story: the services on its own clock, and what it has made so far.
type teller struct {
	options     Options
	now         time.Time
	today       time.Time // midnight on the wall clock of Casablanca
	clock       *clock.Fake
	random      *rand.Rand
	jobs        *jobs
	gateway     *gateway
	users       *user.Service
	franchises  *franchise.Service
	parking     *parking.Service
	supplements *supplement.Service
	motorcycles *motorcycle.Service
	bookings    *booking.Service
	payments    *payment.Service

	cities    []*city
	platform  []uuid.UUID // paid extras of the whole platform
	features  map[string]uuid.UUID
	fleet     []*bike
	customers []*customer
	staff     *authz.Subject // the administrator, for what staff do
}

func newTeller(db *postgres.DB, o Options) *teller {
	now := o.Now.UTC().Truncate(time.Microsecond)
	today := clock.Wall(now).Truncate(24 * time.Hour)
	at := clock.NewFake(clock.FromWall(today.AddDate(0, 0, -history)))
	t := &teller{
		options: o, now: now, today: today, clock: at, random: rand.New(rand.NewPCG(seed, seed)), //nolint:gosec // demo data, the same at every run
		jobs: &jobs{}, gateway: &gateway{}, features: map[string]uuid.UUID{}, cities: cities(),
	}
	t.users = user.New(db, at, &onePassword{hasher: o.Passwords}, nil, nil)
	t.franchises = franchise.New(db, at, o.Defaults, nil)
	t.parking = parking.New(db, at, o.Geocoder)
	t.supplements = supplement.New(db, at)
	occupied := calendar.New(db, at)
	t.motorcycles = motorcycle.New(db, at, t.franchises, occupied, nil)
	t.bookings = booking.New(booking.Deps{
		DB: db, Clock: at, Calendar: occupied, Motorcycles: t.motorcycles, Supplements: t.supplements,
		Franchises: t.franchises, Parking: t.parking, Users: t.users,
	})
	t.payments = payment.New(db, t.bookings, t.jobs, at, slog.New(slog.DiscardHandler), payment.Config{BaseURL: "http://localhost"}, t.gateway)
	return t
}

// instant is a wall-clock time on a day counted from today.
func (t *teller) instant(day int, hour float64) time.Time {
	return clock.FromWall(t.today.AddDate(0, 0, day).Add(time.Duration(hour * float64(time.Hour))))
}

// onePassword hashes the one demo password once: the right hash takes long on purpose.
type onePassword struct {
	hasher user.Hasher
	hash   string
}

// Hash implements user.Hasher.
func (o *onePassword) Hash(ctx context.Context, password string) (string, error) {
	if password != Password {
		return o.hasher.Hash(ctx, password)
	}
	if o.hash == "" {
		hash, err := o.hasher.Hash(ctx, password)
		if err != nil {
			return "", err
		}
		o.hash = hash
	}
	return o.hash, nil
}

// between draws from least to most.
func (t *teller) between(least, most int) int { return least + t.random.IntN(most-least+1) }

// chance is true in percent of a hundred cases.
func (t *teller) chance(percent int) bool { return t.random.IntN(100) < percent }

func pick[T any](t *teller, from []T) T { return from[t.random.IntN(len(from))] }
