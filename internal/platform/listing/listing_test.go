package listing_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/listing"
	"rihla/internal/testkit/dbtest"
)

type row struct{ N int }

// numbers is a table of 12,000 rows in which neighbours share a tenth.
func numbers(t *testing.T) listing.DB {
	t.Helper()
	db := dbtest.New(t)
	_, err := db.Exec(t.Context(), `
		create table numbers as select n, n / 10 as tenth from generate_series(1, 12000) n;
		alter table numbers add primary key (n);
		analyze numbers`)
	require.NoError(t, err)
	return db
}

// upTo lists those up to most.
func upTo(most int) listing.Query {
	rows := listing.Select("x.n").From("numbers x")
	listing.AtMost(rows, "x.n", &most)
	return listing.Query{Rows: rows, Orders: listing.Orders{"tenth": "x.tenth", "n": "x.n"}, Default: "tenth", Key: "x.n"}
}

// A total is exact up to the bound, and beyond it says that there is more, up to the end of the page that was asked for.
func TestATotalIsExactUpToABound(t *testing.T) {
	t.Parallel()
	db := numbers(t)
	for most, of := range map[int]map[listing.Page]listing.Total{
		0:      {{Number: 1, Limit: 10}: {}},
		10_000: {{Number: 1, Limit: 10}: {Rows: 10_000}, {Number: 1000, Limit: 10}: {Rows: 10_000}, {Number: 1001, Limit: 10}: {Rows: 10_000}},
		10_001: {{Number: 1, Limit: 10}: {Rows: 10_000, Capped: true}, {Number: 1001, Limit: 10}: {Rows: 10_001}},
		12_000: {
			{Number: 1000, Limit: 10}: {Rows: 10_000, Capped: true}, {Number: 1001, Limit: 10}: {Rows: 10_010, Capped: true},
			{Number: 1200, Limit: 10}: {Rows: 12_000}, {Number: 1, Limit: 11_999}: {Rows: 11_999, Capped: true},
			{Number: 1_000_000, Limit: 1_000_000}: {Rows: 12_000},
		},
	} {
		for page, total := range of {
			_, found, err := listing.Read[row](t.Context(), db, upTo(most), page)
			require.NoError(t, err)
			require.Equal(t, total, found, "%d rows, %+v", most, page)
		}
	}
}

func TestATotalThatMustBeExactIs(t *testing.T) {
	t.Parallel()
	q := upTo(12_000)
	q.Count = listing.All
	_, found, err := listing.Read[row](t.Context(), numbers(t), q, listing.Page{Number: 1, Limit: 10})
	require.NoError(t, err)
	require.Equal(t, listing.Total{Rows: 12_000}, found)
}

// Every page has its rows and no others, from the front or the end, near or far, up or down.
func TestPagesFollowOneAnother(t *testing.T) {
	t.Parallel()
	db := numbers(t)
	for _, sort := range []string{"", "-tenth", "n", "-n"} {
		for _, page := range []listing.Page{
			{Number: 1, Limit: 7, Sort: sort}, {Number: 3, Limit: 7, Sort: sort}, {Number: 100, Limit: 7, Sort: sort},
			{Number: 1428, Limit: 7, Sort: sort}, {Number: 1500, Limit: 7, Sort: sort}, {Number: 1715, Limit: 7, Sort: sort}, {Number: 1716, Limit: 7, Sort: sort},
		} {
			found, _, err := listing.Read[row](t.Context(), db, upTo(12_000), page)
			require.NoError(t, err)
			wanted := []row{}
			for n := page.Skip() + 1; n <= min(page.Skip()+page.Limit, 12_000); n++ {
				at := n
				if sort == "-tenth" || sort == "-n" {
					at = 12_001 - n
				}
				wanted = append(wanted, row{at})
			}
			require.Equal(t, wanted, found, "%+v", page)
		}
	}
}

// An export has its first rows before the rest was read: it follows an index instead of putting everything in order first.
func TestAnExportBeginsAtOnce(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	_, err := db.Exec(t.Context(), `
		create table mixed as select n, repeat('x', 500) as text from generate_series(1, 30000) n order by md5(n::text);
		create index on mixed (n);
		create table others as select n from mixed;
		alter table others add primary key (n);
		create sequence looked_at;
		analyze mixed, others`)
	require.NoError(t, err)
	// Each row that is looked at counts.
	q := listing.Query{
		Rows:   listing.Select("x.n").From("mixed x").Join("others o", "o.n = x.n").Where("nextval('looked_at') > 0"),
		Orders: listing.Orders{"n": "x.n"}, Default: "-n", Key: "x.n",
	}
	next, before := 30_000, 0
	require.NoError(t, listing.Each(t.Context(), db, q, "", func(r row) error {
		if next == 30_000 {
			if err := db.QueryRow(t.Context(), "select last_value from looked_at").Scan(&before); err != nil {
				return err
			}
			// Whatever is written from here on is of another instant.
			if _, err := db.Exec(t.Context(), "delete from mixed where n <= 20000"); err != nil {
				return err
			}
		}
		require.Equal(t, next, r.N)
		next--
		return nil
	}))
	require.Zero(t, next, "all of them")
	require.Less(t, before, listing.Counted+2000, "besides those that were counted")

	broken := errors.New("broken")
	require.ErrorIs(t, listing.Each(t.Context(), db, q, "", func(row) error { return broken }), broken)
	require.Zero(t, db.Stat().AcquiredConns())
}
