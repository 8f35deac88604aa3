package main_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/dbtest"
)

// The doctor says that all is well, or has a line for everything that is not and fails.
func TestDoctor(t *testing.T) {
	t.Parallel()
	url := dbtest.URL(t)
	env := []string{"RIHLA_DATABASE_URL=" + url, "RIHLA_DATA_DIR=" + t.TempDir()}
	out, err := command(t, env, "doctor").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "bookings, payments and ledger agree\n", string(out))

	db, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), `set session_replication_role = replica;
		insert into ledger_transactions (kind, franchise_id, booking_id, payment_id, commission_rate,
			earned_centimes, commission_centimes, happened_at)
		values ('BOOKING_EARNED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 0.15, 0, 0, now())`)
	require.NoError(t, err)
	require.NoError(t, db.Close(t.Context()))
	out, err = command(t, env, "doctor").CombinedOutput()
	require.Error(t, err)
	require.Equal(t, "transaction does not add up: ledger-transaction 1: 0 lines add up to 0 centimes, 0 of them earned\n"+
		"rihla: bookings, payments and ledger disagree (1 found)\n", string(out))
}
