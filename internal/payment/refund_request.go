package payment

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/idempotency"
	"rihla/internal/platform/money"
)

// maxReason bounds what staff write beside a payment's change, in characters.
const maxReason = 500

// refundPatience is how long whoever asks for a refund waits for the gateway; the job goes on where that ends.
const refundPatience = 20 * time.Second

// RefundRequest asks for money to be given back.
type RefundRequest struct {
	PaymentID uuid.UUID
	// Amount is at most what is left; nil: all of that.
	Amount         *money.Amount
	Reason         string
	IdempotencyKey string
}

// Refund gives a captured payment back, in whole or in part, and returns it as it is after the gateway was asked. What
// the gateway has not answered yet goes on in the background. Errors: VALIDATION, PAYMENT_NOT_FOUND,
// ONLY_COMPLETED_REFUNDABLE, PAYMENT_NO_TRANSACTION, REFUND_EXCEEDS_PAYMENT with what is left as extra member
// "refundable", REFUND_FAILED when the gateway refuses for good, REFUND_ERROR when it cannot be asked,
// IDEMPOTENCY_MISMATCH.
func (s *Service) Refund(ctx context.Context, in RefundRequest) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentRefund)
	if err != nil {
		return Payment{}, err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	if err := in.check(); err != nil {
		return Payment{}, err
	}
	p, err := s.getIn(ctx, in.PaymentID, scope)
	if err != nil {
		return Payment{}, err
	}
	if _, ok := s.gateways[p.Gateway]; !ok && p.Gateway != Counter {
		return Payment{}, errRefundProcessing.With(fmt.Errorf("%s is not configured", p.Gateway))
	}
	id, err := s.promise(ctx, p, in)
	if err != nil {
		return Payment{}, err
	}
	if p.Gateway != Counter {
		s.hurry(ctx, id)
	}
	refund, err := paymentdb.New(s.db).GetRefund(ctx, id)
	if err != nil {
		return Payment{}, fmt.Errorf("read refund %s: %w", id, err)
	}
	if RefundState(refund.State) == RefundFailed {
		return Payment{}, errRefundFailed
	}
	return s.getIn(ctx, in.PaymentID, scope)
}

func (in RefundRequest) check() error {
	var c errs.Collector
	c.Check(in.Amount == nil || *in.Amount >= 1, "refundAmount", "TOO_SMALL", "min", "0.01")
	check.Text(&c, "reason", in.Reason, 0, maxReason)
	return c.Err()
}

// promise writes the refund down, once, and returns its id.
func (s *Service) promise(ctx context.Context, p Payment, in RefundRequest) (uuid.UUID, error) {
	hash, err := idempotency.Hash(struct {
		PaymentID uuid.UUID
		Amount    *money.Amount
		Reason    string
	}{in.PaymentID, in.Amount, in.Reason})
	if err != nil {
		return uuid.Nil, err
	}
	var id uuid.UUID
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		id = uuid.Must(uuid.NewV7())
		earlier, replay, err := idempotency.ClaimTx(ctx, tx, claimScope(ctx, "refunds"), in.IdempotencyKey, hash, id)
		if err != nil {
			return err
		}
		if replay {
			id = earlier
			return nil
		}
		_, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		locked, err := pick(payments, p.ID)
		if err != nil {
			return err
		}
		err = s.promiseTx(ctx, tx, id, locked, in)
		failpoint.Reached(failpoint.PromiseWriting)
		return err
	})
	failpoint.Reached(failpoint.PromiseWritten)
	return id, err
}

// promiseTx checks a refund of p, which is locked, and writes it down. The job that carries it out waits until whoever
// asks has tried.
func (s *Service) promiseTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, p Payment, in RefundRequest) error {
	switch {
	case !p.Status.Captured() || p.Status == Refunded:
		return errNotRefundable
	case p.TransactionID == nil && p.Gateway != Counter:
		return errNoTransaction
	}
	left, err := s.leftTx(ctx, tx, p)
	if err != nil {
		return err
	}
	amount := left.price
	if in.Amount != nil {
		amount = *in.Amount
	}
	if amount > left.price || left.price == 0 {
		return errExceeds.WithExtra("refundable", left.price)
	}
	if err := s.insertRefundTx(ctx, tx, id, p, left, amount, Note{Value: in.Reason}); err != nil {
		return err
	}
	if p.Gateway == Counter {
		// Whoever asks hands the money out.
		err = s.paidOutTx(ctx, tx, p, paymentdb.PaymentRefund{ID: id, AmountCentimes: amount})
	} else {
		err = s.startTx(ctx, tx, RefundArgs{RefundID: id}, s.clock.Now().Add(refundLease))
	}
	if err != nil {
		return err
	}
	return s.recordTx(ctx, tx, authz.PaymentRefund, p, audit.Diff(nil, map[string]any{"refundAmount": amount, "reason": in.Reason}))
}

// hurry carries a refund out now, whoever has left meanwhile. What does not work is left to the job.
func (s *Service) hurry(ctx context.Context, id uuid.UUID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refundPatience)
	defer cancel()
	if _, err := s.ProcessRefund(ctx, id); err != nil {
		s.log.WarnContext(ctx, "a refund goes on in the background", "refund", id, "error", err)
	}
}
