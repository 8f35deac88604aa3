package ledger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// world is books on a real database, with bookings and payments written as the program leaves them.
type world struct {
	t          *testing.T
	db         *postgres.DB
	clock      *clock.Fake
	franchise  uuid.UUID
	customer   uuid.UUID
	motorcycle uuid.UUID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{
		t: t, db: &postgres.DB{Pool: dbtest.New(t)}, clock: clock.NewFake(time.Date(2026, 6, 1, 9, 0, 0, 0, time.UTC)),
		customer: uuid.New(), motorcycle: uuid.New(),
	}
	w.franchise = w.addFranchise()
	w.exec(`insert into users (id, email, password_hash, first_name, last_name) values ($1, 'salma@rihla.test', '-', 'Salma', 'Idrissi')`, w.customer)
	w.exec(`insert into motorcycles (id, registration_number, make, model, year, base_price_centimes, franchise_id)
		values ($1, 'A-1', 'Yamaha', 'MT-07', 2024, 45000, $2)`, w.motorcycle, w.franchise)
	return w
}

// addFranchise adds one that leaves 15 % to the platform.
func (w *world) addFranchise() uuid.UUID {
	w.t.Helper()
	id := uuid.New()
	w.exec(`insert into franchises (id, name, code, status, contact_email, commission_rate)
		values ($1, 'Casablanca', $2, 'ACTIVE', 'casablanca@rihla.test', 0.15)`, id, strings.ToUpper(id.String()[:8]))
	return id
}

func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	_, err := w.db.Exec(context.Background(), sql, args...)
	require.NoError(w.t, err)
}

// try is exec for what the database refuses.
func (w *world) try(sql string, args ...any) error {
	_, err := w.db.Exec(context.Background(), sql, args...)
	return err
}

func (w *world) inTx(work func(ctx context.Context, tx pgx.Tx) error) error {
	return w.db.InTx(context.Background(), work)
}

// rental writes a booking that is over, and the payment of amount that paid it, whose id comes back, and no word of
// it in the books.
func (w *world) rental(amount money.Amount) uuid.UUID {
	w.t.Helper()
	booking, payment := uuid.New(), uuid.New()
	w.exec(`insert into bookings (id, reference, user_id, motorcycle_id, franchise_id, start_datetime, end_datetime, billable_days,
			day_price_centimes, base_rental_centimes, total_centimes, status, booking_type, customer_location,
			full_refund_hours, partial_refund_hours, partial_refund_percent)
		values ($1, $2, $3, $4, $5, '2026-05-01', '2026-05-02', 1, $6, $6, $6, 'COMPLETED', 'DELIVERY', 'Casablanca', 48, 24, 50)`,
		booking, "RH-"+booking.String()[:7], w.customer, w.motorcycle, w.franchise, amount)
	w.exec(`insert into booking_transitions (booking_id, from_status, to_status) values ($1, 'PENDING_PAYMENT', 'CONFIRMED')`, booking)
	w.exec(`insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency, status, processed_at)
		values ($1, $2, $3, $4, 'MAD', $4, 'MAD', 'COMPLETED', $5)`, payment, booking, w.franchise, amount, w.clock.Now())
	return payment
}

// paid is a rental of 900.00 with its entries in the books.
func (w *world) paid() uuid.UUID {
	w.t.Helper()
	const amount money.Amount = 900_00
	payment := w.rental(amount)
	require.NoError(w.t, w.inTx(func(ctx context.Context, tx pgx.Tx) error {
		if err := ledger.CapturedTx(ctx, tx, payment, amount, w.clock.Now()); err != nil {
			return err
		}
		return ledger.EarnedTx(ctx, tx, payment, amount, w.clock.Now())
	}))
	return payment
}

// refunded gives amount of a payment back, in tables and books.
func (w *world) refunded(payment uuid.UUID, amount money.Amount, status string) uuid.UUID {
	w.t.Helper()
	w.exec(`update payments set status = $2 where id = $1`, payment, status)
	return w.refund(payment, amount, "DONE", ledger.RefundedTx)
}

// failed has the gateway refuse to give amount of a payment back.
func (w *world) failed(payment uuid.UUID, amount money.Amount) {
	w.t.Helper()
	w.refund(payment, amount, "FAILED", ledger.RefundFailedTx)
}

// reversed has the gateway take a refund back that it had done.
func (w *world) reversed(payment, refund uuid.UUID, amount money.Amount, status string) {
	w.t.Helper()
	w.exec(`update payments set status = $2 where id = $1`, payment, status)
	w.exec(`update payment_refunds set state = 'FAILED' where id = $1`, refund)
	require.NoError(w.t, w.inTx(func(ctx context.Context, tx pgx.Tx) error {
		return ledger.RefundReversedTx(ctx, tx, payment, refund, amount, w.clock.Now())
	}))
}

func (w *world) refund(payment uuid.UUID, amount money.Amount, state string,
	end func(ctx context.Context, tx pgx.Tx, paymentID, refundID uuid.UUID, amount money.Amount, at time.Time) error,
) uuid.UUID {
	w.t.Helper()
	id := uuid.New()
	w.exec(`insert into payment_refunds (id, payment_id, amount_centimes, state) values ($1, $2, $3, $4)`, id, payment, amount, state)
	require.NoError(w.t, w.inTx(func(ctx context.Context, tx pgx.Tx) error {
		if err := ledger.PromisedTx(ctx, tx, payment, id, amount, w.clock.Now()); err != nil {
			return err
		}
		return end(ctx, tx, payment, id, amount, w.clock.Now())
	}))
	return id
}

// balance is what stands on an account.
func (w *world) balance(account ledger.Account, owner string) money.Amount {
	w.t.Helper()
	var sum money.Amount
	require.NoError(w.t, w.db.QueryRow(context.Background(),
		`select coalesce(sum(amount_centimes), 0)::bigint from ledger_lines where account = $1 and owner = $2`, account, owner).Scan(&sum))
	return sum
}
