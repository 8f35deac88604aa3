package lock

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// Fitted is a lock on its motorcycle. Model, Firmware and ActivatedAt are empty while it is not active.
type Fitted struct {
	MotorcycleID    uuid.UUID
	DeviceID        string
	Active          bool
	Model, Firmware string
	ActivatedAt     *time.Time
}

// Of returns the lock that a motorcycle names, activated or not; nil: it names none. Errors: MOTORCYCLE_NOT_FOUND.
func (s *Service) Of(ctx context.Context, motorcycleID uuid.UUID) (*Fitted, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleDeviceActivate)
	if err != nil {
		return nil, err
	}
	row, err := lockdb.New(s.db).LockOfMotorcycle(ctx, motorcycleID)
	if err != nil && !postgres.NoRows(err) {
		return nil, fmt.Errorf("read the lock of a motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &row.FranchiseID) {
		return nil, motorcycle.ErrNotFound
	}
	if row.SmartLockDeviceID == nil {
		return nil, nil
	}
	fitted := &Fitted{MotorcycleID: motorcycleID, DeviceID: *row.SmartLockDeviceID, Active: row.ActivatedAt != nil, ActivatedAt: row.ActivatedAt}
	if fitted.Active {
		fitted.Model, fitted.Firmware = *row.Model, *row.FirmwareVersion
	}
	return fitted, nil
}

// ActivateInput names a lock and the code that came with it.
type ActivateInput struct {
	DeviceID       string
	ActivationCode string
	// MotorcycleID is what the lock is fitted to; nil: the motorcycle that names the lock as its smartLockDeviceId.
	MotorcycleID *uuid.UUID
}

// maxDeviceText bounds device ids (specification section 5) and activation codes, in characters.
const maxDeviceText = 100

// Activate brings a lock to life on its motorcycle and has the accesses of the coming rentals issued. Doing it again
// renews what is known of the lock. Errors: VALIDATION; LOCK_DEVICE_NOT_FOUND when no motorcycle in reach names the lock or
// its maker does not know it; MOTORCYCLE_NOT_FOUND; LOCK_ALREADY_FITTED, DEVICE_TAKEN; LOCKS_NOT_CONFIGURED; and
// those of the lock service.
func (s *Service) Activate(ctx context.Context, in ActivateInput) (Fitted, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleDeviceActivate)
	if err != nil {
		return Fitted{}, err
	}
	in.DeviceID, in.ActivationCode = strings.TrimSpace(in.DeviceID), strings.TrimSpace(in.ActivationCode)
	var c errs.Collector
	check.Text(&c, "deviceId", in.DeviceID, 1, maxDeviceText)
	check.Text(&c, "activationCode", in.ActivationCode, 1, maxDeviceText)
	if err := c.Err(); err != nil {
		return Fitted{}, err
	}
	if s.provider == nil {
		return Fitted{}, errNotConfigured
	}
	// Looked at before the maker is asked, and again with the row held.
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := targetTx(ctx, tx, scope, in.DeviceID, in.MotorcycleID)
		return err
	})
	if err != nil {
		return Fitted{}, err
	}
	device, err := s.provider.Activate(ctx, in.DeviceID, in.ActivationCode)
	if errors.Is(err, ErrRefused) {
		c.Add("activationCode", "NOT_ACCEPTED")
		return Fitted{}, c.Err()
	}
	if err != nil {
		return Fitted{}, refusal(err)
	}
	var fitted Fitted
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := targetTx(ctx, tx, scope, in.DeviceID, in.MotorcycleID)
		if err != nil {
			return err
		}
		fitted, err = s.fitTx(ctx, tx, m, device, in)
		return err
	})
	return fitted, err
}

// fitTx records an activated lock on the motorcycle that tx holds.
func (s *Service) fitTx(ctx context.Context, tx pgx.Tx, m target, device Device, in ActivateInput) (Fitted, error) {
	q, now := lockdb.New(tx), s.clock.Now()
	wasActive, err := activeTx(ctx, tx, m.ID)
	if err != nil {
		return Fitted{}, err
	}
	if m.SmartLockDeviceID == nil || *m.SmartLockDeviceID != in.DeviceID {
		err := q.SetDeviceOfMotorcycle(ctx, lockdb.SetDeviceOfMotorcycleParams{ID: m.ID, DeviceID: in.DeviceID, Now: now})
		if postgres.Violates(err, "motorcycles_device_key") {
			return Fitted{}, errTaken(in.DeviceID).With(err)
		}
		if err != nil {
			return Fitted{}, fmt.Errorf("link the lock: %w", err)
		}
	}
	// What is left of it on a motorcycle that does not name it any more.
	if err := q.RemoveDevice(ctx, in.DeviceID); err != nil {
		return Fitted{}, fmt.Errorf("unlink the lock: %w", err)
	}
	err = q.SaveDevice(ctx, lockdb.SaveDeviceParams{
		MotorcycleID: m.ID, DeviceID: in.DeviceID, SealedActivationCode: s.box.Seal(in.ActivationCode, activationPlace(m.ID)),
		FirmwareVersion: device.Firmware, Model: device.Model, Now: now,
	})
	if err != nil {
		return Fitted{}, fmt.Errorf("record the lock: %w", err)
	}
	if err := s.matchComingTx(ctx, tx, m.ID); err != nil {
		return Fitted{}, err
	}
	before := m.snapshot(wasActive)
	m.SmartLockDeviceID = &in.DeviceID
	return Fitted{
		MotorcycleID: m.ID, DeviceID: in.DeviceID, Active: true, Model: device.Model, Firmware: device.Firmware, ActivatedAt: &now,
	}, s.recordTx(ctx, tx, authz.MotorcycleDeviceActivate, m, before, m.snapshot(true))
}

