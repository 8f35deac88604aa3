package api_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// motorcycleRow is what tests read of a motorcycle.
type motorcycleRow struct {
	ID                              uuid.UUID
	RegistrationNumber, Make, Model string
	Year                            int
	Status                          string
	BasePricePerDay                 float64
	FranchiseID                     uuid.UUID
	ParkingPointID                  *uuid.UUID
	Category, SmartLockDeviceID     *string
	EngineSizeCC                    *int `json:"engineSizeCc"`
	GrayCardURL                     *string
	Features                        []struct {
		ID   uuid.UUID
		Name string
	}
	Images []struct {
		ID                uuid.UUID
		ImageURL, AltText string
		IsPrimary         bool
	}
	Franchise, ParkingPoint *struct{ ID uuid.UUID }
	UpdatedAt               time.Time
}

func motorcycleOf(answer apptest.Answer) motorcycleRow {
	return apptest.Data[struct{ Motorcycle motorcycleRow }](answer).Motorcycle
}

func motorcyclesOf(answer apptest.Answer) []motorcycleRow {
	return apptest.Data[struct{ Motorcycles []motorcycleRow }](answer).Motorcycles
}

func plates(answer apptest.Answer) []string {
	var numbers []string
	for _, m := range motorcyclesOf(answer) {
		numbers = append(numbers, m.RegistrationNumber)
	}
	return numbers
}

func motorcycleBody(plate string) map[string]any {
	return map[string]any{"registrationNumber": plate, "make": "Yamaha", "model": "Ténéré 700", "year": 2025, "basePricePerDay": 620.5}
}

// feature adds to a franchise's catalogue, to the platform's for nil.
func feature(t *testing.T, a testApp, name string, franchiseID *uuid.UUID) uuid.UUID {
	t.Helper()
	f, err := a.Services().Motorcycle.CreateFeature(authz.AsSystem(t.Context(), "test"), motorcycle.CreateFeatureInput{Name: name, FranchiseID: franchiseID})
	require.NoError(t, err)
	return f.ID
}

// recorded are the actions that the audit log has of a row, in order.
func recorded(t *testing.T, a testApp, id uuid.UUID) []string {
	t.Helper()
	var actions []string
	err := a.DB().QueryRow(t.Context(), "select array_agg(action order by id) from audit_log where entity_id = $1", id).Scan(&actions)
	require.NoError(t, err)
	return actions
}

func TestMotorcycleLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff, visitor := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Visitor()
	abs, ours := feature(t, a, "ABS", nil), feature(t, a, "Valises", &stage.FranchiseID)

	body := motorcycleBody(" 1-B-6 ")
	body["featureIds"], body["parkingPointId"] = []uuid.UUID{ours, abs, abs}, stage.ParkingPointID
	body["smartLockDeviceId"], body["grayCardUrl"], body["category"] = "ML-1", "/media/private/card.pdf", "TRAIL"
	answer := staff.Post("/motorcycles", body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := motorcycleOf(answer)
	path := "/motorcycles/" + made.ID.String()
	require.Equal(t, path, answer.Header.Get("Location"))
	require.Equal(t, "1-B-6", made.RegistrationNumber)
	require.Equal(t, "AVAILABLE", made.Status, "available unless said otherwise (specification section 5)")
	require.Equal(t, stage.FranchiseID, made.FranchiseID, "a franchise administrator's own")
	require.Equal(t, stage.FranchiseID, made.Franchise.ID)
	require.Len(t, made.Features, 2)
	require.Equal(t, "ML-1", *made.SmartLockDeviceID)

	a.Clock.Advance(time.Minute)
	changed := motorcycleOf(staff.Do(http.MethodPut, path, map[string]any{
		"basePricePerDay": 500, "status": "MAINTENANCE", "parkingPointId": nil, "category": nil, "smartLockDeviceId": nil,
		"featureIds": []uuid.UUID{abs}, "updatedAt": made.UpdatedAt,
	}))
	require.InEpsilon(t, 500.0, changed.BasePricePerDay, 0)
	require.Equal(t, "Ténéré 700", changed.Model, "what is left out stays")
	require.Equal(t, "/media/private/card.pdf", *changed.GrayCardURL)
	require.Nil(t, changed.ParkingPointID)
	require.Nil(t, changed.Category)
	require.Nil(t, changed.SmartLockDeviceID)
	require.Len(t, changed.Features, 1)
	require.Equal(t, "ABS", changed.Features[0].Name)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", visitor.Get(path).Problem().Code, "in the workshop is for staff")
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", a.Customer().Get(path).Problem().Code)

	stale := staff.Do(http.MethodPut, path, map[string]any{"make": "BMW", "updatedAt": made.UpdatedAt})
	require.Equal(t, "CHANGED_MEANWHILE", stale.Problem().Code)
	require.Contains(t, string(stale.Body), `"status":{"from":"AVAILABLE","to":"MAINTENANCE"}`)
	require.Empty(t, motorcycleOf(staff.Do(http.MethodPut, path, map[string]any{"featureIds": []uuid.UUID{}})).Features)

	require.Equal(t, http.StatusCreated, staff.Post(path+"/features", map[string]any{"featureId": abs}).Status)
	again := staff.Post(path+"/features", map[string]any{"featureId": abs}).Problem()
	require.Equal(t, "Feature ABS is already assigned to motorcycle 1-B-6", again.Message)
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path+"/features/"+abs.String(), nil).Status)
	for _, id := range []string{abs.String(), ours.String(), uuid.NewString(), "nonsense"} {
		require.Equal(t, "FEATURE_NOT_FOUND", staff.Do(http.MethodDelete, path+"/features/"+id, nil).Problem().Code, "it has no such feature")
	}

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "Motorcycle not found", staff.Get(path).Problem().Message)
	require.Equal(t, []string{
		"MOTORCYCLE_CREATE", "MOTORCYCLE_UPDATE", "MOTORCYCLE_UPDATE", "MOTORCYCLE_FEATURE_ASSIGN", "MOTORCYCLE_FEATURE_UNASSIGN", "MOTORCYCLE_DELETE",
	}, recorded(t, a, made.ID))
}

func TestMotorcycleRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.Admin, nil)

	problem := admin.Post("/motorcycles", map[string]any{
		"registrationNumber": strings.Repeat("é", 51), "make": " ", "model": strings.Repeat("x", 10_000), "year": 2029, "basePricePerDay": 0,
		"status": "BOOKED", "category": "BUS", "transmission": "CVT", "engineSizeCc": 0, "smartLockDeviceId": strings.Repeat("x", 101),
		"grayCardUrl": "javascript:alert(1)", "insuranceUrl": "ftp://example.com", "description": strings.Repeat("x", 5001),
		"featureIds": slices.Repeat([]uuid.UUID{uuid.New()}, 101),
	}).Problem()
	for field, code := range map[string]string{
		"registrationNumber": "TOO_LONG", "make": "REQUIRED", "model": "TOO_LONG", "year": "TOO_LARGE", "basePricePerDay": "TOO_SMALL",
		"status": "FOLLOWS_BOOKINGS", "category": "INVALID_CHOICE", "transmission": "INVALID_CHOICE", "engineSizeCc": "TOO_SMALL",
		"smartLockDeviceId": "TOO_LONG", "grayCardUrl": "INVALID_FORMAT", "insuranceUrl": "INVALID_FORMAT", "description": "TOO_LONG",
		"featureIds": "TOO_MANY", "franchiseId": "REQUIRED",
	} {
		require.Equal(t, code, problem.Field(field), field)
	}
	for _, hostile := range []string{`'; drop table motorcycles; --`, `<script>alert(1)</script>`, "دراجة نارية 🏍️ \u202eabc"} {
		body := motorcycleBody(uuid.NewString())
		body["make"] = hostile
		require.Equal(t, hostile, motorcycleOf(staff.Post("/motorcycles", body)).Make)
	}

	require.Equal(t, http.StatusCreated, staff.Post("/motorcycles", motorcycleBody("7-b-6")).Status)
	taken := staff.Post("/motorcycles", motorcycleBody("7-B-6"))
	require.Equal(t, http.StatusConflict, taken.Status)
	require.Equal(t, "Motorcycle with registration number 7-B-6 already exists", taken.Problem().Message)
	first, second := motorcycleBody("8-B-6"), motorcycleBody("9-B-6")
	first["smartLockDeviceId"], second["smartLockDeviceId"] = "ML-2", " ML-2 "
	require.Equal(t, http.StatusCreated, staff.Post("/motorcycles", first).Status)
	require.Equal(t, "DEVICE_TAKEN", staff.Post("/motorcycles", second).Problem().Code)
	second["smartLockDeviceId"] = " "
	require.Nil(t, motorcycleOf(staff.Post("/motorcycles", second)).SmartLockDeviceID, "an empty text is none")
}

