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

// blockRow is a block as lists read it.
type blockRow struct {
	motorcycledb.AvailabilityBlock
	FranchiseID uuid.UUID
}

// Blocks returns a page of the blocks that the caller administers, the latest first, and how many there are. Returns
// VALIDATION.
func (s *Service) Blocks(ctx context.Context, in BlockListInput) ([]AvailabilityBlock, int, error) {
	q, err := in.query(ctx)
	if err != nil {
		return nil, 0, err
	}
	rows, total, err := listing.Read[blockRow](ctx, s.db, q, in.Page)
	blocks := make([]AvailabilityBlock, len(rows))
	for i, row := range rows {
		blocks[i] = blockFromDB(row.AvailabilityBlock, row.FranchiseID)
	}
	return blocks, total, err
}

// BlocksOf is Blocks of one motorcycle, or ErrNotFound when it is out of reach.
func (s *Service) BlocksOf(ctx context.Context, motorcycleID uuid.UUID, in BlockListInput) ([]AvailabilityBlock, int, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockList)
	if err != nil {
		return nil, 0, err
	}
	row, err := motorcycledb.New(s.db).GetMotorcycle(ctx, motorcycleID)
	if _, err := inScope(scope, row, err); err != nil {
		return nil, 0, err
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
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row blockRow) error {
		return yield(blockFromDB(row.AvailabilityBlock, row.FranchiseID))
	})
}

func (in BlockListInput) query(ctx context.Context) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockList)
	if err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select("b.*", "(select m.franchise_id from motorcycles m where m.id = b.motorcycle_id) as franchise_id").From("availability_blocks b")
	for _, franchiseID := range []*uuid.UUID{scope.FranchiseID, in.FranchiseID} {
		if franchiseID != nil {
			rows.Where("b.motorcycle_id in (select m.id from motorcycles m where m.franchise_id = " + rows.Var(*franchiseID) + ")")
		}
	}
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
