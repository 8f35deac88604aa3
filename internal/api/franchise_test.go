package api_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

func franchiseOf(answer apptest.Answer) object {
	return apptest.Data[object](answer)["franchise"].(object)
}

func franchiseCodes(answer apptest.Answer) []any {
	codes := []any{}
	for _, f := range apptest.Data[struct{ Franchises []object }](answer).Franchises {
		codes = append(codes, f["code"])
	}
	return codes
}

func franchiseBody(code string) object {
	return object{"name": "Rihla " + code, "code": code, "contactEmail": "contact@example.com"}
}

func TestFranchiseLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	answer := admin.Post("/franchises", franchiseBody("TANGER"))
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := franchiseOf(answer)
	id := uuid.MustParse(made["id"].(string))
	path := "/franchises/" + id.String()
	require.Equal(t, path, answer.Header.Get("Location"))
	for member, want := range map[string]any{
		"status": "PENDING_APPROVAL", "commissionRate": 0.15, "graceMinutes": nil, "holdAutonomMinutes": nil, "holdDeliveryMinutes": nil,
		"turnaroundMinutes": 0.0, "fullRefundHours": 48.0, "partialRefundHours": 24.0, "partialRefundPercent": 50.0,
	} {
		require.Contains(t, made, member)
		require.Equal(t, want, made[member], member)
	}
	require.Equal(t, object{"graceMinutes": 1440.0, "holdAutonomMinutes": 15.0, "holdDeliveryMinutes": 1440.0}, made["platformSettings"])
	require.Equal(t, "FRANCHISE_NOT_FOUND", a.Visitor().Get(path).Problem().Code, "it waits for approval")

	a.Clock.Advance(time.Minute)
	changed := franchiseOf(admin.Do(http.MethodPut, path, object{
		"status": "ACTIVE", "commissionRate": 0.2, "graceMinutes": 120, "turnaroundMinutes": 60, "fullRefundHours": 72, "latitude": 35.77, "longitude": -5.8,
		"updatedAt": made["updatedAt"],
	}))
	require.InEpsilon(t, 120.0, changed["graceMinutes"], 0)
	require.Equal(t, "Rihla TANGER", changed["name"], "what is left out stays")
	public := franchiseOf(a.Visitor().Get(path))
	require.Equal(t, names(public), names(franchiseOf(a.Customer().Get(path))))
	require.NotContains(t, public, "commissionRate")
	require.NotContains(t, public, "graceMinutes")
	require.NotContains(t, public, "status")
	late := admin.Do(http.MethodPut, path, object{"name": "X2", "updatedAt": made["updatedAt"]})
	require.Equal(t, "CHANGED_MEANWHILE", late.Problem().Code)
	require.Contains(t, string(late.Body), `"graceMinutes":{"from":null,"to":120}`)
	cleared := franchiseOf(admin.Do(http.MethodPut, path, object{"graceMinutes": nil, "latitude": nil, "longitude": nil}))
	require.Nil(t, cleared["graceMinutes"])
	require.Nil(t, cleared["latitude"])

	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "Franchise with ID "+id.String()+" not found", admin.Get(path).Problem().Message)
	require.Equal(t, []string{"FRANCHISE_CREATE", "FRANCHISE_UPDATE", "FRANCHISE_UPDATE", "FRANCHISE_DELETE"}, a.recorded(t, id))
}

