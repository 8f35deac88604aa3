package search

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
	"rihla/internal/pricing"
)

// Service searches.
type Service struct {
	db          *postgres.DB
	clock       clock.Clock
	parking     *parking.Service
	motorcycles *motorcycle.Service
	franchises  *franchise.Service
}

// New returns the search over db.
func New(db *postgres.DB, clock clock.Clock, parking *parking.Service, franchises *franchise.Service, motorcycles *motorcycle.Service) *Service {
	return &Service{db: db, clock: clock, parking: parking, franchises: franchises, motorcycles: motorcycles}
}

// Search reads a visitor's parameters and finds (specification sections 2 and 5). Public. Returns VALIDATION and, for
// the id of no parking point, PARKING_POINT_NOT_FOUND.
func (s *Service) Search(ctx context.Context, in Input) (Result, error) {
	c, err := s.criteria(ctx, in)
	if err != nil {
		return Result{}, err
	}
	return s.Find(ctx, c)
}

// Find returns a page of the motorcycles that meet c: rentable, of an active franchise, and free. c must be sound;
// Search makes it so. It asks for no permission: what it finds is public.
func (s *Service) Find(ctx context.Context, c Criteria) (Result, error) {
	now := s.clock.Now()
	result := Result{Page: c.Page, Limit: c.Limit, Place: c.Place, Period: c.Period}
	if c.Period != nil {
		result.Days = pricing.Days(c.Period.Start, c.Period.End, s.franchises.Grace(nil))
	}
	hits, err := s.page(ctx, c, now, &result)
	if err != nil {
		return Result{}, err
	}
	if result.Motorcycles, err = s.found(ctx, c, hits); err != nil {
		return Result{}, err
	}
	if result.Total == 0 && c.Period != nil {
		if result.Nearest, err = s.nearest(ctx, c, now); err != nil {
			return Result{}, err
		}
	}
	if result.Total == 0 && c.Place != nil {
		if result.Elsewhere, err = s.elsewhere(ctx, c, now); err != nil {
			return Result{}, err
		}
	}
	return result, nil
}

// hit is a motorcycle of the page.
type hit struct {
	id       uuid.UUID
	distance *float64
}

// page runs the statement and fills in the totals.
func (s *Service) page(ctx context.Context, c Criteria, now time.Time, result *Result) ([]hit, error) {
	text, args := Statement(c, now)
	rows, err := s.db.Query(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	var (
		hits            []hit
		id              *uuid.UUID
		distance        *float64
		lowest, highest *int64
	)
	_, err = pgx.ForEachRow(rows, []any{&id, &distance, &result.Total, &lowest, &highest}, func() error {
		if id != nil {
			hits = append(hits, hit{*id, distance})
		}
		if lowest != nil {
			result.Prices = &PriceRange{money.Amount(*lowest), money.Amount(*highest)}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return hits, nil
}

// found reads the motorcycles of a page and prices them.
func (s *Service) found(ctx context.Context, c Criteria, hits []hit) ([]Found, error) {
	if len(hits) == 0 {
		return []Found{}, nil
	}
	ids := make([]uuid.UUID, len(hits))
	for i, h := range hits {
		ids[i] = h.id
	}
	cards, err := s.motorcycles.Cards(ctx, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Found, 0, len(hits))
	for _, h := range hits {
		card, still := cards[h.id]
		if !still {
			continue
		}
		found := Found{Card: card, DistanceKm: h.distance}
		if c.Period != nil {
			quote := pricing.Build(card.Make+" "+card.Model, card.DayPrice, pricing.Days(c.Period.Start, c.Period.End, card.Grace), nil)
			found.Quote = &quote
		}
		list = append(list, found)
	}
	return list, nil
}

// nearest looks for the next day from which on something is free for as long, at the same hours on the wall clock;
// nil when nothing is within nearestDays.
func (s *Service) nearest(ctx context.Context, c Criteria, now time.Time) (*Nearest, error) {
	periods := make([]calendar.Period, nearestDays)
	start, end := clock.Wall(c.Period.Start), clock.Wall(c.Period.End)
	for i := range periods {
		periods[i] = calendar.Period{Start: clock.FromWall(start.AddDate(0, 0, i+1)), End: clock.FromWall(end.AddDate(0, 0, i+1))}
	}
	text, args := nearestStatement(c, now, periods)
	var number, total int
	err := s.db.QueryRow(ctx, text, args...).Scan(&number, &total)
	if postgres.NoRows(err) {
		return nil, nil //nolint:nilnil // nothing near is an answer, not an error
	}
	if err != nil {
		return nil, fmt.Errorf("search for the nearest period: %w", err)
	}
	return &Nearest{Period: periods[number-1], Total: total}, nil
}

// elsewhere looks further out for what is not near the place.
func (s *Service) elsewhere(ctx context.Context, c Criteria, now time.Time) ([]Elsewhere, error) {
	for _, radius := range widerKm {
		wider := *c.Place
		wider.RadiusKm = radius
		c.Place = &wider
		text, args := elsewhereStatement(c, now)
		rows, err := s.db.Query(ctx, text, args...)
		if err != nil {
			return nil, fmt.Errorf("search elsewhere: %w", err)
		}
		found, err := pgx.CollectRows(rows, readElsewhere)
		if err != nil {
			return nil, fmt.Errorf("search elsewhere: %w", err)
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

func readElsewhere(row pgx.CollectableRow) (Elsewhere, error) {
	var (
		place               Elsewhere
		id                  uuid.UUID
		latitude, longitude float64
	)
	err := row.Scan(&id, &place.Kind, &place.Name, &latitude, &longitude, &place.DistanceKm, &place.Total)
	if place.Location = id.String(); place.Kind == motorcycle.AtFranchise {
		place.Location = fmt.Sprintf("current:%.4f,%.4f", latitude, longitude)
	}
	return place, err
}

// withoutTwins returns ids in order without repetitions, so that they can be counted.
func withoutTwins(ids []uuid.UUID) []uuid.UUID {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}
