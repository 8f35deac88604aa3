package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

const activationCode = "8146501937"

type lockCode struct {
	AvailableFrom, AvailableUntil time.Time
	Code, AccessProfile           *string
	CodeValidUntil                *time.Time
}

func lockCodeOf(answer apptest.Answer) *lockCode {
	return apptest.Data[struct{ LockCode *lockCode }](answer).LockCode
}

func (a testApp) confirmPaid(t *testing.T, id uuid.UUID) {
	t.Helper()
	err := a.DB().InTx(authz.AsSystem(t.Context(), "test"), func(ctx context.Context, tx pgx.Tx) error {
		locked, err := a.Services().Booking.LockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = a.Services().Booking.ConfirmPaidTx(ctx, tx, locked, "paid")
		return err
	})
	require.NoError(t, err)
}

func activateLock(c *apptest.Caller, device string, motorcycle *uuid.UUID) apptest.Answer {
	body := map[string]any{"deviceId": device, "activationCode": activationCode}
	if motorcycle != nil {
		body["motorcycleId"] = motorcycle
	}
	return c.Post("/motorcycles/device/activate", body)
}

func lockRows(t *testing.T, a testApp, sql string, arguments ...any) int {
	t.Helper()
	var n int
	require.NoError(t, a.DB().QueryRow(t.Context(), sql, arguments...).Scan(&n))
	return n
}

// From the lock in its box to the code in the customer's hand, and to the end of both.
func TestLockCodeFromActivationToReturn(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff, rider, other := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Customer(), a.Customer()
	device := apptest.Data[struct{ Device object }](activateLock(staff, "A12345", &stage.MotorcycleID)).Device
	require.Equal(t, true, device["isActive"])
	require.Equal(t, "4401", device["model"])
	require.Equal(t, stage.MotorcycleID.String(), device["motorcycleId"])

	start := apptest.Now.Add(72 * time.Hour)
	b := rider.Book(stage.BookingBody(start))
	path := "/bookings/" + b.ID.String() + "/lock-code"
	require.Nil(t, lockCodeOf(rider.Get(path)), "unpaid")
	a.confirmPaid(t, b.ID)
	a.Eventually(func() bool { return lockRows(t, a, "select count(*) from lock_codes") > 0 }, "a code")

	early := lockCodeOf(rider.Get(path))
	require.Equal(t, start.Add(-15*time.Minute), early.AvailableFrom)
	require.Equal(t, start.Add(48*time.Hour), early.AvailableUntil)
	for _, moment := range []struct {
		at      time.Time
		visible bool
	}{
		{start.Add(-15*time.Minute - time.Microsecond), false},
		{start.Add(-15 * time.Minute), true},
		{start.Add(48*time.Hour - time.Microsecond), true},
		{start.Add(48 * time.Hour), false},
	} {
		at, visible := moment.at, moment.visible
		a.Clock.Set(at)
		require.NoError(t, a.Services().Lock.Match(t.Context(), b.ID))
		rider, other, staff = a.again(rider), a.again(other), a.again(staff)
		read := lockRows(t, a, "select count(*) from audit_log where action = 'LOCK_CODE_GET' and entity_id = $1 and actor_id = $2", b.ID, rider.UserID)
		answer := rider.Get(path)
		code := lockCodeOf(answer)
		require.Equal(t, visible, code.Code != nil, at)
		require.Equal(t, visible, code.AccessProfile != nil, at)
		read = lockRows(t, a, "select count(*) from audit_log where action = 'LOCK_CODE_GET' and entity_id = $1 and actor_id = $2", b.ID, rider.UserID) - read
		require.Equal(t, map[bool]int{true: 1, false: 0}[visible], read, "every reading is recorded")
		require.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
		if visible {
			require.Contains(t, string(a.Visitor().Get("/dev/masterlock/").Body), *code.Code, "the lock takes it")
			require.True(t, code.CodeValidUntil.After(at))
		}
		require.Equal(t, "BOOKING_NOT_FOUND", other.Get(path).Problem().Code)
		require.Equal(t, http.StatusForbidden, staff.Get(path).Status, "staff have accesses of their own")
		require.Equal(t, http.StatusUnauthorized, a.Visitor().Get(path).Status)
	}
}