// Deactivate gives a lock up: nobody gets an access to it any more, and what was issued is taken out of sight. The
// motorcycle keeps naming it, so that it can be activated again. One that is not active is left as it is. Errors:
// VALIDATION, LOCK_DEVICE_NOT_FOUND, LOCKS_NOT_CONFIGURED, and those of the lock service.
func (s *Service) Deactivate(ctx context.Context, deviceID string) (Fitted, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleDeviceDeactivate)
	if err != nil {
		return Fitted{}, err
	}
	deviceID = strings.TrimSpace(deviceID)
	var c errs.Collector
	check.Text(&c, "deviceId", deviceID, 1, maxDeviceText)
	if err := c.Err(); err != nil {
		return Fitted{}, err
	}
	if s.provider == nil {
		return Fitted{}, errNotConfigured
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := targetTx(ctx, tx, scope, deviceID, nil)
		return err
	})
	if err != nil {
		return Fitted{}, err
	}
	// A lock that its maker does not count as ours is given up already.
	if err := s.provider.Deactivate(ctx, deviceID); err != nil && !errors.Is(err, ErrUnknownDevice) {
		return Fitted{}, refusal(err)
	}
	var fitted Fitted
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := targetTx(ctx, tx, scope, deviceID, nil)
		if err != nil {
			return err
		}
		wasActive, err := activeTx(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if err := s.removeTx(ctx, tx, deviceID); err != nil {
			return err
		}
		fitted = Fitted{MotorcycleID: m.ID, DeviceID: deviceID}
		return s.recordTx(ctx, tx, authz.MotorcycleDeviceDeactivate, m, m.snapshot(wasActive), m.snapshot(false))
	})
	return fitted, err
}

func (s *Service) removeTx(ctx context.Context, tx pgx.Tx, deviceID string) error {
	q := lockdb.New(tx)
	if err := q.RemoveDevice(ctx, deviceID); err != nil {
		return fmt.Errorf("remove the lock: %w", err)
	}
	accesses, err := q.AccessesOfDevice(ctx, deviceID)
	if err != nil {
		return fmt.Errorf("find the lock's accesses: %w", err)
	}
	for _, id := range accesses {
		if err := s.endTx(ctx, tx, id, deviceRemoved); err != nil {
			return err
		}
	}
	return nil
}

// target is the motorcycle that a lock is on, its row held by the transaction.
type target struct {
	ID                uuid.UUID
	FranchiseID       uuid.UUID
	SmartLockDeviceID *string
}

// snapshot is what the audit log compares.
func (t target) snapshot(active bool) map[string]any {
	return map[string]any{"smartLockDeviceId": t.SmartLockDeviceID, "smartLockActive": active}
}

// targetTx finds the motorcycle of a lock: the one that was named, if it may carry it, or the one that names it.
func targetTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, deviceID string, motorcycleID *uuid.UUID) (target, error) {
	q := lockdb.New(tx)
	holder, err := q.LockMotorcycleOfDevice(ctx, deviceID)
	if err != nil && !postgres.NoRows(err) {
		return target{}, fmt.Errorf("find the motorcycle of a lock: %w", err)
	}
	held := err == nil
	if motorcycleID == nil {
		if !held || !scope.Allows(uuid.Nil, &holder.FranchiseID) {
			return target{}, errNoDevice
		}
		return target(holder), nil
	}
	named, err := q.LockMotorcycle(ctx, *motorcycleID)
	if err != nil && !postgres.NoRows(err) {
		return target{}, fmt.Errorf("lock the motorcycle: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &named.FranchiseID) {
		return target{}, motorcycle.ErrNotFound
	}
	if held && holder.ID != named.ID {
		return target{}, errTaken(deviceID)
	}
	if named.SmartLockDeviceID == nil || *named.SmartLockDeviceID == deviceID {
		return target(named), nil
	}
	active, err := activeTx(ctx, tx, named.ID)
	if err == nil && active {
		err = errOtherLock
	}
	return target(named), err
}

// activeTx tells whether a motorcycle has an activated lock.
func activeTx(ctx context.Context, tx pgx.Tx, motorcycleID uuid.UUID) (bool, error) {
	_, err := lockdb.New(tx).DeviceOfMotorcycle(ctx, motorcycleID)
	if err != nil && !postgres.NoRows(err) {
		return false, fmt.Errorf("read the lock: %w", err)
	}
	return err == nil, nil
}

// matchComingTx has the accesses of a motorcycle's coming rentals matched to its lock.
func (s *Service) matchComingTx(ctx context.Context, tx pgx.Tx, motorcycleID uuid.UUID) error {
	bookings, err := lockdb.New(tx).ComingBookings(ctx, lockdb.ComingBookingsParams{MotorcycleID: motorcycleID, Now: s.clock.Now()})
	if err != nil {
		return fmt.Errorf("find the coming bookings: %w", err)
	}
	for _, id := range bookings {
		if err := s.matchLaterTx(ctx, tx, id, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, m target, was, is map[string]any) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: "motorcycle", EntityID: m.ID, FranchiseID: &m.FranchiseID, Changes: audit.Diff(was, is),
	})
}
