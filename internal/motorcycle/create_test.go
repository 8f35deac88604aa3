package motorcycle_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/geocode/gazetteer"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/supplement"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/refusal"
)

var now = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

// yard is a fleet with its franchises, places and extras, and two franchises in it.
type yard struct {
	franchises  *franchise.Service
	parking     *parking.Service
	supplements *supplement.Service
	fleet       *motorcycle.Service
	one, other  uuid.UUID
}

func system(t *testing.T) context.Context {
	t.Helper()
	return authz.AsSystem(t.Context(), "test")
}

// staffOf is an administrator of a franchise.
func staffOf(t *testing.T, id uuid.UUID) context.Context {
	t.Helper()
	return authz.Into(t.Context(), authz.Subject{Role: authz.FranchiseAdmin, FranchiseID: &id})
}

func newYard(t *testing.T) yard {
	t.Helper()
	db := &postgres.DB{Pool: dbtest.New(t)}
	at := clock.NewFake(now)
	places, err := gazetteer.New()
	require.NoError(t, err)
	y := yard{
		franchises: franchise.New(db, at, franchise.Seed, nil), parking: parking.New(db, at, places), supplements: supplement.New(db, at),
	}
	y.fleet = motorcycle.New(db, at, y.franchises, calendar.New(db, at), nil)
	for code, id := range map[string]*uuid.UUID{"ONE": &y.one, "OTHER": &y.other} {
		f, err := y.franchises.Create(system(t), franchise.CreateInput{
			Name: code, Code: code, Status: franchise.Active, ContactEmail: "a@example.com",
		})
		require.NoError(t, err)
		*id = f.ID
	}
	return y
}

func (y yard) good() motorcycle.CreateInput {
	return motorcycle.CreateInput{RegistrationNumber: "12345-A-6", Make: "Honda", Model: "CB500F", Year: 2024, DayPrice: 45000, FranchiseID: &y.one}
}

func ptr[T any](v T) *T { return &v }

func TestCreateRules(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	for name, test := range map[string]struct {
		change func(*motorcycle.CreateInput)
		want   map[string]string
	}{
		"empty": {func(in *motorcycle.CreateInput) { *in = motorcycle.CreateInput{} }, map[string]string{
			"registrationNumber": "REQUIRED", "make": "REQUIRED", "model": "REQUIRED", "year": "TOO_SMALL", "basePricePerDay": "TOO_SMALL", "franchiseId": "REQUIRED",
		}},
		"blank":      {func(in *motorcycle.CreateInput) { in.RegistrationNumber = "  " }, map[string]string{"registrationNumber": "REQUIRED"}},
		"long plate": {func(in *motorcycle.CreateInput) { in.RegistrationNumber = strings.Repeat("é", 51) }, map[string]string{"registrationNumber": "TOO_LONG"}},
		"NUL":        {func(in *motorcycle.CreateInput) { in.Make = "Hon\x00da" }, map[string]string{"make": "INVALID_FORMAT"}},
		"old":        {func(in *motorcycle.CreateInput) { in.Year = 1899 }, map[string]string{"year": "TOO_SMALL"}},
		"too new":    {func(in *motorcycle.CreateInput) { in.Year = 2028 }, map[string]string{"year": "TOO_LARGE"}},
		"free":       {func(in *motorcycle.CreateInput) { in.DayPrice = 0 }, map[string]string{"basePricePerDay": "TOO_SMALL"}},
		"priceless":  {func(in *motorcycle.CreateInput) { in.DayPrice = money.Max + 1 }, map[string]string{"basePricePerDay": "TOO_LARGE"}},
		"choices": {func(in *motorcycle.CreateInput) {
			in.Status, in.Category, in.Transmission = "SOLD", ptr(motorcycle.Category("BUS")), ptr(motorcycle.Transmission("CVT"))
		}, map[string]string{"status": "INVALID_CHOICE", "category": "INVALID_CHOICE", "transmission": "INVALID_CHOICE"}},
		"engine": {func(in *motorcycle.CreateInput) { in.EngineSizeCC = ptr(5001) }, map[string]string{"engineSizeCc": "TOO_LARGE"}},
		"lock":   {func(in *motorcycle.CreateInput) { in.SmartLockDeviceID = ptr(strings.Repeat("x", 101)) }, map[string]string{"smartLockDeviceId": "TOO_LONG"}},
	} {
		in := y.good()
		test.change(&in)
		_, err := y.fleet.Create(system(t), in)
		require.Equal(t, test.want, refusal.Fields(t, err), name)
	}
	in := y.good()
	in.Year = 2027 // the next calendar year is the limit
	_, err := y.fleet.Create(system(t), in)
	require.NoError(t, err)
	in.RegistrationNumber = "12345-a-6"
	_, err = y.fleet.Create(system(t), in)
	require.Equal(t, "REGISTRATION_TAKEN", errs.CodeOf(err), "capitals make no other plate")
}

