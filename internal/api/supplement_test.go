package api_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type supplementRow struct {
	ID                     uuid.UUID
	Name, PriceType        string
	Price                  float64
	IsActive, IsFree       bool
	FranchiseID            *uuid.UUID
	UpdatedAt              time.Time
	Description, CreatedAt string
}

func supplementOf(answer apptest.Answer) supplementRow {
	return apptest.Data[struct{ Supplement supplementRow }](answer).Supplement
}

func TestSupplementLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)

	answer := staff.Post("/supplements", map[string]any{"name": "  Gants  ", "price": 25.5, "priceType": "PER_DAY"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	gloves := supplementOf(answer)
	require.Equal(t, "/supplements/"+gloves.ID.String(), answer.Header.Get("Location"))
	require.Equal(t, "Gants", gloves.Name)
	require.True(t, gloves.IsActive, "active unless said otherwise (specification section 5)")
	require.False(t, gloves.IsFree)
	require.Equal(t, stage.FranchiseID, *gloves.FranchiseID, "a franchise administrator's own")

	path := "/supplements/" + gloves.ID.String()
	changed := supplementOf(staff.Do(http.MethodPut, path, map[string]any{"price": 30, "isActive": false, "updatedAt": gloves.UpdatedAt}))
	require.InEpsilon(t, 30.0, changed.Price, 0)
	require.Equal(t, "Gants", changed.Name, "what is left out stays")
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(path).Status, "inactive is for staff")
	require.Equal(t, http.StatusOK, staff.Get(path).Status)

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "SUPPLEMENT_NOT_FOUND", staff.Get(path).Problem().Code)
	var recorded []string
	rows, err := a.DB().Query(t.Context(), "select action from audit_log where entity_id = $1 order by id", gloves.ID)
	require.NoError(t, err)
	for rows.Next() {
		var action string
		require.NoError(t, rows.Scan(&action))
		recorded = append(recorded, action)
	}
	require.Equal(t, []string{"SUPPLEMENT_CREATE", "SUPPLEMENT_UPDATE", "SUPPLEMENT_DELETE"}, recorded)
}

// The second of two who change the same row is told, with what changed (and nothing of theirs is stored).
func TestSupplementChangedMeanwhile(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	path := "/supplements/" + stage.GPSID.String()
	seen := supplementOf(staff.Get(path))
	a.Clock.Advance(time.Minute)
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, path, map[string]any{"price": 35, "updatedAt": seen.UpdatedAt}).Status)

	answer := staff.Do(http.MethodPut, path, map[string]any{"name": "GPS Pro", "updatedAt": seen.UpdatedAt})
	require.Equal(t, http.StatusConflict, answer.Status)
	require.Equal(t, "CHANGED_MEANWHILE", answer.Problem().Code)
	require.Contains(t, string(answer.Body), `"price":{"from":30,"to":35}`)
	require.Equal(t, "GPS", supplementOf(staff.Get(path)).Name)
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, path, map[string]any{"name": "GPS Pro"}).Status, "who sends no time overwrites")
}

func TestSupplementsOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil)
	everywhere := supplementOf(admin.Post("/supplements", map[string]any{"name": "Assistance", "price": 10, "priceType": "PER_RENTAL"}))
	require.Nil(t, everywhere.FranchiseID)

	for _, id := range []uuid.UUID{theirs.GPSID, everywhere.ID} {
		path := "/supplements/" + id.String()
		require.Equal(t, "SUPPLEMENT_NOT_FOUND", staff.Do(http.MethodPut, path, map[string]any{"price": 1}).Problem().Code)
		require.Equal(t, "SUPPLEMENT_NOT_FOUND", staff.Do(http.MethodDelete, path, nil).Problem().Code)
	}
	own := "/supplements/" + ours.GPSID.String()
	for _, franchise := range []any{theirs.FranchiseID, nil, uuid.New()} {
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Do(http.MethodPut, own, map[string]any{"franchiseId": franchise}).Problem().Code)
	}
	require.Equal(t, "FRANCHISE_NOT_FOUND",
		staff.Post("/supplements", map[string]any{"name": "X", "price": 1, "priceType": "PER_DAY", "franchiseId": theirs.FranchiseID}).Problem().Code)

	names := func(c *apptest.Caller, query string) []string {
		var names []string
		for _, s := range apptest.Data[struct{ Supplements []supplementRow }](c.Get("/supplements/admin?sort=name&limit=100" + query)).Supplements {
			names = append(names, s.Name)
		}
		return names
	}
	require.Equal(t, []string{"Assistance", "Casque", "GPS", "Top case"}, names(staff, ""), "the platform's and its own")
	require.Len(t, names(admin, ""), 7)
	require.Empty(t, names(staff, "&franchiseId="+theirs.FranchiseID.String()))
	require.Equal(t, []string{"GPS"}, names(staff, "&q=gps"))
	require.Equal(t, []string{"Top case"}, names(staff, "&q=TOP&priceType=PER_RENTAL"))
	require.Equal(t, []string{"Casque"}, names(staff, "&isFree=true"))
}

func TestSupplementRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)

	problem := staff.Post("/supplements", map[string]any{"name": " ", "price": 0, "priceType": "WEEKLY", "description": strings.Repeat("x", 2001)}).Problem()
	for field, code := range map[string]string{"name": "REQUIRED", "price": "TOO_SMALL", "priceType": "INVALID_CHOICE", "description": "TOO_LONG"} {
		require.Equal(t, code, problem.Field(field), field)
	}
	taken := staff.Post("/supplements", map[string]any{"name": "gps", "price": 1, "priceType": "PER_DAY"}).Problem()
	require.Equal(t, "Supplement with name 'gps' already exists", taken.Message)

	customer := a.Customer()
	body := stage.BookingBody(apptest.Now.Add(48 * time.Hour))
	body["selectedSupplements"] = []map[string]any{{"supplementId": stage.GPSID}}
	customer.Book(body)
	used := staff.Do(http.MethodDelete, "/supplements/"+stage.GPSID.String(), nil)
	require.Equal(t, http.StatusConflict, used.Status)
	require.Equal(t, "Cannot delete supplement, it is used in 1 booking(s)", used.Problem().Message)

	bad := staff.Get("/supplements/admin?sort=password").Problem()
	require.Equal(t, "INVALID_CHOICE", bad.Field("sort"))
	require.Equal(t, "INVALID_FORMAT", staff.Get("/supplements/admin?franchiseId=1").Problem().Field("franchiseId"))
}

func TestSupplementsExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	staff.Post("/supplements", map[string]any{"name": `=HYPERLINK("http://x")`, "description": "قفاز، \"جلد\"", "price": 5, "priceType": "PER_DAY"})

	answer := staff.Get("/supplements/export?sort=-price")
	require.Equal(t, http.StatusOK, answer.Status)
	require.Contains(t, answer.Header.Get("Content-Type"), "text/csv")
	text, marked := strings.CutPrefix(string(answer.Body), "\ufeff")
	require.True(t, marked, "spreadsheets know UTF-8 by its mark")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 5)
	require.Equal(t, []string{"id", "name", "description", "price"}, rows[0][:4])
	require.Equal(t, []string{"Top case", "", "100.00"}, rows[1][1:4])
	require.Equal(t, []string{`'=HYPERLINK("http://x")`, `قفاز، "جلد"`, "5.00"}, rows[4][1:4])

	require.Equal(t, "INVALID_CHOICE", staff.Get("/supplements/export?sort=x").Problem().Field("sort"))
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/supplements/export").Status)
}
