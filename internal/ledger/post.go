package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger/ledgerdb"
	"rihla/internal/platform/money"
)

// CapturedTx books that a gateway took amount from the customer: the gateway has it, and until it pays a booking it is
// the customer's credit. The caller holds the lock of the payment, as of all functions here.
func CapturedTx(ctx context.Context, tx pgx.Tx, paymentID uuid.UUID, amount money.Amount, at time.Time) error {
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(PaymentCaptured), PaymentID: paymentID, HappenedAt: at},
		entry{{Gateway, amount}, {Customer, -amount}})
}

// EarnedTx books that amount of a captured payment pays its booking: the platform takes its commission by the rate that
// the franchise has now, rounded half up, and the rest is the franchise's.
func EarnedTx(ctx context.Context, tx pgx.Tx, paymentID uuid.UUID, amount money.Amount, at time.Time) error {
	terms, err := ledgerdb.New(tx).Commission(ctx, ledgerdb.CommissionParams{PaymentID: paymentID, Amount: int64(amount)})
	if err != nil {
		return fmt.Errorf("read the commission on payment %s: %w", paymentID, err)
	}
	commission := money.Amount(terms.CommissionCentimes)
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(BookingEarned), PaymentID: paymentID, CommissionRate: &terms.Rate, HappenedAt: at},
		entry{{Customer, amount}, {Franchise, commission - amount}, {Commission, -commission}})
}

// PromisedTx books that amount of a captured payment goes back: it is nobody's income any more and on its way.
func PromisedTx(ctx context.Context, tx pgx.Tx, paymentID, refundID uuid.UUID, amount money.Amount, at time.Time) error {
	row, err := ledgerdb.New(tx).Position(ctx, paymentID)
	if err != nil {
		return fmt.Errorf("read where the money of payment %s lies: %w", paymentID, err)
	}
	p := position{
		credit: money.Amount(row.CreditCentimes), earned: money.Amount(row.EarnedCentimes), commission: money.Amount(row.CommissionCentimes),
		returned: money.Amount(row.ReturnedCentimes), commissionReturned: money.Amount(row.CommissionReturnedCentimes),
	}
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(RefundPromised), PaymentID: paymentID, RefundID: &refundID, HappenedAt: at}, p.refund(amount))
}

// RefundedTx books that the gateway gave a promised refund back.
func RefundedTx(ctx context.Context, tx pgx.Tx, paymentID, refundID uuid.UUID, amount money.Amount, at time.Time) error {
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(RefundDone), PaymentID: paymentID, RefundID: &refundID, HappenedAt: at},
		entry{{Refund, amount}, {Gateway, -amount}})
}

// RefundFailedTx books that the gateway refused a promised refund for good: what was promised stays the customer's, as
// credit, and the next refund of the payment is taken from it.
func RefundFailedTx(ctx context.Context, tx pgx.Tx, paymentID, refundID uuid.UUID, amount money.Amount, at time.Time) error {
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(RefundFailed), PaymentID: paymentID, RefundID: &refundID, HappenedAt: at},
		entry{{Refund, amount}, {Customer, -amount}})
}

// RefundReversedTx books that the gateway took a refund back that it had given: it has the money again, and the customer the
// credit, as after a refund that failed at once.
func RefundReversedTx(ctx context.Context, tx pgx.Tx, paymentID, refundID uuid.UUID, amount money.Amount, at time.Time) error {
	return postTx(ctx, tx, ledgerdb.PostParams{Kind: string(RefundReversed), PaymentID: paymentID, RefundID: &refundID, HappenedAt: at},
		entry{{Gateway, amount}, {Customer, -amount}})
}

// Owed returns what customers are still owed of payments whose refunds failed or were taken back, until another refund gives it
// back; payments of which nothing is owed are not in it.
func Owed(ctx context.Context, db ledgerdb.DBTX, paymentIDs []uuid.UUID) (map[uuid.UUID]money.Amount, error) {
	rows, err := ledgerdb.New(db).Owed(ctx, paymentIDs)
	if err != nil {
		return nil, fmt.Errorf("read what is owed of payments: %w", err)
	}
	owed := make(map[uuid.UUID]money.Amount, len(rows))
	for _, row := range rows {
		owed[row.PaymentID] = money.Amount(row.OwedCentimes)
	}
	return owed, nil
}

func postTx(ctx context.Context, tx pgx.Tx, fact ledgerdb.PostParams, e entry) error {
	for _, l := range e.lines() {
		fact.Accounts = append(fact.Accounts, string(l.account))
		fact.Amounts = append(fact.Amounts, int64(l.amount))
		if l.account == Franchise || l.account == Commission {
			fact.EarnedCentimes -= int64(l.amount)
		}
		if l.account == Commission {
			fact.CommissionCentimes -= int64(l.amount)
		}
	}
	written, err := ledgerdb.New(tx).Post(ctx, fact)
	if err == nil && int(written) != len(fact.Amounts) {
		err = fmt.Errorf("%d of %d lines", written, len(fact.Amounts))
	}
	if err != nil {
		return fmt.Errorf("post %s of payment %s: %w", fact.Kind, fact.PaymentID, err)
	}
	return nil
}
