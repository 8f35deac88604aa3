package api_test

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type blockRow struct {
	ID, MotorcycleID, FranchiseID uuid.UUID
	StartDatetime, EndDatetime    time.Time
	Reason                        string
	Notes                         *string
	CreatedByAdminID              *uuid.UUID
	UpdatedAt                     time.Time
}

func blockOf(answer apptest.Answer) blockRow {
	return apptest.Data[struct{ AvailabilityBlock blockRow }](answer).AvailabilityBlock
}

func blocksOf(answer apptest.Answer) []blockRow {
	return apptest.Data[struct{ AvailabilityBlocks []blockRow }](answer).AvailabilityBlocks
}

// blockBody asks for a block of some hours, hours after the start of the test's day.
func blockBody(after, hours int) map[string]any {
	start := soon.Add(time.Duration(after) * time.Hour)
	return map[string]any{"startDatetime": start, "endDatetime": start.Add(time.Duration(hours) * time.Hour)}
}

func TestBlockLifeCycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	blocks := "/motorcycles/" + stage.MotorcycleID.String() + "/blocks"
	body := blockBody(0, 4)
	body["notes"] = "  Révision صيانة 🛠 "
	answer := staff.Post(blocks, body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := blockOf(answer)
	path := "/availability-blocks/" + made.ID.String()
	require.Equal(t, path, answer.Header.Get("Location"))
	require.Equal(t, "maintenance", made.Reason, "unless said otherwise (specification section 5)")
	require.Equal(t, "Révision صيانة 🛠", *made.Notes)
	require.Equal(t, staff.UserID, *made.CreatedByAdminID)
	require.Equal(t, stage.FranchiseID, made.FranchiseID)
	require.Equal(t, made, blockOf(staff.Get(path)))

	a.Clock.Advance(time.Minute)
	changed := blockOf(staff.Do(http.MethodPut, path, map[string]any{
		"endDatetime": soon.Add(5 * time.Hour), "reason": "repair", "notes": nil, "updatedAt": made.UpdatedAt,
	}))
	require.Equal(t, "repair", changed.Reason)
	require.Nil(t, changed.Notes)
	require.Equal(t, made.StartDatetime, changed.StartDatetime, "what is left out stays")
	stale := staff.Do(http.MethodPut, path, map[string]any{"reason": "other", "updatedAt": made.UpdatedAt})
	require.Equal(t, "CHANGED_MEANWHILE", stale.Problem().Code)
	require.Contains(t, string(stale.Body), `"reason":{"from":"maintenance","to":"repair"}`)

	conflict := staff.Post(blocks, blockBody(4, 2))
	require.Equal(t, http.StatusConflict, conflict.Status)
	require.Equal(t, "Availability block conflicts with existing block for motorcycle during period", conflict.Problem().Message,
		"it lasts an hour longer now")
	require.Equal(t, http.StatusCreated, staff.Post(blocks, blockBody(5, 2)).Status, "one may begin the minute another ends (D6)")
	require.Equal(t, "BLOCK_CONFLICT", staff.Do(http.MethodPut, path, map[string]any{"endDatetime": soon.Add(6 * time.Hour)}).Problem().Code)
	require.Equal(t, soon.Add(5*time.Hour), blockOf(staff.Get(path)).EndDatetime, "a refused change changes nothing")

	a.Clock.Set(soon.Add(time.Hour)) // it has begun
	staff = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	for field, at := range map[string]time.Time{"startDatetime": soon.Add(30 * time.Minute), "endDatetime": soon.Add(59 * time.Minute)} {
		require.Equal(t, "IN_PAST", staff.Do(http.MethodPut, path, map[string]any{field: at}).Problem().Field(field))
	}
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, path, map[string]any{"endDatetime": soon.Add(time.Hour)}).Status, "done early")
	require.Equal(t, http.StatusCreated, staff.Post(blocks, blockBody(2, 1)).Status, "and free again")

	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, path, nil).Status)
	require.Equal(t, "Availability block not found", staff.Get(path).Problem().Message)
	require.Equal(t, []string{
		"AVAILABILITY_BLOCK_CREATE", "AVAILABILITY_BLOCK_UPDATE", "AVAILABILITY_BLOCK_UPDATE", "AVAILABILITY_BLOCK_DELETE",
	}, recorded(t, a, made.ID))
}

