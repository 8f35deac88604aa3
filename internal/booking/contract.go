package booking

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking/bookingdb"
)

// SetContractTx notes where the contract of a booking, which tx has locked, can be fetched.
func (s *Service) SetContractTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, url string) error {
	if err := bookingdb.New(tx).SetContract(ctx, bookingdb.SetContractParams{ID: id, ContractUrl: &url}); err != nil {
		return fmt.Errorf("note the contract of booking %s: %w", id, err)
	}
	return nil
}