// A cancelled booking shows nothing, from the moment it is cancelled.
func TestLockCodeOfACancelledBooking(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.Admin, nil)
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", &stage.MotorcycleID).Status)
	b := rider.Book(stage.BookingBody(apptest.Now.Add(10 * time.Minute)))
	path := "/bookings/" + b.ID.String() + "/lock-code"
	a.confirmPaid(t, b.ID)
	a.Eventually(func() bool { return lockCodeOf(rider.Get(path)).Code != nil }, "a code")
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	require.Nil(t, lockCodeOf(rider.Get(path)))
	a.Eventually(func() bool { return lockRows(t, a, "select count(*) from lock_codes") == 0 }, "the codes are forgotten")
}

func TestLockCodeWithoutALock(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	b := rider.Book(stage.BookingBody(apptest.Now.Add(10 * time.Minute)))
	a.confirmPaid(t, b.ID)
	require.Nil(t, lockCodeOf(rider.Get("/bookings/"+b.ID.String()+"/lock-code")))
	for _, id := range []string{uuid.NewString(), "nonsense"} {
		require.Equal(t, "BOOKING_NOT_FOUND", rider.Get("/bookings/"+id+"/lock-code").Problem().Code)
	}
}

// A lock is found by the motorcycle that names it, or put on the one that the request names.
func TestLockIsFittedOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	second := a.Motorcycle(stage, apptest.DayPrice)
	require.Equal(t, "Smart lock device not found", activateLock(staff, "A12345", nil).Problem().Message, "no motorcycle names it")
	_, err := a.DB().Exec(t.Context(), "update motorcycles set smart_lock_device_id = 'A12345' where id = $1", stage.MotorcycleID)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, activateLock(staff, " A12345 ", nil).Status)
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", &stage.MotorcycleID).Status, "again")
	require.Equal(t, "DEVICE_TAKEN", activateLock(staff, "A12345", &second).Problem().Code)
	require.Equal(t, "LOCK_ALREADY_FITTED", activateLock(staff, "B67890", &stage.MotorcycleID).Problem().Code)

	off := func() apptest.Answer {
		return staff.Post("/motorcycles/device/deactivate", map[string]any{"deviceId": "A12345"})
	}
	require.Equal(t, false, apptest.Data[struct{ Device object }](off()).Device["isActive"])
	require.Equal(t, http.StatusOK, off().Status, "it is given up already")
	require.Equal(t, http.StatusOK, activateLock(staff, "B67890", &stage.MotorcycleID).Status, "another one may take its place")
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", &second).Status)
	recorded := lockRows(t, a, `select count(*) from audit_log where entity = 'motorcycle' and franchise_id = $1 and action like 'MOTORCYCLE_DEVICE_%'`, stage.FranchiseID)
	require.Equal(t, 6, recorded)
}

func TestLocksOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, rider := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Customer()
	require.Equal(t, http.StatusOK, activateLock(a.Staff(authz.Admin, nil), "T00001", &theirs.MotorcycleID).Status)

	require.Equal(t, "MOTORCYCLE_NOT_FOUND", activateLock(staff, "A12345", &theirs.MotorcycleID).Problem().Code)
	require.Equal(t, "LOCK_DEVICE_NOT_FOUND", activateLock(staff, "T00001", nil).Problem().Code)
	require.Equal(t, "LOCK_DEVICE_NOT_FOUND", staff.Post("/motorcycles/device/deactivate", map[string]any{"deviceId": "T00001"}).Problem().Code)
	access := "/motorcycles/" + theirs.MotorcycleID.String() + "/lock/access"
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Post(access, nil).Problem().Code)
	require.Equal(t, 1, lockRows(t, a, "select count(*) from motorcycle_devices"), "nothing has changed")
	for path, body := range map[string]any{
		"/motorcycles/device/activate": map[string]any{"deviceId": "T00001", "activationCode": "1"}, access: nil,
		"/motorcycles/device/deactivate": map[string]any{"deviceId": "T00001"},
	} {
		require.Equal(t, http.StatusForbidden, rider.Post(path, body).Status, path)
		require.Equal(t, http.StatusUnauthorized, a.Visitor().Post(path, body).Status, path)
	}
}

