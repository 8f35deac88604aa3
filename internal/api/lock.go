package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/lock"
	"rihla/internal/platform/authz"
)

// lockServiceErrors are what may go wrong with the locks' maker (specification section 8).
var lockServiceErrors = []string{"LOCKS_NOT_CONFIGURED", "LOCK_AUTHENTICATION_FAILED", "LOCK_DEVICE_NOT_FOUND", "LOCK_API_ERROR", "LOCK_UNREACHABLE"}

func withLockService(codes ...string) []string { return append(codes, lockServiceErrors...) }

type deviceView struct {
	MotorcycleID    uuid.UUID  `json:"motorcycleId"`
	DeviceID        string     `json:"deviceId"`
	IsActive        bool       `json:"isActive"`
	Model           string     `json:"model" doc:"As its maker calls it; empty while it is not active"`
	FirmwareVersion string     `json:"firmwareVersion"`
	ActivatedAt     *time.Time `json:"activatedAt"`
}

type deviceData struct {
	Device deviceView `json:"device"`
}

type deviceAnswer data[deviceData]

type fittedDeviceData struct {
	Device *deviceView `json:"device" doc:"Null: the motorcycle names no lock"`
}

type fittedDeviceAnswer data[fittedDeviceData]

type activateDeviceRequest struct {
	Body struct {
		DeviceID       string     `json:"deviceId" doc:"1 to 100 characters"`
		ActivationCode string     `json:"activationCode" doc:"The code that came with the lock, 1 to 100 characters; never shown again"`
		MotorcycleID   *uuid.UUID `json:"motorcycleId,omitempty" doc:"What it is fitted to; left out: the motorcycle whose smartLockDeviceId it is"`
	}
}

type deactivateDeviceRequest struct {
	Body struct {
		DeviceID string `json:"deviceId"`
	}
}

type createLockAccessRequest struct {
	IDPath
	Body *struct {
		Permissions []lock.Permission `json:"permissions,omitempty" doc:"Left out or empty: all of them"`
		Minutes     *int              `json:"minutes,omitempty" doc:"How long it lasts, 5 to 1440; an hour when left out"`
	} `required:"false"`
}

type lockAccessView struct {
	ID              uuid.UUID         `json:"id"`
	MotorcycleID    uuid.UUID         `json:"motorcycleId"`
	DeviceID        string            `json:"deviceId"`
	FirmwareVersion string            `json:"firmwareVersion"`
	Permissions     []lock.Permission `json:"permissions"`
	ValidFrom       time.Time         `json:"validFrom"`
	ValidUntil      time.Time         `json:"validUntil"`
	AccessProfile   string            `json:"accessProfile" doc:"For the maker's software on a phone; handed out this once"`
}

type lockAccessData struct {
	Access lockAccessView `json:"access"`
}

type lockAccessAnswer data[lockAccessData]

type lockCodeView struct {
	AvailableFrom  time.Time  `json:"availableFrom" doc:"15 minutes before the start of the rental"`
	AvailableUntil time.Time  `json:"availableUntil" doc:"The end of the rental"`
	Code           *string    `json:"code" doc:"What to type in now; null outside these times, and while the lock's maker has handed none out"`
	CodeValidUntil *time.Time `json:"codeValidUntil" doc:"When another code takes its place"`
	AccessProfile  *string    `json:"accessProfile" doc:"Opens the lock from a phone with the maker's software; null like code"`
}

type lockCodeData struct {
	LockCode *lockCodeView `json:"lockCode" doc:"Null: the motorcycle has no smart lock, or the booking is not confirmed"`
}

type lockCodeAnswer data[lockCodeData]

