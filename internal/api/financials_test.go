package api_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/ledger"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
	"rihla/internal/testkit/apptest"
)

type earnings struct {
	Date                              string
	Revenue, Refunds, Commission, Net float64
	BookingCount                      int
}

type financials struct {
	Financials struct {
		earnings
		FranchiseID            uuid.UUID
		PeriodStart, PeriodEnd time.Time
		Currency               string
		CommissionRate         float64
	}
	Days       []earnings
	Pagination struct{ Total, TotalPages int }
}

// takings settles a booking's open payment at an instant, and promises some of it back at another.
func (a testApp) takings(t *testing.T, b apptest.Booking, at time.Time, refund money.Amount, refunded time.Time) {
	t.Helper()
	a.settle(t, b, at, refund, refunded, ledger.EarnedTx)
}

// settle is takings for money that may be unearned.
func (a testApp) settle(t *testing.T, b apptest.Booking, at time.Time, refund money.Amount, refunded time.Time,
	earned func(ctx context.Context, tx pgx.Tx, paymentID uuid.UUID, amount money.Amount, at time.Time) error,
) {
	t.Helper()
	err := a.DB().InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		var payment uuid.UUID
		var amount money.Amount
		err := tx.QueryRow(ctx, `update payments set status = 'COMPLETED', processed_at = $2 where booking_id = $1
			returning id, amount_centimes`, b.ID, at).Scan(&payment, &amount)
		if err == nil {
			err = errors.Join(ledger.CapturedTx(ctx, tx, payment, amount, at), earned(ctx, tx, payment, amount, at))
		}
		if err != nil || refund == 0 {
			return err
		}
		id := uuid.New()
		_, err = tx.Exec(ctx, `insert into payment_refunds (id, payment_id, amount_centimes, updated_at) values ($1, $2, $3, $4)`, id, payment, refund, refunded)
		return errors.Join(err, ledger.PromisedTx(ctx, tx, payment, id, refund, refunded))
	})
	require.NoError(t, err)
}

func unearned(context.Context, pgx.Tx, uuid.UUID, money.Amount, time.Time) error { return nil }

func TestFinancials(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	admin, staff := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	rider := a.Customer()
	day := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return at
	}
	book := func(stage apptest.Stage, n int) apptest.Booking {
		return rider.Book(stage.BookingBody(soon.Add(time.Duration(n) * 72 * time.Hour))) // two days: 900.00
	}
	// Casablanca is an hour ahead: 23:30 UTC is the next day there.
	a.takings(t, book(ours, 1), day("2027-04-01T10:00:00Z"), 0, time.Time{})
	a.takings(t, book(ours, 2), day("2027-04-01T23:30:00Z"), 33_33, day("2027-04-05T12:00:00Z"))
	a.takings(t, book(ours, 3), day("2027-04-02T08:00:00Z"), 0, time.Time{})
	a.takings(t, book(theirs, 1), day("2027-04-02T08:00:00Z"), 0, time.Time{})
	a.takings(t, book(ours, 4), day("2027-02-01T08:00:00Z"), 0, time.Time{})
	unpaid := book(ours, 5)
	a.settle(t, book(ours, 6), day("2027-04-03T08:00:00Z"), 900_00, day("2027-04-03T09:00:00Z"), unearned)
	require.NotNil(t, unpaid.Payment)

	path := "/franchises/" + ours.FranchiseID.String() + "/financials"
	read := func(c *apptest.Caller, path string) financials { return apptest.Data[financials](c.Get(path)) }
	got := read(staff, path)
	require.Equal(t, []earnings{
		{"2027-04-05", 0, 33.33, -5.00, -28.33, 0},
		{"2027-04-02", 1800, 0, 270, 1530, 2},
		{"2027-04-01", 900, 0, 135, 765, 1},
	}, got.Days)
	require.Equal(t, earnings{"", 2700, 33.33, 400, 2266.67, 3}, got.Financials.earnings)
	require.Equal(t, ours.FranchiseID, got.Financials.FranchiseID)
	require.InEpsilon(t, 0.15, got.Financials.CommissionRate, 0)
	require.Equal(t, "MAD", got.Financials.Currency)
	// Now is 12 April, 09:00 in Casablanca: thirty days, today among them.
	require.Equal(t, day("2027-04-12T23:00:00Z"), got.Financials.PeriodEnd)
	require.Equal(t, "2027-03-14", got.Financials.PeriodStart.Add(3*time.Hour).Format(time.DateOnly))
	require.Equal(t, got, read(staff, "/franchises/me/financials"))
	require.Equal(t, got, read(admin, path))

	require.Equal(t, []earnings{{"2027-04-01", 900, 0, 135, 765, 1}}, read(staff, path+"?periodStart=2027-04-01&periodEnd=2027-04-01").Days)
	require.Equal(t, 1, read(staff, path+"?periodStart=2027-04-02T00:00:00Z&periodEnd=2027-04-02T12:00:00Z").Financials.BookingCount, "an instant is an instant")
	require.Equal(t, 4, read(staff, path+"?periodStart=2027-01-01").Financials.BookingCount)
	few := read(staff, path+"?minRevenue=900&maxRevenue=1000")
	require.Equal(t, []earnings{{"2027-04-01", 900, 0, 135, 765, 1}}, few.Days)
	require.InEpsilon(t, 900.0, few.Financials.Revenue, 0, "the sum of the days that are kept")
	page := read(staff, path+"?page=2&limit=1")
	require.Equal(t, "2027-04-02", page.Days[0].Date)
	require.Equal(t, 3, page.Pagination.Total)
	require.Equal(t, got.Financials, page.Financials, "whatever the page")
	require.Empty(t, read(staff, path+"?page=9").Days)

	require.Equal(t, http.StatusOK, admin.Do(http.MethodPut, "/franchises/"+ours.FranchiseID.String(), object{"commissionRate": 0.3333}).Status)
	after := read(staff, path)
	require.InEpsilon(t, 0.3333, after.Financials.CommissionRate, 0)
	require.Equal(t, got.Days, after.Days, "at the rate of the day it was earned")
	a.takings(t, unpaid, day("2027-04-10T08:00:00Z"), 0, time.Time{})
	require.Equal(t, earnings{"2027-04-10", 900, 0, 299.97, 600.03, 1}, read(staff, path).Days[0])

	foreign := "/franchises/" + theirs.FranchiseID.String() + "/financials"
	require.Equal(t, "FRANCHISE_NOT_FOUND", staff.Get(foreign).Problem().Code)
	require.Equal(t, "FRANCHISE_NOT_FOUND", admin.Get("/franchises/"+uuid.NewString()+"/financials").Problem().Code)
	require.Equal(t, http.StatusForbidden, rider.Get(path).Status)
	require.Equal(t, http.StatusForbidden, admin.Get("/franchises/me/financials").Status)
	for query, want := range map[string]map[string]string{
		"periodStart=2027-04-02&periodEnd=2027-04-01": {"periodEnd": "END_BEFORE_START"},
		"periodStart=2020-01-01&periodEnd=2027-04-01": {"periodEnd": "PERIOD_TOO_LONG"},
		"periodStart=yesterday&minRevenue=x":          {"periodStart": "INVALID_FORMAT", "minRevenue": "INVALID_FORMAT"},
		"minRevenue=10&maxRevenue=9":                  {"maxRevenue": "TOO_SMALL"},
		"minRevenue=-1&limit=101":                     {"limit": "TOO_LARGE"},
		"maxRevenue=-1":                               {"maxRevenue": "TOO_SMALL"},
		"periodStart=0001-01-01&periodEnd=9999-12-31": {"periodEnd": "PERIOD_TOO_LONG"},
	} {
		answer := staff.Get(path + "?" + query)
		require.Equal(t, http.StatusUnprocessableEntity, answer.Status, query)
		for field, code := range want {
			require.Equal(t, code, answer.Problem().Field(field), "%s: %s", query, field)
		}
	}
}

