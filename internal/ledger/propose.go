package ledger

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger/ledgerdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
)

// Books is what there is in the books of a payment, and what the check says of it.
type Books struct {
	// Postings are in the order in which they were posted.
	Postings []Posting
	// Findings are what bookings, payments, refunds and books disagree about, of this payment alone.
	Findings []Finding
	// Proposals are the facts that the payment has and the books have not, in the order in which they are to be posted.
	Proposals []Proposal
}

// Proposal is a correction for a fact that is missing.
type Proposal struct {
	Corrects Kind
	RefundID *uuid.UUID
	Lines    []Line
}

// BooksOf returns what the books have of a payment and what is missing in them. Returns PAYMENT_NOT_FOUND.
func (s *Service) BooksOf(ctx context.Context, paymentID uuid.UUID) (Books, error) {
	if _, err := authz.Check(ctx, authz.PaymentCorrect); err != nil {
		return Books{}, err
	}
	var b Books
	err := s.atOneInstant(ctx, func(tx pgx.Tx) error {
		var err error
		if b.Postings, err = postings(ctx, tx, paymentID); err != nil {
			return err
		}
		if b.Findings, err = checkTx(ctx, tx, &paymentID); err != nil || len(b.Findings) == 0 {
			return err
		}
		b.Proposals, err = proposeTx(ctx, tx, paymentID, b.Postings)
		return err
	})
	return b, err
}

// proposeTx compares what became of a payment and its refunds with what is posted, fact by fact, and proposes what is missing at
// the amounts that the check expects. What is posted and should not be is for people to judge.
func proposeTx(ctx context.Context, tx pgx.Tx, paymentID uuid.UUID, posted []Posting) ([]Proposal, error) {
	q := ledgerdb.New(tx)
	p, err := q.PaymentState(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("read what became of payment %s: %w", paymentID, err)
	}
	refunds, err := q.RefundStates(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("read the refunds of payment %s: %w", paymentID, err)
	}
	d := draft{posted: posted}
	if p.Captured {
		d.add(PaymentCaptured, nil, p.AmountCentimes-d.sum(PaymentCaptured, nil, Gateway), func(missing money.Amount) entry {
			return entry{{Gateway, missing}, {Customer, -missing}}
		})
	}
	if p.Captured && p.Earned && d.sum(BookingEarned, nil, Franchise, Commission) == 0 {
		// What the customer's account holds and no refund that failed has put there.
		open := -d.sum("", nil, Customer) - d.owed()
		terms, err := q.Commission(ctx, ledgerdb.CommissionParams{PaymentID: paymentID, Amount: int64(open)})
		if err != nil {
			return nil, fmt.Errorf("read the commission on payment %s: %w", paymentID, err)
		}
		commission := money.Amount(terms.CommissionCentimes)
		d.add(BookingEarned, nil, open, func(missing money.Amount) entry {
			return entry{{Customer, missing}, {Franchise, commission - missing}, {Commission, -commission}}
		})
	}
	for _, r := range refunds {
		d.refund(r)
	}
	return d.proposals, nil
}

// draft is what is posted of a payment with what is proposed.
type draft struct {
	posted    []Posting
	proposals []Proposal
}

// refund proposes what is missing of one refund.
func (d *draft) refund(r ledgerdb.RefundStatesRow) {
	d.add(RefundPromised, &r.ID, r.AmountCentimes+d.sum(RefundPromised, &r.ID, Refund), func(missing money.Amount) entry {
		return d.position().refund(missing)
	})
	reversed := d.sum(RefundReversed, &r.ID, Gateway)
	given := d.sum(RefundDone, &r.ID, Refund) - reversed
	failed := d.sum(RefundFailed, &r.ID, Refund) + reversed
	wanted, kind, from := money.Amount(0), RefundFailed, Refund
	if r.State == "DONE" {
		wanted = r.AmountCentimes
	}
	d.add(RefundDone, &r.ID, wanted-given, func(missing money.Amount) entry {
		return entry{{Refund, missing}, {Gateway, -missing}}
	})
	if given > 0 {
		kind, from = RefundReversed, Gateway
	}
	if r.State == "FAILED" {
		d.add(kind, &r.ID, r.AmountCentimes-failed, func(missing money.Amount) entry {
			return entry{{from, missing}, {Customer, -missing}}
		})
	}
}

// add proposes a fact of which something is missing.
func (d *draft) add(kind Kind, refundID *uuid.UUID, missing money.Amount, of func(missing money.Amount) entry) {
	if missing <= 0 {
		return
	}
	lines := []Line{}
	for _, l := range of(missing).lines() {
		lines = append(lines, Line{Account: l.account, Amount: l.amount})
	}
	d.proposals = append(d.proposals, Proposal{kind, refundID, lines})
	d.posted = append(d.posted, Posting{Kind: kind, RefundID: refundID, Lines: lines})
}

// sum adds up what stands on some accounts of a fact, and of a refund; "" and nil are any.
func (d *draft) sum(kind Kind, refundID *uuid.UUID, accounts ...Account) money.Amount {
	var sum money.Amount
	for _, p := range d.posted {
		if kind != "" && p.fact() != kind || refundID != nil && (p.RefundID == nil || *p.RefundID != *refundID) {
			continue
		}
		sum += p.on(accounts...)
	}
	return sum
}

// position is where the money lies then.
func (d *draft) position() position {
	return position{
		credit: -d.sum("", nil, Customer), earned: -d.sum(BookingEarned, nil, Franchise, Commission), commission: -d.sum(BookingEarned, nil, Commission),
		returned: d.sum(RefundPromised, nil, Franchise, Commission), commissionReturned: d.sum(RefundPromised, nil, Commission),
	}
}

// owed is the credit of refunds that failed, as far as no later refund took it.
func (d *draft) owed() money.Amount {
	var owed money.Amount
	for _, p := range d.posted {
		switch on := p.on(Customer); p.fact() {
		case RefundFailed, RefundReversed:
			owed -= on
		case RefundPromised:
			owed -= min(on, owed)
		case PaymentCaptured, BookingEarned, RefundDone, Correction:
		}
	}
	return owed
}

// fact is what a posting is about, whoever posted it.
func (p Posting) fact() Kind {
	if p.Correction != nil {
		return p.Correction.Corrects
	}
	return p.Kind
}

// on adds up the lines on some accounts; Gateway is AtCounter too.
func (p Posting) on(accounts ...Account) money.Amount {
	var sum money.Amount
	for _, l := range p.Lines {
		account := l.Account
		if account == AtCounter {
			account = Gateway
		}
		if slices.Contains(accounts, account) {
			sum += l.Amount
		}
	}
	return sum
}
