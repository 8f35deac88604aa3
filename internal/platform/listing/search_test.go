package listing_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
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
			case when n <= 5100 then 'Many ' when n <= 5102 then 'Few ' else 'Other ' end || n as name from generate_series(1, 5200) n;
		create table rides as select n, 'RIDE-' || n as reference, ('00000000-0000-0000-0000-' || lpad((n % 5200 + 1)::text, 12, '0'))::uuid as person
			from generate_series(1, 10400) n;
		alter table people add primary key (id);
		alter table rides add primary key (n);
		analyze people, rides`)
	require.NoError(t, err)
	for text, found := range map[string]int{
		"": 10400, "many": 10200, " FEW ": 4, "RIDE-4400": 1, "other 520": 2, "nobody": 0, "many\x00": 0, "%": 0, ".": 0, "(": 0, `\`: 0, "-2": 0, "*x": 0,
		// Short texts begin words: of a name, of its end, of a number.
		"w": 0, "F": 4, "ot": 196, "iD": 0, "44": 225,
	} {
		for _, asked := range []listing.DB{db, nil} {
			rows := listing.Select("x.n").From("rides x")
			require.NoError(t, listing.Search(t.Context(), asked, rows, text, []string{"x.reference"},
				listing.Related{Table: "people p", Key: "p.id", Column: "x.person", Columns: []string{"p.name"}}))
			_, total, err := listing.Read[row](t.Context(), db,
				listing.Query{Rows: rows, Orders: listing.Orders{"n": "x.n"}, Default: "n", Key: "x.n", Count: listing.All}, listing.Page{Number: 1, Limit: 1})
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

// A text of one or two signs is found in the index of its parts, as a longer one is: not by reading everything.
func TestShortTextsAreFoundInAnIndex(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	_, err := db.Exec(t.Context(), `
		create table names as select 'RH-' || md5(n::text) as name from generate_series(1, 20000) n;
		create index on names using gin (name gin_trgm_ops);
		insert into names values ('Zorro Quichotte');
		analyze names`)
	require.NoError(t, err)
	for text, found := range map[string]int{"z": 1, "zo": 1, "qu": 1, "zorro": 1, "xy": 0} {
		rows := listing.Select("count(*)").From("names")
		listing.Contains(rows, text, "name")
		sql, args := rows.Build()
		var count int
		require.NoError(t, db.QueryRow(t.Context(), sql, args...).Scan(&count))
		require.Equal(t, found, count, text)
		plan, err := db.Query(t.Context(), "explain "+sql, args...)
		require.NoError(t, err)
		lines, err := pgx.CollectRows(plan, pgx.RowTo[string])
		require.NoError(t, err)
		require.NotContains(t, strings.Join(lines, "\n"), "Seq Scan", text)
	}
}
