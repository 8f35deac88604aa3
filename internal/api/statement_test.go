package api_test

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
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
	head := "date,bookingReference,what,gross,commission,net,balance,atCounter"
	require.Equal(t, []string{
		head,
		"2027-04-01,,OPENING_BALANCE,0.00,0.00,0.00,765.00,0.00",
		"2027-04-01," + april.Reference + ",BOOKING_EARNED,900.00,135.00,765.00,1530.00,0.00",
		"2027-04-02," + february.Reference + ",REFUND_PROMISED,-450.00,-67.50,-382.50,1147.50,0.00",
		"2027-04-30,,TOTAL,450.00,67.50,382.50,1147.50,0.00",
		"2027-04-30,,CLOSING_BALANCE,0.00,0.00,0.00,1147.50,0.00",
	}, read("2027-04"))
	require.Equal(t, []string{
		head,
		"2027-03-01,,OPENING_BALANCE,0.00,0.00,0.00,765.00,0.00",
		"2027-03-31,,TOTAL,0.00,0.00,0.00,765.00,0.00",
		"2027-03-31,,CLOSING_BALANCE,0.00,0.00,0.00,765.00,0.00",
	}, read("2027-03"), "what paid no booking is nobody's income")

	require.Equal(t, got, apptest.Data[list](staff.Get("/franchises/me/statements")))
	require.Equal(t, "2027-02", apptest.Data[list](staff.Get("/franchises/me/statements?page=2&limit=1")).Statements[0].Month)
	require.Equal(t, staff.Get(path+"/2027-04").Body, staff.Get("/franchises/me/statements/2027-04").Body)
	for _, of := range []string{"", "/2027-04", "/2027-04/pdf"} {
		require.Equal(t, http.StatusForbidden, admin.Get("/franchises/me/statements"+of).Status, "who has no franchise of their own")
		require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Get("/franchises/"+theirs.FranchiseID.String()+"/statements"+of).Problem().Code)
		require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Get("/franchises/"+uuid.NewString()+"/statements"+of).Problem().Code)
		require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Get("/franchises/x/statements"+of).Problem().Code)
		require.Equal(t, http.StatusForbidden, rider.Get(path+of).Status)
	}
	for _, month := range []string{"2027-13", "2027", "april", "0000-01", "2027-04-01", "%F0%9F%8F%8D"} {
		for _, of := range []string{path + "/" + month, path + "/" + month + "/pdf", "/franchises/me/statements/" + month, "/franchises/me/statements/" + month + "/pdf"} {
			require.Equal(t, "INVALID_FORMAT", staff.Get(of).Problem().Field("month"), of)
		}
	}
}

// figures are the numbers of a CSV's row as a document writes them, one behind the other.
func figures(row []string, thousands, decimal string) string {
	var out strings.Builder
	for _, number := range row {
		whole, decimals, _ := strings.Cut(number, ".")
		if digits := strings.TrimPrefix(whole, "-"); len(digits) > 3 {
			whole = whole[:len(whole)-3] + thousands + whole[len(whole)-3:]
		}
		out.WriteString(whole + decimal + decimals)
	}
	return out.String()
}

// What goes over the counter stands in the statement: with what it is of, and by itself where it is handed out in a later month.
func TestStatementOfACounter(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	a.exec(t, "update franchises set code = 'COUNTER' where id = $1", stage.FranchiseID)
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	walkIn := staff.Book(walkInBody(stage, "walk-in@example.com")) // two days: 900.00
	payment := "/payments/" + walkIn.Payment.ID.String()
	a.Clock.Advance(time.Minute)
	require.Less(t, staff.Post(payment+"/refund", object{"refundAmount": 100}).Status, 300)
	a.Clock.Advance(time.Minute)
	a.takings(t, a.Customer().Book(stage.BookingBody(soon.Add(240*time.Hour))), a.Clock.Now(), 0, time.Time{})
	a.Clock.Advance(time.Minute)
	require.Equal(t, http.StatusNoContent, staff.Do(http.MethodDelete, bookingPath(walkIn.ID), nil).Status)
	statement := func(month string) []string {
		return strings.Split(strings.TrimSpace(string(staff.Get("/franchises/me/statements/"+month).Body)), "\r\n")[1:]
	}
	requireLines := func(month string, want ...string) {
		lines := statement(month)
		require.Len(t, lines, len(want), month)
		for i := range want {
			require.Contains(t, lines[i], ","+want[i])
		}
	}
	requireLines(
		"2027-04", "OPENING_BALANCE,0.00,0.00,0.00,0.00,0.00", "BOOKING_EARNED,900.00,135.00,765.00,765.00,900.00",
		"REFUND_PROMISED,-100.00,-15.00,-85.00,680.00,-100.00", "BOOKING_EARNED,900.00,135.00,765.00,1445.00,0.00",
		"REFUND_PROMISED,-800.00,-120.00,-680.00,765.00,0.00", "TOTAL,900.00,135.00,765.00,765.00,800.00", "CLOSING_BALANCE,0.00,0.00,0.00,765.00,0.00",
	)
	a.Clock.Advance(30 * 24 * time.Hour)
	staff = a.SignIn(a.email(t, staff.UserID), apptest.Password)
	for _, refund := range apptest.Data[struct {
		Refunds []struct {
			ID    uuid.UUID
			State string
		}
	}](staff.Get(payment + "/refunds")).Refunds {
		if refund.State == "REQUESTED" {
			require.Equal(t, http.StatusOK, staff.Post(payment+"/refunds/"+refund.ID.String()+"/paid-out", nil).Status)
		}
	}
	requireLines(
		"2027-05", "OPENING_BALANCE,0.00,0.00,0.00,765.00,0.00", "REFUND_DONE,0.00,0.00,0.00,765.00,-800.00", "TOTAL,0.00,0.00,0.00,765.00,-800.00",
		"CLOSING_BALANCE,0.00,0.00,0.00,765.00,0.00",
	)
	paper := a.read(t, staff.Get("/franchises/me/statements/2027-05/pdf?lang=en"), "rihla-statement-COUNTER-2027-05")
	require.Contains(t, paper, "Handed out")
	require.Contains(t, paper, "-800.00 MAD")
}