// What the maker refuses is told in the words of specification section 8.
func TestLockServiceErrors(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.Admin, nil)
	require.Equal(t, "LOCK_DEVICE_NOT_FOUND", activateLock(staff, "GONE04", &stage.MotorcycleID).Problem().Code)
	for language, message := range map[string]string{
		"en": "Smart lock API error with status code 500", "fr": "Erreur de l'API de l'antivol connecté, code de statut 500",
		"ar": "خطأ في واجهة القفل الذكي برمز الحالة 500",
	} {
		answer := activateLock(staff.In(language), "FAIL50", &stage.MotorcycleID)
		require.Equal(t, http.StatusBadGateway, answer.Status)
		require.Equal(t, message, answer.Problem().Message)
	}
	wrong := staff.Post("/motorcycles/device/activate", map[string]any{"deviceId": "A12345", "activationCode": "123450000", "motorcycleId": stage.MotorcycleID})
	require.Equal(t, "NOT_ACCEPTED", wrong.Problem().Field("activationCode"))
	require.Zero(t, lockRows(t, a, "select count(*) from motorcycle_devices"), "nothing is recorded of what failed")

	with := func(license, address string) *apptest.Caller {
		other := newApp(t, func(o *app.Options) {
			o.Config.Masterlock = config.Masterlock{BaseURL: address, License: license, Password: "p"}
		})
		stage = other.Stage()
		return other.Staff(authz.Admin, nil)
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	unreachable := activateLock(with("l", closed.URL), "A12345", &stage.MotorcycleID)
	require.Equal(t, http.StatusBadGateway, unreachable.Status)
	require.Equal(t, "LOCK_UNREACHABLE", unreachable.Problem().Code)
	// Another program's lock service, which does not know the licence.
	stranger := with("another", a.BaseURL()+"/dev/masterlock")
	require.Equal(t, "Smart lock authentication failure", activateLock(stranger, "A12345", &stage.MotorcycleID).Problem().Message)
}

func TestLockInput(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	problem := staff.Post("/motorcycles/device/activate", map[string]any{"deviceId": " ", "activationCode": strings.Repeat("9", 101)}).Problem()
	require.Equal(t, "REQUIRED", problem.Field("deviceId"))
	require.Equal(t, "TOO_LONG", problem.Field("activationCode"))
	for _, hostile := range []string{"'; drop table motorcycles; --", "<script>", "قفل", "🔒", "\u202eA12345", "A\x00B"} {
		answer := activateLock(staff, hostile, &stage.MotorcycleID)
		require.Contains(t, []int{http.StatusNotFound, http.StatusUnprocessableEntity}, answer.Status, "%q %s", hostile, answer.Body)
		require.GreaterOrEqual(t, staff.Post("/motorcycles/device/deactivate", map[string]any{"deviceId": hostile}).Status, 400)
	}
	require.Equal(t, http.StatusUnprocessableEntity, staff.Post("/motorcycles/device/deactivate", map[string]any{"deviceId": strings.Repeat("x", 10_000)}).Status)
	access := "/motorcycles/" + stage.MotorcycleID.String() + "/lock/access"
	require.Equal(t, "LOCK_NOT_ACTIVE", staff.Post(access, nil).Problem().Code)
	broken := staff.Post(access, map[string]any{"permissions": []string{"Unlock", "OpenEverything"}, "minutes": 1441}).Problem()
	require.Equal(t, "INVALID_CHOICE", broken.Field("permissions[1]"))
	require.Equal(t, "TOO_LARGE", broken.Field("minutes"))
	require.Equal(t, "TOO_SMALL", staff.Post(access, map[string]any{"minutes": 0}).Problem().Field("minutes"))
	many := make([]string, 10_000)
	require.Equal(t, http.StatusUnprocessableEntity, staff.Post(access, map[string]any{"permissions": many}).Status)
}

// A motorcycle tells its staff which lock it names and whether that is active, before, between and after; nobody else.
func TestLockOfAMotorcycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, other := a.Stage(), a.Stage()
	staff, stranger := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.FranchiseAdmin, &other.FranchiseID)
	path := "/motorcycles/" + stage.MotorcycleID.String()
	device := func() object {
		return apptest.Data[struct{ Device object }](staff.Get(path + "/device")).Device
	}
	require.Nil(t, device())
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, path, map[string]any{"smartLockDeviceId": "A12345"}).Status)
	require.Equal(t, object{
		"motorcycleId": stage.MotorcycleID.String(), "deviceId": "A12345", "isActive": false, "model": "", "firmwareVersion": "", "activatedAt": nil,
	}, device())
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", nil).Status)
	active := device()
	require.Equal(t, true, active["isActive"])
	require.Equal(t, "4401", active["model"])
	require.Equal(t, apptest.Now.Format(time.RFC3339), active["activatedAt"])
	require.Equal(t, http.StatusOK, staff.Post("/motorcycles/device/deactivate", map[string]any{"deviceId": "A12345"}).Status)
	require.Equal(t, false, device()["isActive"])
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", stranger.Get(path+"/device").Problem().Code)
	require.Equal(t, http.StatusForbidden, a.Customer().Get(path+"/device").Status)
}

