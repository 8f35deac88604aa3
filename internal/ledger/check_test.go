package ledger_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/money"
)

// corrupt writes what the database refuses from everybody else: no trigger, no foreign key.
func (w *world) corrupt(sql string) {
	w.t.Helper()
	require.NoError(w.t, w.inTx(func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local session_replication_role = replica"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, sql)
		return err
	}))
}

// payments are the ids of all of them.
func (w *world) payments() []uuid.UUID {
	w.t.Helper()
	rows, err := w.db.Query(context.Background(), "select id from payments")
	require.NoError(w.t, err)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	require.NoError(w.t, err)
	return ids
}

func (w *world) check() []ledger.Finding {
	w.t.Helper()
	findings, err := w.service().Check(context.Background())
	require.NoError(w.t, err)
	return findings
}

// TestCheckFindsEveryDisagreement breaks every invariant by hand, one at a time, on books that were right before.
func TestCheckFindsEveryDisagreement(t *testing.T) {
	t.Parallel()
	const transactionOf = "(select id from ledger_transactions where kind = '%')"
	with := func(sql, kind string) string {
		return strings.ReplaceAll(sql, "@", strings.ReplaceAll(transactionOf, "%", kind))
	}
	for name, c := range map[string]struct {
		sql  string
		want []string
	}{
		"a line is gone": {
			with("delete from ledger_lines where transaction_id = @ and account = 'CUSTOMER'", "PAYMENT_CAPTURED"),
			[]string{"transaction does not add up", "customer's account is open"},
		},
		"a line is another": {
			with("update ledger_lines set amount_centimes = amount_centimes + 1 where transaction_id = @ and account = 'GATEWAY'", "REFUND_DONE"),
			[]string{"transaction does not add up"},
		},
		"no lines": {
			with("delete from ledger_lines where transaction_id = @", "REFUND_DONE"), []string{"transaction does not add up", "refund and books disagree"},
		},
		"another sum": {
			"update ledger_transactions set earned_centimes = 1, commission_centimes = 1 where kind = 'REFUND_DONE'", []string{"transaction does not add up"},
		},
		"another's account": {
			"update ledger_lines set owner = gen_random_uuid()::text where account = 'FRANCHISE'", []string{"line on another's account"},
		},
		"another's transaction": {
			"update ledger_transactions set franchise_id = gen_random_uuid() where kind = 'REFUND_DONE'", []string{"line on another's account"},
		},
		"captured, not booked": {
			"delete from ledger_lines; delete from ledger_transactions",
			[]string{"payment and books disagree", "refund and books disagree", "booking without money"},
		},
		"booked, not captured": {
			"update payments set status = 'PROCESSING'", []string{"payment and books disagree", "payment's status and refunds disagree"},
		},
		"another amount was captured": {"update payments set amount_centimes = 90100, gateway_amount_centimes = 90100", []string{"payment and books disagree"}},
		"given back, not booked": {
			with("delete from ledger_lines where transaction_id = @", "REFUND_DONE") + "; delete from ledger_transactions where kind = 'REFUND_DONE'",
			[]string{"refund and books disagree"},
		},
		"booked, not given back": {
			"update payment_refunds set state = 'SENT'", []string{"refund and books disagree", "payment's status and refunds disagree"},
		},
		"failed, and booked as given back": {
			"update payment_refunds set state = 'FAILED'", []string{"refund and books disagree", "payment's status and refunds disagree"},
		},
		"failed, and not taken back": {
			"update payment_refunds set state = 'FAILED'; update payments set status = 'COMPLETED'", []string{"refund and books disagree"},
		},
		"taken back, and never done": {
			with("update ledger_transactions set kind = 'REFUND_REVERSED' where id = @", "REFUND_DONE") + `; update payment_refunds set state = 'FAILED';
				update payments set status = 'COMPLETED'`, []string{"refund and books disagree"},
		},
		"another amount was given back": {"update payment_refunds set amount_centimes = 1", []string{"refund and books disagree"}},
		"an unknown refund": {
			"insert into payment_refunds (id, payment_id, amount_centimes) select gen_random_uuid(), id, 5 from payments", []string{"refund and books disagree"},
		},
		"status without refunds":   {"update payments set status = 'COMPLETED'", []string{"payment's status and refunds disagree"}},
		"status of a whole refund": {"update payments set status = 'REFUNDED'", []string{"payment's status and refunds disagree"}},
		"earned, not booked": {
			with("delete from ledger_lines where transaction_id = @", "BOOKING_EARNED") + "; delete from ledger_transactions where kind = 'BOOKING_EARNED'",
			[]string{"customer's account is open", "commission is off", "booking without money"},
		},
		"more given back than came": {
			with("update ledger_lines set account = 'CUSTOMER', owner = (select user_id::text from bookings) where transaction_id = @ and account = 'FRANCHISE'", "REFUND_PROMISED"),
			[]string{"transaction does not add up", "customer's account is open", "commission is off"},
		},
		"another commission": {
			with("update ledger_lines set amount_centimes = amount_centimes + case account when 'FRANCHISE' then 1 else -1 end"+
				" where transaction_id = @ and account <> 'CUSTOMER'; update ledger_transactions set commission_centimes = commission_centimes + 1 where id = @", "BOOKING_EARNED"),
			[]string{"commission is off"},
		},
		"another commission back": {
			with("update ledger_lines set amount_centimes = amount_centimes + case account when 'FRANCHISE' then 1 else -1 end"+
				" where transaction_id = @ and account <> 'REFUND'; update ledger_transactions set commission_centimes = commission_centimes + 1 where id = @", "REFUND_PROMISED"),
			[]string{"commission is off"},
		},
		"paid, waiting to be": {
			"update bookings set status = 'PENDING_PAYMENT', hold_expires_at = now()", []string{"money without a booking"},
		},
		"paid, never confirmed": {
			"update bookings set status = 'CANCELLED_BY_USER'; delete from booking_transitions", []string{"money without a booking"},
		},
		"paid twice": {
			`insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency, status, processed_at)
				select gen_random_uuid(), booking_id, franchise_id, 100, 'MAD', 100, 'MAD', 'COMPLETED', now() from payments`,
			[]string{"payment and books disagree", "booking is paid twice"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.refunded(w.paid(), 450_00, "PARTIALLY_REFUNDED")
			require.Empty(t, w.check())
			w.corrupt(c.sql)
			rules, findings := []string{}, w.check()
			ofPayments := []ledger.Finding{}
			for _, payment := range w.payments() {
				ofPayments = append(ofPayments, w.books(payment).Findings...)
			}
			require.Subset(t, ofPayments, findings, "each payment is told of what is about it")
			require.Subset(t, findings, ofPayments)
			for _, f := range findings {
				require.NotEmpty(t, f.ID)
				require.NotEmpty(t, f.Detail)
				if !slices.Contains(rules, f.Name) {
					rules = append(rules, f.Name)
				}
			}
			require.ElementsMatch(t, c.want, rules)
		})
	}
}