// A franchise's administrator works inside the franchise; what is outside is not there (D18).
func TestScope(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	staff, customer := staffOf(t, y.one), authz.Into(t.Context(), authz.Subject{UserID: uuid.New(), Role: authz.Customer})
	in := y.good()
	in.FranchiseID = nil
	mine, err := y.fleet.Create(staff, in)
	require.NoError(t, err)
	cards, err := y.fleet.Cards(t.Context(), []uuid.UUID{mine})
	require.NoError(t, err)
	require.Equal(t, y.one, cards[mine].FranchiseID)

	in.FranchiseID, in.RegistrationNumber = &y.other, "2-A-6"
	_, err = y.fleet.Create(staff, in)
	require.Equal(t, "FRANCHISE_NOT_FOUND", errs.CodeOf(err))
	theirs, err := y.fleet.Create(system(t), in)
	require.NoError(t, err)

	feature, err := y.fleet.CreateFeature(system(t), motorcycle.CreateFeatureInput{Name: "ABS"})
	require.NoError(t, err)
	foreign, err := y.fleet.CreateFeature(staffOf(t, y.other), motorcycle.CreateFeatureInput{Name: "ABS"})
	require.NoError(t, err, "a franchise's catalogue is its own")
	block := motorcycle.BlockInput{Start: now.Add(time.Hour), End: now.Add(2 * time.Hour)}
	image := motorcycle.NewImage{URL: "/pictures/city-sand.svg"}

	block.MotorcycleID = theirs
	_, err = y.fleet.Block(staff, block)
	require.ErrorIs(t, err, motorcycle.ErrNotFound)
	_, err = y.fleet.AddImage(staff, theirs, image)
	require.ErrorIs(t, err, motorcycle.ErrNotFound)
	require.ErrorIs(t, y.fleet.AssignFeature(staff, theirs, feature.ID), motorcycle.ErrNotFound)

	require.NoError(t, y.fleet.AssignFeature(staff, mine, feature.ID))
	require.Equal(t, "FEATURE_ASSIGNED", errs.CodeOf(y.fleet.AssignFeature(staff, mine, feature.ID)))
	require.ErrorIs(t, y.fleet.AssignFeature(staff, mine, foreign.ID), motorcycle.ErrFeatureNotFound)

	for _, who := range []struct {
		ctx  context.Context
		want error
	}{{t.Context(), authz.ErrUnauthenticated}, {customer, authz.ErrForbidden}} {
		_, err = y.fleet.Create(who.ctx, y.good())
		require.ErrorIs(t, err, who.want)
		_, err = y.fleet.Block(who.ctx, block)
		require.ErrorIs(t, err, who.want)
		_, err = y.franchises.Create(who.ctx, franchise.CreateInput{})
		require.ErrorIs(t, err, who.want)
		_, err = y.parking.Create(who.ctx, parking.CreateInput{})
		require.ErrorIs(t, err, who.want)
		_, err = y.supplements.Create(who.ctx, supplement.CreateInput{})
		require.ErrorIs(t, err, who.want)
	}
	_, err = y.franchises.Create(staff, franchise.CreateInput{})
	require.ErrorIs(t, err, authz.ErrForbidden, "franchises are the platform's")
}

func TestParkingPointMustFit(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	point := func(name string, owner *uuid.UUID) uuid.UUID {
		p, err := y.parking.Create(system(t), parking.CreateInput{Name: name, Latitude: 33.6, Longitude: -7.6, FranchiseID: owner})
		require.NoError(t, err)
		return p.ID
	}
	shared, theirs := point("shared", nil), point("theirs", &y.other)
	in := y.good()
	in.ParkingPointID = &theirs
	_, err := y.fleet.Create(system(t), in)
	require.ErrorIs(t, err, parking.ErrNotFound)
	in.ParkingPointID = &shared
	_, err = y.fleet.Create(system(t), in)
	require.NoError(t, err)
	_, err = y.parking.Create(system(t), parking.CreateInput{Name: "SHARED", Latitude: 1, Longitude: 1})
	require.Equal(t, "PARKING_POINT_NAME_TAKEN", errs.CodeOf(err))
}

func TestBlock(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	id, err := y.fleet.Create(system(t), y.good())
	require.NoError(t, err)
	in := motorcycle.BlockInput{MotorcycleID: id, Start: now.Add(time.Hour), End: now.Add(3 * time.Hour)}
	_, err = y.fleet.Block(system(t), in)
	require.NoError(t, err)
	in.Start = now.Add(2 * time.Hour)
	_, err = y.fleet.Block(system(t), in)
	require.Equal(t, "BLOCK_CONFLICT", errs.CodeOf(err))
	in.Start, in.End = now.Add(3*time.Hour), now.Add(4*time.Hour)
	_, err = y.fleet.Block(system(t), in)
	require.NoError(t, err, "one may start the minute another ends")

	found, err := y.fleet.Availability(t.Context(), id, calendar.Period{Start: now.Add(2 * time.Hour), End: now.Add(5 * time.Hour)})
	require.NoError(t, err)
	require.False(t, found.Available)
	require.WithinDuration(t, now.Add(4*time.Hour), found.NextFree.Start, 0)
	require.WithinDuration(t, now.Add(7*time.Hour), found.NextFree.End, 0)

	_, err = y.fleet.Block(system(t), motorcycle.BlockInput{
		MotorcycleID: id, Start: now, End: now, Reason: "holiday", Notes: strings.Repeat("x", 1001),
	})
	require.Equal(t, map[string]string{
		"startDatetime": "IN_PAST", "endDatetime": "END_BEFORE_START", "reason": "INVALID_CHOICE", "notes": "TOO_LONG",
	}, refusal.Fields(t, err))
}
