package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// What became of a gateway's news, as the events' history says it.
const (
	resultPaid      = "paid: the booking is confirmed"
	resultGoesBack  = "paid, but the booking could not take it: the money goes back"
	resultNoChange  = "nothing to change"
	resultUnmatched = "failed verification: "
)

// applyTx lets a payment become what a gateway says of it. It is safe to run twice, late and out of order: only an open
// payment can fail or end, and a genuine success is taken whatever was believed before (D15). b and payments, all those of
// the booking, are locked. It returns what it did, for the history.
func (s *Service) applyTx(ctx context.Context, tx pgx.Tx, b booking.Booking, payments []Payment, p Payment, o news) (string, error) {
	reason, err := s.mismatchTx(ctx, tx, p, o.Outcome)
	if err != nil {
		return "", err
	}
	if reason != "" {
		s.log.ErrorContext(ctx, "a gateway's message does not match its payment", "payment", p.ID, "reason", reason)
		s.alarmOnCommit(ctx, p, alarmMismatch)
		return resultUnmatched + reason, s.endTx(ctx, tx, p, move{
			to: Failed, note: Note{NoteMismatch, reason}, code: codeMismatch, reason: reason, said: o.said(),
		})
	}
	end := move{note: Note{NoteGatewaySays, o.Detail}, reason: o.Detail, transactionID: o.TransactionID, said: o.said()}
	switch o.State {
	case StatePaid:
		return s.completeTx(ctx, tx, b, payments, p, o)
	case StateDeclined:
		end.to, end.code = Failed, codeDeclined
	case StateError:
		end.to, end.code = Failed, codeGatewayError
	case StateCancelled:
		end.to, end.code = Cancelled, codeCancelled
	case StateRefunded:
		if p.Status.Open() {
			// Taken and given back before we heard of it: nothing is left to confirm a booking with.
			end.to, end.code = Cancelled, codeCancelled
			break
		}
		return "recorded: " + o.Detail, nil
	case StateRefundFailed:
		return s.refundFailedTx(ctx, tx, p, o)
	case StateDisputed:
		s.log.ErrorContext(ctx, "a payer disputes a payment: answer it in the gateway's back office", "payment", p.ID, "gateway", p.Gateway, "detail", o.Detail)
		s.alarmOnCommit(ctx, p, alarmDisputed)
		if o.event == nil && p.Status.Open() {
			// The gateway was asked and has no other word: nothing better will come.
			end.to, end.code = Cancelled, codeCancelled
			break
		}
		return "recorded: " + o.Detail, nil
	case StateOpen, StateApproved, StatePending:
		return "still open", nil
	case StateUnknown:
		s.log.WarnContext(ctx, "a gateway used a word that is not known", "payment", p.ID, "detail", o.Detail)
		return "recorded: not understood", nil
	default:
		return "", fmt.Errorf("payment %s: unexpected state %q", p.ID, o.State)
	}
	if !p.Status.Open() {
		return resultNoChange, nil
	}
	return string(end.to), s.endTx(ctx, tx, p, end)
}

// endTx makes a move that only an open payment can make.
func (s *Service) endTx(ctx context.Context, tx pgx.Tx, p Payment, m move) error {
	if !p.Status.Open() {
		return nil
	}
	_, err := s.moveTx(ctx, tx, p, m)
	return err
}

// mismatchTx compares what the gateway speaks of with what it was asked for (D15); "" when they agree.
func (s *Service) mismatchTx(ctx context.Context, tx pgx.Tx, p Payment, o Outcome) (string, error) {
	switch {
	case o.Mismatch != "":
		return o.Mismatch, nil
	case o.ChargeID != p.ID.String():
		return fmt.Sprintf("the charge is %q", o.ChargeID), nil
	case o.OrderID != "" && o.OrderID != p.BookingID.String():
		return fmt.Sprintf("the order is %q", o.OrderID), nil
	case o.Currency == "" && o.State == StatePaid:
		return "the message does not say how much was charged", nil
	case o.Currency != "" && (o.Currency != p.GatewayCurrency || o.Amount != p.GatewayAmount):
		return fmt.Sprintf("%s %s was charged, %s %s was asked for", o.Amount, o.Currency, p.GatewayAmount, p.GatewayCurrency), nil
	case o.TransactionID == "":
		return "", nil
	}
	taken, err := paymentdb.New(tx).TransactionTaken(ctx, paymentdb.TransactionTakenParams{
		Gateway: string(p.Gateway), GatewayTransactionID: o.TransactionID, ID: p.ID,
	})
	if err != nil {
		return "", fmt.Errorf("look for transaction %q: %w", o.TransactionID, err)
	}
	if taken {
		return fmt.Sprintf("transaction %q belongs to another payment", o.TransactionID), nil
	}
	return "", nil
}

