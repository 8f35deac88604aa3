package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/payment"
	"rihla/internal/platform/postgres"
)

// undone runs work in a transaction that leaves nothing behind.
func (w *world) undone(t *testing.T, work func(tx pgx.Tx) error) error {
	t.Helper()
	tx, err := w.db.Begin(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, tx.Rollback(context.WithoutCancel(t.Context()))) }()
	return work(tx)
}

// The database takes the steps of the table and refuses all others, whoever writes them.
func TestTheDatabaseKnowsTheTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	for _, from := range payment.Statuses {
		for _, to := range payment.Statuses {
			err := w.undone(t, func(tx pgx.Tx) error {
				// As an import would: no trigger looks.
				_, err := tx.Exec(t.Context(), "set local session_replication_role = replica")
				require.NoError(t, err)
				_, err = tx.Exec(t.Context(), "update payments set status = $2, processed_at = now() where id = $1", p.ID, from)
				require.NoError(t, err)
				_, err = tx.Exec(t.Context(), "set local session_replication_role = origin")
				require.NoError(t, err)
				_, err = tx.Exec(t.Context(), "update payments set status = $2 where id = $1", p.ID, to)
				return err
			})
			refused := from != to && !from.CanBecome(to)
			require.Equal(t, refused, postgres.Violates(err, "payments_steps"), "%s to %s: %v", from, to, err)
			require.Equal(t, refused, err != nil, "%s to %s: %v", from, to, err)
		}
	}
}

// So it is with refunds: one that failed stays so, one that was done may have failed after all.
func TestTheDatabaseKnowsTheStepsOfRefunds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	w.say(t, w.bank.pay(p))
	w.drain(t)
	allowed := map[[2]payment.RefundState]bool{{"REQUESTED", "SENT"}: true, {"SENT", "DONE"}: true, {"SENT", "FAILED"}: true, {"DONE", "FAILED"}: true}
	for _, from := range payment.RefundStates {
		for _, to := range payment.RefundStates {
			err := w.undone(t, func(tx pgx.Tx) error {
				_, err := tx.Exec(t.Context(), `insert into payment_refunds (id, payment_id, amount_centimes, state)
					values (gen_random_uuid(), $1, 1, $2)`, p.ID, from)
				require.NoError(t, err)
				_, err = tx.Exec(t.Context(), "update payment_refunds set state = $2 where payment_id = $1", p.ID, to)
				return err
			})
			refused := from != to && !allowed[[2]payment.RefundState{from, to}]
			require.Equal(t, refused, postgres.Violates(err, "payment_refunds_steps"), "%s to %s: %v", from, to, err)
			require.Equal(t, refused, err != nil, "%s to %s: %v", from, to, err)
		}
	}
}

// Nobody rewrites what has happened.
func TestTheHistoryIsOnlyAddedTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.book(t)
	for _, sql := range []string{"update payment_transitions set note = 'another'", "delete from payment_transitions"} {
		_, err := w.db.Exec(t.Context(), sql)
		require.ErrorContains(t, err, "only ever added to")
	}
}

// Every step says who, when and why, and what the gateway said that led to it: in the callback, or when it was asked.
func TestHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.clock.Advance(time.Minute)
	declined := w.bank.decline(p)
	w.say(t, declined)
	w.drain(t)
	// The bank thinks better of it, and nobody tells us.
	w.clock.Advance(10 * time.Minute)
	paid := w.bank.pay(p)
	require.NoError(t, w.payments.Reconcile(context.Background()))
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.drain(t)

	steps, err := w.payments.History(w.admin(), p.ID)
	require.NoError(t, err)
	require.Len(t, steps, 5)
	opened, handed, failed, completed, refunded := steps[0], steps[1], steps[2], steps[3], steps[4]
	require.Equal(t, []payment.Status{"", payment.Pending, payment.Processing, payment.Failed, payment.Completed},
		[]payment.Status{opened.From, handed.From, failed.From, completed.From, refunded.From})
	require.Equal(t, []payment.Status{payment.Pending, payment.Processing, payment.Failed, payment.Completed, payment.Refunded},
		[]payment.Status{opened.To, handed.To, failed.To, completed.To, refunded.To})

	require.Equal(t, w.customer, *opened.ActorID)
	require.Empty(t, opened.Said)
	require.Empty(t, handed.Said, "a launch at Payzone is a form that we sign")
	require.Nil(t, failed.ActorID, "the program itself")
	require.NotNil(t, failed.EventID)
	require.JSONEq(t, string(declined), failed.Said)
	require.True(t, p.CreatedAt.Add(time.Minute).Equal(failed.At))
	require.Equal(t, payment.NoteGatewaySays, *failed.NoteCode)
	require.Contains(t, *failed.NoteValue, "DECLINED")
	require.Equal(t, "the gateway says "+*failed.NoteValue, failed.Note)
	require.Equal(t, payment.NoteOpened, *opened.NoteCode)
	require.Nil(t, opened.NoteValue)
	require.Nil(t, completed.EventID, "it was asked")
	require.JSONEq(t, string(paid), completed.Said)
	require.Contains(t, refunded.Said, `"type":"REFUND","state":"APPROVED"`)
	require.Equal(t, payment.NoteGivenBack, *refunded.NoteCode)
	require.Equal(t, p.Amount.String()+" given back", refunded.Note)
	require.Equal(t, p.Amount.String(), *refunded.NoteValue)

	refunds, err := w.payments.Refunds(w.admin(), p.ID)
	require.NoError(t, err)
	require.Len(t, refunds, 1)
	require.Equal(t, refunded.Said, *refunds[0].Said)
	require.Equal(t, payment.ReasonCancelled, *refunds[0].ReasonCode)
	require.Equal(t, "the booking was cancelled", refunds[0].Reason)

	_, err = w.payments.History(as(w.stranger), p.ID)
	require.ErrorIs(t, err, payment.ErrNotFound)
}

// A refusal is kept with the refund that it ended.
func TestWhatAGatewaySaidOfARefusedRefund(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.say(t, w.bank.pay(p))
	w.drain(t)
	w.bank.refuse = true
	_, err := w.payments.Cancel(as(w.customer), b.ID)
	require.NoError(t, err)
	w.drain(t)
	refunds, err := w.payments.Refunds(w.admin(), p.ID)
	require.NoError(t, err)
	require.Equal(t, "FAILED", string(refunds[0].State))
	require.JSONEq(t, `{"status":"KO"}`, *refunds[0].Said)
}

// No history keeps more of an answer than it may.
func TestLongAnswersAreCut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	insert := `insert into payment_transitions (payment_id, to_status, gateway_answer) values ($1, 'PENDING', repeat('x', $2))`
	_, err := w.db.Exec(t.Context(), insert, p.ID, 16<<10)
	require.NoError(t, err)
	_, err = w.db.Exec(t.Context(), insert, p.ID, 16<<10+1)
	require.True(t, postgres.Violates(err, "payment_transitions_gateway_answer_check"), "%v", err)
}
