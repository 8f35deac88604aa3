package ledger

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/dbtest"
)

// What is asked about one payment must cost the same among millions: no rule reads the books whole. The check of everything is
// made of the same statements, and must not read the books whole for each refund.
func TestRulesAboutOnePaymentReadIndexes(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	// Small tables are best read whole; what is left is what could be done with large ones.
	_, err = tx.Exec(t.Context(), "set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off")
	require.NoError(t, err)
	for _, r := range rules {
		rows, err := tx.Query(t.Context(), "explain "+strings.ReplaceAll(strings.ReplaceAll(r.sql, "{those}", r.payment), "$1", "'"+uuid.NewString()+"'::uuid"))
		require.NoError(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		for i, line := range plan {
			if strings.Contains(line, " on ledger_") {
				require.Contains(t, strings.Join(plan[i+1:min(i+2, len(plan))], ""), "Index Cond", "%s: %s", r.name, line)
			}
		}
	}
}
