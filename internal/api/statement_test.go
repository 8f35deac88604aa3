package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

func TestStatements(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	admin, staff, rider := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Customer()
	book := func(stage apptest.Stage, n int) apptest.Booking {
		return rider.Book(stage.BookingBody(soon.Add(time.Duration(n) * 72 * time.Hour))) // two days: 900.00
	}
	at := func(text string) time.Time {
		moment, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return moment
	}
	february := book(ours, 1)
	a.takings(t, february, at("2027-02-10T10:00:00Z"), 450_00, at("2027-04-02T10:00:00Z"))
	// Casablanca is an hour ahead: the last half hour of March in UTC is April there.
	april := book(ours, 2)
	a.takings(t, april, at("2027-03-31T23:30:00Z"), 0, time.Time{})
	a.takings(t, book(theirs, 1), at("2027-04-01T10:00:00Z"), 0, time.Time{})
	a.settle(t, book(ours, 3), at("2027-03-05T10:00:00Z"), 900_00, at("2027-03-05T10:00:00Z"), unearned)

	path := "/franchises/" + ours.FranchiseID.String() + "/statements"
	type month struct {
		Month                  string
		Gross, Commission, Net float64
	}
	type list struct {
		Statements []month
		Pagination struct{ Total int }
	}
	got := apptest.Data[list](staff.Get(path))
	require.Equal(t, []month{{"2027-04", 450, 67.5, 382.5}, {"2027-02", 900, 135, 765}}, got.Statements)
	require.Equal(t, got, apptest.Data[list](admin.Get(path)))
	page := apptest.Data[list](staff.Get(path + "?page=2&limit=1"))
	require.Equal(t, "2027-02", page.Statements[0].Month)
	require.Equal(t, 2, page.Pagination.Total)
	require.Empty(t, apptest.Data[list](staff.Get(path+"?page=9")).Statements)

	read := func(month string) []string {
		answer := staff.Get(path + "/" + month)
		require.Equal(t, http.StatusOK, answer.Status)
		require.Contains(t, answer.Header.Get("Content-Type"), "text/csv")
		return strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(answer.Body), "\ufeff"), "\r\n"), "\r\n")
	}
	head := "date,bookingReference,what,gross,commission,net,balance"
	require.Equal(t, []string{
		head,
		"2027-04-01,,OPENING_BALANCE,0.00,0.00,0.00,765.00",
		"2027-04-01," + april.Reference + ",BOOKING_EARNED,900.00,135.00,765.00,1530.00",
		"2027-04-02," + february.Reference + ",REFUND_PROMISED,-450.00,-67.50,-382.50,1147.50",
		"2027-04-30,,TOTAL,450.00,67.50,382.50,1147.50",
		"2027-04-30,,CLOSING_BALANCE,0.00,0.00,0.00,1147.50",
	}, read("2027-04"))
	require.Equal(t, []string{
		head,
		"2027-03-01,,OPENING_BALANCE,0.00,0.00,0.00,765.00",
		"2027-03-31,,TOTAL,0.00,0.00,0.00,765.00",
		"2027-03-31,,CLOSING_BALANCE,0.00,0.00,0.00,765.00",
	}, read("2027-03"), "what paid no booking is nobody's income")

	for _, of := range []string{"", "/2027-04"} {
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Get("/franchises/"+theirs.FranchiseID.String()+"/statements"+of).Problem().Code)
		require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Get("/franchises/"+uuid.NewString()+"/statements"+of).Problem().Code)
		require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Get("/franchises/x/statements"+of).Problem().Code)
		require.Equal(t, http.StatusForbidden, rider.Get(path+of).Status)
	}
	for _, month := range []string{"2027-13", "2027", "april", "0000-01", "2027-04-01", "%F0%9F%8F%8D"} {
		require.Equal(t, "INVALID_FORMAT", staff.Get(path+"/"+month).Problem().Field("month"), month)
	}
}
