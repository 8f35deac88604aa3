package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/testkit/apptest"
)

// object is any JSON object of an answer.
type object = map[string]any

func names(o any) []string {
	members, _ := o.(object)
	return slices.Sorted(maps.Keys(members))
}

func first(list any) any {
	rows, _ := list.([]any)
	if len(rows) == 0 {
		return nil
	}
	return rows[0]
}

// The public members of everything that a visitor reads, and no others (D19).
func TestPublicFields(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	visitor := a.Visitor()
	list := func(path, plural string) any {
		return first(apptest.Data[object](visitor.Get(path))[plural])
	}
	motorcycle := []string{
		"basePricePerDay", "category", "description", "distanceKm", "engineSizeCc", "features", "franchiseId", "franchiseName",
		"id", "images", "make", "model", "place", "transmission", "year",
	}
	require.Equal(t, motorcycle, names(list("/motorcycles/search", "motorcycles")))
	require.Equal(t, motorcycle, names(list("/motorcycles", "motorcycles")))
	one := apptest.Data[object](visitor.Get("/motorcycles/" + stage.MotorcycleID.String()))["motorcycle"].(object)
	require.Equal(t, slices.Sorted(slices.Values(append(motorcycle, "franchise"))), names(one))
	require.Equal(t, []string{
		"address", "cancellationPolicy", "contactPhone", "graceHours", "id", "latitude", "longitude", "name", "operatingHours",
	}, names(one["franchise"]))
	require.Equal(t, []string{
		"address", "code", "contactEmail", "contactPhone", "id", "latitude", "longitude", "name", "operatingHours",
	}, names(list("/franchises", "franchises")))
	require.Equal(t, []string{
		"createdAt", "description", "franchiseId", "id", "isActive", "isFree", "name", "price", "priceType", "updatedAt",
	}, names(list("/supplements", "supplements")))
	point := []string{
		"address", "createdAt", "distanceKm", "franchiseId", "id", "instructions", "isActive", "kind", "latitude", "longitude", "name",
		"operatingHours", "updatedAt",
	}
	require.Equal(t, point, names(list("/parking-points", "parkingPoints")))
	require.Equal(t, point, names(apptest.Data[object](visitor.Get("/parking-points/" + stage.ParkingPointID.String()))["parkingPoint"]))
}

// What is not active is absent from every public read (D19).
func TestInactiveIsAbsent(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	hidden := a.Stage(func(in *franchise.CreateInput) { in.Status = franchise.Suspended })
	visitor := a.Visitor()
	for path, plural := range map[string]string{"/franchises": "franchises", "/motorcycles/search": "motorcycles", "/motorcycles": "motorcycles"} {
		require.Empty(t, apptest.Data[object](visitor.Get(path))[plural], path)
	}
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", visitor.Get("/motorcycles/"+hidden.MotorcycleID.String()).Problem().Code)

	_, err := a.DB().Exec(t.Context(), "update parking_points set is_active = false; update supplements set is_active = false")
	require.NoError(t, err)
	require.Empty(t, apptest.Data[object](visitor.Get("/parking-points"))["parkingPoints"])
	require.Empty(t, apptest.Data[object](visitor.Get("/supplements?isActive=false"))["supplements"])
	require.Equal(t, "PARKING_POINT_NOT_FOUND", visitor.Get("/parking-points/"+hidden.ParkingPointID.String()).Problem().Code)
	require.Equal(t, "PARKING_POINT_NOT_FOUND", visitor.Get("/motorcycles/search?location="+hidden.ParkingPointID.String()).Problem().Code)
}

func TestUnknownIDs(t *testing.T) {
	t.Parallel()
	visitor := newApp(t).Visitor()
	for path, code := range map[string]string{
		"/motorcycles/" + uuid.NewString():    "MOTORCYCLE_NOT_FOUND",
		"/motorcycles/nonsense":               "MOTORCYCLE_NOT_FOUND",
		"/motorcycles/%00":                    "MOTORCYCLE_NOT_FOUND",
		"/parking-points/" + uuid.NewString(): "PARKING_POINT_NOT_FOUND",
		"/parking-points/1":                   "PARKING_POINT_NOT_FOUND",
		"/motorcycles/" + uuid.NewString() + "/availability?startDate=2027-05-01T10:00:00Z&endDate=2027-05-02T10:00:00Z": "MOTORCYCLE_NOT_FOUND",
	} {
		answer := visitor.Get(path)
		require.Equal(t, http.StatusNotFound, answer.Status, path)
		require.Equal(t, code, answer.Problem().Code, path)
	}
}

