package motorcycle

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// BlockListInput narrows a list of blocks; nil and empty fields do not.
type BlockListInput struct {
	Page         listing.Page
	Search       string // part of the notes
	MotorcycleID *uuid.UUID
	FranchiseID  *uuid.UUID
	Reason       BlockReason
	// StartAfter and EndBefore bound the blocks' own times.
	StartAfter, EndBefore *time.Time
}

// BlockOrders are the orders of the list of blocks.
var BlockOrders = listing.Orders{
	"startDatetime": "b.start_datetime", "endDatetime": "b.end_datetime", "reason": "b.reason", "createdAt": "b.created_at",
	"updatedAt": "b.updated_at",
}

// Blocks returns a page of the blocks that the caller administers, the latest first, and how many there are. Returns
// VALIDATION.
func (s *Service) Blocks(ctx context.Context, in BlockListInput) ([]AvailabilityBlock, listing.Total, error) {
	q, err := in.query(ctx)
	if err != nil {
		return nil, listing.Total{}, err
	}
	rows, total, err := listing.Read[motorcycledb.AvailabilityBlock](ctx, s.db, q, in.Page)
	blocks := make([]AvailabilityBlock, len(rows))
	for i, row := range rows {
		blocks[i] = blockFromDB(row)
	}
	return blocks, total, err
}

// BlocksOf is Blocks of one motorcycle, or ErrNotFound when it is out of reach.
func (s *Service) BlocksOf(ctx context.Context, motorcycleID uuid.UUID, in BlockListInput) ([]AvailabilityBlock, listing.Total, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockList)
	if err != nil {
		return nil, listing.Total{}, err
	}
	row, err := motorcycledb.New(s.db).GetMotorcycle(ctx, motorcycleID)
	if _, err := inScope(scope, row, err); err != nil {
		return nil, listing.Total{}, err
	}
	in.MotorcycleID = &motorcycleID
	return s.Blocks(ctx, in)
}

// ExportBlocks hands every block that Blocks would page through to yield.
func (s *Service) ExportBlocks(ctx context.Context, in BlockListInput, yield func(AvailabilityBlock) error) error {
	q, err := in.query(ctx)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row motorcycledb.AvailabilityBlock) error {
		return yield(blockFromDB(row))
	})
}

func (in BlockListInput) query(ctx context.Context) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockList)
	if err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select("b.*").From("availability_blocks b")
	listing.Equals(rows, "b.franchise_id", scope.FranchiseID)
	listing.Equals(rows, "b.franchise_id", in.FranchiseID)
	listing.Equals(rows, "b.motorcycle_id", in.MotorcycleID)
	listing.AtLeast(rows, "b.start_datetime", in.StartAfter)
	listing.AtMost(rows, "b.end_datetime", in.EndBefore)
	listing.Contains(rows, in.Search, "b.notes")
	if in.Reason != "" {
		var c errs.Collector
		check.Choice(&c, "reason", in.Reason, BlockReasons)
		if err := c.Err(); err != nil {
			return listing.Query{}, err
		}
		listing.Equals(rows, "b.reason", &in.Reason)
	}
	return listing.Query{Rows: rows, Orders: BlockOrders, Default: "-startDatetime", Key: "b.id"}, nil
}