func TestBlockRefusals(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	blocks := "/motorcycles/" + stage.MotorcycleID.String() + "/blocks"
	problem := staff.Post(blocks, map[string]any{
		"startDatetime": apptest.Now, "endDatetime": apptest.Now, "reason": "holiday", "notes": strings.Repeat("é", 1001),
	}).Problem()
	for field, code := range map[string]string{
		"startDatetime": "IN_PAST", "endDatetime": "END_BEFORE_START", "reason": "INVALID_CHOICE", "notes": "TOO_LONG",
	} {
		require.Equal(t, code, problem.Field(field), field)
	}
	far := staff.Post(blocks, map[string]any{"startDatetime": soon, "endDatetime": "9999-12-31T23:59:59Z"}).Problem()
	require.Equal(t, "TOO_LARGE", far.Field("endDatetime"))

	booked := a.Customer().Book(stage.BookingBody(soon))
	taken := staff.Post(blocks, blockBody(-1, 2))
	require.Equal(t, http.StatusConflict, taken.Status)
	require.Equal(t, "BOOKING_CONFLICT", taken.Problem().Code)
	require.Equal(t, "Booking conflict for motorcycle between "+wallText(booked.StartDatetime)+" and "+wallText(booked.EndDatetime), taken.Problem().Message,
		"it names the booking's times")
	a.Clock.Set(*booked.HoldExpiresAt)
	staff = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	require.Equal(t, http.StatusCreated, staff.Post(blocks, blockBody(-1, 2)).Status, "a hold that has run out is not in the way (D7)")
	require.Equal(t, "CANCELLED_BY_ADMIN", a.Staff(authz.Admin, nil).Booking(booked.ID).BookingStatus)
	require.Equal(t, "BOOKING_CONFLICT", a.Customer().Post("/bookings", stage.BookingBody(soon)).Problem().Code, "the block is in the way of a booking")
}

// wallText is an instant as messages write it.
func wallText(at time.Time) string {
	return at.In(time.FixedZone("Casablanca", 3600)).Format("02/01/2006 15:04")
}

// A block belongs to whoever has its motorcycle.
func TestBlocksFollowTheirMotorcycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, rival, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	path := "/motorcycles/" + ours.MotorcycleID.String()
	block := "/availability-blocks/" + blockOf(staff.Post(path+"/blocks", blockBody(0, 1))).ID.String()
	require.Equal(t, http.StatusNotFound, rival.Get(block).Status)
	moved := admin.Do(http.MethodPut, path, map[string]any{"franchiseId": theirs.FranchiseID, "parkingPointId": theirs.ParkingPointID})
	require.Equal(t, http.StatusOK, moved.Status, "%s", moved.Body)
	require.Equal(t, theirs.FranchiseID, blockOf(rival.Get(block)).FranchiseID)
	require.Equal(t, http.StatusNotFound, staff.Get(block).Status)
}