// A franchise's list of extras has the platform's beside its own, and nobody else's.
func TestSupplementsOfAFranchise(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	one, other := a.Stage(), a.Stage()
	list := func(query string) []object {
		return apptest.Data[struct{ Supplements []object }](a.Visitor().Get("/supplements?limit=100&" + query)).Supplements
	}
	require.Len(t, list(""), 6)
	found := list("franchiseId=" + one.FranchiseID.String())
	require.Len(t, found, 3)
	for _, s := range found {
		require.NotEqual(t, other.FranchiseID.String(), s["franchiseId"])
	}
	require.Equal(t, true, found[0]["isFree"], "the free ones come first")
	require.Len(t, list("isFree=false&franchiseId="+one.FranchiseID.String()), 2)

	_, err := a.DB().Exec(t.Context(), "update franchises set status = 'INACTIVE' where id = $1", other.FranchiseID)
	require.NoError(t, err)
	require.Len(t, list(""), 3, "what a closed franchise offered is not public")
}

func TestListsArePaged(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for range 3 {
		a.Stage()
	}
	for path, plural := range map[string]string{
		"/franchises": "franchises", "/parking-points": "parkingPoints", "/supplements": "supplements", "/motorcycles/search": "motorcycles",
		"/motorcycles": "motorcycles",
	} {
		seen := map[string]bool{}
		for page := 1; ; page++ {
			answer := a.Visitor().Get(path + "?limit=2&page=" + string(rune('0'+page)))
			d := apptest.Data[map[string]json.RawMessage](answer)
			var rows []struct{ ID string }
			var p struct{ Page, Limit, Total, TotalPages int }
			require.NoError(t, json.Unmarshal(d[plural], &rows))
			require.NoError(t, json.Unmarshal(d["pagination"], &p))
			require.Equal(t, page, p.Page)
			require.Equal(t, (p.Total+1)/2, p.TotalPages)
			for _, row := range rows {
				require.False(t, seen[row.ID], "%s stands on two pages of %s", row.ID, path)
				seen[row.ID] = true
			}
			if page > p.TotalPages {
				require.Len(t, seen, p.Total, path)
				break
			}
		}
		for query, field := range map[string]string{"page=0": "page", "limit=0": "limit", "limit=101": "limit", "page=x": "page"} {
			answer := a.Visitor().Get(path + "?" + query)
			require.Equal(t, http.StatusUnprocessableEntity, answer.Status, path+query)
			require.NotEmpty(t, answer.Problem().Field(field), path+query)
		}
	}
}

