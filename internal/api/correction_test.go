package api_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// correction is the body of a correction by hand.
func correction(corrects, reason string, amounts object) object {
	lines := []object{}
	for _, account := range slices.Sorted(maps.Keys(amounts)) {
		lines = append(lines, object{"account": account, "amountCentimes": amounts[account]})
	}
	return object{"corrects": corrects, "reason": reason, "lines": lines}
}

// broken is an app whose books have lost all of a payment over 900.00, with its path and id.
func broken(t *testing.T) (testApp, apptest.Stage, string, uuid.UUID) {
	t.Helper()
	a := newApp(t)
	stage := a.Stage()
	b := a.Customer().Book(stage.BookingBody(soon))
	a.takings(t, b, a.Clock.Now(), 0, time.Time{})
	var payment uuid.UUID
	require.NoError(t, a.DB().InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "set local session_replication_role = replica; update bookings set status = 'CONFIRMED', hold_expires_at = null;"+
			" update calendar_entries set hold_expires_at = null; delete from ledger_lines; delete from ledger_transactions")
		if err != nil {
			return err
		}
		return tx.QueryRow(ctx, "select id from payments where booking_id = $1", b.ID).Scan(&payment)
	}))
	return a, stage, "/payments/" + payment.String(), payment
}

// What the check misses is posted by hand: then it misses nothing, and statements, financials and the audit log tell of it.
func TestCorrections(t *testing.T) {
	t.Parallel()
	a, stage, path, payment := broken(t)
	admin, staff := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	rules := func() []string {
		findings, err := a.Services().Ledger.Check(t.Context())
		require.NoError(t, err)
		names := []string{}
		for _, f := range findings {
			names = append(names, f.Name)
		}
		return names
	}
	require.Equal(t, []string{"payment and books disagree", "booking without money"}, rules())

	type posting struct {
		Kind  string
		Lines []struct {
			Account, Owner string
			AmountCentimes int64
		}
		Correction *struct {
			Corrects, Reason string
			ActorID          uuid.UUID
		}
	}
	type answer struct{ Posting posting }
	type books struct {
		Postings  []posting
		Findings  []struct{ Rule, Detail string }
		Proposals []object
	}
	lost := apptest.Data[books](admin.Get(path + "/ledger"))
	require.Empty(t, lost.Postings)
	require.Len(t, lost.Findings, 2)
	require.Equal(t, "PAYMENT_BOOKED", lost.Findings[0].Rule)
	require.Equal(t, "it is COMPLETED over 90000 centimes, the books have 0 captured", lost.Findings[0].Detail)
	require.Len(t, lost.Proposals, 2)
	require.Equal(t, "BOOKING_EARNED", lost.Proposals[1]["corrects"])
	require.Equal(t, []any{
		object{"account": "CUSTOMER", "amountCentimes": 900_00.0}, object{"account": "FRANCHISE", "amountCentimes": -765_00.0},
		object{"account": "PLATFORM_COMMISSION", "amountCentimes": -135_00.0},
	}, lost.Proposals[1]["lines"])

	captured := correction("PAYMENT_CAPTURED", " The callback was lost ", object{"GATEWAY": 900_00, "CUSTOMER": -900_00})
	keyed := admin.With("Idempotency-Key", "lost")
	first := apptest.Data[answer](keyed.Post(path+"/corrections", captured)).Posting
	require.Equal(t, "CORRECTION", first.Kind)
	require.Equal(t, "The callback was lost", first.Correction.Reason)
	require.Equal(t, admin.UserID, first.Correction.ActorID)
	require.Equal(t, "PAYZONE", first.Lines[0].Owner)
	require.Equal(t, int64(900_00), first.Lines[0].AmountCentimes)
	require.Equal(t, first, apptest.Data[answer](keyed.Post(path+"/corrections", captured)).Posting)
	require.Equal(t, []string{"customer's account is open", "booking without money"}, rules(), "posted once")

	require.Equal(t, http.StatusOK, admin.Post(path+"/corrections",
		correction("BOOKING_EARNED", "The same", object{"CUSTOMER": 900_00, "FRANCHISE": -765_00, "PLATFORM_COMMISSION": -135_00})).Status)
	a.requireBooks(t)
	held := apptest.Data[books](admin.Get(path + "/ledger"))
	require.Len(t, held.Postings, 2)
	require.Equal(t, first, held.Postings[0])
	require.Empty(t, held.Findings)
	require.Empty(t, held.Proposals)

	month := a.Clock.Now().Format("2006-01")
	statement := string(staff.Get("/franchises/me/statements/" + month).Body)
	require.Contains(t, statement, ",CORRECTION,900.00,135.00,765.00,765.00")
	var revenue int64
	require.NoError(t, a.DB().QueryRow(t.Context(), "select sum(revenue_centimes) from takings where franchise_id = $1", stage.FranchiseID).Scan(&revenue))
	require.Equal(t, int64(900_00), revenue)
	var recorded int
	require.NoError(t, a.DB().QueryRow(t.Context(), `select count(*) from audit_log where action = 'PAYMENT_CORRECT' and entity = 'payment' and entity_id = $1
		and actor_id = $2 and changes -> 'reason' ->> 'to' <> ''`, payment, admin.UserID).Scan(&recorded))
	require.Equal(t, 2, recorded)

	// One that was wrong is taken back by another, and the check says what is missing again.
	require.Equal(t, http.StatusOK, admin.Post(path+"/corrections",
		correction("BOOKING_EARNED", "Too early", object{"CUSTOMER": -900_00, "FRANCHISE": 765_00, "PLATFORM_COMMISSION": 135_00})).Status)
	require.Equal(t, []string{"customer's account is open", "booking without money"}, rules())
}

