package lock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/lock/lockdb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/seal"
)

// RentalCode is what a customer may know of the lock on a booked motorcycle.
type RentalCode struct {
	// From and Until are when the code can be had: from shortly before the start of the rental until its end.
	From, Until time.Time
	// Code is what to type in now, good until CodeUntil; empty outside From and Until, and while the lock service has
	// not handed one out.
	Code      string
	CodeUntil time.Time
	// Profile opens the lock from a phone over Bluetooth, with the maker's software; empty like Code.
	Profile string
}

// Code returns what the customer of a booking may know of its lock, nil when the booking is not confirmed or its
// motorcycle has no lock. Each time that a code or a profile is handed out stands in the audit log. Returns
// BOOKING_NOT_FOUND.
func (s *Service) Code(ctx context.Context, bookingID uuid.UUID) (*RentalCode, error) {
	scope, err := authz.Check(ctx, authz.LockCodeGet)
	if err != nil {
		return nil, err
	}
	b, err := s.bookings.Get(ctx, bookingID)
	if err != nil {
		return nil, err
	}
	if !scope.Allows(b.UserID, &b.FranchiseID) {
		return nil, booking.ErrNotFound(bookingID.String())
	}
	if s.provider == nil {
		return nil, nil
	}
	var out *RentalCode
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// Read again with the row held: who cancels meanwhile comes before or after.
		b, err := s.bookings.LockTx(ctx, tx, bookingID)
		if err != nil {
			return err
		}
		out, err = s.codeTx(ctx, tx, b)
		return err
	})
	return out, err
}

func (s *Service) codeTx(ctx context.Context, tx pgx.Tx, b booking.Booking) (*RentalCode, error) {
	if b.Status != booking.Confirmed && b.Status != booking.Active {
		return nil, nil
	}
	active, err := activeTx(ctx, tx, b.MotorcycleID)
	if err != nil || !active {
		return nil, err
	}
	now := s.clock.Now()
	out := &RentalCode{From: b.Start.Add(-Early), Until: b.End}
	if now.Before(out.From) || !now.Before(out.Until) {
		return out, nil
	}
	wanted, _, err := s.dueTx(ctx, tx, b)
	if err != nil {
		return nil, err
	}
	access, err := lockdb.New(tx).LiveAccess(ctx, b.ID)
	if postgres.NoRows(err) || err == nil && (wanted == nil || !wanted.is(access)) {
		return out, nil // not issued yet, or an earlier one that a job is about to end
	}
	if err != nil {
		return nil, fmt.Errorf("read the access of booking %s: %w", b.ID, err)
	}
	if err := s.openTx(ctx, tx, access, now, out); err != nil {
		return nil, err
	}
	if out.Code == "" && out.Profile == "" {
		return out, nil
	}
	return out, audit.RecordTx(ctx, tx, audit.Entry{
		At: now, Action: authz.LockCodeGet, Entity: "booking", EntityID: b.ID, FranchiseID: &b.FranchiseID,
	})
}

// openTx unseals the profile and the present code of an access. What cannot be opened any more, because the program's
// secret was replaced, is forgotten, so that it is fetched again.
func (s *Service) openTx(ctx context.Context, tx pgx.Tx, access lockdb.LockAccess, now time.Time, out *RentalCode) error {
	q := lockdb.New(tx)
	var err error
	if access.SealedProfile != nil {
		if out.Profile, err = s.box.Open(access.SealedProfile, profilePlace(access.ID)); errors.Is(err, seal.ErrUnreadable) {
			s.log.WarnContext(ctx, "a lock access is issued again", slog.Any("error", err))
			err = q.ForgetProfile(ctx, access.ID)
		}
		if err != nil {
			return fmt.Errorf("open the access profile: %w", err)
		}
	}
	code, err := q.CodeAt(ctx, lockdb.CodeAtParams{AccessID: access.ID, Now: now})
	if postgres.NoRows(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the code of access %s: %w", access.ID, err)
	}
	out.Code, err = s.box.Open(code.SealedCode, codePlace(code.ID))
	if errors.Is(err, seal.ErrUnreadable) {
		return q.RemoveCodes(ctx, access.ID)
	}
	out.CodeUntil = code.ValidUntil
	return err
}
