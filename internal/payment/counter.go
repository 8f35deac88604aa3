package payment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/idempotency"
)

// CounterMethod is how money was taken over the counter.
type CounterMethod string

// The methods: notes and coins, or a card terminal of the franchise's own.
const (
	Cash         CounterMethod = "CASH"
	CardTerminal CounterMethod = "CARD_TERMINAL"
)

// CounterMethods lists them.
var CounterMethods = []CounterMethod{Cash, CardTerminal}

// errNoRefund says that there is no such refund of the payment that staff could hand out.
var errNoRefund = errs.New(errs.NotFound, "REFUND_NOT_FOUND")

// maxReceipt bounds the number of a receipt, in characters.
const maxReceipt = 50

// CounterInput is money that staff take over the counter.
type CounterInput struct {
	Method CounterMethod
	// ReceiptNumber is that of the paper the customer got; "" when there is none.
	ReceiptNumber string
}

func (in CounterInput) checked(c *errs.Collector, prefix string) CounterInput {
	in.ReceiptNumber = strings.TrimSpace(in.ReceiptNumber)
	check.Choice(c, prefix+"method", in.Method, CounterMethods)
	check.Text(c, prefix+"receiptNumber", in.ReceiptNumber, 0, maxReceipt)
	return in
}

// TakeInput takes the whole price of a booking over the counter.
type TakeInput struct {
	BookingID uuid.UUID
	CounterInput
	IdempotencyKey string
}

// Take records that staff took the money for a booking that waits for it, and confirms the booking. A pay page that is
// open is given up; whoever pays there all the same gets that money back. Errors: VALIDATION, BOOKING_NOT_FOUND,
// BOOKING_NOT_PENDING, PAYMENT_EXISTS, IDEMPOTENCY_MISMATCH.
func (s *Service) Take(ctx context.Context, in TakeInput) error {
	scope, err := authz.Check(ctx, authz.PaymentTake)
	if err != nil {
		return err
	}
	known, err := s.bookings.Get(ctx, in.BookingID)
	if err != nil {
		return err
	}
	if !scope.Allows(known.UserID, &known.FranchiseID) {
		return booking.ErrNotFound(in.BookingID.String())
	}
	var c errs.Collector
	counter := in.checked(&c, "")
	if err := c.Err(); err != nil {
		return err
	}
	hash, err := idempotency.Hash(struct {
		BookingID uuid.UUID
		CounterInput
	}{in.BookingID, counter})
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, replay, err := idempotency.ClaimTx(ctx, tx, claimScope(ctx, "counter"), in.IdempotencyKey, hash, in.BookingID)
		if err != nil || replay {
			return err
		}
		b, payments, err := s.lockTx(ctx, tx, in.BookingID)
		if err != nil {
			return err
		}
		_, err = s.takeTx(ctx, tx, b, payments, counter)
		return err
	})
}

// takeTx writes a payment over the counter for b, and confirms b by it. b and payments, all those of the booking, are
// locked.
func (s *Service) takeTx(ctx context.Context, tx pgx.Tx, b booking.Booking, payments []Payment, in CounterInput) (Payment, error) {
	paid := slices.ContainsFunc(payments, func(p Payment) bool { return p.Status.Captured() && !p.Surplus })
	switch {
	case paid:
		return Payment{}, ErrExists
	case !b.Payable(s.clock.Now()):
		return Payment{}, ErrBookingNotPending
	}
	for i, p := range payments {
		if !p.Status.Open() {
			continue
		}
		given, err := s.moveTx(ctx, tx, p, move{to: Cancelled, note: Note{Code: NotePaidAtCounter}, code: codeCancelled})
		if err != nil {
			return Payment{}, err
		}
		payments[i] = given
	}
	now := s.clock.Now()
	row, err := paymentdb.New(tx).InsertCounterPayment(ctx, paymentdb.InsertCounterPaymentParams{
		ID: uuid.Must(uuid.NewV7()), BookingID: b.ID, FranchiseID: b.FranchiseID, AmountCentimes: b.Total, Currency: MAD,
		CounterMethod: optional(string(in.Method)), GatewayOrderID: optional(in.ReceiptNumber), Language: languages[0], Now: now,
	})
	if err != nil {
		return Payment{}, fmt.Errorf("take the money for booking %s: %w", b.ID, err)
	}
	p := fromDB(row)
	if err := s.noteTx(ctx, paymentdb.New(tx), p, "", move{to: Pending, note: Note{Code: NoteAtCounter}}); err != nil {
		return p, err
	}
	if p, err = s.moveTx(ctx, tx, p, move{to: Completed, note: Note{Code: NoteAtCounter}}); err != nil {
		return p, err
	}
	if _, err := s.bookings.ConfirmPaidTx(ctx, tx, b, "paid at the counter by payment "+p.ID.String()); err != nil {
		return p, err
	}
	if err := ledger.EarnedTx(ctx, tx, p.ID, p.Amount, now); err != nil {
		return p, err
	}
	if err := s.publishTx(ctx, tx, EventProcessed, p, Receipt{p.Amount, p.charged(p.GatewayAmount), true}); err != nil {
		return p, err
	}
	taken := map[string]any{"status": p.Status, "amount": p.Amount, "method": in.Method, "receiptNumber": in.ReceiptNumber}
	return p, s.recordTx(ctx, tx, authz.PaymentTake, p, audit.Diff(nil, taken))
}

