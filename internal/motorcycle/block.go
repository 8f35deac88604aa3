package motorcycle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// BlockReason says why a motorcycle is kept from renting (specification section 3).
type BlockReason string

// BlockReasons lists them all; the first is the default.
var BlockReasons = []BlockReason{"maintenance", "admin_override", "repair", "inspection", "seasonal", "other"}

// AvailabilityBlock keeps a motorcycle from renting for a period.
type AvailabilityBlock struct {
	ID           uuid.UUID
	MotorcycleID uuid.UUID
	// FranchiseID is the motorcycle's.
	FranchiseID uuid.UUID
	calendar.Period
	Reason BlockReason
	Notes  *string
	// CreatedByAdminID is nil for the program's own.
	CreatedByAdminID     *uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// blockEntity is what the audit log calls a block.
const blockEntity = "availability-block"

const (
	longestNotes = 1000 // specification section 9
	// farthestBlock is how many years ahead a block may end: longer is a motorcycle that is out of service.
	farthestBlock = 10
)

// Errors of blocks.
var (
	// ErrBlockNotFound says that there is no such block, or none that the caller may see.
	ErrBlockNotFound = errs.New(errs.NotFound, "BLOCK_NOT_FOUND")
	// ErrBlockConflict says that another block takes a part of the block's period already.
	ErrBlockConflict = errs.New(errs.Conflict, "BLOCK_CONFLICT")
)

// BlockInput keeps a motorcycle from renting for a period.
type BlockInput struct {
	MotorcycleID uuid.UUID
	Start, End   time.Time
	Reason       BlockReason // empty: maintenance
	Notes        string
}

// Block keeps a motorcycle from renting for a period. A hold that has run out is not in the way (D7). Returns VALIDATION,
// ErrNotFound, and ErrBlockConflict or BOOKING_CONFLICT when a block or a booking has a part of the period already.
func (s *Service) Block(ctx context.Context, in BlockInput) (AvailabilityBlock, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockCreate)
	if err != nil {
		return AvailabilityBlock{}, err
	}
	wanted := AvailabilityBlock{
		ID: uuid.Must(uuid.NewV7()), MotorcycleID: in.MotorcycleID, Period: calendar.Period{Start: in.Start, End: in.End},
		Reason: cmp.Or(in.Reason, BlockReasons[0]), Notes: &in.Notes,
	}.normalised()
	now := s.clock.Now()
	var c errs.Collector
	c.Check(wanted.Start.After(now), "startDatetime", "IN_PAST")
	wanted.check(&c, now)
	if err := c.Err(); err != nil {
		return AvailabilityBlock{}, err
	}
	var created AvailabilityBlock
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := lockTx(ctx, tx, scope, in.MotorcycleID); err != nil {
			return err
		}
		row, err := motorcycledb.New(tx).InsertBlock(ctx, motorcycledb.InsertBlockParams{
			ID: wanted.ID, MotorcycleID: in.MotorcycleID, StartDatetime: wanted.Start, EndDatetime: wanted.End,
			Reason: string(wanted.Reason), Notes: wanted.Notes, CreatedByAdminID: authz.From(ctx).Actor(), Now: now,
		})
		if err != nil {
			return fmt.Errorf("insert block: %w", err)
		}
		created = blockFromDB(row)
		if err := s.calendar.ReserveBlockTx(ctx, tx, in.MotorcycleID, created.ID, created.Period); err != nil {
			return blockConflict(err)
		}
		return s.recordBlockTx(ctx, tx, authz.AvailabilityBlockCreate, nil, &created)
	})
	return created, err
}

// GetBlock returns a block of the caller's franchise, or ErrBlockNotFound.
func (s *Service) GetBlock(ctx context.Context, id uuid.UUID) (AvailabilityBlock, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockList)
	if err != nil {
		return AvailabilityBlock{}, err
	}
	row, err := motorcycledb.New(s.db).GetBlock(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return AvailabilityBlock{}, fmt.Errorf("get block: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, &row.FranchiseID) {
		return AvailabilityBlock{}, ErrBlockNotFound
	}
	return blockFromDB(row), nil
}

// UpdateBlockInput changes a block: a nil field stays as it is.
type UpdateBlockInput struct {
	Start, End *time.Time
	Reason     *BlockReason
	// Notes that point to nil are taken away.
	Notes **string
	// Seen is the block's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// UpdateBlock changes a block. One that has begun keeps its start and may end now at the earliest. Returns VALIDATION,
// ErrBlockNotFound, CHANGED_MEANWHILE and the conflicts of Block.
func (s *Service) UpdateBlock(ctx context.Context, id uuid.UUID, in UpdateBlockInput) (AvailabilityBlock, error) {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockUpdate)
	if err != nil {
		return AvailabilityBlock{}, err
	}
	var updated AvailabilityBlock
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockBlockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, blockEntity, id, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		wanted, now := in.apply(was), s.clock.Now()
		var c errs.Collector
		c.Check(wanted.Start.Equal(was.Start) || wanted.Start.After(now), "startDatetime", "IN_PAST")
		c.Check(wanted.End.Equal(was.End) || !wanted.End.Before(now), "endDatetime", "IN_PAST")
		wanted.check(&c, now)
		if err := c.Err(); err != nil {
			return err
		}
		row, err := motorcycledb.New(tx).UpdateBlock(ctx, motorcycledb.UpdateBlockParams{
			ID: id, StartDatetime: wanted.Start, EndDatetime: wanted.End, Reason: string(wanted.Reason), Notes: wanted.Notes, Now: now,
		})
		if err != nil {
			return fmt.Errorf("update block: %w", err)
		}
		updated = blockFromDB(row)
		if err := s.calendar.MoveBlockTx(ctx, tx, was.MotorcycleID, id, updated.Period); err != nil {
			return blockConflict(err)
		}
		return s.recordBlockTx(ctx, tx, authz.AvailabilityBlockUpdate, &was, &updated)
	})
	return updated, err
}

