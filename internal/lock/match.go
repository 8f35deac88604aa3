package lock

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/booking"
	"rihla/internal/lock/lockdb"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// Codes open a lock for some hours each, so that a rental needs several. They are fetched this far ahead; a lock service
// that is down is noticed by a customer only when it is down for longer than codesLeast.
const (
	codesAhead = 24 * time.Hour
	codesLeast = 12 * time.Hour
	// codesAtOnce bounds one job: a day of the shortest windows that a lock can be set to.
	codesAtOnce = 48
)

// ending says why an access ended.
type ending string

const (
	rentalEnded   ending = "RENTAL_ENDED"
	cancelled     ending = "CANCELLED"
	moved         ending = "MOVED"
	deviceRemoved ending = "DEVICE_REMOVED"
	renewed       ending = "RENEWED"
)

// due is the access that a booking should have.
type due struct {
	motorcycleID, userID uuid.UUID
	device               Device
	from, until          time.Time
}

// dueTx says which access a booking should have now: nil when none, with the reason why one that is there must end.
func (s *Service) dueTx(ctx context.Context, tx pgx.Tx, b booking.Booking) (*due, ending, error) {
	switch {
	case b.Status == booking.CancelledByUser || b.Status == booking.CancelledByAdmin:
		return nil, cancelled, nil
	case b.Status != booking.Confirmed && b.Status != booking.Active, !b.End.After(s.clock.Now()):
		return nil, rentalEnded, nil
	}
	row, err := lockdb.New(tx).DeviceOfMotorcycle(ctx, b.MotorcycleID)
	if postgres.NoRows(err) {
		return nil, deviceRemoved, nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("read the lock: %w", err)
	}
	return &due{
		motorcycleID: b.MotorcycleID, userID: b.UserID, from: b.Start.Add(-Early), until: b.End,
		device: Device{ID: row.DeviceID, Model: row.Model, Firmware: row.FirmwareVersion},
	}, moved, nil
}

// is tells whether a is the access that d asks for.
func (d *due) is(a lockdb.LockAccess) bool {
	return a.MotorcycleID == d.motorcycleID && a.UserID == d.userID && a.DeviceID == d.device.ID && a.ValidFrom.Equal(d.from) && a.ValidUntil.Equal(d.until)
}

func (d *due) same(other due) bool {
	return d.motorcycleID == other.motorcycleID && d.userID == other.userID && d.device == other.device && d.from.Equal(other.from) && d.until.Equal(other.until)
}

// Match makes the lock access of a booking what the booking asks for: ends one that is not due, issues one that is
// missing, and fetches the codes of the next day. It is safe to run at any time and twice at once; what the lock
// service handed out for a booking that changed meanwhile is dropped.
func (s *Service) Match(ctx context.Context, bookingID uuid.UUID) error {
	if s.provider == nil {
		return nil
	}
	var wanted *due
	var access *lockdb.LockAccess
	var number int32
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var err error
		if wanted, access, err = s.clearTx(ctx, tx, bookingID); err != nil || wanted == nil || access != nil {
			return err
		}
		number, err = numberTx(ctx, tx, wanted.userID)
		return err
	})
	if errs.CodeOf(err) == "BOOKING_NOT_FOUND" {
		return nil // demo data that was made anew
	}
	if err != nil || wanted == nil {
		return err
	}
	if access == nil {
		if access, err = s.issue(ctx, bookingID, *wanted, int(number)); err != nil || access == nil {
			return err
		}
	}
	return s.fetchCodes(ctx, *access, wanted.device)
}

// clearTx returns the access that a booking should have and the one that it has, after ending one that is not that. Both
// are nil when none is due. The booking is locked.
func (s *Service) clearTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID) (*due, *lockdb.LockAccess, error) {
	b, err := s.bookings.LockTx(ctx, tx, bookingID)
	if err != nil {
		return nil, nil, err
	}
	wanted, reason, err := s.dueTx(ctx, tx, b)
	if err != nil {
		return nil, nil, err
	}
	access, err := lockdb.New(tx).LiveAccess(ctx, bookingID)
	if postgres.NoRows(err) {
		return wanted, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the access of booking %s: %w", bookingID, err)
	}
	if wanted != nil && wanted.is(access) {
		if access.SealedProfile != nil {
			return wanted, &access, nil
		}
		reason = renewed
	}
	return wanted, nil, s.endTx(ctx, tx, access.ID, reason)
}

// endTx ends an access and forgets what could open the lock.
func (s *Service) endTx(ctx context.Context, tx pgx.Tx, accessID uuid.UUID, why ending) error {
	now := s.clock.Now()
	if err := lockdb.New(tx).EndAccess(ctx, lockdb.EndAccessParams{ID: accessID, Now: &now, Reason: string(why)}); err != nil {
		return fmt.Errorf("end access %s: %w", accessID, err)
	}
	return nil
}