// BOOKED comes and goes with the rental, and nobody takes a rented motorcycle away (D8).
func TestMotorcycleStatusFollowsRentals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, other := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Staff(authz.Admin, nil)
	path := "/motorcycles/" + stage.MotorcycleID.String()
	put := func(body map[string]any) apptest.Answer { return admin.Do(http.MethodPut, path, body) }
	booked := a.Customer().Book(stage.BookingBody(soon))

	require.Equal(t, "FOLLOWS_BOOKINGS", put(map[string]any{"status": "BOOKED"}).Problem().Field("status"))
	moved := put(map[string]any{"franchiseId": other.FranchiseID, "parkingPointId": nil})
	require.Equal(t, "MOTORCYCLE_HAS_BOOKINGS", moved.Problem().Code)
	require.Equal(t, "Cannot move motorcycle to another franchise, it has 1 open booking.", moved.Problem().Message)
	used := staff.Do(http.MethodDelete, path, nil)
	require.Equal(t, http.StatusConflict, used.Status)
	require.Equal(t, "Cannot delete motorcycle, it has 1 booking. Set it to UNAVAILABLE instead.", used.Problem().Message)

	ctx := authz.AsSystem(t.Context(), "test")
	require.NoError(t, a.DB().InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		locked, err := a.Services().Booking.LockTx(ctx, tx, booked.ID)
		if err != nil {
			return err
		}
		_, err = a.Services().Booking.ConfirmPaidTx(ctx, tx, locked, "")
		return err
	}))
	_, err := a.Services().Booking.Start(ctx, booked.ID)
	require.NoError(t, err)
	require.Equal(t, "BOOKED", motorcycleOf(staff.Get(path)).Status)
	require.Equal(t, http.StatusOK, put(map[string]any{"status": "BOOKED", "year": 2023}).Status, "as it is already")
	require.Equal(t, "FOLLOWS_BOOKINGS", put(map[string]any{"status": "AVAILABLE"}).Problem().Field("status"))
	require.Equal(t, http.StatusOK, put(map[string]any{"status": "MAINTENANCE"}).Status, "it broke down on the way")
	require.Equal(t, "FOLLOWS_BOOKINGS", put(map[string]any{"status": "AVAILABLE"}).Problem().Field("status"), "it is not back yet")
	_, err = a.Services().Booking.Complete(ctx, booked.ID)
	require.NoError(t, err)
	require.Equal(t, "MAINTENANCE", motorcycleOf(staff.Get(path)).Status, "out of service stays out")
	require.Equal(t, "AVAILABLE", motorcycleOf(put(map[string]any{"status": "AVAILABLE"})).Status)
	moved = put(map[string]any{"franchiseId": other.FranchiseID, "parkingPointId": nil})
	require.Equal(t, other.FranchiseID, motorcycleOf(moved).FranchiseID)
}