// Ten days a page unless asked for others; days are Casablanca's also while its clock stands an hour earlier, in Ramadan.
func TestFinancialsPagesAndRamadan(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours := a.Stage()
	staff, rider := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Customer()
	path := "/franchises/" + ours.FranchiseID.String() + "/financials?periodStart=2027-02-01&periodEnd=2027-03-31"
	paid := func(n int, at time.Time) {
		a.takings(t, rider.Book(ours.BookingBody(soon.Add(time.Duration(n)*72*time.Hour))), at, 0, time.Time{})
	}
	// From 7 February to 14 March 2027 half past eleven at night is the same in UTC; before and after, it is the next day.
	for n := range 9 {
		paid(n, time.Date(2027, 2, 20+n, 23, 30, 0, 0, time.UTC))
	}
	paid(9, time.Date(2027, 2, 2, 23, 30, 0, 0, time.UTC))
	paid(10, time.Date(2027, 3, 20, 23, 30, 0, 0, time.UTC))
	got := apptest.Data[financials](staff.Get(path))
	require.Len(t, got.Days, 10)
	require.Equal(t, 11, got.Pagination.Total)
	require.Equal(t, 2, got.Pagination.TotalPages)
	require.Equal(t, 11, got.Financials.BookingCount)
	require.Equal(t, "2027-03-21", got.Days[0].Date)
	require.Equal(t, "2027-02-28", got.Days[1].Date)
	require.Equal(t, "2027-02-20", got.Days[9].Date)
	require.Equal(t, "2027-02-03", apptest.Data[financials](staff.Get(path + "&page=2")).Days[0].Date)
	require.Len(t, apptest.Data[financials](staff.Get(path+"&limit=100")).Days, 11)
	require.Empty(t, apptest.Data[financials](staff.Get(path+"&minRevenue=900.01")).Days)
	require.Len(t, apptest.Data[financials](staff.Get(path+"&minRevenue=900&maxRevenue=900&limit=100")).Days, 11, "both ends belong to it")
	require.Equal(t, "TOO_SMALL", staff.Get(path+"&limit=0").Problem().Field("limit"))
	require.Equal(t, "TOO_SMALL", staff.Get(path+"&page=0").Problem().Field("page"))
}