// DeleteBlock gives the period of a block back. Returns ErrBlockNotFound.
func (s *Service) DeleteBlock(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.AvailabilityBlockDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockBlockTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := motorcycledb.New(tx).DeleteBlock(ctx, id); err != nil {
			return fmt.Errorf("delete block: %w", err)
		}
		return s.recordBlockTx(ctx, tx, authz.AvailabilityBlockDelete, &was, nil)
	})
}

func (in UpdateBlockInput) apply(was AvailabilityBlock) AvailabilityBlock {
	set(&was.Start, in.Start)
	set(&was.End, in.End)
	set(&was.Reason, in.Reason)
	set(&was.Notes, in.Notes)
	return was.normalised()
}

// normalised returns b at the precision that the database keeps and without notes of nothing.
func (b AvailabilityBlock) normalised() AvailabilityBlock {
	b.Start, b.End = b.Start.UTC().Truncate(time.Microsecond), b.End.UTC().Truncate(time.Microsecond)
	if b.Notes != nil {
		notes := strings.TrimSpace(*b.Notes)
		if b.Notes = &notes; notes == "" {
			b.Notes = nil
		}
	}
	return b
}

// check notes which rules of specification section 5 a block breaks, but for those on what is past.
func (b AvailabilityBlock) check(c *errs.Collector, now time.Time) {
	c.Check(b.End.After(b.Start), "endDatetime", "END_BEFORE_START")
	last := now.AddDate(farthestBlock, 0, 0)
	c.Check(!b.End.After(last), "endDatetime", "TOO_LARGE", "max", clock.Wall(last).Format(time.DateOnly))
	check.Choice(c, "reason", b.Reason, BlockReasons)
	if b.Notes != nil {
		check.Text(c, "notes", *b.Notes, 0, longestNotes)
	}
}

// blockConflict words the calendar's refusal of a block: another block, or a booking with the times that it takes, as the
// clocks in Casablanca read them.
func blockConflict(err error) error {
	taken, known := errors.AsType[*calendar.TakenError](err)
	switch {
	case !known:
		return err
	case taken.ByBlock:
		return ErrBlockConflict.With(err)
	}
	const layout = "02/01/2006 15:04"
	return errs.New(errs.Conflict, "BOOKING_CONFLICT",
		"start", clock.Wall(taken.Start).Format(layout), "end", clock.Wall(taken.End).Format(layout)).With(err)
}

// lockBlockTx returns a block with its motorcycle's row held against other changes, or ErrBlockNotFound when it is out of
// reach. Whoever locks a motorcycle and a block of it locks the motorcycle first.
func lockBlockTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (AvailabilityBlock, error) {
	q := motorcycledb.New(tx)
	motorcycleID, err := q.MotorcycleOfBlock(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return AvailabilityBlock{}, fmt.Errorf("find the block: %w", err)
	}
	if err != nil {
		return AvailabilityBlock{}, ErrBlockNotFound
	}
	_, err = lockTx(ctx, tx, scope, motorcycleID)
	if errors.Is(err, ErrNotFound) {
		return AvailabilityBlock{}, ErrBlockNotFound
	}
	if err != nil {
		return AvailabilityBlock{}, err
	}
	row, err := q.LockBlock(ctx, id)
	if postgres.NoRows(err) {
		return AvailabilityBlock{}, ErrBlockNotFound
	}
	if err != nil {
		return AvailabilityBlock{}, fmt.Errorf("lock the block: %w", err)
	}
	return blockFromDB(row), nil
}

// recordBlockTx writes what became of a block into the audit log; nil stands for one that is not there.
func (s *Service) recordBlockTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *AvailabilityBlock) error {
	block := is
	if block == nil {
		block = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: blockEntity, EntityID: block.ID, FranchiseID: &block.FranchiseID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

func (b *AvailabilityBlock) snapshot() map[string]any {
	if b == nil {
		return nil
	}
	return map[string]any{
		"motorcycleId": b.MotorcycleID, "startDatetime": b.Start, "endDatetime": b.End, "reason": b.Reason, "notes": b.Notes,
	}
}

func blockFromDB(row motorcycledb.AvailabilityBlock) AvailabilityBlock {
	return AvailabilityBlock{
		ID: row.ID, MotorcycleID: row.MotorcycleID, FranchiseID: row.FranchiseID,
		Period: calendar.Period{Start: row.StartDatetime.UTC(), End: row.EndDatetime.UTC()}, Reason: BlockReason(row.Reason), Notes: row.Notes,
		CreatedByAdminID: row.CreatedByAdminID, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
}
