package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger/ledgerdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/idempotency"
	"rihla/internal/platform/money"
)

// longestReason is how many characters the reason of a correction has at most.
const longestReason = 500

// Line is an amount on an account of a payment. Above zero its owner owes the platform that much more.
type Line struct {
	Account Account
	// Owner is whose account it is; it follows from the payment.
	Owner  string
	Amount money.Amount
}

// CorrectInput is what is missing in the books, or must be taken back.
type CorrectInput struct {
	PaymentID uuid.UUID
	// Corrects is the fact that the books have not, or have wrong; RefundID is whose it is when it is a refund's.
	Corrects Kind
	RefundID *uuid.UUID
	// Lines have an account at most once each, and add up to nothing.
	Lines          []Line
	Reason         string
	IdempotencyKey string
}

// Posting is a fact in the books about a payment.
type Posting struct {
	ID       int64
	Kind     Kind
	RefundID *uuid.UUID
	At       time.Time
	Lines    []Line
	// Correction is nil of what the program posted by itself.
	Correction *Corrected
}

// Corrected is what a correction by hand has besides.
type Corrected struct {
	ID       uuid.UUID
	Corrects Kind
	Reason   string
	ActorID  uuid.UUID
}

// Correct posts a correction by hand: the check counts it as the fact that it makes up for, and financials and statements as
// what was earned or given back by it, now. Errors: VALIDATION, PAYMENT_NOT_FOUND, REFUND_NOT_FOUND, IDEMPOTENCY_MISMATCH.
func (s *Service) Correct(ctx context.Context, in CorrectInput) (Posting, error) {
	if _, err := authz.Check(ctx, authz.PaymentCorrect); err != nil {
		return Posting{}, err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	e, err := in.entry()
	if err != nil {
		return Posting{}, err
	}
	key := in.IdempotencyKey
	in.IdempotencyKey = ""
	hash, err := idempotency.Hash(in)
	if err != nil {
		return Posting{}, err
	}
	actor := authz.From(ctx).Actor()
	id := uuid.Must(uuid.NewV7())
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		existing, replay, err := idempotency.ClaimTx(ctx, tx, fmt.Sprintf("correction:%s", actor), key, hash, id)
		if err != nil {
			return err
		}
		if replay {
			id = existing
			return nil
		}
		return s.correctTx(ctx, tx, in, e, ledgerdb.PostParams{
			Kind: string(Correction), PaymentID: in.PaymentID, RefundID: in.RefundID, HappenedAt: s.clock.Now(),
			Corrects: (*string)(&in.Corrects), CorrectionID: &id, Reason: &in.Reason, ActorID: actor,
		})
	})
	if err != nil {
		return Posting{}, err
	}
	all, err := postings(ctx, s.db, in.PaymentID)
	if err != nil {
		return Posting{}, err
	}
	at := slices.IndexFunc(all, func(p Posting) bool { return p.Correction != nil && p.Correction.ID == id })
	if at < 0 {
		return Posting{}, fmt.Errorf("correction %s of payment %s is not in the books", id, in.PaymentID)
	}
	return all[at], nil
}

func (s *Service) correctTx(ctx context.Context, tx pgx.Tx, in CorrectInput, e entry, fact ledgerdb.PostParams) error {
	q := ledgerdb.New(tx)
	franchiseID, err := q.LockPayment(ctx, in.PaymentID)
	if errors.Is(err, pgx.ErrNoRows) {
		return errPayment(in.PaymentID)
	}
	if err != nil {
		return fmt.Errorf("lock payment %s: %w", in.PaymentID, err)
	}
	if in.RefundID != nil {
		is, err := q.RefundOf(ctx, ledgerdb.RefundOfParams{ID: *in.RefundID, PaymentID: in.PaymentID})
		if err != nil {
			return fmt.Errorf("look for refund %s: %w", in.RefundID, err)
		}
		if !is {
			return errs.New(errs.NotFound, "REFUND_NOT_FOUND", "id", in.RefundID.String())
		}
	}
	if err := postTx(ctx, tx, fact, e); err != nil {
		return err
	}
	lines := map[string]string{}
	for _, l := range e {
		lines[string(l.account)] = l.amount.String()
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: fact.HappenedAt, Action: authz.PaymentCorrect, Entity: "payment", EntityID: in.PaymentID, FranchiseID: &franchiseID,
		Changes: audit.Diff(nil, map[string]any{"corrects": string(in.Corrects), "reason": in.Reason, "ledgerLines": lines}),
	})
}

// entry checks the input and returns its lines.
func (in CorrectInput) entry() (entry, error) {
	var c errs.Collector
	check.Choice(&c, "corrects", in.Corrects, Facts)
	check.Text(&c, "reason", in.Reason, 1, longestReason)
	ofRefund := strings.HasPrefix(string(in.Corrects), "REFUND_")
	c.Check(!ofRefund || in.RefundID != nil, "refundId", "REQUIRED")
	c.Check(ofRefund || in.RefundID == nil, "refundId", "UNEXPECTED")
	var sum money.Amount
	e := make(entry, 0, len(in.Lines))
	for i, l := range in.Lines {
		field := fmt.Sprintf("lines[%d].", i)
		check.Choice(&c, field+"account", l.Account, Correctable)
		c.Check(!slices.ContainsFunc(e, func(known line) bool { return known.account == l.Account }), field+"account", "INCOMPLETE")
		c.Check(l.Amount != 0, field+"amountCentimes", "REQUIRED")
		c.Check(max(l.Amount, -l.Amount) <= money.Max, field+"amountCentimes", "TOO_LARGE", "max", int64(money.Max))
		sum += l.Amount
		e = append(e, line{l.Account, l.Amount})
	}
	c.Check(len(e) > 1, "lines", "TOO_FEW", "min", 2)
	c.Check(sum == 0, "lines", "UNBALANCED", "sum", int64(sum))
	return e, c.Err()
}

// postings returns everything in the books about a payment, in the order in which it was posted. Returns PAYMENT_NOT_FOUND.
func postings(ctx context.Context, db ledgerdb.DBTX, paymentID uuid.UUID) ([]Posting, error) {
	q := ledgerdb.New(db)
	is, err := q.PaymentExists(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("look for payment %s: %w", paymentID, err)
	}
	if !is {
		return nil, errPayment(paymentID)
	}
	rows, err := q.Postings(ctx, paymentID)
	if err != nil {
		return nil, fmt.Errorf("read the books about payment %s: %w", paymentID, err)
	}
	out := []Posting{}
	for _, row := range rows {
		if len(out) == 0 || out[len(out)-1].ID != row.ID {
			p := Posting{ID: row.ID, Kind: Kind(row.Kind), RefundID: row.RefundID, At: row.HappenedAt}
			if row.CorrectionID != nil {
				p.Correction = &Corrected{ID: *row.CorrectionID, Corrects: Kind(*row.Corrects), Reason: *row.Reason, ActorID: *row.ActorID}
			}
			out = append(out, p)
		}
		last := &out[len(out)-1]
		last.Lines = append(last.Lines, Line{Account(row.Account), row.Owner, row.AmountCentimes})
	}
	return out, nil
}

// errPayment says that there is no such payment.
func errPayment(id uuid.UUID) *errs.Error {
	return errs.New(errs.NotFound, "PAYMENT_NOT_FOUND", "id", id.String())
}
