package migrations_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/postgres/migrations"
	"rihla/internal/testkit/dbtest"
)

// Notes that were written before there were codes have theirs.
func TestNotesOfOldGetTheirCodes(t *testing.T) {
	t.Parallel()
	url := dbtest.Empty(t)
	pool, err := pgxpool.New(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(pool), migrations.FS)
	require.NoError(t, err)
	const before = 48
	_, err = provider.UpTo(t.Context(), before)
	require.NoError(t, err)

	payments := map[string][2]string{
		"opened": {"OPENED"}, "handed to the gateway": {"HANDED_OVER"}, "the gateway gave no pay page": {"NO_PAGE"},
		"taken at the counter": {"AT_COUNTER"}, "paid at the counter": {"PAID_AT_COUNTER"}, "the booking was moved": {"BOOKING_MOVED"},
		"another payment paid the booking": {"PAID_BY_ANOTHER"}, "the pay page was left unused": {"PAGE_UNUSED"},
		"given up by hand": {"GIVEN_UP"}, "given up by hand: no motorcycle\nleft": {"GIVEN_UP", "no motorcycle\nleft"},
		"the gateway says CHARGED": {"GATEWAY_SAYS", "CHARGED"}, "failed verification: 5.00 MAD given back": {"MISMATCH", "5.00 MAD given back"},
		"450.00 given back": {"GIVEN_BACK", "450.00"}, "a refund was taken back; 0.00 given back": {"TAKEN_BACK", "0.00"},
		"the booking became CANCELLED_BY_USER": {"BOOKING_BECAME", "CANCELLED_BY_USER"},
		"somebody's own words":                 {},
	}
	bookings := map[string][2]string{
		"payment window elapsed": {"LAPSED"}, "confirmed by hand": {"BY_HAND"}, "cancelled on request": {"ON_REQUEST"},
		"paid by payment 0197": {"PAID"}, "paid at the counter by payment 0197": {"PAID"}, "": {},
	}
	refunds := map[string][2]string{
		"the booking was cancelled": {"BOOKING_CANCELLED"}, "the booking was moved and costs less": {"COSTS_LESS"},
		"the booking was moved and costs more": {"COSTS_MORE"}, "the booking was paid twice": {"PAID_TWICE"},
		"the payment came after its window and the motorcycle was taken": {"TAKEN"},
		"the payment came after the booking was cancelled":               {"CAME_TOO_LATE"}, "Helmet broken": {},
	}
	tables := []struct {
		old    map[string][2]string
		insert string
		read   string
	}{
		{payments, "insert into payment_transitions (payment_id, to_status, note) values (gen_random_uuid(), 'X', $1)",
			"select note, coalesce(note_code, ''), coalesce(note_value, '') from payment_transitions"},
		{bookings, "insert into booking_transitions (booking_id, to_status, note) values (gen_random_uuid(), 'X', $1)",
			"select note, coalesce(note_code, ''), '' from booking_transitions"},
		{refunds, "insert into payment_refunds (id, payment_id, amount_centimes, reason) values (gen_random_uuid(), gen_random_uuid(), 1, $1)",
			"select reason, coalesce(reason_code, ''), '' from payment_refunds"},
	}
	for _, table := range tables {
		for note := range table.old {
			// Rows that belong to nothing: foreign keys and triggers look away.
			require.NoError(t, pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), "set local session_replication_role = replica"); err != nil {
					return err
				}
				_, err := tx.Exec(t.Context(), table.insert, note)
				return err
			}))
		}
	}
	_, err = provider.UpTo(t.Context(), before+1)
	require.NoError(t, err)
	for _, table := range tables {
		rows, err := pool.Query(t.Context(), table.read)
		require.NoError(t, err)
		is := map[string][2]string{}
		var note, code, value string
		_, err = pgx.ForEachRow(rows, []any{&note, &code, &value}, func() error {
			is[note] = [2]string{code, value}
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, table.old, is)
	}
	_, err = pool.Exec(t.Context(), "update payment_transitions set note = 'another'")
	require.ErrorContains(t, err, "only ever added to", "the history is closed again")
}
