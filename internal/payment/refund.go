package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/money"
)

// RefundState is where a refund stands.
type RefundState string

// The states.
const (
	// RefundRequested: promised, not asked yet. RefundSent: asked, answer unknown.
	RefundRequested RefundState = "REQUESTED"
	RefundSent      RefundState = "SENT"
	// RefundDone: the gateway gave the money back. It may take that back for some weeks, when the payer's bank did not take it.
	RefundDone RefundState = "DONE"
	// RefundFailed is final: the money is still there, and may be given back by another refund.
	RefundFailed RefundState = "FAILED"
)

// RefundStates lists them in the order of a refund's life.
var RefundStates = []RefundState{RefundRequested, RefundSent, RefundDone, RefundFailed}

const (
	// refundLease is how long whoever sent a refund has it alone: longer than a job may run, so that nobody looks for it
	// at the gateway, and sends it again, while it is still on its way there.
	refundLease = 2 * time.Minute
	// shortestTurn and longestTurn bound how long a refund waits before it looks whether the one before it is settled, which
	// most are at once: as long again as that one has been under way.
	shortestTurn, longestTurn = 3 * time.Second, time.Minute
	// refundPoll is how long to wait before a refund that is under way is asked about again.
	refundPoll = 5 * time.Minute
)

// requestRefundTx promises to give amount of a captured payment back, as far as it was not promised before, and starts
// the work. p is locked.
func (s *Service) requestRefundTx(ctx context.Context, tx pgx.Tx, p Payment, amount money.Amount, reason Note) error {
	left, err := s.leftTx(ctx, tx, p)
	if err != nil {
		return err
	}
	amount = min(amount, left.price)
	if amount <= 0 {
		return nil
	}
	id := uuid.Must(uuid.NewV7())
	if err := s.insertRefundTx(ctx, tx, id, p, left, amount, reason); err != nil {
		return err
	}
	if p.Gateway == Counter {
		return nil // it is handed out by people: PayOut
	}
	return s.startTx(ctx, tx, RefundArgs{RefundID: id}, time.Time{})
}

// left is what of a captured payment was neither given back nor promised to be: of its price, in dirham, and of what was
// charged.
type left struct{ price, charged money.Amount }

// charge is what giving back amount of a price means in the currency that was charged. All refunds so far, with this one,
// come to their sum by the payment's rate, rounded half up, so that roundings do not add up; the last one takes all that is
// left. An amount of less than half of that currency's smallest unit comes to nothing, and to something with the next.
func (l left) charge(p Payment, amount money.Amount) money.Amount {
	if p.Rate == nil {
		return amount
	}
	if amount == l.price {
		return l.charged
	}
	whole := p.Rate.Convert(p.Amount - l.price + amount)
	return min(max(whole-(p.GatewayAmount-l.charged), 0), l.charged)
}

// leftTx is what is left of a captured payment. p is locked.
func (s *Service) leftTx(ctx context.Context, tx pgx.Tx, p Payment) (left, error) {
	earlier, err := paymentdb.New(tx).RefundsOfPayment(ctx, p.ID)
	if err != nil {
		return left{}, fmt.Errorf("read the refunds of payment %s: %w", p.ID, err)
	}
	l := left{price: p.Amount, charged: p.GatewayAmount}
	for _, refund := range earlier {
		if RefundState(refund.State) != RefundFailed {
			l.price -= refund.AmountCentimes
			l.charged -= chargedBack(refund)
		}
	}
	return l, nil
}

// chargedBack is what a refund gives back in the currency that was charged.
func chargedBack(r paymentdb.PaymentRefund) money.Amount {
	if r.GatewayAmountCentimes != nil {
		return *r.GatewayAmountCentimes
	}
	return r.AmountCentimes
}

func (s *Service) insertRefundTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, p Payment, l left, amount money.Amount, reason Note) error {
	now := s.clock.Now()
	var charged *money.Amount
	if p.Rate != nil {
		charged = new(l.charge(p, amount))
	}
	_, err := paymentdb.New(tx).InsertRefund(ctx, paymentdb.InsertRefundParams{
		ID: id, PaymentID: p.ID, AmountCentimes: amount, GatewayAmountCentimes: charged, Reason: reason.String(), ReasonCode: optional(string(reason.Code)), RequestedBy: authz.From(ctx).Actor(), Now: now,
	})
	if err != nil {
		return fmt.Errorf("request a refund of payment %s: %w", p.ID, err)
	}
	return ledger.PromisedTx(ctx, tx, p.ID, id, amount, now)
}