func TestCorrectionRefusals(t *testing.T) {
	t.Parallel()
	a, stage, path, _ := broken(t)
	admin, staff := a.Staff(authz.Admin, nil), a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	good := object{"GATEWAY": 900_00, "CUSTOMER": -900_00}
	require.Equal(t, http.StatusForbidden, staff.Post(path+"/corrections", correction("PAYMENT_CAPTURED", "Mine", good)).Status)
	require.Equal(t, http.StatusForbidden, staff.Get(path+"/ledger").Status)
	for name, c := range map[string]struct {
		body        object
		field, code string
	}{
		"unbalanced":    {correction("PAYMENT_CAPTURED", "x", object{"GATEWAY": 900_00, "CUSTOMER": -899_99}), "lines", "UNBALANCED"},
		"one line":      {correction("PAYMENT_CAPTURED", "x", object{"GATEWAY": 900_00}), "lines", "TOO_FEW"},
		"nothing":       {correction("PAYMENT_CAPTURED", "x", object{"GATEWAY": 0, "CUSTOMER": 0}), "lines[0].amountCentimes", "REQUIRED"},
		"no reason":     {correction("PAYMENT_CAPTURED", "  ", good), "reason", "REQUIRED"},
		"of no fact":    {correction("CORRECTION", "x", good), "corrects", "INVALID_CHOICE"},
		"of no refund":  {correction("REFUND_DONE", "x", object{"REFUND": 1, "GATEWAY": -1}), "refundId", "REQUIRED"},
		"counter":       {correction("PAYMENT_CAPTURED", "x", object{"COUNTER": 1, "CUSTOMER": -1}), "lines[0].account", "INVALID_CHOICE"},
		"beyond bounds": {correction("PAYMENT_CAPTURED", "x", object{"GATEWAY": int64(1) << 60, "CUSTOMER": -int64(1) << 60}), "lines[0].amountCentimes", "TOO_LARGE"},
	} {
		problem := admin.Post(path+"/corrections", c.body)
		require.Equal(t, http.StatusUnprocessableEntity, problem.Status, "%s: %s", name, problem.Body)
		require.Equal(t, c.code, problem.Problem().Field(c.field), "%s: %s", name, problem.Body)
	}
	twice := correction("PAYMENT_CAPTURED", "x", good)
	twice["lines"] = append(twice["lines"].([]object), object{"account": "GATEWAY", "amountCentimes": 0})
	require.Equal(t, "INCOMPLETE", admin.Post(path+"/corrections", twice).Problem().Field("lines[2].account"))
	another := correction("REFUND_DONE", "x", object{"REFUND": 1, "GATEWAY": -1})
	another["refundId"] = uuid.NewString()
	require.Equal(t, "REFUND_NOT_FOUND", admin.Post(path+"/corrections", another).Problem().Code)
	require.Equal(t, "PAYMENT_NOT_FOUND", admin.Post("/payments/"+uuid.NewString()+"/corrections", correction("PAYMENT_CAPTURED", "x", good)).Problem().Code)
	var posted int
	require.NoError(t, a.DB().QueryRow(t.Context(), "select count(*) from ledger_transactions").Scan(&posted))
	require.Zero(t, posted)
}
