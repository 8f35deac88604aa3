package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// mark stands in every extra member that takes a text or a number.
const mark = "77190"

// extras are members that no caller may set by sending them where they are not asked for: who one is, whose something
// is, what it costs, what became of it. The specification's own client sends some of them (D5).
func (w *world) extras(somebody uuid.UUID) object {
	const year = "2077-01-09T09:00:00Z"
	return object{
		"id": uuid.Nil, "role": "ADMIN", "userId": somebody, "ownerId": somebody, "createdByAdminId": somebody, "franchiseId": w.theirs.FranchiseID,
		"status": "COMPLETED", "bookingStatus": "COMPLETED", "paymentStatus": "COMPLETED", "isActive": false, "isFree": true, "isPrivate": false,
		"kind": "CUSTOMER", "commissionRate": 0.7719, "passwordHash": mark, "email": mark + "@example.com", "notesByAdmin": mark,
		"contractUrl": "/" + mark, "reference": mark, "billableDays": 77190, "days": 77190, "dayPrice": 771.90, "basePricePerDay": 771.90,
		"refundedAmount": 771.90, "gatewayAmount": 771.90, "gatewayTransactionId": mark, "holdExpiresAt": year, "createdAt": year,
		"processedAt": year, "emailVerifiedAt": year, "activationCode": mark, "unheardOf": mark, "__proto__": object{"role": "ADMIN"},
	}
}

// doing is what operations are there to do, and what an extra member says too.
var doing = map[string]string{"takeBackBooking": "bookings.status", "takePayment": "payments.status"}

// Members that an operation does not ask for are ignored, whoever sends them: no row holds what they said (D18, D21).
func TestExtraMembersSetNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sent := 0
	for _, op := range walkedOperations(t) {
		_, schema := apptest.Published().Input(op.method, op.path)
		asked := schema.Properties()
		if len(asked) == 0 {
			continue
		}
		t.Run(op.OperationID, func(t *testing.T) {
			for _, somebody := range w.callers {
				c, s := w.sampleFor(op, somebody.name)
				body, ok := copied(s.body).(object)
				if !ok || expected(op, c, s) != allowed {
					continue
				}
				for name, value := range w.extras(w.other(c)) {
					if _, known := asked[name]; !known {
						body[name] = value
					}
				}
				s.body = body
				before := w.holding(t, c)
				answer := w.send(c, op, s)
				require.Less(t, answer.Status, http.StatusMultipleChoices, "%s: extra members are no error: %s", c.name, answer.Body)
				for where, rows := range w.holding(t, c) {
					if doing[op.OperationID] == where {
						continue
					}
					// Fewer are fine: what the request asks for may take a row out of a status.
					require.LessOrEqual(t, rows, before[where], "%s as %s set %s, which is nobody's to set", op.OperationID, c.name, where)
				}
				sent++
			}
		})
	}
	require.Greater(t, sent, 20, "next to nothing was sent")
}

// other is a customer who is not c.
func (w *world) other(c caller) uuid.UUID {
	for _, candidate := range w.callers {
		if candidate.role == authz.Customer && candidate.UserID != c.UserID {
			return candidate.UserID
		}
	}
	panic("the world has two customers")
}

// holding counts, by table and column, the rows that hold what extra members say. The audit log tells of requests, and events
// of what jobs do meanwhile for others, such as a letter that is sent.
func (w *world) holding(t *testing.T, c caller) map[string]int {
	t.Helper()
	said := map[string]string{
		"user_id": w.other(c).String(), "owner_id": w.other(c).String(), "created_by_admin_id": w.other(c).String(),
		"franchise_id": w.theirs.FranchiseID.String(), "role": "ADMIN", "status": "COMPLETED", "is_active": "false",
		"is_private": "false", "kind": "CUSTOMER",
	}
	// Ids are random: any digits may stand in one.
	rows, err := w.DB().Query(t.Context(), `select table_name::text, column_name::text from information_schema.columns
		where table_schema = 'public' and table_name !~ '^(river_|goose_|audit_log|domain_events|gateway_events)' and (data_type not in ('bytea', 'uuid') or column_name in ('user_id', 'owner_id', 'created_by_admin_id', 'franchise_id'))`)
	require.NoError(t, err)
	type column struct{ Table, Column string }
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	require.NoError(t, err)
	conditions, names := map[string][]string{}, map[string][]string{}
	for _, of := range columns {
		condition := of.Column + "::text ~ '" + mark + "|0[.]7719|^2077-'"
		if value, ok := said[of.Column]; ok {
			condition = of.Column + "::text = '" + value + "'"
		}
		conditions[of.Table] = append(conditions[of.Table], "count(*) filter (where "+condition+")")
		names[of.Table] = append(names[of.Table], of.Table+"."+of.Column)
	}
	parts := make([]string, 0, len(conditions))
	for table, list := range conditions {
		parts = append(parts, fmt.Sprintf("select '%[1]s', array[%[2]s] from %[1]s", table, strings.Join(list, ", ")))
	}
	rows, err = w.DB().Query(t.Context(), strings.Join(parts, " union all "))
	require.NoError(t, err)
	type held struct {
		Table string
		Rows  []int
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[held])
	require.NoError(t, err)
	found := map[string]int{}
	for _, h := range list {
		for i, n := range h.Rows {
			found[names[h.Table][i]] = n
		}
	}
	return found
}