// refundWork is one refund with the payment that it is of and what was given back before it, in the currency that was
// charged.
type refundWork struct {
	refund  paymentdb.PaymentRefund
	payment Payment
	before  money.Amount
	// resumed says that it was SENT before: the gateway may have carried it out.
	resumed bool
}

// ProcessRefund gives one refund back at its gateway, once: it records that it asks before it does, and when it finds
// that it had asked already it looks at the gateway's refunds before it asks again. A duration means: not finished, call
// again after that. An error means that the gateway or the database failed: call again too.
func (s *Service) ProcessRefund(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	ctx = authz.AsSystem(ctx, "payments")
	work, wait, err := s.takeRefund(ctx, id)
	if err != nil || wait > 0 || RefundState(work.refund.State) != RefundSent {
		return wait, err
	}
	gateway, ok := s.gateways[work.payment.Gateway]
	if !ok {
		return 0, Fail(Temporary, "%s is not configured", work.payment.Gateway)
	}
	if work.resumed {
		settled, wait, err := s.lookForRefund(ctx, gateway, work)
		if settled || wait > 0 || err != nil {
			return wait, err
		}
	}
	if chargedBack(work.refund) == 0 {
		// Less than the currency can express: a later refund makes up for it.
		return 0, s.finishRefund(ctx, work, refundEnd{to: RefundDone})
	}
	failpoint.Reached(failpoint.RefundMarked)
	answer, err := gateway.Refund(ctx, RefundInput{
		Ref: work.payment.ref(), Key: id.String(), Amount: chargedBack(work.refund), Currency: work.payment.GatewayCurrency,
	})
	failpoint.Reached(failpoint.RefundAnswered)
	switch {
	case errors.Is(err, ErrUnknownCharge):
		return 0, s.finishRefund(ctx, work, refundEnd{to: RefundFailed, reason: err.Error(), answer: answerOf(err)})
	case permanent(err):
		// Refused, but perhaps because an earlier try had got through.
		settled, wait, asked := s.lookForRefund(ctx, gateway, work)
		if settled || wait > 0 || asked != nil {
			return wait, asked
		}
		return 0, s.finishRefund(ctx, work, refundEnd{to: RefundFailed, reason: err.Error(), answer: answerOf(err)})
	case err != nil:
		return retryWait(err), ignoreRetryAfter(err)
	case !answer.Done:
		return refundPoll, nil
	}
	return 0, s.finishRefund(ctx, work, refundEnd{to: RefundDone, gatewayID: answer.ID, answer: answer.Answer})
}

// takeRefund marks a refund as SENT and takes the lease on it; a duration means that somebody else has it. One that follows
// another refund of the same payment waits for it, so that the gateway's sum says which of them were carried out.
func (s *Service) takeRefund(ctx context.Context, id uuid.UUID) (refundWork, time.Duration, error) {
	var (
		work refundWork
		wait time.Duration
	)
	q := paymentdb.New(s.db)
	refund, err := q.GetRefund(ctx, id)
	if err != nil {
		return work, 0, fmt.Errorf("read refund %s: %w", id, err)
	}
	row, err := q.GetPayment(ctx, refund.PaymentID)
	if err != nil {
		return work, 0, fmt.Errorf("read payment %s: %w", refund.PaymentID, err)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		work, wait = refundWork{}, 0
		_, payments, err := s.lockTx(ctx, tx, row.BookingID)
		if err != nil {
			return err
		}
		if work.payment, err = pick(payments, row.ID); err != nil {
			return err
		}
		refunds, err := paymentdb.New(tx).RefundsOfPayment(ctx, row.ID)
		if err != nil {
			return fmt.Errorf("read the refunds of payment %s: %w", row.ID, err)
		}
		var turn time.Duration
		for _, r := range refunds {
			switch {
			case r.ID == id:
				work.refund = r
			case RefundState(r.State) == RefundDone:
				work.before += chargedBack(r)
			case RefundState(r.State) == RefundSent:
				turn = min(max(s.clock.Now().Sub(r.UpdatedAt), shortestTurn), longestTurn)
			}
		}
		switch RefundState(work.refund.State) {
		case RefundSent:
			if wait = refundLease - s.clock.Now().Sub(work.refund.UpdatedAt); wait > 0 {
				return nil
			}
			work.resumed, wait = true, 0
			return s.moveRefundTx(ctx, tx, id, RefundSent, refundEnd{to: RefundSent})
		case RefundRequested:
			if turn > 0 {
				wait = turn
				return nil
			}
			work.refund.State = string(RefundSent)
			err = s.moveRefundTx(ctx, tx, id, RefundRequested, refundEnd{to: RefundSent})
			failpoint.Reached(failpoint.RefundMarking)
			return err
		case RefundDone, RefundFailed:
		}
		return nil
	})
	return work, wait, err
}