// The statement as PDF says what the one as CSV says, row by row.
func TestStatementAsPDF(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours := a.Stage()
	staff, admin, rider := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.Admin, nil), a.Customer()
	a.exec(t, "update franchises set name = 'Atlas Rides', code = 'ATLAS', commission_rate = 0.1234 where id = $1", ours.FranchiseID)
	at := func(month time.Month, day int) time.Time { return time.Date(2027, month, day, 10, 0, 0, 0, time.UTC) }
	for n, of := range []struct {
		paid, back time.Time
		refund     money.Amount
	}{{paid: at(2, 3)}, {paid: at(2, 28)}, {at(4, 1), at(4, 9), 333_33}, {paid: at(4, 2)}, {at(2, 5), at(4, 12), 900_00}} {
		a.takings(t, rider.Book(ours.BookingBody(soon.Add(time.Duration(n)*72*time.Hour))), of.paid, of.refund, of.back)
	}
	path, name := "/franchises/"+ours.FranchiseID.String()+"/statements/", "rihla-statement-ATLAS-"
	for month, about := range map[string]struct {
		rows       int
		unfinished bool
	}{"2027-01": {}, "2027-02": {rows: 3}, "2027-03": {}, "2027-04": {rows: 4, unfinished: true}, "2027-05": {unfinished: true}} {
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(staff.Get(path+month).Body), "\ufeff"))).ReadAll()
		require.NoError(t, err)
		rows = rows[1:] // the names of the columns
		require.Len(t, rows, about.rows+3)
		english := a.read(t, staff.Get(path+month+"/pdf?lang=en"), name+month)
		french := a.read(t, staff.In("fr").Get(path+month+"/pdf"), name+month)
		arabic := a.read(t, staff.Get(path+month+"/pdf?lang=ar"), name+month)
		opening, facts, total, closing := rows[0], rows[1:1+about.rows], rows[about.rows+1], rows[about.rows+2]
		for text, format := range map[string][2]string{english: {",", "."}, french: {" ", ","}} {
			for _, row := range facts {
				require.Contains(t, text, figures(row[3:], format[0], format[1]))
				require.Contains(t, text, row[1])
			}
			require.Contains(t, text, figures(total[3:], format[0], format[1]))
			require.Contains(t, text, figures(opening[6:7], format[0], format[1])+" MAD")
			require.Contains(t, text, figures(closing[6:7], format[0], format[1])+" MAD")
			require.Contains(t, text, figures(total[5:6], format[0], format[1])+" MAD", "net")
		}
		for _, row := range rows {
			for _, figure := range row[3:] {
				require.Contains(t, arabic, figures([]string{figure}, ".", ","))
			}
			require.Contains(t, arabic, row[1])
		}
		require.Contains(t, english, "Monthly statement ATLAS "+at(1, 1).AddDate(0, int(month[6]-'1'), 0).Format("January 2006"))
		require.Contains(t, english, "Atlas Rides")
		require.Contains(t, french, "Relevé mensuel")
		require.Contains(t, arabic, "يرهش فشك")
		require.Equal(t, about.unfinished, strings.Contains(english, "The month is not over"), month)
		require.Equal(t, about.rows == 0, strings.Contains(english, "Nothing was earned or given back"), month)

		// The sums are those of the rows.
		sums := [3]float64{}
		for _, row := range facts {
			for i := range sums {
				value, err := strconv.ParseFloat(row[3+i], 64)
				require.NoError(t, err)
				sums[i] += value
			}
		}
		for i, sum := range sums {
			require.Equal(t, total[3+i], strings.TrimPrefix(strconv.FormatFloat(sum, 'f', 2, 64), "-0.00"))
		}
		// So are those of the financials of the same days.
		first, err := time.Parse("2006-01", month)
		require.NoError(t, err)
		earned := apptest.Data[financials](staff.Get("/franchises/" + ours.FranchiseID.String() + "/financials?periodStart=" + month + "-01&periodEnd=" +
			first.AddDate(0, 1, -1).Format(time.DateOnly))).Financials.earnings
		for i, sum := range []float64{earned.Revenue - earned.Refunds, earned.Commission, earned.Net} {
			require.Equal(t, total[3+i], strconv.FormatFloat(sum, 'f', 2, 64), month)
		}
		mine := staff.Get("/franchises/me/statements/" + month + "/pdf?lang=en")
		require.Equal(t, english, a.read(t, mine, name+month))
		require.Equal(t, english, a.read(t, admin.Get(path+month+"/pdf?lang=en"), name+month))
	}
	require.Equal(t, http.StatusUnprocessableEntity, staff.Get(path+"2027-04/pdf?lang=de").Status)
}