// Now of the tests is 12 April 2027, 09:00 in Casablanca.
func TestSearchValidation(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	for query, want := range map[string]map[string]string{
		"startDate=2027-05-01":                                         {"endDate": "REQUIRED"},
		"endDate=2027-05-01":                                           {"startDate": "REQUIRED"},
		"startDate=2027-04-11&endDate=2027-05-01":                      {"startDate": "IN_PAST"},
		"startDate=2027-04-10&endDate=2027-04-11":                      {"startDate": "IN_PAST", "endDate": "IN_PAST"},
		"startDate=2027-04-12&endDate=2027-04-13&startTime=08:59":      {"startTime": "IN_PAST"},
		"startDate=2027-05-02&endDate=2027-05-01":                      {"endDate": "END_BEFORE_START"},
		"startDate=2027-05-01&endDate=2027-05-01":                      {"endDate": "END_BEFORE_START"},
		"startDate=2027-05-01&endDate=2028-05-02":                      {"endDate": "TOO_FAR"},
		"startDate=2029-05-01&endDate=2029-05-02":                      {"endDate": "TOO_FAR"},
		"startDate=2027-02-30&endDate=1/5/2027":                        {"startDate": "INVALID_FORMAT", "endDate": "INVALID_FORMAT"},
		"startTime=24:00&endTime=9:5":                                  {"startTime": "INVALID_TIME", "endTime": "INVALID_TIME"},
		"page=0&limit=101":                                             {"page": "TOO_SMALL", "limit": "TOO_LARGE"},
		"page=1000001&limit=0":                                         {"page": "TOO_LARGE", "limit": "TOO_SMALL"},
		"sort=id&category=BUS&transmission=CVT":                        {"sort": "INVALID_CHOICE", "category": "INVALID_CHOICE", "transmission": "INVALID_CHOICE"},
		"minPrice=x&maxPrice=-1":                                       {"minPrice": "INVALID_TYPE", "maxPrice": "TOO_SMALL"},
		"location=current:31.6,-8&radius=100.1":                        {"radius": "TOO_LARGE"},
		"location=current:31.6,-8&radius=NaN":                          {"radius": "INVALID_FORMAT"},
		"radius=0":                                                     {"radius": "TOO_SMALL"},
		"radius=far":                                                   {"radius": "INVALID_TYPE"},
		"minPrice=2&maxPrice=1&minEngineCc=9&maxEngineCc=8":            {"maxPrice": "TOO_SMALL", "maxEngineCc": "TOO_SMALL"},
		"minEngineCc=99999999999999999999&maxPrice=1e999":              {"minEngineCc": "INVALID_TYPE", "maxPrice": "INVALID_TYPE"},
		"franchiseId=1&featureId=2":                                    {"franchiseId": "INVALID_FORMAT", "featureId": "INVALID_FORMAT"},
		"location=somewhere":                                           {"location": "INVALID_LOCATION"},
		"location=" + url.QueryEscape("{"+uuid.NewString()+"}"):        {"location": "INVALID_LOCATION"},
		"location=current:91,0":                                        {"location": "INVALID_LOCATION"},
		"location=current:33.5":                                        {"location": "INVALID_LOCATION"},
		"location=current:NaN,NaN":                                     {"location": "INVALID_LOCATION"},
		"location=current:0x1p3,1":                                     {"location": "INVALID_LOCATION"},
		"location=address:":                                            {"location": "INVALID_LOCATION"},
		"location=address:%00":                                         {"location": "INVALID_LOCATION"},
		"location=address:%ff%fe":                                      {"location": "INVALID_LOCATION"},
		"location=address:Reykjavik":                                   {"location": "INVALID_LOCATION"},
		"location=address:" + strings.Repeat("x", 20_000):              {"location": "INVALID_LOCATION"},
		"startDate=%00&endDate=%00&sort=%00&category=%ff&page=&limit=": {"startDate": "INVALID_FORMAT", "sort": "INVALID_CHOICE", "category": "INVALID_CHOICE"},
	} {
		answer := a.Visitor().Get("/motorcycles/search?" + query)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, "%.100s %s", query, answer.Body)
		problem := answer.Problem()
		for field, code := range want {
			require.Equal(t, code, problem.Field(field), "%.100s", query)
		}
	}
}

// Missing and empty parameters are the same, and mean every motorcycle.
func TestSearchWithoutParameters(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.Stage()
	const empty = "?location=&startDate=&endDate=&startTime=&endTime=&franchiseId=&category=&transmission=&minPrice=&featureId=&sort=&page=&limit="
	for _, query := range []string{"", empty} {
		d := apptest.Data[struct {
			Motorcycles []object
			Pagination  struct{ Page, Limit, Total int }
			Search      object
			Nearest     any
			Facets      object
		}](a.Visitor().Get("/motorcycles/search" + query))
		require.Len(t, d.Motorcycles, 1)
		require.NotContains(t, d.Motorcycles[0], "quote", "no period, no price")
		require.Equal(t, 5, d.Pagination.Limit)
		require.Equal(t, 1, d.Pagination.Page)
		require.Equal(t, object{"place": nil, "startDatetime": nil, "endDatetime": nil, "days": nil}, d.Search)
		require.Equal(t, object{"priceMin": 450.0, "priceMax": 450.0}, d.Facets)
		require.Nil(t, d.Nearest)
	}
}

func TestSearchQuotesAndFindsNearest(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	search := func(query string) object {
		return apptest.Data[object](a.Visitor().Get("/motorcycles/search?" + query))
	}
	const days = "startDate=2027-05-01&endDate=2027-05-04&startTime=10:00&endTime=18:00"
	found := search(days + "&location=" + stage.ParkingPointID.String())
	m := first(found["motorcycles"]).(object)
	require.InDelta(t, 0, m["distanceKm"], 0.001)
	quote := m["quote"].(object)
	require.InDelta(t, 3, quote["days"], 0, "24 hours of grace bill full days")
	require.InDelta(t, 1350, quote["totalAmount"], 0)
	require.Equal(t, "2027-05-01T09:00:00Z", found["search"].(object)["startDatetime"], "Casablanca is an hour ahead")

	_, err := a.DB().Exec(t.Context(), `with block as (insert into availability_blocks (id, motorcycle_id, start_datetime, end_datetime)
		values (gen_random_uuid(), $1, '2027-05-02 00:00+00', '2027-05-05 12:00+00') returning *)
		insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, block_id)
		select gen_random_uuid(), motorcycle_id, start_datetime, end_datetime, id from block`, stage.MotorcycleID)
	require.NoError(t, err)
	taken := search(days)
	require.Empty(t, taken["motorcycles"])
	require.Equal(t, object{"startDatetime": "2027-05-06T09:00:00Z", "endDatetime": "2027-05-09T17:00:00Z", "total": 1.0}, taken["nearest"])
	require.Empty(t, taken["elsewhere"], "everywhere was looked")

	far := search("startDate=2027-06-01&endDate=2027-06-04&location=address:Dakhla")
	require.Empty(t, far["motorcycles"])
	other := first(far["elsewhere"]).(object)
	require.Equal(t, stage.ParkingPointID.String(), other["location"])
	require.InDelta(t, 1, other["total"], 0)
	require.Greater(t, other["distanceKm"], 100.0)
	require.Len(t, search("startDate=2027-06-01&endDate=2027-06-04&location=" + other["location"].(string))["motorcycles"], 1)
}

