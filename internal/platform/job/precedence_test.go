package job

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"
)

// What follows from money waits while money is worked on, but not for ever; what asks gateways does not wait.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPrecedence()
		work := func(queue string) time.Duration {
			began := time.Now()
			var took time.Duration
			require.NoError(t, p.Work(t.Context(), &rivertype.JobRow{Queue: queue}, func(context.Context) error {
				took = time.Since(began)
				return nil
			}))
			return took
		}
		// money works until the returned function is called.
		money := func() func() {
			done := make(chan struct{})
			go func() {
				_ = p.Work(t.Context(), &rivertype.JobRow{Queue: Money}, func(context.Context) error {
					<-done
					return nil
				})
			}()
			synctest.Wait()
			return func() { close(done) }
		}
		require.Zero(t, work(Mail), "nothing is worked on")
		first, second := money(), money()
		require.Equal(t, patience, work(river.QueueDefault))
		require.Zero(t, work(Gateway))
		require.Zero(t, work(Outside))
		require.Zero(t, work(Money))

		first()
		synctest.Wait()
		time.AfterFunc(patience/2, second)
		require.Equal(t, patience/2, work(Later), "until the last is done")
		require.Zero(t, work(river.QueueDefault))
	})
}
