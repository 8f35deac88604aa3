package franchise_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/refusal"
)

func system(t *testing.T) context.Context {
	t.Helper()
	return authz.AsSystem(t.Context(), "test")
}

func ptr[T any](v T) *T { return &v }

func TestFranchiseRules(t *testing.T) {
	t.Parallel()
	s := franchise.New(&postgres.DB{Pool: dbtest.New(t)}, clock.System{}, franchise.Seed, nil)
	good := franchise.CreateInput{Name: "Rihla", Code: "R-1_A", ContactEmail: "a@example.com"}
	for name, test := range map[string]struct {
		change func(*franchise.CreateInput)
		want   map[string]string
	}{
		"empty":      {func(in *franchise.CreateInput) { *in = franchise.CreateInput{} }, map[string]string{"name": "REQUIRED", "code": "REQUIRED", "contactEmail": "REQUIRED"}},
		"short":      {func(in *franchise.CreateInput) { in.Name, in.Code = "R", "R" }, map[string]string{"name": "TOO_SHORT", "code": "TOO_SHORT"}},
		"small code": {func(in *franchise.CreateInput) { in.Code = "casa" }, map[string]string{"code": "INVALID_FORMAT"}},
		"e-mail":     {func(in *franchise.CreateInput) { in.ContactEmail = "nobody" }, map[string]string{"contactEmail": "INVALID_EMAIL"}},
		"position":   {func(in *franchise.CreateInput) { in.Latitude, in.Longitude = ptr(90.1), ptr(math.NaN()) }, map[string]string{"latitude": "TOO_LARGE", "longitude": "INVALID_FORMAT"}},
		"half":       {func(in *franchise.CreateInput) { in.Latitude = ptr(1.0) }, map[string]string{"longitude": "REQUIRED"}},
		"commission": {func(in *franchise.CreateInput) { in.CommissionRate = ptr(1.01) }, map[string]string{"commissionRate": "TOO_LARGE"}},
		"hours": {func(in *franchise.CreateInput) {
			in.OperatingHours = week.Hours{"monday": {Start: "8:00", End: "24:00"}, "lundi": {}}
		}, map[string]string{
			"operatingHours": "INVALID_FORMAT", "operatingHours.monday.start": "INVALID_TIME", "operatingHours.monday.end": "INVALID_TIME",
		}},
		"grace": {func(in *franchise.CreateInput) { in.Grace = ptr(25 * time.Hour) }, map[string]string{"graceMinutes": "TOO_LARGE"}},
		"ladder": {func(in *franchise.CreateInput) {
			in.Policy = &pricing.Policy{FullHours: 1, PartialHours: 2, Percent: 101}
		}, map[string]string{"fullRefundHours": "TOO_SMALL", "partialRefundPercent": "TOO_LARGE"}},
	} {
		in := good
		test.change(&in)
		_, err := s.Create(system(t), in)
		require.Equal(t, test.want, refusal.Fields(t, err), name)
	}
	made, err := s.Create(system(t), good)
	require.NoError(t, err)
	_, err = s.Get(t.Context(), made.ID)
	require.Equal(t, "FRANCHISE_NOT_FOUND", errs.CodeOf(err), "a new franchise waits for approval")
	settings, err := s.Settings(t.Context(), made.ID)
	require.NoError(t, err)
	require.Equal(t, franchise.Settings{
		Grace: 24 * time.Hour, HoldAutonom: 15 * time.Minute, HoldDelivery: 24 * time.Hour,
		Policy: pricing.Policy{FullHours: 48, PartialHours: 24, Percent: 50},
	}, settings, "what a franchise leaves open is the platform's")
	_, err = s.Create(system(t), good)
	require.Equal(t, "FRANCHISE_CODE_TAKEN", errs.CodeOf(err))
}