// What one franchise's administrator must not see or touch of another's (D18).
func TestMotorcyclesOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	foreign, abs := feature(t, a, "Sacoches", &theirs.FranchiseID), feature(t, a, "ABS", nil)
	path, own := "/motorcycles/"+theirs.MotorcycleID.String(), "/motorcycles/"+ours.MotorcycleID.String()

	seen := staff.Get(path)
	require.Equal(t, http.StatusOK, seen.Status, "the public view is everybody's")
	require.NotContains(t, string(seen.Body), "registrationNumber")
	require.Contains(t, string(staff.Get(own).Body), "registrationNumber")
	for _, answer := range []apptest.Answer{
		staff.Do(http.MethodPut, path, map[string]any{"make": "X"}), staff.Do(http.MethodDelete, path, nil),
		staff.Post(path+"/features", map[string]any{"featureId": abs}), staff.Do(http.MethodDelete, path+"/features/"+abs.String(), nil),
		staff.Do(http.MethodPut, "/motorcycles/nonsense", map[string]any{"make": "X"}),
	} {
		require.Equal(t, http.StatusNotFound, answer.Status)
		require.Equal(t, "MOTORCYCLE_NOT_FOUND", answer.Problem().Code)
	}
	for field, code := range map[string]string{"franchiseId": "FRANCHISE_NOT_FOUND", "parkingPointId": "PARKING_POINT_NOT_FOUND"} {
		for _, id := range []uuid.UUID{uuid.New(), map[string]uuid.UUID{"franchiseId": theirs.FranchiseID, "parkingPointId": theirs.ParkingPointID}[field]} {
			require.Equal(t, code, staff.Do(http.MethodPut, own, map[string]any{field: id}).Problem().Code, field)
			body := motorcycleBody("5-B-6")
			body[field] = id
			require.Equal(t, code, staff.Post("/motorcycles", body).Problem().Code, field)
		}
	}
	for _, id := range []uuid.UUID{foreign, uuid.New()} {
		require.Equal(t, "FEATURE_NOT_FOUND", staff.Do(http.MethodPut, own, map[string]any{"featureIds": []uuid.UUID{abs, id}}).Problem().Code)
		require.Equal(t, "FEATURE_NOT_FOUND", staff.Post(own+"/features", map[string]any{"featureId": id}).Problem().Code)
	}
	require.Empty(t, motorcycleOf(staff.Get(own)).Features, "all or nothing")

	require.Len(t, plates(staff.Get("/motorcycles/admin")), 1)
	require.Len(t, plates(admin.Get("/motorcycles/admin")), 2)
	require.Empty(t, plates(staff.Get("/motorcycles/admin?franchiseId="+theirs.FranchiseID.String())))

	require.Equal(t, "PARKING_POINT_NOT_FOUND", admin.Do(http.MethodPut, own, map[string]any{"franchiseId": theirs.FranchiseID}).Problem().Code,
		"its place is not the other's")
	gone := admin.Do(http.MethodPut, own, map[string]any{"franchiseId": theirs.FranchiseID, "parkingPointId": theirs.ParkingPointID})
	require.Equal(t, theirs.FranchiseID, motorcycleOf(gone).FranchiseID)
	require.Empty(t, plates(staff.Get("/motorcycles/admin")))
}

func TestMotorcycleLists(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	closed := a.Stage(func(in *franchise.CreateInput) { in.Status = franchise.Suspended })
	staff, visitor := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Visitor()
	for _, change := range []map[string]any{
		{"registrationNumber": "A-1", "make": "BMW", "model": "R 1250 GS", "basePricePerDay": 900, "category": "TOURING", "year": 2023},
		{"registrationNumber": "A-2", "make": "Vespa", "model": "100% Primavera", "basePricePerDay": 200, "transmission": "AUTOMATIC"},
		{"registrationNumber": "A-3", "make": "Vespa", "model": "GTS", "basePricePerDay": 250, "status": "MAINTENANCE", "parkingPointId": stage.ParkingPointID},
	} {
		body := motorcycleBody("")
		for name, value := range change {
			body[name] = value
		}
		require.Equal(t, http.StatusCreated, staff.Post("/motorcycles", body).Status)
	}
	all := func(query string) []string { return plates(staff.Get("/motorcycles/admin?" + query)) }
	for query, want := range map[string][]string{
		"q=a-2": {"A-2"}, "q=VESPA": {"A-2", "A-3"}, "q=bmw+r": {"A-1"}, "make=ves&model=gts": {"A-3"}, "q=" + url.QueryEscape("100%"): {"A-2"},
		"q=_": nil, "year=2023": {"A-1"}, "status=MAINTENANCE": {"A-3"}, "status=MAINTENANCE&status=UNAVAILABLE": {"A-3"},
		"minPrice=250&maxPrice=899.99&make=Vespa": {"A-3"}, "category=TOURING&category=SPORT": {"A-1"}, "transmission=AUTOMATIC": {"A-2"},
		"parkingPointId=" + stage.ParkingPointID.String() + "&make=Vespa": {"A-3"}, "make=Vespa&sort=-registrationNumber": {"A-3", "A-2"},
		"make=Vespa&sort=basePricePerDay": {"A-2", "A-3"}, "make=Vespa&sort=-status": {"A-3", "A-2"},
	} {
		require.Equal(t, want, all(query), query)
	}
	prices := func(query string) []float64 {
		var found []float64
		for _, m := range motorcyclesOf(visitor.Get("/motorcycles?" + query)) {
			require.Empty(t, m.RegistrationNumber)
			found = append(found, m.BasePricePerDay)
		}
		return found
	}
	require.Equal(t, []float64{200, 450, 900}, prices(""), "what rents, the cheapest first")
	require.Equal(t, []float64{200}, prices("q=vespa"))
	require.Empty(t, prices("q=A-2"), "nobody finds a motorcycle by its plate")
	require.Empty(t, prices("status=MAINTENANCE"))
	require.Empty(t, prices("franchiseId="+closed.FranchiseID.String()))
	require.Equal(t, []float64{900, 450, 200}, prices("sort=-basePricePerDay"))

	for _, sort := range []string{"registrationNumber", "status", "-smartLockDeviceId", "updatedAt", "password"} {
		require.Equal(t, "INVALID_CHOICE", visitor.Get("/motorcycles?sort="+sort).Problem().Field("sort"), sort)
	}
	bad := visitor.Get("/motorcycles?status=SOLD&category=BUS&transmission=CVT").Problem()
	for _, field := range []string{"status", "category", "transmission"} {
		require.Equal(t, "INVALID_CHOICE", bad.Field(field), field)
	}
	bad = visitor.Get("/motorcycles?year=x&minPrice=-1&maxPrice=NaN&franchiseId=1&parkingPointId=%00&includeFranchise=maybe").Problem()
	for field, code := range map[string]string{
		"year": "INVALID_FORMAT", "minPrice": "TOO_SMALL", "maxPrice": "INVALID_FORMAT", "franchiseId": "INVALID_FORMAT",
		"parkingPointId": "INVALID_FORMAT", "includeFranchise": "INVALID_CHOICE",
	} {
		require.Equal(t, code, bad.Field(field), field)
	}
	many := visitor.Get("/motorcycles?status=" + strings.Repeat("AVAILABLE&status=", 300) + "AVAILABLE")
	require.Equal(t, "TOO_MANY", many.Problem().Field("status"))
}

