package notify_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/notify"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
)

// The newest two hundred are kept, whoever sends at once.
func TestMailboxKeepsTheNewest(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	box := notify.NewMailbox(&postgres.DB{Pool: dbtest.New(t)}, clock.NewFake(now))
	last := notify.Message{To: "last@example.com", Name: "Last", Language: i18n.Arabic, Subject: "s", Text: "t", HTML: "<p>h</p>"}
	var all sync.WaitGroup
	errs := make([]error, 210)
	for i := range errs {
		all.Go(func() { errs[i] = box.Send(t.Context(), notify.Message{To: fmt.Sprintf("%d@example.com", i)}) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.NoError(t, box.Send(t.Context(), last))
	kept, err := box.Messages(t.Context())
	require.NoError(t, err)
	require.Len(t, kept, 200)
	require.Equal(t, last, kept[0].Message)
	require.Equal(t, now, kept[0].Sent)
	one, err := box.Message(t.Context(), kept[0].ID)
	require.NoError(t, err)
	require.Equal(t, kept[0], one)
	_, err = box.Message(t.Context(), kept[199].ID-1000)
	require.ErrorIs(t, err, notify.ErrNotKept)
}
