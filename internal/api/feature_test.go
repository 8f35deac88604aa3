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

type featureRow struct {
	ID                uuid.UUID
	Name, Description string
	IconURL           *string
	FranchiseID       *uuid.UUID
	UpdatedAt         time.Time
}

func featureOf(answer apptest.Answer) featureRow {
	return apptest.Data[struct{ MotorcycleFeature featureRow }](answer).MotorcycleFeature
}

func featureNames(answer apptest.Answer) []string {
	names := []string{}
	for _, f := range apptest.Data[struct{ MotorcycleFeatures []featureRow }](answer).MotorcycleFeatures {
		names = append(names, f.Name)
	}
	return names
}

func (a testApp) recorded(t *testing.T, id uuid.UUID) []string {
	t.Helper()
	var actions []string
	rows, err := a.DB().Query(t.Context(), "select action from audit_log where entity_id = $1 order by id", id)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var action string
		require.NoError(t, rows.Scan(&action))
		actions = append(actions, action)
	}
	require.NoError(t, rows.Err())
	return actions
}

func TestFeatureLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)

	answer := staff.Post("/motorcycle-features", map[string]any{"name": " Poignées chauffantes ", "iconUrl": "/icons/heat.svg"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := featureOf(answer)
	path := "/motorcycle-features/" + made.ID.String()
	require.Equal(t, path, answer.Header.Get("Location"))
	require.Equal(t, "Poignées chauffantes", made.Name)
	require.Equal(t, stage.FranchiseID, *made.FranchiseID, "a franchise administrator's own")
	require.NoError(t, a.Services().Motorcycle.AssignFeature(authz.AsSystem(t.Context(), "test"), stage.MotorcycleID, made.ID))

	a.Clock.Advance(time.Minute)
	changed := featureOf(staff.Do(http.MethodPut, path, map[string]any{"description": "Deux niveaux", "iconUrl": nil, "updatedAt": made.UpdatedAt}))
	require.Equal(t, featureRow{
		ID: made.ID, Name: made.Name, Description: "Deux niveaux", FranchiseID: made.FranchiseID, UpdatedAt: apptest.Now.Add(time.Minute),
	}, changed)
	require.Equal(t, changed, featureOf(a.Visitor().Get(path)))
	late := staff.Do(http.MethodPut, path, map[string]any{"name": "X", "updatedAt": made.UpdatedAt})
	require.Equal(t, "CHANGED_MEANWHILE", late.Problem().Code)
	require.Contains(t, string(late.Body), `"description":{"from":"","to":"Deux niveaux"}`)

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "FEATURE_NOT_FOUND", a.Visitor().Get(path).Problem().Code)
	one := apptest.Data[object](a.Visitor().Get("/motorcycles/" + stage.MotorcycleID.String()))["motorcycle"].(object)
	require.Empty(t, one["features"], "deleting takes it off every motorcycle")
	require.Equal(t, []string{"MOTORCYCLE_FEATURE_CREATE", "MOTORCYCLE_FEATURE_UPDATE", "MOTORCYCLE_FEATURE_DELETE"}, a.recorded(t, made.ID))
}

func TestFeaturesOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, other, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	everywhere := featureOf(admin.Post("/motorcycle-features", map[string]any{"name": "ABS"}))
	require.Nil(t, everywhere.FranchiseID)
	own := featureOf(staff.Post("/motorcycle-features", map[string]any{"name": "Top case"}))
	foreign := featureOf(other.Post("/motorcycle-features", map[string]any{"name": "Valises"}))

	for _, id := range []uuid.UUID{everywhere.ID, foreign.ID, uuid.New()} {
		path := "/motorcycle-features/" + id.String()
		require.Equal(t, "FEATURE_NOT_FOUND", staff.Do(http.MethodPut, path, map[string]any{"name": "Ours"}).Problem().Code)
		require.Equal(t, "FEATURE_NOT_FOUND", staff.Do(http.MethodDelete, path, nil).Problem().Code)
	}
	path := "/motorcycle-features/" + own.ID.String()
	for _, franchise := range []any{theirs.FranchiseID, nil, uuid.New()} {
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Do(http.MethodPut, path, map[string]any{"franchiseId": franchise}).Problem().Code)
	}
	require.Equal(t, "FRANCHISE_NOT_FOUND",
		staff.Post("/motorcycle-features", map[string]any{"name": "X", "franchiseId": theirs.FranchiseID}).Problem().Code)
	require.Equal(t, http.StatusForbidden, a.Customer().Post("/motorcycle-features", map[string]any{"name": "X"}).Status)

	require.Equal(t, []string{"ABS", "Top case"}, featureNames(staff.Get("/motorcycle-features")))
	require.Equal(t, []string{"ABS", "Top case", "Valises"}, featureNames(admin.Get("/motorcycle-features")))
	require.Equal(t, []string{"ABS", "Top case", "Valises"}, featureNames(a.Visitor().Get("/motorcycle-features")))
	require.Equal(t, []string{"Valises", "ABS"}, featureNames(a.Visitor().Get("/motorcycle-features?sort=-name&franchiseId="+theirs.FranchiseID.String())))
	require.Equal(t, []string{"ABS"}, featureNames(staff.Get("/motorcycle-features?franchiseId="+theirs.FranchiseID.String())))
	require.Equal(t, []string{"Top case"}, featureNames(staff.Get("/motorcycle-features?q=CASE")))
	require.Equal(t, []string{"Top case"}, featureNames(staff.Get("/motorcycle-features?page=2&limit=1")))

	// A feature of the platform becomes one franchise's only when nobody else's motorcycle has it.
	require.NoError(t, a.Services().Motorcycle.AssignFeature(authz.AsSystem(t.Context(), "test"), theirs.MotorcycleID, everywhere.ID))
	everywherePath := "/motorcycle-features/" + everywhere.ID.String()
	used := admin.Do(http.MethodPut, everywherePath, map[string]any{"franchiseId": ours.FranchiseID})
	require.Equal(t, "FEATURE_IN_USE", used.Problem().Code)
	require.Nil(t, featureOf(admin.Get(everywherePath)).FranchiseID)
	require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, everywherePath, map[string]any{"franchiseId": theirs.FranchiseID}).Status)
}

func TestFeatureRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	send := func(body map[string]any) apptest.Answer { return staff.Post("/motorcycle-features", body) }

	problem := send(map[string]any{"name": strings.Repeat("é", 101), "iconUrl": "javascript:alert(1)", "description": strings.Repeat("x", 5001)}).Problem()
	for field, code := range map[string]string{"name": "TOO_LONG", "iconUrl": "INVALID_FORMAT", "description": "TOO_LONG"} {
		require.Equal(t, code, problem.Field(field), field)
	}
	require.Equal(t, "REQUIRED", send(map[string]any{"name": " \t"}).Problem().Field("name"))
	for _, name := range []string{"'; drop table users; --", "<script>alert(1)</script>", "مقابض مدفأة", "🏍️", "\u202eABS\u202c", strings.Repeat("é", 100)} {
		require.Equal(t, name, featureOf(send(map[string]any{"name": name, "iconUrl": ""})).Name)
	}
	taken := send(map[string]any{"name": "مقابض مدفأة"})
	require.Equal(t, http.StatusConflict, taken.Status)
	require.Equal(t, "Motorcycle feature with name already exists", taken.Problem().Message)

	require.Equal(t, "INVALID_CHOICE", staff.Get("/motorcycle-features?sort=password").Problem().Field("sort"))
	require.Equal(t, "INVALID_FORMAT", staff.Get("/motorcycle-features?franchiseId=1").Problem().Field("franchiseId"))
	require.Equal(t, "FEATURE_NOT_FOUND", staff.Get("/motorcycle-features/1").Problem().Code)
}

// Of many who add the same name at once, one wins and the others are told.
func TestFeatureNameRace(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	admin := a.Staff(authz.Admin, nil)
	statuses := make([]int, 8)
	var group sync.WaitGroup
	for i := range statuses {
		group.Go(func() {
			answer, err := admin.Try(http.MethodPost, "/motorcycle-features", map[string]any{"name": "ABS"})
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
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 7}, won)
}

func TestFeaturesExport(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, other := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	staff.Post("/motorcycle-features", map[string]any{"name": "=1+1"})
	other.Post("/motorcycle-features", map[string]any{"name": "Theirs"})

	answer := staff.Get("/motorcycle-features/export")
	require.Equal(t, http.StatusOK, answer.Status)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(answer.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, []string{"id", "name", "description", "iconUrl", "franchiseId", "createdAt", "updatedAt"}, rows[0])
	require.Equal(t, []string{"'=1+1", "", "", ours.FranchiseID.String()}, rows[1][1:5])
	require.Equal(t, http.StatusForbidden, a.Customer().Get("/motorcycle-features/export").Status)
}
