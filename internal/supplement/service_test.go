package supplement_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
	"rihla/internal/supplement"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/refusal"
)

func system(t *testing.T) context.Context {
	t.Helper()
	return authz.AsSystem(t.Context(), "test")
}

func TestSupplementsForQuote(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	service, franchises := supplement.New(db, clock.System{}), franchise.New(db, clock.System{}, franchise.Seed, nil)
	opened := func(code string) uuid.UUID {
		f, err := franchises.Create(system(t), franchise.CreateInput{Name: code, Code: code, ContactEmail: "a@example.com"})
		require.NoError(t, err)
		return f.ID
	}
	one, other := opened("ONE"), opened("OTHER")
	create := func(name string, free bool, owner *uuid.UUID, inactive bool) uuid.UUID {
		s, err := service.Create(system(t), supplement.CreateInput{
			Name: name, Price: 100, PriceType: pricing.PerDay, Free: free, FranchiseID: owner, Inactive: inactive,
		})
		require.NoError(t, err)
		return s.ID
	}
	helmet, ours := create("helmet", true, nil, false), create("ours", false, &one, false)
	theirs, gone := create("theirs", false, &other, false), create("gone", false, nil, true)
	create("their free one", true, &other, false)

	for _, ids := range [][]uuid.UUID{{ours}, {helmet, ours}} {
		found, err := service.ForQuote(t.Context(), one, ids)
		require.NoError(t, err)
		require.Len(t, found, 2, "the free one comes once, chosen or not")
		require.Equal(t, helmet, found[0].ID)
		require.Equal(t, ours, found[1].ID)
	}
	for _, id := range []uuid.UUID{theirs, gone, uuid.New()} {
		_, err := service.ForQuote(t.Context(), one, []uuid.UUID{ours, id})
		require.Equal(t, supplement.ErrNotFound(id.String()), err)
	}
	_, err := service.Create(system(t), supplement.CreateInput{Name: "HELMET", Price: 0, PriceType: "PER_HOUR"})
	require.Equal(t, map[string]string{"price": "TOO_SMALL", "priceType": "INVALID_CHOICE"}, refusal.Fields(t, err))
	_, err = service.Create(system(t), supplement.CreateInput{Name: "HELMET", Price: 1, PriceType: pricing.PerDay})
	require.Equal(t, "SUPPLEMENT_NAME_TAKEN", errs.CodeOf(err))
}
