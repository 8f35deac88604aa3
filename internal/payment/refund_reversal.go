package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/failpoint"
)

// reversalWindow is for how long a refund that is done is still asked about: a bank returns what it cannot credit within
// weeks, and the callback that says so may be lost.
const reversalWindow = 35 * 24 * time.Hour

// lookUpRefund finds out what became of a refund that was sent, at a gateway that tells of each; a duration means that it is
// under way.
func (s *Service) lookUpRefund(ctx context.Context, teller RefundTeller, work refundWork) (bool, time.Duration, error) {
	all, answer, err := teller.Refunds(ctx, work.payment.ref())
	switch {
	case errors.Is(err, ErrUnknownCharge):
		return true, 0, s.finishRefund(ctx, work, refundEnd{to: RefundFailed, reason: err.Error(), answer: answerOf(err)})
	case err != nil:
		return false, retryWait(err), ignoreRetryAfter(err)
	}
	news, found := named(all, work.refund)
	switch {
	case !found:
		return false, 0, nil
	case news.State == RefundSent:
		return false, refundPoll, nil
	}
	return true, 0, s.finishRefund(ctx, work, refundEnd{to: news.State, gatewayID: news.ID, reason: news.Reason, answer: answer})
}

// named finds what a gateway says of a refund.
func named(all []RefundNews, refund paymentdb.PaymentRefund) (RefundNews, bool) {
	for _, news := range all {
		if news.about(refund) {
			return news, true
		}
	}
	return RefundNews{}, false
}

// about tells whether the news are of a refund: by the key that it was asked for with, else by the gateway's own name.
func (n RefundNews) about(refund paymentdb.PaymentRefund) bool {
	if n.Key != "" {
		return n.Key == refund.ID.String()
	}
	return n.ID != "" && refund.GatewayRefundID != nil && n.ID == *refund.GatewayRefundID
}

// refundFailedTx records a callback that says that a refund failed, and returns what it did, for the history. p is locked.
func (s *Service) refundFailedTx(ctx context.Context, tx pgx.Tx, p Payment, o news) (string, error) {
	refunds, err := paymentdb.New(tx).RefundsOfPayment(ctx, p.ID)
	if err != nil {
		return "", fmt.Errorf("read the refunds of payment %s: %w", p.ID, err)
	}
	for _, refund := range refunds {
		if !o.Refund.about(refund) {
			continue
		}
		switch state := RefundState(refund.State); state {
		case RefundSent, RefundDone:
			return "the refund failed", s.failRefundTx(ctx, tx, p, refund, refundEnd{
				to: RefundFailed, gatewayID: o.Refund.ID, reason: cmp.Or(o.Refund.Reason, o.Detail), answer: o.Answer, event: o.event,
			})
		case RefundRequested, RefundFailed:
			return resultNoChange, nil
		}
	}
	// Made in the gateway's own back office: whoever made it is told there.
	return "recorded: " + o.Detail, nil
}

// failRefundTx writes that a refund failed for good: one whose answer was waited for, or one that had counted as done and that
// the gateway took back. p is locked.
func (s *Service) failRefundTx(ctx context.Context, tx pgx.Tx, p Payment, refund paymentdb.PaymentRefund, end refundEnd) error {
	from, now := RefundState(refund.State), s.clock.Now()
	if err := s.moveRefundTx(ctx, tx, refund.ID, from, end); err != nil {
		return err
	}
	reversed := from == RefundDone
	if reversed {
		s.log.ErrorContext(ctx, "a gateway took a refund back; the money must be given back again", "refund", refund.ID, "payment", p.ID, "reason", end.reason)
		s.alarmOnCommit(ctx, p, alarmReversed)
		if err := ledger.RefundReversedTx(ctx, tx, p.ID, refund.ID, refund.AmountCentimes, now); err != nil {
			return err
		}
		if err := s.markRefundedTx(ctx, tx, p, NoteTakenBack, end); err != nil {
			return err
		}
	} else {
		s.log.ErrorContext(ctx, "a refund failed for good; the money must be given back by hand", "refund", refund.ID, "payment", p.ID, "reason", end.reason)
		s.alarmOnCommit(ctx, p, alarmRefundFailed)
		if err := ledger.RefundFailedTx(ctx, tx, p.ID, refund.ID, refund.AmountCentimes, now); err != nil {
			return err
		}
	}
	return s.publishTx(ctx, tx, EventRefundFailed, p, Setback{refund.AmountCentimes, p.charged(chargedBack(refund)), reversed})
}

// reviewRefunds asks about refunds that count as done whether they still are, at gateways that tell. It asks every hour at
// first and every day at last.
func (s *Service) reviewRefunds(ctx context.Context, now time.Time, asked asking) error {
	tellers := []string{}
	for name, gateway := range s.gateways {
		if _, tells := gateway.(RefundTeller); tells {
			tellers = append(tellers, string(name))
		}
	}
	claimed, err := paymentdb.New(s.db).ClaimRefunded(ctx, paymentdb.ClaimRefundedParams{
		Now: now, Gateways: tellers, DoneAfter: now.Add(-reversalWindow), Most: reconcileBatch,
	})
	if err != nil {
		return fmt.Errorf("find payments that were given back: %w", err)
	}
	var broken []error
	for _, row := range claimed {
		p := fromDB(row)
		teller, tells := s.gateways[p.Gateway].(RefundTeller)
		if !tells || asked.enough(p) {
			continue
		}
		refunds, answer, err := teller.Refunds(ctx, p.ref())
		failpoint.Reached(failpoint.ReviewAnswered)
		if !asked.answered(ctx, p, err) {
			continue
		}
		for _, news := range refunds {
			if news.State != RefundFailed {
				continue
			}
			if err := s.hearOfRefund(ctx, p, Outcome{
				State: StateRefundFailed, ChargeID: p.ID.String(), Detail: "asked: " + news.ID + " failed", Refund: news, Answer: answer,
			}); err != nil {
				broken = append(broken, fmt.Errorf("review the refunds of payment %s: %w", p.ID, err))
			}
		}
	}
	return errors.Join(broken...)
}

func (s *Service) hearOfRefund(ctx context.Context, p Payment, o Outcome) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		p, err := pick(payments, p.ID)
		if err != nil {
			return err
		}
		_, err = s.applyTx(ctx, tx, b, payments, p, news{Outcome: o})
		failpoint.Reached(failpoint.ReviewWriting)
		return err
	})
}