func TestMotorcycleIncludes(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	abs := feature(t, a, "ABS", nil)
	ctx := authz.AsSystem(t.Context(), "test")
	require.NoError(t, a.Services().Motorcycle.AssignFeature(ctx, stage.MotorcycleID, abs))
	_, err := a.Services().Motorcycle.AddImage(ctx, stage.MotorcycleID, motorcycle.NewImage{URL: "/a.svg"})
	require.NoError(t, err)
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	for _, path := range []string{"/motorcycles", "/motorcycles/admin"} {
		m := motorcyclesOf(staff.Get(path))[0]
		require.Len(t, m.Images, 1)
		require.Len(t, m.Features, 1)
		require.Nil(t, m.Franchise)
		require.Nil(t, m.ParkingPoint)
		m = motorcyclesOf(staff.Get(path + "?includeImages=false&includeFeatures=false&includeFranchise=true&includeParkingPoint=true"))[0]
		require.Empty(t, m.Images)
		require.Empty(t, m.Features)
		require.Equal(t, stage.FranchiseID, m.Franchise.ID)
		require.Equal(t, stage.ParkingPointID, m.ParkingPoint.ID)
	}
}

// What stands at a closed parking point is not found, wherever one looks (D19).
func TestMotorcyclesAtClosedPoints(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	point, err := a.Services().Parking.Create(authz.AsSystem(t.Context(), "test"), parking.CreateInput{
		Name: "Fermé", Latitude: 33.6010, Longitude: -7.6110, FranchiseID: &stage.FranchiseID, Inactive: true,
	})
	require.NoError(t, err)
	staff, visitor := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Visitor()
	body := motorcycleBody("1-C-6")
	body["parkingPointId"] = point.ID
	hidden := motorcycleOf(staff.Post("/motorcycles", body))
	for _, query := range []string{"", "?franchiseId=" + stage.FranchiseID.String()} {
		found := motorcyclesOf(visitor.Get("/motorcycles" + query))
		require.Len(t, found, 1)
		require.Equal(t, stage.MotorcycleID, found[0].ID)
	}
	path := "/motorcycles/" + hidden.ID.String()
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", visitor.Get(path).Problem().Code)
	require.Equal(t, http.StatusOK, staff.Get(path).Status)
}

func TestMotorcyclesExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	body := motorcycleBody(`=1+1`)
	body["description"], body["engineSizeCc"] = "أحمر، \"جديد\"\nسطر", 689
	require.Equal(t, http.StatusCreated, staff.Post("/motorcycles", body).Status)

	answer := staff.Get("/motorcycles/export?sort=-basePricePerDay")
	require.Equal(t, http.StatusOK, answer.Status)
	require.NotContains(t, string(answer.Body), theirs.MotorcycleID.String())
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Equal(t, []string{"id", "registrationNumber", "make", "model", "year", "category", "engineSizeCc"}, rows[0][:7])
	require.Equal(t, []string{"'=1+1", "Yamaha", "Ténéré 700", "2025", "", "689", "", "620.50", "AVAILABLE"}, rows[1][1:10])
	require.Equal(t, "أحمر، \"جديد\"\nسطر", rows[1][15])
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/motorcycles/export").Status)
	require.Equal(t, "INVALID_FORMAT", staff.Get("/motorcycles/export?franchiseId=x").Problem().Field("franchiseId"))
}

// Of several who name a plate at once, one has it.
func TestPlatesRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	statuses := make([]int, 8)
	var wait sync.WaitGroup
	for i := range statuses {
		wait.Go(func() { statuses[i] = staff.Post("/motorcycles", motorcycleBody("1-D-6")).Status })
	}
	wait.Wait()
	slices.Sort(statuses)
	require.Equal(t, append([]int{http.StatusCreated}, slices.Repeat([]int{http.StatusConflict}, 7)...), statuses)
}

func TestMotorcycleImagesOverHTTP(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	path := func(s apptest.Stage) string { return "/motorcycles/" + s.MotorcycleID.String() + "/images" }
	add := func(s apptest.Stage, n int) uuid.UUID {
		image, err := a.Services().Motorcycle.AddImage(authz.AsSystem(t.Context(), "test"), s.MotorcycleID,
			motorcycle.NewImage{URL: fmt.Sprintf("/%d.svg", n)})
		require.NoError(t, err)
		return image.ID
	}
	one, two, foreign := add(ours, 1), add(ours, 2), add(theirs, 3)
	shown := func() []uuid.UUID {
		var ids []uuid.UUID
		for _, image := range motorcycleOf(staff.Get("/motorcycles/" + ours.MotorcycleID.String())).Images {
			ids = append(ids, image.ID)
		}
		return ids
	}
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodPut, path(ours), map[string]any{"imageIds": []uuid.UUID{two, one}}).Status)
	require.Equal(t, []uuid.UUID{two, one}, shown())
	refused := staff.Do(http.MethodPut, path(ours), map[string]any{"imageIds": []uuid.UUID{two, foreign}}).Problem()
	require.Equal(t, "INCOMPLETE", refused.Field("imageIds"))

	answer := staff.Do(http.MethodPut, path(ours)+"/"+one.String(), map[string]any{"isPrimary": true, "altText": "Vue de face"})
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	require.Contains(t, string(answer.Body), `"altText":"Vue de face"`)
	require.Equal(t, []uuid.UUID{one, two}, shown(), "the primary one is shown first")

	for _, wrong := range []struct {
		path, code string
	}{
		{path(ours) + "/" + foreign.String(), "MOTORCYCLE_IMAGE_NOT_FOUND"}, {path(ours) + "/nonsense", "MOTORCYCLE_IMAGE_NOT_FOUND"},
		{path(theirs) + "/" + foreign.String(), "MOTORCYCLE_NOT_FOUND"},
	} {
		require.Equal(t, wrong.code, staff.Do(http.MethodPut, wrong.path, map[string]any{"altText": ""}).Problem().Code)
		require.Equal(t, wrong.code, staff.Do(http.MethodDelete, wrong.path, nil).Problem().Code)
	}
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Do(http.MethodPut, path(theirs), map[string]any{"imageIds": []uuid.UUID{foreign}}).Problem().Code)
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path(ours)+"/"+one.String(), nil).Status)
	require.Equal(t, []uuid.UUID{two}, shown())
	require.Equal(t, []string{"MOTORCYCLE_IMAGE_CREATE", "MOTORCYCLE_IMAGE_CREATE", "MOTORCYCLE_IMAGE_DELETE"}, recorded(t, a, one))
}