func TestBlocksOfOthers(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, rival, admin := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Staff(authz.Admin, nil)
	blocks := func(s apptest.Stage) string { return "/motorcycles/" + s.MotorcycleID.String() + "/blocks" }
	foreign := blockOf(rival.Post(blocks(theirs), blockBody(0, 1)))
	body := blockBody(10, 2)
	body["reason"], body["notes"] = "seasonal", "100% hiver"
	mine := blockOf(staff.Post(blocks(ours), body))

	path := "/availability-blocks/" + foreign.ID.String()
	for _, answer := range []apptest.Answer{
		staff.Get(path), staff.Do(http.MethodPut, path, map[string]any{"reason": "other"}), staff.Do(http.MethodDelete, path, nil),
		staff.Get("/availability-blocks/nonsense"),
	} {
		require.Equal(t, http.StatusNotFound, answer.Status)
		require.Equal(t, "BLOCK_NOT_FOUND", answer.Problem().Code)
	}
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Get(blocks(theirs)).Problem().Code)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Post(blocks(theirs), blockBody(5, 1)).Problem().Code)

	ids := func(c *apptest.Caller, query string) []uuid.UUID {
		var found []uuid.UUID
		for _, b := range blocksOf(c.Get("/availability-blocks" + query)) {
			found = append(found, b.ID)
		}
		return found
	}
	require.Equal(t, []uuid.UUID{mine.ID, foreign.ID}, ids(admin, ""), "the latest first")
	require.Equal(t, []uuid.UUID{mine.ID}, ids(staff, ""))
	require.Empty(t, ids(staff, "?franchiseId="+theirs.FranchiseID.String()))
	at := func(hours int) string { return soon.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339) }
	for query, want := range map[string][]uuid.UUID{
		"?motorcycleId=" + theirs.MotorcycleID.String(): {foreign.ID}, "?reason=seasonal": {mine.ID}, "?startAfter=" + at(1): {mine.ID},
		"?endBefore=" + at(1): {foreign.ID}, "?q=100%25": {mine.ID}, "?q=_": nil, "?sort=startDatetime": {foreign.ID, mine.ID},
	} {
		require.Equal(t, want, ids(admin, query), query)
	}
	require.Len(t, blocksOf(staff.Get(blocks(ours)+"?reason=seasonal&q=hiver")), 1)
	require.Empty(t, blocksOf(staff.Get(blocks(ours)+"?reason=repair")))
	bad := admin.Get("/availability-blocks?reason=x&sort=password").Problem()
	require.Equal(t, "INVALID_CHOICE", bad.Field("reason"))
	bad = admin.Get("/availability-blocks?motorcycleId=1&franchiseId=x&startAfter=tomorrow&endBefore=0").Problem()
	for _, field := range []string{"motorcycleId", "franchiseId", "startAfter", "endBefore"} {
		require.Equal(t, "INVALID_FORMAT", bad.Field(field), field)
	}

	export := staff.Get("/availability-blocks/export")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(export.Body), "\ufeff"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, []string{mine.ID.String(), ours.MotorcycleID.String()}, rows[1][:2])
	require.Equal(t, []string{"seasonal", "100% hiver"}, rows[1][5:7])
}

// Of bookings and blocks that want the same hour of a motorcycle, exactly one has it (D6).
func TestBlocksRaceBookings(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	riders := []*apptest.Caller{a.Customer(), a.Customer(), a.Customer(), a.Customer()}
	statuses := make([]int, 2*len(riders))
	start := make(chan struct{})
	var wait sync.WaitGroup
	for i, rider := range riders {
		wait.Go(func() {
			<-start
			statuses[2*i] = rider.Post("/bookings", stage.BookingBody(soon)).Status
		})
		wait.Go(func() {
			<-start
			statuses[2*i+1] = staff.Post("/motorcycles/"+stage.MotorcycleID.String()+"/blocks", blockBody(i, 2)).Status
		})
	}
	close(start)
	wait.Wait()
	// The blocks overlap each other by an hour, one after the other: of them two may fit, but none beside a booking.
	var taken []string
	rows, err := a.DB().Query(t.Context(), "select case when block_id is null then 'booking' else 'block' end from calendar_entries where motorcycle_id = $1", stage.MotorcycleID)
	require.NoError(t, err)
	for rows.Next() {
		var owner string
		require.NoError(t, rows.Scan(&owner))
		taken = append(taken, owner)
	}
	require.NoError(t, rows.Err())
	won := 0
	for _, status := range statuses {
		require.Contains(t, []int{http.StatusCreated, http.StatusConflict}, status)
		if status == http.StatusCreated {
			won++
		}
	}
	require.Len(t, taken, won, "who was told that it has the motorcycle has it")
	require.NotEmpty(t, taken)
	if slices.Contains(taken, "booking") {
		require.Equal(t, []string{"booking"}, taken)
	}
}