// A franchise administrator changes the contact details of its own franchise and nothing else (D18).
func TestFranchiseContacts(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	path := "/franchises/" + ours.FranchiseID.String()
	mine := franchiseOf(staff.Get("/franchises/me"))
	require.Equal(t, mine, franchiseOf(staff.Get(path)))
	require.Equal(t, "ACTIVE", mine["status"])

	// The whole form goes back as it was read, with another address and telephone.
	mine["address"], mine["contactPhone"], mine["contactEmail"] = " 1, place Mohammed V ", "+212 522 000 001", "new@example.com"
	mine["operatingHours"] = object{"friday": object{"start": "09:00", "end": "12:00"}}
	mine["latitude"], mine["longitude"] = 33.59, -7.61
	delete(mine, "updatedAt")
	changed := franchiseOf(staff.Do(http.MethodPut, path, mine))
	require.Equal(t, "1, place Mohammed V", changed["address"])
	require.Equal(t, mine["operatingHours"], changed["operatingHours"])

	readOnly := object{
		"name": "Ours", "code": "OURS", "status": "PENDING_APPROVAL", "commissionRate": 0, "graceMinutes": 0, "holdAutonomMinutes": 60, "holdDeliveryMinutes": 60,
		"turnaroundMinutes": 5, "fullRefundHours": 100, "partialRefundHours": 2, "partialRefundPercent": 0,
	}
	for member, value := range readOnly {
		answer := staff.Do(http.MethodPut, path, object{"address": "elsewhere", member: value})
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, member)
		require.Len(t, answer.Problem().Errors, 1, member)
		require.Equal(t, "READ_ONLY", answer.Problem().Field(member), member)
	}
	readOnly["contactEmail"] = "nobody"
	all := staff.Do(http.MethodPut, path, readOnly).Problem()
	require.Len(t, all.Errors, len(readOnly), "and what is wrong besides")
	require.Equal(t, changed, franchiseOf(staff.Get(path)), "nothing was saved")

	foreign := "/franchises/" + theirs.FranchiseID.String()
	require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Do(http.MethodPut, foreign, object{"address": "x"}).Problem().Code)
	require.NotContains(t, franchiseOf(staff.Get(foreign)), "commissionRate", "of others it sees what the public sees")
	require.Equal(t, http.StatusForbidden, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, http.StatusForbidden, staff.Post("/franchises", franchiseBody("NEW")).Status)
	require.Equal(t, http.StatusForbidden, a.Staff(authz.Admin, nil).Get("/franchises/me").Status, "an administrator has none of its own")
	_, err := a.DB().Exec(t.Context(), "update franchises set status = 'SUSPENDED'")
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, staff.Get(foreign).Status)
	require.Equal(t, "SUSPENDED", franchiseOf(staff.Get("/franchises/me"))["status"])
}

// Each setting by itself: whose it is to write.
func TestWhoWritesWhichSetting(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin, staff := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	path := "/franchises/" + stage.FranchiseID.String()
	own := []object{
		{"address": "1, place Mohammed V"}, {"contactEmail": "new@example.com"}, {"contactPhone": "+212 522 000 001"}, {"latitude": 33.59, "longitude": -7.61},
		{"operatingHours": object{"friday": object{"start": "09:00", "end": "12:00"}}},
	}
	platforms := []object{
		{"commissionRate": 0.2}, {"name": "Ours"}, {"code": "OURS"}, {"status": "SUSPENDED"}, {"graceMinutes": 90}, {"holdAutonomMinutes": 60},
		{"holdDeliveryMinutes": 600}, {"turnaroundMinutes": 30}, {"fullRefundHours": 100}, {"partialRefundHours": 12}, {"partialRefundPercent": 10},
	}
	for _, change := range own {
		written := franchiseOf(staff.Do(http.MethodPut, path, change))
		for member, value := range change {
			require.Equal(t, value, written[member], member)
		}
	}
	for _, change := range platforms {
		for member, value := range change {
			before := franchiseOf(staff.Get(path))[member]
			require.Equal(t, "READ_ONLY", staff.Do(http.MethodPut, path, change).Problem().Field(member), member)
			require.Equal(t, before, franchiseOf(admin.Get(path))[member], member)
			require.EqualValues(t, value, franchiseOf(admin.Do(http.MethodPut, path, change))[member], member)
		}
	}
}

func TestFranchiseLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours := a.Stage()
	admin, staff := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	own := franchiseOf(staff.Get("/franchises/me"))["code"]
	for code, status := range map[string]string{"AGADIR": "ACTIVE", "FES": "SUSPENDED", "OUJDA": "INACTIVE"} {
		body := franchiseBody(code)
		body["status"], body["address"] = status, "Avenue "+code
		require.Equal(t, http.StatusCreated, admin.Post("/franchises", body).Status)
	}
	require.Equal(t, []any{"AGADIR", own}, franchiseCodes(a.Visitor().Get("/franchises?sort=code")))
	require.Equal(t, []any{"AGADIR", own}, franchiseCodes(a.Visitor().Get("/franchises?sort=code&status=SUSPENDED")), "the public sees active ones")
	require.Equal(t, []any{"AGADIR", own, "FES", "OUJDA"}, franchiseCodes(admin.Get("/franchises?sort=code")))
	require.Equal(t, []any{"OUJDA", "FES"}, franchiseCodes(admin.Get("/franchises?sort=-code&status=SUSPENDED&status=INACTIVE")))
	require.Equal(t, []any{own}, franchiseCodes(staff.Get("/franchises")))
	require.Empty(t, franchiseCodes(staff.Get("/franchises?q=agadir")))
	require.Equal(t, []any{"FES"}, franchiseCodes(admin.Get("/franchises?q=AVENUE%20fes")))
	require.Equal(t, []any{"AGADIR"}, franchiseCodes(admin.Get("/franchises?name=agad&code=GAD")))
	require.Empty(t, franchiseCodes(a.Visitor().Get("/franchises?q=contact@")), "who looks for an address must know it")
	require.Equal(t, "INVALID_CHOICE", a.Visitor().Get("/franchises?sort=commissionRate").Problem().Field("sort"))
	require.Equal(t, "INVALID_CHOICE", admin.Get("/franchises?status=OPEN").Problem().Field("status"))
	require.Equal(t, http.StatusUnprocessableEntity, admin.Get("/franchises?"+strings.Repeat("status=ACTIVE&", 2000)).Status)

	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(admin.Get("/franchises/export?sort=code").Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 5)
	require.Equal(t, []string{"id", "name", "code", "status"}, rows[0][:4])
	require.Equal(t, []string{"Rihla AGADIR", "AGADIR", "ACTIVE"}, rows[1][1:4])
	require.Len(t, strings.Split(strings.TrimSpace(string(staff.Get("/franchises/export").Body)), "\n"), 2)
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/franchises/export").Status)
}

func TestFranchiseRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)
	path := "/franchises/" + stage.FranchiseID.String()
	bad := object{
		"name": "R", "code": "casa blanca", "status": "OPEN", "contactEmail": "x@", "latitude": -91, "longitude": 181, "commissionRate": 1.5,
		"graceMinutes": 1441, "holdAutonomMinutes": 0, "holdDeliveryMinutes": 43201, "turnaroundMinutes": -1, "fullRefundHours": 1, "partialRefundHours": 2,
		"partialRefundPercent": 101, "operatingHours": object{"sunday": object{"start": "25:00", "end": "x"}},
	}
	want := map[string]string{
		"name": "TOO_SHORT", "code": "INVALID_FORMAT", "status": "INVALID_CHOICE", "contactEmail": "INVALID_EMAIL", "latitude": "TOO_SMALL",
		"longitude": "TOO_LARGE", "commissionRate": "TOO_LARGE", "graceMinutes": "TOO_LARGE", "holdAutonomMinutes": "TOO_SMALL",
		"holdDeliveryMinutes": "TOO_LARGE", "turnaroundMinutes": "TOO_SMALL", "fullRefundHours": "TOO_SMALL", "partialRefundPercent": "TOO_LARGE",
		"operatingHours.sunday.start": "INVALID_TIME", "operatingHours.sunday.end": "INVALID_TIME",
	}
	for _, answer := range []apptest.Answer{admin.Post("/franchises", bad), admin.Do(http.MethodPut, path, bad)} {
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status)
		require.Len(t, answer.Problem().Errors, len(want), "%s", answer.Body)
		for field, code := range want {
			require.Equal(t, code, answer.Problem().Field(field), field)
		}
	}
	for member, value := range map[string]any{
		"graceMinutes": 4_000_000_000_000, "turnaroundMinutes": 9_000_000_000, "fullRefundHours": 9_000_000_000_000_000_000,
		"partialRefundPercent": 1e300, "latitude": 1,
	} {
		status := admin.Do(http.MethodPut, path, object{member: value}).Status
		require.Contains(t, []int{http.StatusOK, http.StatusUnprocessableEntity}, status, member)
	}
	taken := admin.Post("/franchises", object{"name": "Twice", "code": franchiseOf(admin.Get(path))["code"], "contactEmail": "a@example.com"})
	require.Equal(t, http.StatusConflict, taken.Status)
	require.Regexp(t, `^Franchise with code F-\d+ already exists$`, taken.Problem().Message)
	for _, name := range []string{"'; drop table franchises; --", "<i>Rihla</i>", "رحلة الدار البيضاء", "🏍️ Rihla", "\u202eRihla\u202c"} {
		require.Equal(t, name, franchiseOf(admin.Do(http.MethodPut, path, object{"name": name}))["name"])
	}
	require.Equal(t, "TOO_LONG", admin.Do(http.MethodPut, path, object{"name": strings.Repeat("ر", 10_000)}).Problem().Field("name"))

	used := admin.Do(http.MethodDelete, path, nil)
	require.Equal(t, http.StatusConflict, used.Status)
	require.Equal(t, "Cannot delete franchise, it is in use. Motorcycles: 1, bookings: 0, users: 0, parking points: 1, supplements: 3, features: 0. "+
		"Make it inactive instead.", used.Problem().Message)
}

// A franchise that stops being active is out of the search at once, and its bookings stay.
func TestFranchiseThatCloses(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin, rider := a.Staff(authz.Admin, nil), a.Customer()
	booked := rider.Book(stage.BookingBody(soon))
	found := func() string { return string(a.Visitor().Get("/motorcycles/search").Body) }
	path := "/franchises/" + stage.FranchiseID.String()
	require.Contains(t, found(), stage.MotorcycleID.String())
	for _, status := range []string{"INACTIVE", "SUSPENDED", "PENDING_APPROVAL"} {
		require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, path, object{"status": status}).Status)
		require.NotContains(t, found(), stage.MotorcycleID.String(), status)
		require.Equal(t, "MOTORCYCLE_NOT_FOUND", a.Visitor().Get("/motorcycles/"+stage.MotorcycleID.String()).Problem().Code)
		require.GreaterOrEqual(t, rider.Post("/bookings", stage.BookingBody(soon.Add(240*time.Hour))).Status, 400, status)
		require.Equal(t, booked.ID, rider.Booking(booked.ID).ID)
	}
	require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, path, object{"status": "ACTIVE"}).Status)
	require.Contains(t, found(), stage.MotorcycleID.String())
}

// Of two who change a franchise at once with what they have read, one is told.
func TestFranchiseChangeRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)
	path := "/franchises/" + stage.FranchiseID.String()
	seen := franchiseOf(admin.Get(path))["updatedAt"]
	a.Clock.Advance(time.Minute)
	statuses := make([]int, 6)
	var group sync.WaitGroup
	for i := range statuses {
		group.Go(func() {
			answer, err := admin.Try(http.MethodPut, path, object{"turnaroundMinutes": i + 1, "updatedAt": seen})
			if err == nil {
				statuses[i] = answer.Status
			}
		})
	}
	group.Wait()
	won := map[int]int{}
	for _, status := range statuses {
		won[status]++
	}
	require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 5}, won)
}
