package booking

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Follower is told that a booking's status, period or motorcycle has changed, in the transaction that changes it: what it
// writes there, such as a job, exists only if the change does. It must make no remote call.
type Follower func(ctx context.Context, tx pgx.Tx, b Booking) error

// OnChange adds a follower. Call it before the service is used.
func (s *Service) OnChange(f Follower) { s.followers = append(s.followers, f) }

// changedTx tells the followers. Whatever changes a booking's status, period or motorcycle ends with it.
func (s *Service) changedTx(ctx context.Context, tx pgx.Tx, b Booking) error {
	for _, follow := range s.followers {
		if err := follow(ctx, tx, b); err != nil {
			return fmt.Errorf("follow the change of booking %s: %w", b.ID, err)
		}
	}
	return nil
}
