package api_test

import (
	"encoding/csv"
	"fmt"
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

type pointRow struct {
	ID                  uuid.UUID
	Name, Address, Kind string
	Latitude, Longitude float64
	OperatingHours      map[string]struct{ Start, End string }
	Instructions        string
	IsActive            bool
	FranchiseID         *uuid.UUID
	DistanceKm          *float64
	UpdatedAt           time.Time
}

func pointOf(answer apptest.Answer) pointRow {
	return apptest.Data[struct{ ParkingPoint pointRow }](answer).ParkingPoint
}

func pointsOf(answer apptest.Answer) []pointRow {
	return apptest.Data[struct{ ParkingPoints []pointRow }](answer).ParkingPoints
}

func pointNames(answer apptest.Answer) []string {
	names := []string{}
	for _, p := range pointsOf(answer) {
		names = append(names, p.Name)
	}
	return names
}

func pointBody(name string, latitude, longitude float64) map[string]any {
	return map[string]any{"name": name, "latitude": latitude, "longitude": longitude}
}

func TestParkingPointLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)

	body := pointBody("  Gare de Rabat-Ville ", 34.0165, -6.8360)
	body["operatingHours"] = map[string]any{"monday": map[string]any{"start": "08:00", "end": "20:00"}}
	answer := staff.Post("/parking-points", body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := pointOf(answer)
	path := "/parking-points/" + made.ID.String()
	require.Equal(t, path, answer.Header.Get("Location"))
	require.Equal(t, "Gare de Rabat-Ville", made.Name)
	require.True(t, made.IsActive)
	require.Equal(t, "PUBLIC", made.Kind)
	require.Equal(t, stage.FranchiseID, *made.FranchiseID, "a franchise administrator's own")
	require.Equal(t, made, pointOf(a.Visitor().Get(path)))

	a.Clock.Advance(time.Minute)
	changed := pointOf(staff.Do(http.MethodPut, path, map[string]any{
		"isActive": false, "instructions": "Niveau 0", "operatingHours": map[string]any{}, "updatedAt": made.UpdatedAt,
	}))
	require.Equal(t, "Gare de Rabat-Ville", changed.Name, "what is left out stays")
	require.InDelta(t, made.Latitude, changed.Latitude, 0)
	require.Empty(t, changed.OperatingHours)
	require.Equal(t, "PARKING_POINT_NOT_FOUND", a.Visitor().Get(path).Problem().Code, "inactive is for staff")
	require.Equal(t, changed, pointOf(staff.Get(path)))
	require.NotContains(t, pointNames(a.Visitor().Get("/parking-points")), made.Name)
	require.Equal(t, "PARKING_POINT_NOT_FOUND", staff.Get("/motorcycles/search?location="+made.ID.String()).Problem().Code, "nobody rents there, staff neither")
	late := staff.Do(http.MethodPut, path, map[string]any{"name": "X", "updatedAt": made.UpdatedAt})
	require.Equal(t, "CHANGED_MEANWHILE", late.Problem().Code)
	require.Contains(t, string(late.Body), `"isActive":{"from":true,"to":false}`)

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "PARKING_POINT_NOT_FOUND", staff.Get(path).Problem().Code)
	require.Equal(t, []string{"PARKING_POINT_CREATE", "PARKING_POINT_UPDATE", "PARKING_POINT_DELETE"}, a.recorded(t, made.ID))
}

func TestParkingPointsOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	everywhere := pointOf(admin.Post("/parking-points", pointBody("Aéroport Mohammed V", 33.3675, -7.5899)))
	require.Nil(t, everywhere.FranchiseID)
	hidden := pointOf(admin.Post("/parking-points", map[string]any{
		"name": "Dépôt", "latitude": 33.6, "longitude": -7.6, "isActive": false, "franchiseId": theirs.FranchiseID,
	}))

	for _, id := range []uuid.UUID{everywhere.ID, theirs.ParkingPointID, hidden.ID, uuid.New()} {
		path := "/parking-points/" + id.String()
		require.Equal(t, "PARKING_POINT_NOT_FOUND", staff.Do(http.MethodPut, path, map[string]any{"name": "Ours"}).Problem().Code)
		require.Equal(t, "PARKING_POINT_NOT_FOUND", staff.Do(http.MethodDelete, path, nil).Problem().Code)
	}
	require.Equal(t, http.StatusNotFound, staff.Get("/parking-points/"+hidden.ID.String()).Status)
	require.Equal(t, http.StatusOK, admin.Get("/parking-points/"+hidden.ID.String()).Status)
	own := "/parking-points/" + ours.ParkingPointID.String()
	for _, franchise := range []any{theirs.FranchiseID, nil, uuid.New()} {
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Do(http.MethodPut, own, map[string]any{"franchiseId": franchise}).Problem().Code)
	}
	body := pointBody("X", 33, -7)
	body["franchiseId"] = theirs.FranchiseID
	require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Post("/parking-points", body).Problem().Code)
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/parking-points/admin").Status)

	require.Len(t, pointsOf(admin.Get("/parking-points/admin")), 4)
	require.Len(t, pointsOf(staff.Get("/parking-points/admin")), 2, "the platform's and its own")
	require.Equal(t, []string{"Dépôt"}, pointNames(admin.Get("/parking-points/admin?isActive=false")))
	require.Empty(t, pointNames(staff.Get("/parking-points/admin?franchiseId="+theirs.FranchiseID.String())))
	require.Equal(t, []string{"Aéroport Mohammed V"}, pointNames(staff.Get("/parking-points/admin?q=AÉROPORT")))
	require.Equal(t, []string{"Aéroport Mohammed V"}, pointNames(a.Visitor().Get("/parking-points?q=aéroport")))

	// A point of the platform becomes one franchise's only when nobody else's motorcycle stands there.
	_, err := a.DB().Exec(t.Context(), "update motorcycles set parking_point_id = $1 where id = $2", everywhere.ID, theirs.MotorcycleID)
	require.NoError(t, err)
	path := "/parking-points/" + everywhere.ID.String()
	require.Equal(t, "PARKING_POINT_IN_USE", admin.Do(http.MethodPut, path, map[string]any{"franchiseId": ours.FranchiseID}).Problem().Code)
	require.Nil(t, pointOf(admin.Get(path)).FranchiseID)
	require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, path, map[string]any{"franchiseId": theirs.FranchiseID}).Status)
}

// What customers gave as their place is a part of their booking (D12).
func TestCustomersPlaces(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, other, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	body := ours.BookingBody(soon)
	body["location"] = "current:33.5731,-7.5898"
	booked := a.Customer().Book(body)
	require.NotNil(t, booked.PickupParkingPointID)
	path := "/parking-points/" + booked.PickupParkingPointID.String()

	for _, list := range []string{"/parking-points", "/parking-points/admin", "/parking-points/admin?kind=PUBLIC"} {
		for _, p := range pointsOf(admin.Get(list)) {
			require.Equal(t, "PUBLIC", p.Kind, list)
		}
	}
	require.Len(t, pointsOf(admin.Get("/parking-points/admin?kind=CUSTOMER")), 1)
	require.Len(t, pointsOf(staff.Get("/parking-points/admin?kind=CUSTOMER")), 1)
	require.Empty(t, pointsOf(other.Get("/parking-points/admin?kind=CUSTOMER")))
	require.Equal(t, "CUSTOMER", pointOf(staff.Get(path)).Kind)
	require.Equal(t, http.StatusNotFound, other.Get(path).Status)
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(path).Status)
	for _, who := range []*apptest.Caller{staff, admin} {
		require.Equal(t, http.StatusNotFound, who.Do(http.MethodPut, path, map[string]any{"isActive": true}).Status)
		require.Equal(t, http.StatusNotFound, who.Do(http.MethodDelete, path, nil).Status)
	}
	require.Equal(t, "INVALID_CHOICE", staff.Get("/parking-points/admin?kind=SECRET").Problem().Field("kind"))
}

