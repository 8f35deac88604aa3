// Package lock gives the people around a rental access to the smart lock on its motorcycle: it activates locks, issues
// an access for the time of a rental when its booking is confirmed and ends it with the rental, shows the customer the
// code from shortly before the start until the end, and lets staff service a lock. It owns the Provider interface, by
// which the locks' maker is reached. It opens no lock itself: the maker's service only hands out credentials. It takes no
// part in what a booking becomes.
package lock

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rihla/internal/platform/errs"
)

// Permission is something that an access allows with a lock (specification section 1).
type Permission string

// The permissions. Customers have Unlock only.
const (
	Unlock               Permission = "Unlock"
	WriteConfiguration   Permission = "WriteConfiguration"
	ReadPrimaryPasscode  Permission = "ReadPrimaryPasscode"
	WritePrimaryPasscode Permission = "WritePrimaryPasscode"
)

// Permissions lists them all: what staff may have.
var Permissions = []Permission{Unlock, WriteConfiguration, ReadPrimaryPasscode, WritePrimaryPasscode}

// Provider is the service of the locks' maker. An implementation keeps nothing but its own sign-in. Its errors are
// ErrAuthentication, ErrUnknownDevice or a *StatusError, possibly wrapped, which is ErrRefused too where the service found
// fault with what was asked; any other error means that it could not be reached. No error holds a code or a profile.
type Provider interface {
	// Activate brings a lock under our licence. ErrRefused: the activation code is not the lock's.
	Activate(ctx context.Context, deviceID, activationCode string) (Device, error)
	// Deactivate gives a lock up. ErrUnknownDevice: it was not ours, or not any more.
	Deactivate(ctx context.Context, deviceID string) error
	// CreateAccess returns an access profile, with which a phone opens the lock over Bluetooth.
	CreateAccess(ctx context.Context, in AccessRequest) (string, error)
	// TemporaryCode returns the code to type in at an instant. The same instant gives the same code.
	TemporaryCode(ctx context.Context, device Device, at time.Time) (Code, error)
}

// Device is a lock as its maker describes it.
type Device struct {
	ID       string
	Model    string
	Firmware string
}

// AccessRequest asks for an access profile.
type AccessRequest struct {
	DeviceID string
	// UserNumber stands for the person in the lock's own audit trail.
	UserNumber  int
	From, Until time.Time
	Permissions []Permission
}

// Code opens a lock from From until Until, however long a rental lasts.
type Code struct {
	Value       string
	From, Until time.Time
}

// What a Provider answers (specification section 8).
var (
	ErrAuthentication = errors.New("the lock service does not accept our credentials")
	ErrUnknownDevice  = errors.New("the lock service does not know the device")
	ErrRefused        = errors.New("the lock service refuses what was asked")
)

// StatusError is any other answer that is no success.
type StatusError struct{ Status int }

// Error is for logs.
func (e *StatusError) Error() string { return fmt.Sprintf("the lock service answered %d", e.Status) }

// Errors of the package.
var (
	errNotConfigured = errs.New(errs.Unavailable, "LOCKS_NOT_CONFIGURED")
	errNoDevice      = errs.New(errs.NotFound, "LOCK_DEVICE_NOT_FOUND")
	errNotActive     = errs.New(errs.Conflict, "LOCK_NOT_ACTIVE")
	errOtherLock     = errs.New(errs.Conflict, "LOCK_ALREADY_FITTED")
)

// errTaken says that a lock is on another motorcycle.
func errTaken(deviceID string) *errs.Error {
	return errs.New(errs.Conflict, "DEVICE_TAKEN", "device", deviceID)
}

// refusal words an error of the provider for its caller.
func refusal(err error) error {
	status, answered := errors.AsType[*StatusError](err)
	switch {
	case errors.Is(err, ErrAuthentication):
		return errs.New(errs.Gateway, "LOCK_AUTHENTICATION_FAILED").With(err)
	case errors.Is(err, ErrUnknownDevice):
		return errNoDevice.With(err)
	case answered:
		return errs.New(errs.Gateway, "LOCK_API_ERROR", "status", status.Status).With(err)
	default:
		return errs.New(errs.Gateway, "LOCK_UNREACHABLE").With(err)
	}
}
