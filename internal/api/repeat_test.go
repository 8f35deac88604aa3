package api_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// repeatable are the operations that create money or a booking, with a member that makes a request another one (D25).
var repeatable = map[string]object{
	"correctPayment": {"reason": "another"},
	"createBooking":  {"notesByCustomer": "another"},
	"createPayment":  {"currency": "EUR"},
	"moveBooking":    {"endDatetime": soon.AddDate(0, 0, 9)},
	"refundPayment":  {"reason": "another"},
	"takePayment":    {"receiptNumber": "another"},
}

// A request that is sent again with its Idempotency-Key answers as the first did and changes nothing; another request
// with that key is refused (D25).
func TestRepetitionsAreHarmless(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rows := w.tables(t)
	var keyed []string
	for _, op := range walkedOperations(t) {
		parameters, _ := apptest.Published().Input(op.method, op.path)
		if !slices.ContainsFunc(parameters, func(p apptest.Parameter) bool { return p.Name == "Idempotency-Key" }) {
			continue
		}
		keyed = append(keyed, op.OperationID)
		c, s := w.sampleFor(op, "admin")
		s.header = http.Header{"Idempotency-Key": {uuid.NewString()}}
		first := w.send(c, op, s)
		require.Less(t, first.Status, http.StatusMultipleChoices, "%s: %s", op.OperationID, first.Body)
		before := w.settled(t, rows)
		again := w.send(c, op, s)
		require.Equal(t, first.Status, again.Status, "%s: %s", op.OperationID, again.Body)
		require.Equal(t, idsOf(t, first), idsOf(t, again), op.OperationID)
		require.Equal(t, before, w.state(t, rows), "%s did something again", op.OperationID)

		other, _ := copied(s.body).(object)
		if other == nil {
			other = object{}
		}
		maps.Copy(other, repeatable[op.OperationID])
		s.body = other
		require.Equal(t, "IDEMPOTENCY_MISMATCH", w.send(c, op, s).Problem().Code, op.OperationID)
	}
	require.Equal(t, slices.Sorted(maps.Keys(repeatable)), keyed)
}

// idsOf are all the ids in an answer.
func idsOf(t *testing.T, answer apptest.Answer) []string {
	t.Helper()
	var decoded any
	require.NoError(t, json.Unmarshal(answer.Body, &decoded))
	var ids []string
	eachMember(decoded, func(name string, value any) {
		if id, ok := value.(string); ok && name == "id" {
			ids = append(ids, id)
		}
	})
	slices.Sort(ids)
	require.NotEmpty(t, ids)
	return ids
}