// lookForRefund finds out whether a refund that was sent is settled; a duration means that it is under way.
func (s *Service) lookForRefund(ctx context.Context, gateway Gateway, work refundWork) (bool, time.Duration, error) {
	if teller, tells := gateway.(RefundTeller); tells {
		return s.lookUpRefund(ctx, teller, work)
	}
	outcome, err := gateway.Status(ctx, work.payment.ref())
	switch {
	case errors.Is(err, ErrUnknownCharge):
		return true, 0, s.finishRefund(ctx, work, refundEnd{to: RefundFailed, reason: err.Error(), answer: answerOf(err)})
	case err != nil:
		return false, retryWait(err), ignoreRetryAfter(err)
	case outcome.Refunded >= work.before+chargedBack(work.refund):
		return true, 0, s.finishRefund(ctx, work, refundEnd{to: RefundDone, answer: outcome.Answer})
	case outcome.RefundPending > 0:
		return false, refundPoll, nil
	}
	return false, 0, nil
}

// refundEnd is a step of a refund with what goes with it.
type refundEnd struct {
	to RefundState
	// gatewayID is the gateway's own name for the refund, reason its words when it refused.
	gatewayID, reason string
	// answer is all that it said, or event the callback that said so.
	answer []byte
	event  *uuid.UUID
}

func (e refundEnd) said() saying { return saying{e.event, e.answer} }

// finishRefund writes how a refund ended, and what that makes of its payment.
func (s *Service) finishRefund(ctx context.Context, work refundWork, end refundEnd) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, payments, err := s.lockTx(ctx, tx, work.payment.BookingID)
		if err != nil {
			return err
		}
		p, err := pick(payments, work.payment.ID)
		if err != nil {
			return err
		}
		refund, err := paymentdb.New(tx).GetRefund(ctx, work.refund.ID)
		if err != nil || RefundState(refund.State) != RefundSent {
			return err
		}
		if end.to == RefundFailed {
			return s.failRefundTx(ctx, tx, p, refund, end)
		}
		if err := s.moveRefundTx(ctx, tx, refund.ID, RefundSent, end); err != nil {
			return err
		}
		if err := ledger.RefundedTx(ctx, tx, p.ID, refund.ID, refund.AmountCentimes, s.clock.Now()); err != nil {
			return err
		}
		if err := s.publishTx(ctx, tx, EventRefunded, p, Return{refund.AmountCentimes, p.charged(chargedBack(refund))}); err != nil {
			return err
		}
		err = s.markRefundedTx(ctx, tx, p, NoteGivenBack, end)
		failpoint.Reached(failpoint.RefundWriting)
		return err
	})
	failpoint.Reached(failpoint.RefundWritten)
	return err
}

// markRefundedTx brings the payment's status in step with what was given back (specification section 4), of which note tells.
func (s *Service) markRefundedTx(ctx context.Context, tx pgx.Tx, p Payment, note NoteCode, end refundEnd) error {
	refunds, err := paymentdb.New(tx).RefundsOfPayment(ctx, p.ID)
	if err != nil {
		return fmt.Errorf("read the refunds of payment %s: %w", p.ID, err)
	}
	var total money.Amount
	for _, refund := range refunds {
		if RefundState(refund.State) == RefundDone {
			total += refund.AmountCentimes
		}
	}
	to := PartiallyRefunded
	switch {
	case total == 0:
		to = Completed
	case total >= p.Amount:
		to = Refunded
	}
	if p.Status == to {
		return nil
	}
	_, err = s.moveTx(ctx, tx, p, move{to: to, note: Note{note, total.String()}, said: end.said()})
	return err
}

func (s *Service) moveRefundTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, from RefundState, end refundEnd) error {
	moved, err := paymentdb.New(tx).MoveRefund(ctx, paymentdb.MoveRefundParams{
		ID: id, FromState: string(from), ToState: string(end.to), GatewayRefundID: optional(end.gatewayID),
		FailureReason: optional(truncate(end.reason)), GatewayAnswer: end.said().kept(), Now: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("move refund %s to %s: %w", id, end.to, err)
	}
	if moved == 0 {
		return fmt.Errorf("refund %s is no longer %s", id, from)
	}
	return nil
}

// retryWait is the time that a gateway asked us to wait; 0 when it did not.
func retryWait(err error) time.Duration {
	if e, ok := errors.AsType[*GatewayError](err); ok && e.Class == RetryAfter {
		return max(e.Wait, time.Second)
	}
	return 0
}

// ignoreRetryAfter is nil for an error that only asks to wait.
func ignoreRetryAfter(err error) error {
	if retryWait(err) > 0 {
		return nil
	}
	return err
}