// Who says how far to look is answered from there, and no further.
func TestSearchRadius(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	point := apptest.Data[struct {
		ParkingPoint struct{ Latitude, Longitude float64 }
	}](a.Visitor().Get("/parking-points/" + stage.ParkingPointID.String())).ParkingPoint
	// A tenth of a degree of latitude is eleven kilometres.
	near := fmt.Sprintf("/motorcycles/search?location=current:%.4f,%.4f", point.Latitude+0.1, point.Longitude)
	for radius, found := range map[string]int{"": 1, "&radius=": 1, "&radius=12": 1, "&radius=10.5": 0, "&radius=0.1": 0, "&radius=100": 1} {
		answer := apptest.Data[struct {
			Motorcycles []object
			Search      struct{ Place struct{ RadiusKm float64 } }
		}](a.Visitor().Get(near + radius))
		require.Len(t, answer.Motorcycles, found, radius)
		if radius == "&radius=10.5" {
			require.InDelta(t, 10.5, answer.Search.Place.RadiusKm, 0)
		}
	}
}

// Today without a time begins with the next half hour: it is 09:00, so the default of 10:00 stands, and later it does not.
func TestSearchToday(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.Stage()
	start := func() any {
		d := apptest.Data[struct{ Search object }](a.Visitor().Get("/motorcycles/search?startDate=2027-04-12&endDate=2027-04-13"))
		return d.Search["startDatetime"]
	}
	require.Equal(t, "2027-04-12T09:00:00Z", start())
	a.Clock.Set(apptest.Now.Add(5*60*60*1e9 + 1))
	require.Equal(t, "2027-04-12T13:30:00Z", start())
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	a.Stage() // its parking point is called "Casa Port <n>"
	suggest := func(language, query string) []object {
		answer := a.Visitor().In(language).Get("/places/suggest?limit=6&q=" + url.QueryEscape(query))
		return apptest.Data[struct{ Places []object }](answer).Places
	}
	found := suggest("fr", "casa")
	require.Equal(t, "Casablanca", found[0]["label"])
	require.Equal(t, "address:Casablanca", found[0]["location"])
	kinds := map[any]int{}
	for _, p := range found {
		kinds[p["kind"]]++
	}
	require.Equal(t, 1, kinds["PARKING_POINT"])
	require.Equal(t, "طنجة", suggest("ar", "tang")[0]["label"])
	require.Empty(t, suggest("fr", ""))
	require.Empty(t, suggest("fr", "%"), "a percent sign is not a wildcard")
	// Every answer is a search that works.
	for _, p := range append(found, suggest("ar", "مر")...) {
		answer := a.Visitor().Get("/motorcycles/search?location=" + url.QueryEscape(p["location"].(string)))
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	}
	near := apptest.Data[struct{ Place object }](a.Visitor().Get("/places/reverse?latitude=35.77&longitude=-5.80"))
	require.NotNil(t, near.Place)
	far := apptest.Data[object](a.Visitor().Get("/places/reverse?latitude=0&longitude=0"))
	require.Nil(t, far["place"])
	for _, path := range []string{
		"/places/reverse?latitude=NaN&longitude=1", "/places/reverse?latitude=91&longitude=1", "/places/reverse",
		"/places/suggest?q=a&limit=0", "/places/suggest?q=a&limit=21", "/places/suggest?q=a%00", "/places/suggest?q=" + strings.Repeat("é", 101),
	} {
		require.Equal(t, http.StatusUnprocessableEntity, a.Visitor().Get(path).Status, path)
	}
}