// TestCheckKnowsWhatIsRight has what looks odd and is not.
func TestCheckKnowsWhatIsRight(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	byHand := w.rental(100_00)
	w.corrupt("update payments set status = 'CANCELLED', processed_at = null where id = '" + byHand.String() + "'")
	require.Len(t, w.check(), 1, "nobody confirmed it")
	w.exec("update booking_transitions set actor_id = $1", w.customer)
	require.Empty(t, w.check(), "somebody did by hand")

	payment := w.paid()
	w.failed(payment, 100_00)
	require.Empty(t, w.check(), "credit of a refund that failed")
	require.Equal(t, money.Amount(-100_00), w.balance(ledger.Customer, w.customer.String()))
	w.refunded(payment, 150_00, "PARTIALLY_REFUNDED")
	require.Empty(t, w.check(), "credit that went back after all")
	back := w.refunded(w.paid(), 900_00, "REFUNDED")
	var another uuid.UUID
	require.NoError(t, w.db.QueryRow(t.Context(), "select payment_id from payment_refunds where id = $1", back).Scan(&another))
	w.reversed(another, back, 900_00, "COMPLETED")
	require.Empty(t, w.check(), "credit of a refund that was taken back")
	require.Equal(t, money.Amount(-900_00), w.balance(ledger.Customer, w.customer.String()))
	require.Equal(t, money.Amount(900_00+750_00), w.balance(ledger.Gateway, "PAYZONE"), "the gateway has it again")
	w.refunded(another, 900_00, "REFUNDED")
	require.Empty(t, w.check())
	require.Zero(t, w.balance(ledger.Customer, w.customer.String()))
	require.Equal(t, money.Amount(-765_00+127_50), w.balance(ledger.Franchise, w.franchise.String()), "the franchise gave back 150.00 in all")
}

// TestTheCheckShouts has the nightly check tell the log and the gauges.
func TestTheCheckShouts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var log strings.Builder
	var unbalanced, checked float64
	service := ledger.New(w.db, w.clock, slog.New(slog.NewTextHandler(&log, nil)), ledger.Gauges{
		Unbalanced: func(n float64) { unbalanced = n }, Checked: func(n float64) { checked = n },
	})
	w.rental(100_00)
	require.NoError(t, service.Watch(t.Context()))
	require.InEpsilon(t, 2.0, unbalanced, 0)
	require.InEpsilon(t, float64(w.clock.Now().Unix()), checked, 0)
	require.Equal(t, 2, strings.Count(log.String(), "level=ERROR"))
	require.Contains(t, log.String(), "booking without money: booking")

	log.Reset()
	w.exec("select ledger_post_missing()")
	require.NoError(t, service.Watch(t.Context()))
	require.Zero(t, unbalanced)
	require.Empty(t, log.String())
}