func TestStaffServiceALock(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", &stage.MotorcycleID).Status)
	type access struct {
		ID                    uuid.UUID
		DeviceID              string
		Permissions           []string
		ValidFrom, ValidUntil time.Time
		AccessProfile         string
	}
	path := "/motorcycles/" + stage.MotorcycleID.String() + "/lock/access"
	ask := func(body any) access { return apptest.Data[struct{ Access access }](staff.Post(path, body)).Access }
	whole := ask(nil)
	require.ElementsMatch(t, []string{"Unlock", "WriteConfiguration", "ReadPrimaryPasscode", "WritePrimaryPasscode"}, whole.Permissions)
	require.Equal(t, "A12345", whole.DeviceID)
	require.Equal(t, apptest.Now, whole.ValidFrom)
	require.Equal(t, apptest.Now.Add(time.Hour), whole.ValidUntil)
	narrow := ask(map[string]any{"permissions": []string{"Unlock", "Unlock"}, "minutes": 5})
	require.Equal(t, []string{"Unlock"}, narrow.Permissions)
	require.NotEqual(t, whole.AccessProfile, narrow.AccessProfile)
	require.Equal(t, 2, lockRows(t, a, "select count(*) from audit_log where action = 'LOCK_ACCESS_CREATE' and actor_id = $1 and franchise_id = $2", staff.UserID, stage.FranchiseID))
	require.Zero(t, lockRows(t, a, "select count(*) from lock_accesses where sealed_profile is not null"), "it is handed out, not kept")

	a.Clock.Advance(10 * time.Minute)
	require.NoError(t, a.Services().Lock.CatchUp(t.Context()))
	require.Equal(t, 1, lockRows(t, a, "select count(*) from lock_accesses where ended_reason = 'EXPIRED'"))
}

// Whoever has the database has no lock: nothing that opens one stands in it in the clear, nor in the audit log.
func TestNothingThatOpensALockIsKeptInTheClear(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, http.StatusOK, activateLock(staff, "A12345", &stage.MotorcycleID).Status)
	b := rider.Book(stage.BookingBody(apptest.Now.Add(10 * time.Minute)))
	a.confirmPaid(t, b.ID)
	path := "/bookings/" + b.ID.String() + "/lock-code"
	a.Eventually(func() bool { return lockCodeOf(rider.Get(path)).Code != nil }, "a code")
	shown := lockCodeOf(rider.Get(path))
	granted := apptest.Data[struct {
		Access struct{ AccessProfile string }
	}](staff.Post("/motorcycles/"+stage.MotorcycleID.String()+"/lock/access", nil))
	secrets := []string{activationCode, *shown.AccessProfile, granted.Access.AccessProfile}
	for _, table := range []string{"motorcycle_devices", "lock_accesses", "lock_codes", "audit_log", "motorcycles", "river_job"} {
		rows, err := a.DB().Query(t.Context(), "select to_jsonb(x)::text from "+table+" x")
		require.NoError(t, err)
		kept, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.NotEmpty(t, kept, table)
		for _, secret := range secrets {
			require.NotContains(t, strings.Join(kept, "\n"), secret, table)
		}
	}
	sealed := lockRows(t, a, "select count(*) from lock_codes where position($1::bytea in sealed_code) > 0", []byte(*shown.Code))
	require.Zero(t, sealed)
	// Nobody but staff learns the device, and nobody the activation code again.
	for _, answer := range []apptest.Answer{
		rider.Get("/bookings/" + b.ID.String()), rider.Get(path), a.Visitor().Get("/motorcycles/" + stage.MotorcycleID.String()), a.Visitor().Get("/motorcycles/search"),
	} {
		require.NotContains(t, string(answer.Body), "A12345")
		require.NotContains(t, string(answer.Body), activationCode)
	}
}