func (a *API) registerLocks() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/{id}/device", ID: "getMotorcycleDevice", Tag: "locks",
		Permission: authz.MotorcycleDeviceActivate, Summary: "The smart lock of a motorcycle, and whether it is active",
		Errors: []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.getMotorcycleDevice)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/device/activate", ID: "activateDevice", Tag: "locks",
		Permission: authz.MotorcycleDeviceActivate, Summary: "Bring a smart lock to life on its motorcycle",
		Description: "The accesses of the coming rentals are issued. Doing it again renews what is known of the lock.",
		Errors:      withLockService("MOTORCYCLE_NOT_FOUND", "LOCK_ALREADY_FITTED", "DEVICE_TAKEN"),
	}, a.activateDevice)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/device/deactivate", ID: "deactivateDevice", Tag: "locks",
		Permission: authz.MotorcycleDeviceDeactivate, Summary: "Give a smart lock up",
		Description: "Ends every access to it. The motorcycle keeps naming it, so that it can be activated again.",
		Errors:      withLockService(),
	}, a.deactivateDevice)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/{id}/lock/access", ID: "createLockAccess", Tag: "locks", Permission: authz.LockAccessCreate,
		Summary:     "An access to service the lock of a motorcycle, for the caller",
		Description: "A profile cannot be called back from a phone, so it lasts a day at most. Every one stands in the audit log.",
		Errors:      withLockService("MOTORCYCLE_NOT_FOUND", "LOCK_NOT_ACTIVE"),
	}, a.createLockAccess)
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings/{id}/lock-code", ID: "getLockCode", Tag: "locks", Permission: authz.LockCodeGet,
		Summary:     "The code of the booked motorcycle's smart lock, for its customer",
		Description: "From 15 minutes before the start of the rental until its end. Every reading stands in the audit log.",
		Errors:      []string{"BOOKING_NOT_FOUND"},
	}, a.getLockCode)
}

func (a *API) getMotorcycleDevice(ctx context.Context, in *IDPath) (*fittedDeviceAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	fitted, err := a.Services.Lock.Of(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &fittedDeviceAnswer{}
	if fitted != nil {
		view := toDeviceView(*fitted)
		out.Body.Data.Device = &view
	}
	return out, nil
}

func (a *API) activateDevice(ctx context.Context, in *activateDeviceRequest) (*deviceAnswer, error) {
	return answerDevice(a.Services.Lock.Activate(ctx, lock.ActivateInput{
		DeviceID: in.Body.DeviceID, ActivationCode: in.Body.ActivationCode, MotorcycleID: in.Body.MotorcycleID,
	}))
}

func (a *API) deactivateDevice(ctx context.Context, in *deactivateDeviceRequest) (*deviceAnswer, error) {
	return answerDevice(a.Services.Lock.Deactivate(ctx, in.Body.DeviceID))
}

func answerDevice(f lock.Fitted, err error) (*deviceAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &deviceAnswer{}
	out.Body.Data.Device = toDeviceView(f)
	return out, nil
}

func toDeviceView(f lock.Fitted) deviceView {
	return deviceView{
		MotorcycleID: f.MotorcycleID, DeviceID: f.DeviceID, IsActive: f.Active, Model: f.Model, FirmwareVersion: f.Firmware,
		ActivatedAt: utcPointer(f.ActivatedAt),
	}
}

func (a *API) createLockAccess(ctx context.Context, in *createLockAccessRequest) (*lockAccessAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	input := lock.GrantInput{MotorcycleID: id}
	if in.Body != nil {
		input.Permissions, input.Minutes = in.Body.Permissions, in.Body.Minutes
	}
	granted, err := a.Services.Lock.Grant(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &lockAccessAnswer{}
	out.Body.Data.Access = lockAccessView{
		ID: granted.ID, MotorcycleID: granted.MotorcycleID, DeviceID: granted.Device.ID, FirmwareVersion: granted.Device.Firmware,
		Permissions: granted.Permissions, ValidFrom: utc(granted.From), ValidUntil: utc(granted.Until), AccessProfile: granted.Profile,
	}
	return out, nil
}

func (a *API) getLockCode(ctx context.Context, in *IDPath) (*lockCodeAnswer, error) {
	id, err := in.parse(booking.ErrNotFound)
	if err != nil {
		return nil, err
	}
	found, err := a.Services.Lock.Code(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &lockCodeAnswer{}
	if found != nil {
		out.Body.Data.LockCode = toLockCodeView(*found)
	}
	return out, nil
}

func toLockCodeView(c lock.RentalCode) *lockCodeView {
	v := &lockCodeView{AvailableFrom: utc(c.From), AvailableUntil: utc(c.Until)}
	if c.Code != "" {
		v.Code, v.CodeValidUntil = &c.Code, utcPointer(&c.CodeUntil)
	}
	if c.Profile != "" {
		v.AccessProfile = &c.Profile
	}
	return v
}
