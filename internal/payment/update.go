package payment

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/failpoint"
)

// UpdateInput changes a payment by hand.
type UpdateInput struct {
	ID uuid.UUID
	// Status can only be CANCELLED: everything else is for the gateway to say.
	Status Status
	Note   string
	// Seen is the payment's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// Update gives an open payment up. Money that comes by it all the same is taken as any that comes late. Errors:
// PAYMENT_NOT_FOUND, VALIDATION, CHANGED_MEANWHILE, and PAYMENT_TRANSITION for a payment that is not open.
func (s *Service) Update(ctx context.Context, in UpdateInput) (Payment, error) {
	scope, err := authz.Check(ctx, authz.PaymentUpdate)
	if err != nil {
		return Payment{}, err
	}
	p, err := s.getIn(ctx, in.ID, scope)
	if err != nil {
		return Payment{}, err
	}
	in.Note = strings.TrimSpace(in.Note)
	var c errs.Collector
	check.Choice(&c, "status", in.Status, []Status{Cancelled})
	check.Text(&c, "note", in.Note, 0, maxReason)
	if err := c.Err(); err != nil {
		return Payment{}, err
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		was, err := pick(payments, p.ID)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, entity, was.ID, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		if !was.Status.Open() {
			return errTransition
		}
		if _, err := s.moveTx(ctx, tx, was, move{to: Cancelled, note: Note{NoteGivenUp, in.Note}, code: codeCancelled}); err != nil {
			return err
		}
		changes := audit.Diff(map[string]any{"status": was.Status}, map[string]any{"status": Cancelled})
		if in.Note != "" {
			changes["note"] = audit.Change{To: in.Note}
		}
		err = s.recordTx(ctx, tx, authz.PaymentUpdate, was, changes)
		failpoint.Reached(failpoint.GiveUpWriting)
		return err
	})
	if err != nil {
		return Payment{}, err
	}
	failpoint.Reached(failpoint.GiveUpWritten)
	return s.getIn(ctx, in.ID, scope)
}

// recordTx writes what somebody made of a payment into the audit log.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, p Payment, changes audit.Changes) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: p.ID, FranchiseID: &p.FranchiseID, Changes: changes,
	})
}
