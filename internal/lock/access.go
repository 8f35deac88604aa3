package lock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/lock/lockdb"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// Bounds of a staff member's access: a profile cannot be called back from a phone, so it is short.
const (
	usualMinutes = 60
	leastMinutes = 5
	mostMinutes  = 24 * 60
)

// GrantInput asks for an access to service a lock.
type GrantInput struct {
	MotorcycleID uuid.UUID
	Permissions  []Permission // empty: all of them
	Minutes      *int         // how long it lasts; nil: an hour
}

// Granted is an access of a staff member, handed out once and not kept.
type Granted struct {
	ID           uuid.UUID
	MotorcycleID uuid.UUID
	Device       Device
	Permissions  []Permission
	From, Until  time.Time
	Profile      string
}

// Grant gives the asking staff member an access to the lock of a motorcycle, from now on. Errors: VALIDATION,
// MOTORCYCLE_NOT_FOUND, LOCK_NOT_ACTIVE, LOCKS_NOT_CONFIGURED, and those of the lock service.
func (s *Service) Grant(ctx context.Context, in GrantInput) (Granted, error) {
	scope, err := authz.Check(ctx, authz.LockAccessCreate)
	if err != nil {
		return Granted{}, err
	}
	minutes := usualMinutes
	if in.Minutes != nil {
		minutes = *in.Minutes
	}
	if len(in.Permissions) == 0 {
		in.Permissions = Permissions
	}
	if err := in.check(minutes); err != nil {
		return Granted{}, err
	}
	asking := authz.From(ctx).UserID
	if asking == uuid.Nil {
		return Granted{}, authz.ErrForbidden // an access is somebody's
	}
	if s.provider == nil {
		return Granted{}, errNotConfigured
	}
	now := s.clock.Now()
	out := Granted{
		ID: uuid.Must(uuid.NewV7()), MotorcycleID: in.MotorcycleID, Permissions: slices.Compact(slices.Sorted(slices.Values(in.Permissions))),
		From: now, Until: now.Add(time.Duration(minutes) * time.Minute),
	}
	var m target
	var number int32
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if m, out.Device, err = servicedTx(ctx, tx, scope, in.MotorcycleID); err != nil {
			return err
		}
		number, err = numberTx(ctx, tx, asking)
		return err
	})
	if err != nil {
		return Granted{}, err
	}
	out.Profile, err = s.provider.CreateAccess(ctx, AccessRequest{
		DeviceID: out.Device.ID, UserNumber: int(number), From: out.From, Until: out.Until, Permissions: out.Permissions,
	})
	if err != nil {
		return Granted{}, refusal(err)
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error { return s.recordGrantTx(ctx, tx, out, m, asking) })
	if err != nil {
		return Granted{}, err
	}
	return out, nil
}

func (in GrantInput) check(minutes int) error {
	var c errs.Collector
	check.Within(&c, "minutes", float64(minutes), leastMinutes, mostMinutes)
	c.Check(len(in.Permissions) <= len(Permissions), "permissions", "TOO_MANY", "max", len(Permissions))
	for i, p := range in.Permissions {
		if i < len(Permissions) {
			check.Choice(&c, fmt.Sprintf("permissions[%d]", i), p, Permissions)
		}
	}
	return c.Err()
}

// servicedTx returns a motorcycle in reach and its activated lock.
func servicedTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, motorcycleID uuid.UUID) (target, Device, error) {
	q := lockdb.New(tx)
	m, err := q.LockMotorcycle(ctx, motorcycleID)
	if err != nil && !postgres.NoRows(err) {
		return target{}, Device{}, fmt.Errorf("lock the motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &m.FranchiseID) {
		return target{}, Device{}, motorcycle.ErrNotFound
	}
	device, err := q.DeviceOfMotorcycle(ctx, motorcycleID)
	if postgres.NoRows(err) {
		return target{}, Device{}, errNotActive
	}
	if err != nil {
		return target{}, Device{}, fmt.Errorf("read the lock: %w", err)
	}
	return target(m), Device{ID: device.DeviceID, Model: device.Model, Firmware: device.FirmwareVersion}, nil
}

func (s *Service) recordGrantTx(ctx context.Context, tx pgx.Tx, a Granted, m target, asking uuid.UUID) error {
	err := lockdb.New(tx).InsertAccess(ctx, lockdb.InsertAccessParams{
		ID: a.ID, MotorcycleID: a.MotorcycleID, DeviceID: a.Device.ID, UserID: asking, Permissions: texts(a.Permissions),
		ValidFrom: a.From, ValidUntil: a.Until, Now: a.From,
	})
	if err != nil {
		return fmt.Errorf("record the access: %w", err)
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: a.From, Action: authz.LockAccessCreate, Entity: "lock-access", EntityID: a.ID, FranchiseID: &m.FranchiseID,
		Changes: audit.Diff(nil, map[string]any{"motorcycleId": a.MotorcycleID, "permissions": a.Permissions, "validUntil": a.Until}),
	})
}