// completeTx records that the money came, and confirms the booking with it. Money that the booking cannot take, because
// its motorcycle went to somebody else meanwhile (D7), because it was cancelled, because it is paid already, or because
// it was moved to a period that costs more, goes back in full; what it costs less by now goes back too. Refunds are
// written in the same transaction.
func (s *Service) completeTx(ctx context.Context, tx pgx.Tx, b booking.Booking, payments []Payment, p Payment, o news) (string, error) {
	if p.Status.Captured() {
		return resultNoChange, nil
	}
	step := move{to: Completed, note: Note{NoteGatewaySays, o.Detail}, transactionID: o.TransactionID, said: o.said()}
	if reason := unwanted(b, payments, p); reason != "" {
		step.surplus = true
		p, err := s.moveTx(ctx, tx, p, step)
		if err != nil {
			return "", err
		}
		return resultGoesBack, s.returnTx(ctx, tx, p, reason)
	}
	for _, other := range payments {
		if other.ID == p.ID {
			continue
		}
		if err := s.endTx(ctx, tx, other, move{to: Cancelled, note: Note{Code: NotePaidByAnother}, code: codeCancelled}); err != nil {
			return "", err
		}
	}
	p, err := s.moveTx(ctx, tx, p, step)
	if err != nil {
		return "", err
	}
	refused, err := s.confirmTx(ctx, tx, b, p)
	if err != nil {
		return "", err
	}
	if refused != "" {
		return resultGoesBack, s.returnTx(ctx, tx, p, refused)
	}
	if err := ledger.EarnedTx(ctx, tx, p.ID, min(p.Amount, b.Total), s.clock.Now()); err != nil {
		return "", err
	}
	if err := s.publishTx(ctx, tx, EventProcessed, p, Receipt{p.Amount, p.charged(p.GatewayAmount), true}); err != nil {
		return "", err
	}
	if p.Amount > b.Total {
		return resultPaid, s.requestRefundTx(ctx, tx, p, p.Amount-b.Total, Note{Code: ReasonCostsLess})
	}
	return resultPaid, nil
}

// returnTx gives money back that the booking could not take.
func (s *Service) returnTx(ctx context.Context, tx pgx.Tx, p Payment, reason NoteCode) error {
	if err := s.publishTx(ctx, tx, EventProcessed, p, Receipt{p.Amount, p.charged(p.GatewayAmount), false}); err != nil {
		return err
	}
	return s.requestRefundTx(ctx, tx, p, p.Amount, Note{Code: reason})
}

// unwanted says why money that came cannot pay b; "" when it can.
func unwanted(b booking.Booking, payments []Payment, p Payment) NoteCode {
	for _, other := range payments {
		if other.ID != p.ID && other.Status.Captured() && !other.Surplus {
			return ReasonPaidTwice
		}
	}
	if p.Amount < b.Total {
		return ReasonCostsMore
	}
	return ""
}

// confirmTx confirms the booking and returns "", or says why it cannot be.
func (s *Service) confirmTx(ctx context.Context, tx pgx.Tx, b booking.Booking, p Payment) (NoteCode, error) {
	note := "paid by payment " + p.ID.String()
	if b.Status == booking.PendingPayment {
		// It holds its motorcycle: nothing can be in the way.
		_, err := s.bookings.ConfirmPaidTx(ctx, tx, b, note)
		return "", err
	}
	// A savepoint: what a refused confirmation has written, or broken, is undone without the payment.
	inner, err := tx.Begin(ctx)
	if err != nil {
		return "", fmt.Errorf("set a savepoint: %w", err)
	}
	_, err = s.bookings.ConfirmPaidTx(ctx, inner, b, note)
	if err == nil {
		return "", inner.Commit(ctx)
	}
	if rollback := inner.Rollback(ctx); rollback != nil {
		return "", errors.Join(err, rollback)
	}
	switch errs.CodeOf(postgres.Translate(err)) {
	case "BOOKING_CONFLICT":
		return ReasonTaken, nil
	case "BOOKING_TRANSITION":
		return ReasonCameTooLate, nil
	}
	return "", err
}
