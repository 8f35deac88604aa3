package listing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/listing"
	"rihla/internal/testkit/dbtest"
)

// A text is found in a list's own column and in the rows that it names, in whatever way it is looked for: of few rows, of
// many, of none, for a page or for an export.
func TestSearch(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	_, err := db.Exec(t.Context(), `
		create table people as select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid as id,
			case when n <= 2100 then 'Many ' when n <= 2102 then 'Few ' else 'Other ' end || n as name from generate_series(1, 2200) n;
		create table rides as select n, 'RIDE-' || n as reference, ('00000000-0000-0000-0000-' || lpad((n % 2200 + 1)::text, 12, '0'))::uuid as person
			from generate_series(1, 4400) n;
		alter table people add primary key (id);
		alter table rides add primary key (n);
		analyze people, rides`)
	require.NoError(t, err)
	for text, found := range map[string]int{
		"": 4400, "many": 4200, " FEW ": 4, "RIDE-4400": 1, "other 220": 2, "nobody": 0, "many\x00": 0, "%": 0, "w": 4, "ot": 196,
	} {
		for _, asked := range []listing.DB{db, nil} {
			rows := listing.Select("x.n").From("rides x")
			require.NoError(t, listing.Search(t.Context(), asked, rows, text, []string{"x.reference"},
				listing.Related{Table: "people p", Key: "p.id", Column: "x.person", Columns: []string{"p.name"}}))
			_, total, err := listing.Read[row](t.Context(), db,
				listing.Query{Rows: rows, Orders: listing.Orders{"n": "x.n"}, Default: "n", Key: "x.n"}, listing.Page{Number: 1, Limit: 1})
			require.NoError(t, err)
			require.Equal(t, listing.Total{Rows: found}, total, "%q", text)
		}
	}
	rows := listing.Select("x.n").From("rides x")
	_, total, err := listing.Read[row](t.Context(), db,
		listing.Query{Rows: rows, Orders: listing.Orders{"n": "x.n"}, Default: "n", Key: "x.n", Count: listing.SearchCounted}, listing.Page{Number: 1, Limit: 1})
	require.NoError(t, err)
	require.Equal(t, listing.Total{Rows: 1000, Capped: true}, total)
}
