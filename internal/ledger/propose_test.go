package ledger_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
)

func (w *world) service() *ledger.Service {
	return ledger.New(w.db, w.clock, slog.New(slog.DiscardHandler), ledger.Gauges{})
}

// admin is somebody who may correct the books.
func (w *world) admin() context.Context {
	return authz.Into(context.Background(), authz.Subject{UserID: w.customer, Role: authz.Admin})
}

func (w *world) books(payment uuid.UUID) ledger.Books {
	w.t.Helper()
	books, err := w.service().BooksOf(w.admin(), payment)
	require.NoError(w.t, err)
	return books
}

// Whatever the books have lost of a payment is proposed so that, once it is posted, the check finds nothing.
func TestWhatIsLostIsProposed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, payment := range map[string]func() uuid.UUID{
		"paid": w.paid,
		"paid over the counter": func() uuid.UUID {
			payment := w.rental(100_01)
			w.exec("update payments set gateway = 'COUNTER', counter_method = 'CASH' where id = $1", payment)
			w.exec("select ledger_post_missing()")
			return payment
		},
		"given back in parts": func() uuid.UUID {
			payment := w.paid()
			w.refunded(payment, 333_33, "PARTIALLY_REFUNDED")
			w.refunded(payment, 566_67, "REFUNDED")
			return payment
		},
		"given back after a refund that failed": func() uuid.UUID {
			payment := w.paid()
			w.failed(payment, 100_01)
			w.refunded(payment, 150_02, "PARTIALLY_REFUNDED")
			return payment
		},
		"taken back, and given back again": func() uuid.UUID {
			payment := w.paid()
			w.reversed(payment, w.refunded(payment, 900_00, "REFUNDED"), 900_00, "COMPLETED")
			w.refunded(payment, 400_00, "PARTIALLY_REFUNDED")
			return payment
		},
		"of no use": func() uuid.UUID {
			payment := w.rental(200_00)
			w.exec("update payments set surplus = true, status = 'REFUNDED' where id = $1", payment)
			w.exec("update bookings set status = 'CANCELLED_BY_USER' where id = (select booking_id from payments where id = $1)", payment)
			w.exec("insert into payment_refunds (id, payment_id, amount_centimes, state) values ($1, $2, 20000, 'DONE')", uuid.Must(uuid.NewV7()), payment)
			w.exec("select ledger_post_missing()")
			return payment
		},
	} {
		for lost := 0; ; lost++ {
			payment := payment()
			require.Empty(t, w.books(payment).Findings, name)
			facts := len(w.books(payment).Postings)
			// One fact after the other, and in the end all of them.
			which := fmt.Sprintf("(select id from ledger_transactions where payment_id = '%s' order by id", payment)
			if lost < facts {
				which += fmt.Sprintf(" limit 1 offset %d", lost)
			}
			w.corrupt("create temporary table lost on commit drop as " + which[1:] + ";" +
				" delete from ledger_lines where transaction_id in (select id from lost); delete from ledger_transactions where id in (select id from lost)")
			before := w.books(payment)
			story := fmt.Sprintf("%s, without fact %d of %d", name, lost+1, facts)
			require.NotEmpty(t, before.Findings, story)
			require.NotEmpty(t, before.Proposals, story)
			for _, p := range before.Proposals {
				_, err := w.service().Correct(w.admin(), ledger.CorrectInput{
					PaymentID: payment, Corrects: p.Corrects, RefundID: p.RefundID, Lines: p.Lines, Reason: "Lost in a restore",
				})
				require.NoError(t, err, story)
			}
			after := w.books(payment)
			require.Empty(t, after.Findings, story)
			require.Empty(t, after.Proposals, story)
			if lost == facts {
				break
			}
		}
	}
	require.Empty(t, w.check())
}

// What somebody has to judge is found and not proposed; another payment's trouble is not this one's.
func TestWhatIsTooMuchIsNotProposed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	right, wrong := w.paid(), w.paid()
	_, err := w.service().Correct(w.admin(), ledger.CorrectInput{
		PaymentID: wrong, Corrects: ledger.PaymentCaptured, Reason: "By mistake",
		Lines: []ledger.Line{{Account: ledger.Gateway, Amount: 5_00}, {Account: ledger.Customer, Amount: -5_00}},
	})
	require.NoError(t, err)
	rules := []ledger.Rule{}
	for _, f := range w.books(wrong).Findings {
		rules = append(rules, f.Rule)
	}
	require.Equal(t, []ledger.Rule{ledger.PaymentBooked, ledger.CustomerSettled}, rules)
	require.Empty(t, w.books(wrong).Proposals)
	require.Empty(t, w.books(right).Findings)
	require.Len(t, w.books(right).Postings, 2)
	require.Equal(t, money.Amount(900_00), w.books(right).Postings[0].Lines[0].Amount)
}
