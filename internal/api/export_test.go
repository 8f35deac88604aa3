package api_test

import (
	"encoding/csv"
	"io"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
)

// exported is how many extras there are besides the stage's, each so long that the file is more than any buffer on the way:
// the program still reads rows when the first of them has come.
const exported = 3000

// A list that is exported while others write is the list of one instant: money that moves from row to row meanwhile is there
// once, and rows that make way for others are there or the others are.
func TestAnExportIsOfOneInstant(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)
	_, err := a.DB().Exec(t.Context(), `insert into supplements (id, name, description, price_centimes, price_type, franchise_id)
		select gen_random_uuid(), 'Mine ' || n, repeat('long ', 1200), 100000, 'PER_DAY', $2 from generate_series(1, $1::int) n`, exported, stage.FranchiseID)
	require.NoError(t, err)

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.BaseURL()+"/supplements/export?name=Mine&sort=updatedAt", nil)
	require.NoError(t, err)
	request.Header.Set("Authorization", "Bearer "+admin.Token)
	request.Header.Set("Accept-Encoding", "identity") // or the file would be short
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { require.NoError(t, response.Body.Close()) }()
	rows := csv.NewReader(response.Body)
	first, err := rows.Read()
	require.NoError(t, err)
	price := 3
	require.Equal(t, "price", first[price])

	for range 20 {
		_, err := a.DB().Exec(t.Context(), `
			with gone as (delete from supplements where id in (select id from supplements where name like 'Mine%' order by updated_at, id limit 20) returning *)
			insert into supplements (id, name, description, price_centimes, price_type, franchise_id)
			select gen_random_uuid(), 'Mine, anew ' || id, description, price_centimes, price_type, franchise_id from gone`)
		require.NoError(t, err)
		_, err = a.DB().Exec(t.Context(), `
			update supplements set price_centimes = price_centimes + case when n % 2 = 0 then 1000 else -1000 end, updated_at = now()
			from (select id as moved, row_number() over (order by random()) as n from supplements where name like 'Mine%' order by n limit 1000) m where id = m.moved`)
		require.NoError(t, err)
	}

	count, sum := 0, 0
	for {
		record, err := rows.Read()
		if err == io.EOF { //nolint:errorlint // the reader's own, never wrapped
			break
		}
		require.NoError(t, err)
		amount, err := strconv.ParseFloat(record[price], 64)
		require.NoError(t, err)
		count++
		sum += int(amount)
	}
	require.Equal(t, exported, count)
	require.Equal(t, exported*1000, sum)
}