// numberTx returns the number by which the locks know a person.
func numberTx(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (int32, error) {
	q := lockdb.New(tx)
	if err := q.NumberUser(ctx, userID); err != nil {
		return 0, fmt.Errorf("number user %s: %w", userID, err)
	}
	number, err := q.UserNumber(ctx, userID)
	if err != nil {
		return 0, fmt.Errorf("number user %s: %w", userID, err)
	}
	return number, nil
}

// issue gets an access profile and records it if it is still what the booking asks for; nil when it is not.
func (s *Service) issue(ctx context.Context, bookingID uuid.UUID, wanted due, number int) (*lockdb.LockAccess, error) {
	permissions := []Permission{Unlock}
	profile, err := s.provider.CreateAccess(ctx, AccessRequest{
		DeviceID: wanted.device.ID, UserNumber: number, From: wanted.from, Until: wanted.until, Permissions: permissions,
	})
	if err != nil {
		return nil, fmt.Errorf("issue the access of booking %s: %w", bookingID, err)
	}
	var issued *lockdb.LockAccess
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		issued = nil
		now, there, err := s.clearTx(ctx, tx, bookingID)
		if err != nil || now == nil || !now.same(wanted) {
			return err
		}
		if there != nil {
			issued = there // by another job at the same time
			return nil
		}
		id := uuid.Must(uuid.NewV7())
		row := lockdb.InsertAccessParams{
			ID: id, MotorcycleID: wanted.motorcycleID, DeviceID: wanted.device.ID, UserID: wanted.userID, BookingID: &bookingID,
			Permissions: texts(permissions), ValidFrom: wanted.from, ValidUntil: wanted.until,
			SealedProfile: s.box.Seal(profile, profilePlace(id)), Now: s.clock.Now(),
		}
		if err := lockdb.New(tx).InsertAccess(ctx, row); err != nil {
			return fmt.Errorf("record the access of booking %s: %w", bookingID, err)
		}
		issued = &lockdb.LockAccess{ID: id, DeviceID: row.DeviceID, ValidFrom: row.ValidFrom, ValidUntil: row.ValidUntil}
		return nil
	})
	return issued, err
}

// fetchCodes gets the codes that an access lacks for the day to come, or for the first day of its rental.
func (s *Service) fetchCodes(ctx context.Context, access lockdb.LockAccess, device Device) error {
	q, now := lockdb.New(s.db), s.clock.Now()
	if err := q.RemovePastCodes(ctx, lockdb.RemovePastCodesParams{AccessID: access.ID, Now: now}); err != nil {
		return fmt.Errorf("forget past codes: %w", err)
	}
	since := later(access.ValidFrom, now)
	target := since.Add(codesAhead)
	if access.ValidUntil.Before(target) {
		target = access.ValidUntil
	}
	last, err := q.LastCode(ctx, access.ID)
	if err != nil && !postgres.NoRows(err) {
		return fmt.Errorf("read the codes of access %s: %w", access.ID, err)
	}
	covered := later(since, last.ValidUntil)
	for fetched := 0; covered.Before(target) && fetched < codesAtOnce; fetched++ {
		at := covered
		// A code is good in its own window and in the next. The last one is the earliest that reaches the end, so that it
		// does not outlive the rental by more than it must.
		if window := last.ValidUntil.Sub(last.ValidFrom) / 2; !covered.Add(window).Before(access.ValidUntil) {
			at = covered.Add(-window)
		}
		code, err := s.provider.TemporaryCode(ctx, device, at)
		if err != nil {
			return fmt.Errorf("fetch a code for access %s: %w", access.ID, err)
		}
		if !code.Until.After(covered) || !code.From.Before(code.Until) {
			return fmt.Errorf("the lock service gave a code for %s that is not valid then", covered.Format(time.RFC3339))
		}
		last = lockdb.LastCodeRow{ValidFrom: code.From, ValidUntil: code.Until}
		id := uuid.Must(uuid.NewV7())
		err = q.InsertCode(ctx, lockdb.InsertCodeParams{
			ID: id, AccessID: access.ID, ValidFrom: code.From, ValidUntil: code.Until, SealedCode: s.box.Seal(code.Value, codePlace(id)),
		})
		if err != nil {
			return fmt.Errorf("record a code of access %s: %w", access.ID, err)
		}
		covered = code.Until
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Bounds of the catching up: how far ahead of a rental's start it looks, and how much one run takes on.
const (
	catchUpAhead = 48 * time.Hour
	catchUpBatch = 500
)

// CatchUp starts the matching of what jobs have missed: rentals that run or begin soon without their access or short of
// codes, and accesses that outlived their rental. It ends staff's accesses that are over.
func (s *Service) CatchUp(ctx context.Context) error {
	if s.provider == nil {
		return nil
	}
	now := s.clock.Now()
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		q := lockdb.New(tx)
		if err := q.EndStaffAccesses(ctx, &now); err != nil {
			return fmt.Errorf("end staff's accesses: %w", err)
		}
		bookings, err := q.BookingsToMatch(ctx, lockdb.BookingsToMatchParams{
			Now: now, Soon: now.Add(catchUpAhead), AheadHours: int32(codesLeast / time.Hour), EarlyMinutes: int32(Early / time.Minute), Most: catchUpBatch,
		})
		if err != nil {
			return fmt.Errorf("find rentals without their access: %w", err)
		}
		for _, id := range bookings {
			if err := s.matchLaterTx(ctx, tx, id, onlyOnce); err != nil {
				return err
			}
		}
		return nil
	})
}

// onlyOnce keeps a run from adding to what waits already.
var onlyOnce = &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}}}

func texts(permissions []Permission) []string {
	out := make([]string, len(permissions))
	for i, p := range permissions {
		out[i] = string(p)
	}
	return out
}