// bookedAtCounterTx takes the money of a booking that was just made and reads the booking as it is then.
func (s *Service) bookedAtCounterTx(ctx context.Context, tx pgx.Tx, b booking.Booking, in CounterInput) (BookResult, error) {
	p, err := s.takeTx(ctx, tx, b, nil, in)
	if err != nil {
		return BookResult{}, err
	}
	confirmed, err := s.bookings.LockTx(ctx, tx, b.ID)
	confirmed.Lines = b.Lines
	return BookResult{Booking: confirmed, Payment: &p}, err
}

// PayOut records that staff handed out what was promised back of a payment over the counter. What was handed out already
// stays as it is. Errors: PAYMENT_NOT_FOUND, REFUND_NOT_FOUND also for one that a gateway gives back.
func (s *Service) PayOut(ctx context.Context, paymentID, refundID uuid.UUID) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentRefund)
	if err != nil {
		return Payment{}, err
	}
	p, err := s.getIn(ctx, paymentID, scope)
	if err != nil {
		return Payment{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		locked, err := pick(payments, p.ID)
		if err != nil {
			return err
		}
		refunds, err := paymentdb.New(tx).RefundsOfPayment(ctx, p.ID)
		if err != nil {
			return fmt.Errorf("read the refunds of payment %s: %w", p.ID, err)
		}
		at := slices.IndexFunc(refunds, func(r paymentdb.PaymentRefund) bool { return r.ID == refundID })
		switch {
		case at < 0 || p.Gateway != Counter:
			return errNoRefund
		case RefundState(refunds[at].State) != RefundRequested:
			return nil
		}
		if err := s.paidOutTx(ctx, tx, locked, refunds[at]); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.PaymentRefund, locked, audit.Diff(nil, map[string]any{"paidOut": refunds[at].AmountCentimes}))
	})
	if err != nil {
		return Payment{}, err
	}
	return s.getIn(ctx, paymentID, scope)
}

// paidOutTx writes that a promised refund of p, which is locked, was handed out over the counter.
func (s *Service) paidOutTx(ctx context.Context, tx pgx.Tx, p Payment, refund paymentdb.PaymentRefund) error {
	if err := s.moveRefundTx(ctx, tx, refund.ID, RefundRequested, refundEnd{to: RefundSent}); err != nil {
		return err
	}
	if err := s.moveRefundTx(ctx, tx, refund.ID, RefundSent, refundEnd{to: RefundDone}); err != nil {
		return err
	}
	if err := ledger.RefundedTx(ctx, tx, p.ID, refund.ID, refund.AmountCentimes, s.clock.Now()); err != nil {
		return err
	}
	if err := s.publishTx(ctx, tx, EventRefunded, p, Return{refund.AmountCentimes, p.charged(refund.AmountCentimes)}); err != nil {
		return err
	}
	return s.markRefundedTx(ctx, tx, p, "%s given back", refundEnd{to: RefundDone})
}
