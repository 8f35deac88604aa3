package franchise_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/franchise"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/testkit/listener"
)

// A franchise that comes and one that changes its status are told of; other changes are not.
func TestFranchisesAreTold(t *testing.T) {
	t.Parallel()
	l := listener.New(franchise.EventCreated, franchise.EventStatusChanged)
	s := franchise.New(&postgres.DB{Pool: dbtest.New(t)}, clock.System{}, franchise.Seed, l.Bus)
	var f franchise.Franchise
	created := l.Stands(t, func() error {
		var err error
		f, err = s.Create(system(t), franchise.CreateInput{Name: "Rihla", Code: "R-1", ContactEmail: "a@example.com"})
		return err
	})
	require.Equal(t, franchise.EventCreated, created.Type)
	require.Equal(t, f.ID, *created.FranchiseID)
	require.JSONEq(t, `{"status": "PENDING_APPROVAL"}`, string(created.Payload))

	become := func(status franchise.Status) func() error {
		return func() error {
			_, err := s.Update(system(t), f.ID, franchise.UpdateInput{Name: new("Rihla " + string(status)), Status: &status})
			return err
		}
	}
	for _, step := range []franchise.StatusChange{
		{From: franchise.PendingApproval, To: franchise.Active}, {From: franchise.Active, To: franchise.Suspended},
		{From: franchise.Suspended, To: franchise.Active},
	} {
		e := l.Stands(t, become(step.To))
		require.Equal(t, franchise.EventStatusChanged, e.Type)
		var told franchise.StatusChange
		require.NoError(t, e.Read(&told))
		require.Equal(t, step, told)
		require.Equal(t, step.From == franchise.PendingApproval, told.Approved())
	}
	_, err := s.Update(system(t), f.ID, franchise.UpdateInput{Name: new("Atlas"), Status: new(franchise.Active)})
	require.NoError(t, err)
	require.Len(t, l.Told, 4, "the status stays")
}