func TestAvailabilityTellsWhatIsTaken(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	booked := a.Customer().Book(stage.BookingBody(soon))
	block := blockOf(staff.Post("/motorcycles/"+stage.MotorcycleID.String()+"/blocks", blockBody(50, 3)))
	path := "/motorcycles/" + stage.MotorcycleID.String() + "/availability?startDate=" + soon.Add(time.Hour).Format(time.RFC3339) + "&endDate="
	answer := a.Visitor().Get(path + soon.Add(52*time.Hour).Format(time.RFC3339))
	type span struct{ StartDatetime, EndDatetime time.Time }
	found := apptest.Data[struct {
		Available bool
		NextFree  *span
		Conflicts []span
	}](answer)
	require.False(t, found.Available)
	require.Equal(t, []span{{booked.StartDatetime, booked.EndDatetime}, {block.StartDatetime, block.EndDatetime}}, found.Conflicts)
	require.Equal(t, block.EndDatetime, found.NextFree.StartDatetime)
	for _, secret := range []string{booked.ID.String(), booked.Reference, block.ID.String(), "maintenance"} {
		require.NotContains(t, string(answer.Body), secret, "whose it is is nobody's business")
	}
	require.Equal(t, "END_BEFORE_START", a.Visitor().Get(path+soon.Format(time.RFC3339)).Problem().Field("endDate"))
	require.Equal(t, "TOO_LARGE", a.Visitor().Get(path+"9999-12-31T00:00:00Z").Problem().Field("endDate"))
}

func TestMotorcycleCalendar(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, other := a.Stage(), a.Stage()
	staff, rider := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Customer()
	path := "/motorcycles/" + stage.MotorcycleID.String() + "/calendar"
	cancelled := rider.Book(stage.BookingBody(soon))
	require.Equal(t, http.StatusNoContent, rider.Do(http.MethodDelete, "/bookings/"+cancelled.ID.String(), nil).Status)
	booked := rider.Book(stage.BookingBody(time.Date(2027, 4, 29, 22, 30, 0, 0, time.UTC))) // 23:30 in Casablanca, for two days
	body := map[string]any{"startDatetime": "2027-04-20T08:00:00Z", "endDatetime": "2027-04-20T09:00:00Z", "reason": "inspection", "notes": "Freins"}
	block := blockOf(staff.Post("/motorcycles/"+stage.MotorcycleID.String()+"/blocks", body))

	type entry struct {
		Kind, Reference, BookingStatus, Reason, Notes string
		ID                                            uuid.UUID
	}
	type month struct {
		Month string
		Days  []struct {
			Date    string
			Entries []entry
		}
	}
	read := func(query string) month {
		return apptest.Data[struct{ Calendar month }](staff.Get(path + query)).Calendar
	}
	april := read("")
	require.Equal(t, "2027-04", april.Month, "the present month")
	days := map[string][]entry{}
	for _, day := range april.Days {
		days[day.Date] = day.Entries
	}
	rental := entry{Kind: "BOOKING", Reference: booked.Reference, BookingStatus: "PENDING_PAYMENT", ID: booked.ID}
	require.Equal(t, map[string][]entry{
		"2027-04-20": {{Kind: "BLOCK", Reason: "inspection", Notes: "Freins", ID: block.ID}},
		"2027-04-29": {rental}, "2027-04-30": {rental},
	}, days)
	may := read("?month=2027-05")
	require.Len(t, may.Days, 1)
	require.Equal(t, "2027-05-01", may.Days[0].Date)
	require.Empty(t, read("?month=2027-06").Days)
	a.Clock.Set(*booked.HoldExpiresAt)
	staff, rider = a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Customer()
	require.Empty(t, read("?month=2027-05").Days, "its time has run out")

	for _, wrong := range []string{"2027", "2027-13", "04-2027", "x"} {
		require.Equal(t, "INVALID_FORMAT", staff.Get(path+"?month="+wrong).Problem().Field("month"), wrong)
	}
	require.Empty(t, read("?month=9999-12").Days)
	require.Empty(t, read("?month=0000-01").Days)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", staff.Get("/motorcycles/"+other.MotorcycleID.String()+"/calendar").Problem().Code)
	require.Equal(t, http.StatusForbidden, rider.Get(path).Status)
}
