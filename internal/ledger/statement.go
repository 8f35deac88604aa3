package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"rihla/internal/ledger/ledgerdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/money"
)

// errFranchise says that there is no such franchise, or none that the caller may see.
func errFranchise(id uuid.UUID) *errs.Error {
	return errs.New(errs.NotFound, "FRANCHISE_NOT_FOUND", "id", id.String())
}

// Month is what a franchise earned in a month of Casablanca's calendar.
type Month struct {
	Start time.Time // when it begins
	// Gross is what customers paid less what was promised back, Commission the platform's part of it.
	Gross, Commission money.Amount
	// AtCounter is what the franchise took over its own counter less what it gave out there: it has that part of the money.
	AtCounter money.Amount
}

// Net is what stays with the franchise.
func (m Month) Net() money.Amount { return m.Gross - m.Commission }

// StatementLine is a fact in a franchise's statement; amounts below zero are given back. Money that is handed out over the
// counter in a later month than it was promised has a line of its own, which earns nothing.
type StatementLine struct {
	At        time.Time
	Reference string // the booking's
	Kind      Kind
	Gross     money.Amount
	// Commission is the platform's part of Gross.
	Commission money.Amount
	// AtCounter is what came over the franchise's counter by it; below zero: was given out there.
	AtCounter money.Amount
	// Balance is everything earned up to here, less commission.
	Balance money.Amount
}

// Net is the franchise's part.
func (l StatementLine) Net() money.Amount { return l.Gross - l.Commission }

// Statement is what a franchise earned in a month, fact by fact, with what it had earned before.
type Statement struct {
	Month
	FranchiseID uuid.UUID
	// Opening is everything earned before the month, less commission.
	Opening money.Amount
	Lines   []StatementLine
}

// Closing is what was earned up to the month's end.
func (s Statement) Closing() money.Amount { return s.Opening + s.Net() }

// End is the first instant that does not belong to the month.
func (s Statement) End() time.Time { return monthAfter(s.Start) }

// MyMonths is Months of the caller's own franchise.
func (s *Service) MyMonths(ctx context.Context) ([]Month, error) {
	id, err := mine(ctx)
	if err != nil {
		return nil, err
	}
	return s.Months(ctx, id)
}

// MyStatement is Statement of the caller's own franchise.
func (s *Service) MyStatement(ctx context.Context, start time.Time) (Statement, error) {
	id, err := mine(ctx)
	if err != nil {
		return Statement{}, err
	}
	return s.Statement(ctx, id, start)
}

// mine is the franchise of a franchise administrator.
func mine(ctx context.Context) (uuid.UUID, error) {
	scope, err := authz.Check(ctx, authz.FranchiseMe)
	if err != nil {
		return uuid.Nil, err
	}
	if scope.FranchiseID == nil {
		return uuid.Nil, errFranchise(uuid.Nil)
	}
	return *scope.FranchiseID, nil
}

// Months returns the months in which a franchise earned or gave back, the latest first. Returns FRANCHISE_NOT_FOUND.
func (s *Service) Months(ctx context.Context, franchiseID uuid.UUID) ([]Month, error) {
	if err := s.readable(ctx, franchiseID); err != nil {
		return nil, err
	}
	q := ledgerdb.New(s.db)
	first, err := q.FirstEarned(ctx, ledgerdb.FirstEarnedParams{FranchiseID: franchiseID, Otherwise: s.clock.Now()})
	if err != nil {
		return nil, fmt.Errorf("find the first entry of franchise %s: %w", franchiseID, err)
	}
	starts := []time.Time{monthOf(first)}
	for next := monthAfter(starts[0]); !next.After(s.clock.Now()); next = monthAfter(next) {
		starts = append(starts, next)
	}
	rows, err := q.MonthlyTakings(ctx, ledgerdb.MonthlyTakingsParams{FranchiseID: franchiseID, Starts: starts})
	if err != nil {
		return nil, fmt.Errorf("add up the months of franchise %s: %w", franchiseID, err)
	}
	months := make([]Month, len(rows))
	for i, row := range rows {
		months[i] = Month{Start: starts[row.Month-1], Gross: money.Amount(row.Revenue - row.Refunds), Commission: money.Amount(row.Commission)}
	}
	counted, err := q.MonthlyCounter(ctx, ledgerdb.MonthlyCounterParams{Owner: franchiseID.String(), Starts: starts})
	if err != nil {
		return nil, fmt.Errorf("add up the counter of franchise %s: %w", franchiseID, err)
	}
	for _, row := range counted {
		at := slices.IndexFunc(months, func(m Month) bool { return row.Month > 0 && m.Start.Equal(starts[row.Month-1]) })
		if at >= 0 {
			months[at].AtCounter = money.Amount(row.Amount)
		}
	}
	return months, nil
}

// Statement returns a franchise's statement of the month that begins at start; one in which nothing happened has no
// lines. Returns FRANCHISE_NOT_FOUND.
func (s *Service) Statement(ctx context.Context, franchiseID uuid.UUID, start time.Time) (Statement, error) {
	if err := s.readable(ctx, franchiseID); err != nil {
		return Statement{}, err
	}
	q := ledgerdb.New(s.db)
	opening, err := q.BalanceBefore(ctx, ledgerdb.BalanceBeforeParams{FranchiseID: franchiseID, Before: start})
	if err != nil {
		return Statement{}, fmt.Errorf("add up the balance of franchise %s: %w", franchiseID, err)
	}
	rows, err := q.StatementLines(ctx, ledgerdb.StatementLinesParams{
		FranchiseID: franchiseID, Owner: franchiseID.String(), Since: start, Until: monthAfter(start),
	})
	if err != nil {
		return Statement{}, fmt.Errorf("read the statement of franchise %s: %w", franchiseID, err)
	}
	out := Statement{Month: Month{Start: start}, FranchiseID: franchiseID, Opening: money.Amount(opening), Lines: make([]StatementLine, len(rows))}
	for i, row := range rows {
		out.Gross += money.Amount(row.EarnedCentimes)
		out.Commission += money.Amount(row.CommissionCentimes)
		out.AtCounter += money.Amount(row.CounterCentimes)
		out.Lines[i] = StatementLine{
			At: row.At, Reference: row.Reference, Kind: Kind(row.Kind), Gross: money.Amount(row.EarnedCentimes),
			Commission: money.Amount(row.CommissionCentimes), AtCounter: money.Amount(row.CounterCentimes), Balance: out.Closing(),
		}
	}
	return out, nil
}

// readable checks that the caller may read a franchise's books, and that there is such a franchise.
func (s *Service) readable(ctx context.Context, franchiseID uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.FranchiseFinancials)
	if err != nil {
		return err
	}
	if !scope.Allows(uuid.Nil, &franchiseID) {
		return errFranchise(franchiseID)
	}
	exists, err := ledgerdb.New(s.db).FranchiseExists(ctx, franchiseID)
	if err != nil {
		return fmt.Errorf("look for franchise %s: %w", franchiseID, err)
	}
	if !exists {
		return errFranchise(franchiseID)
	}
	return nil
}

// monthOf returns when the month begins that t lies in, on Casablanca's calendar.
func monthOf(t time.Time) time.Time {
	wall := clock.Wall(t)
	return clock.FromWall(time.Date(wall.Year(), wall.Month(), 1, 0, 0, 0, 0, time.UTC))
}

// monthAfter returns when the month ends that begins at start.
func monthAfter(start time.Time) time.Time {
	wall := clock.Wall(start)
	return clock.FromWall(time.Date(wall.Year(), wall.Month()+1, 1, 0, 0, 0, 0, time.UTC))
}