func TestParkingPointInUse(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)
	path := "/parking-points/" + stage.ParkingPointID.String()
	refused := admin.Do(http.MethodDelete, path, nil)
	require.Equal(t, http.StatusConflict, refused.Status)
	require.Equal(t, "Cannot delete parking point: it is currently in use", refused.Problem().Message)

	a.Customer().Book(stage.BookingBody(soon))
	_, err := a.DB().Exec(t.Context(), "update motorcycles set parking_point_id = null")
	require.NoError(t, err)
	require.Equal(t, "PARKING_POINT_IN_USE", admin.Do(http.MethodDelete, path, nil).Problem().Code, "a booking begins there")
	_, err = a.DB().Exec(t.Context(), "update bookings set pickup_parking_point_id = null")
	require.NoError(t, err)
	require.Equal(t, "PARKING_POINT_IN_USE", admin.Do(http.MethodDelete, path, nil).Problem().Code, "a booking ends there")
	_, err = a.DB().Exec(t.Context(), "update bookings set dropoff_parking_point_id = null")
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, path, nil).Status)
}

// A franchise that does not rent has no places for the public.
func TestParkingPointsOfAClosedFranchise(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	name := pointNames(a.Visitor().Get("/parking-points"))[0]
	suggested := "/places/suggest?q=" + strings.ReplaceAll(name, " ", "%20")
	require.Contains(t, string(a.Visitor().Get(suggested).Body), stage.ParkingPointID.String())
	_, err := a.DB().Exec(t.Context(), "update franchises set status = 'SUSPENDED'")
	require.NoError(t, err)
	require.Empty(t, pointNames(a.Visitor().Get("/parking-points")))
	require.Equal(t, http.StatusNotFound, a.Visitor().Get("/parking-points/"+stage.ParkingPointID.String()).Status)
	require.NotContains(t, string(a.Visitor().Get(suggested).Body), stage.ParkingPointID.String())
	require.Equal(t, []string{name}, pointNames(staff.Get("/parking-points/admin")))
	require.Equal(t, http.StatusOK, staff.Get("/parking-points/"+stage.ParkingPointID.String()).Status)
}

func TestParkingPointsNear(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	for name, at := range map[string][2]float64{
		"Casa-Port": {33.6010, -7.6110}, "Casa-Voyageurs": {33.5899, -7.5913}, "Rabat-Ville": {34.0165, -6.8360}, "Antipodes": {-33.6010, 172.3890},
	} {
		require.Equal(t, http.StatusCreated, admin.Post("/parking-points", pointBody(name, at[0], at[1])).Status)
	}
	near := func(query string) []string { return pointNames(a.Visitor().Get("/parking-points?" + query)) }
	const here = "latitude=33.6000&longitude=-7.6100"
	found := pointsOf(a.Visitor().Get("/parking-points?radius=100&" + here))
	require.Len(t, found, 3)
	for i, want := range []float64{0.145, 2.05, 85.2} {
		require.InEpsilon(t, want, *found[i].DistanceKm, 0.02, found[i].Name)
	}
	require.Equal(t, []string{"Casa-Port", "Casa-Voyageurs"}, near(here), "25 km when nothing is said")
	require.Equal(t, []string{"Casa-Voyageurs", "Casa-Port"}, near("sort=-distance&"+here))
	require.Equal(t, []string{"Casa-Port"}, near("radius=0.2&"+here))
	require.Equal(t, []string{"Casa-Voyageurs"}, near("q=voyageurs&"+here))
	require.Equal(t, []string{"Casa-Voyageurs"}, near("page=2&limit=1&"+here))
	require.Nil(t, pointsOf(a.Visitor().Get("/parking-points"))[0].DistanceKm)

	for query, want := range map[string]map[string]string{
		"latitude=33":                           {"longitude": "REQUIRED"},
		"radius=5":                              {"latitude": "REQUIRED", "longitude": "REQUIRED"},
		"radius=0.09&" + here:                   {"radius": "TOO_SMALL"},
		"radius=100.1&" + here:                  {"radius": "TOO_LARGE"},
		"latitude=91&longitude=-181":            {"latitude": "TOO_LARGE", "longitude": "TOO_SMALL"},
		"latitude=NaN&longitude=x":              {"longitude": "INVALID_FORMAT"},
		"latitude=NaN&longitude=1&radius=NaN":   {"latitude": "INVALID_FORMAT", "radius": "INVALID_FORMAT"},
		"sort=distance":                         {"sort": "INVALID_CHOICE"},
		"sort=latitude":                         {"sort": "INVALID_CHOICE"},
		"franchiseId=1&latitude=0'--&radius=1e": {"franchiseId": "INVALID_FORMAT", "latitude": "INVALID_FORMAT", "radius": "INVALID_FORMAT"},
	} {
		answer := a.Visitor().Get("/parking-points?" + query)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, query)
		for field, code := range want {
			require.Equal(t, code, answer.Problem().Field(field), "%s: %s", query, field)
		}
	}
}

func TestParkingPointRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	path := "/parking-points/" + stage.ParkingPointID.String()

	body := pointBody(strings.Repeat("é", 256), 90.1, -180.1)
	body["operatingHours"] = map[string]any{"monday": map[string]any{"start": "8:00", "end": "24:00"}}
	body["instructions"] = strings.Repeat("x", 10_000)
	problem := staff.Post("/parking-points", body).Problem()
	require.Equal(t, "VALIDATION", problem.Code)
	for field, code := range map[string]string{
		"name": "TOO_LONG", "latitude": "TOO_LARGE", "longitude": "TOO_SMALL", "instructions": "TOO_LONG",
		"operatingHours.monday.start": "INVALID_TIME", "operatingHours.monday.end": "INVALID_TIME",
	} {
		require.Equal(t, code, problem.Field(field), field)
	}
	require.Contains(t, string(staff.Post("/parking-points", body).Body), "Invalid time format. Use HH:mm format")
	for _, answer := range []apptest.Answer{
		staff.Post("/parking-points", pointBody("X", 91, 0)), staff.Do(http.MethodPut, path, map[string]any{"longitude": 181}),
	} {
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status)
		require.Equal(t, "Invalid coordinates", answer.Problem().Message)
		require.Len(t, answer.Problem().Errors, 1, "and which of them")
	}

	names := []string{"'; drop table users; --", "<b>Gare</b>", "محطة الدار البيضاء", "🏍️", "\u202eGare\u202c", strings.Repeat("é", 255)}
	for i, name := range names {
		require.Equal(t, name, pointOf(staff.Post("/parking-points", pointBody(name, 33, float64(i)))).Name)
	}
	taken := staff.Post("/parking-points", pointBody("<B>GARE</b>", 33, 1))
	require.Equal(t, http.StatusConflict, taken.Status)
	require.Equal(t, "Parking point already exists with name <B>GARE</b>", taken.Problem().Message)
	require.Equal(t, "PARKING_POINT_NAME_TAKEN", staff.Do(http.MethodPut, path, map[string]any{"name": names[2]}).Problem().Code)
}

// While somebody books at a point, somebody else deletes it: the booking has its point, or there is none.
func TestParkingPointDeletedWhileBooked(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin, rider := a.Staff(authz.Admin, nil), a.Customer()
	_, err := a.DB().Exec(t.Context(), "update motorcycles set parking_point_id = null")
	require.NoError(t, err)
	for round := range 5 {
		point := pointOf(admin.Post("/parking-points", pointBody(fmt.Sprintf("Point %d", round), 33.6, -7.6)))
		body := stage.BookingBody(soon.Add(time.Duration(round) * 72 * time.Hour))
		body["location"] = point.ID.String()
		var booked, deleted apptest.Answer
		var bookErr, deleteErr error
		var group sync.WaitGroup
		group.Go(func() { booked, bookErr = rider.Try(http.MethodPost, "/bookings", body) })
		group.Go(func() { deleted, deleteErr = admin.Try(http.MethodDelete, "/parking-points/"+point.ID.String(), nil) })
		group.Wait()
		require.NoError(t, bookErr)
		require.NoError(t, deleteErr)
		require.Contains(t, []int{http.StatusCreated, http.StatusNotFound}, booked.Status, "%s", booked.Body)
		require.NotEqual(t, booked.Status == http.StatusCreated, deleted.Status == http.StatusNoContent, "%d and %d: %s", booked.Status, deleted.Status, booked.Body)
	}
}

func TestParkingPointsExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	answer := staff.Get("/parking-points/export?sort=name")
	require.Equal(t, http.StatusOK, answer.Status)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, []string{"id", "name", "address", "latitude", "longitude", "operatingHours"}, rows[0][:6])
	require.Equal(t, ours.ParkingPointID.String(), rows[1][0])
	require.Equal(t, []string{"33.601", "-7.611", "{}"}, rows[1][3:6])
	require.NotContains(t, string(answer.Body), theirs.ParkingPointID.String())
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/parking-points/export").Status)
}
