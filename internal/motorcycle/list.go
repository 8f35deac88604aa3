package motorcycle

import (
	"context"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"

	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// PublicOrders are the orders of the public list.
var PublicOrders = listing.Orders{
	"basePricePerDay": "m.base_price_centimes", "make": "lower(m.make)", "model": "lower(m.model)", "year": "m.year",
	"category": "m.category", "transmission": "m.transmission", "engineSizeCc": "m.engine_size_cc", "createdAt": "m.created_at",
}

// Orders are those of the list that staff read: by what only they see, too.
var Orders = func() listing.Orders {
	all := maps.Clone(PublicOrders)
	maps.Copy(all, listing.Orders{
		"registrationNumber": "upper(m.registration_number)", "status": "m.status", "updatedAt": "m.updated_at",
		"smartLockDeviceId": "m.smart_lock_device_id",
	})
	return all
}()

// ListInput narrows a list of motorcycles; nil and empty fields do not.
type ListInput struct {
	Page listing.Page
	// Search is part of make and model, for staff of the registration number too; Make and Model of those alone.
	Search, Make, Model string
	Year                *int
	Statuses            []Status
	MinPrice, MaxPrice  *money.Amount // a day
	FranchiseID         *uuid.UUID
	ParkingPointID      *uuid.UUID
	Categories          []Category
	Transmission        Transmission
	// FreeFrom and FreeTo, both or neither, ask staff's lists for what nothing takes between them, the turnaround after a
	// rental included.
	FreeFrom, FreeTo *time.Time
}

// List returns a page of the motorcycles that rent, the cheapest first, and how many there are. What is left out is what
// a search does not find: other statuses, franchises that are not active, parking points that are closed. Public.
// Returns VALIDATION.
func (s *Service) List(ctx context.Context, in ListInput) ([]Card, listing.Total, error) {
	if err := in.check(); err != nil {
		return nil, listing.Total{}, err
	}
	rows := listing.Select("m.id").From("motorcycles m").Join("franchises f", "f.id = m.franchise_id")
	rows.Where("m.status in ('AVAILABLE', 'BOOKED')", "f.status = 'ACTIVE'", atOpenPlace)
	in.narrow(rows)
	listing.Contains(rows, in.Search, "(m.make || ' ' || m.model)")
	hits, total, err := listing.Read[struct{ ID uuid.UUID }](ctx, s.db,
		listing.Query{Rows: rows, Orders: PublicOrders, Default: "basePricePerDay", Key: "m.id"}, in.Page)
	if err != nil {
		return nil, listing.Total{}, err
	}
	ids := make([]uuid.UUID, len(hits))
	for i, hit := range hits {
		ids[i] = hit.ID
	}
	found, err := s.Cards(ctx, ids)
	if err != nil {
		return nil, listing.Total{}, err
	}
	cards := make([]Card, 0, len(ids))
	for _, id := range ids {
		if card, still := found[id]; still {
			cards = append(cards, card)
		}
	}
	return cards, total, nil
}

// Listed is a motorcycle in a list of pages for crawlers.
type Listed struct {
	ID        uuid.UUID
	UpdatedAt time.Time
}

// Listed returns up to limit of the motorcycles that List lists, the last changed first. Public.
func (s *Service) Listed(ctx context.Context, limit int) ([]Listed, error) {
	rows, err := motorcycledb.New(s.db).ListPublic(ctx, int32(min(limit, math.MaxInt32)))
	if err != nil {
		return nil, fmt.Errorf("list motorcycles that rent: %w", err)
	}
	out := make([]Listed, len(rows))
	for i, row := range rows {
		out[i] = Listed(row)
	}
	return out, nil
}

// atOpenPlace is the condition that motorcycle m does not stand at a closed parking point.
const atOpenPlace = "m.place_id not in (select id from parking_points where kind = 'PUBLIC' and not is_active)"

// Administered is a motorcycle with what anyone may see of it, for its staff.
type Administered struct {
	Motorcycle
	Card Card
}

// ListAll returns a page of the motorcycles that the caller administers, of any status, and how many there are. Returns
// VALIDATION.
func (s *Service) ListAll(ctx context.Context, in ListInput) ([]Administered, listing.Total, error) {
	q, err := s.administered(ctx, in)
	if err != nil {
		return nil, listing.Total{}, err
	}
	rows, total, err := listing.Read[motorcycledb.Motorcycle](ctx, s.db, q, in.Page)
	if err != nil {
		return nil, listing.Total{}, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	cards, err := s.Cards(ctx, ids)
	if err != nil {
		return nil, listing.Total{}, err
	}
	list := make([]Administered, len(rows))
	for i, row := range rows {
		list[i] = Administered{fromDB(row), cards[row.ID]}
	}
	return list, total, nil
}

// Export hands every motorcycle that ListAll would page through to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Motorcycle) error) error {
	q, err := s.administered(ctx, in)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row motorcycledb.Motorcycle) error { return yield(fromDB(row)) })
}

// columns are those of a motorcycle that its staff read.
var columns = []string{
	"m.id", "m.registration_number", "m.make", "m.model", "m.year", "m.description", "m.base_price_centimes", "m.status",
	"m.franchise_id", "m.parking_point_id", "m.place_id", "m.category", "m.engine_size_cc", "m.transmission",
	"m.smart_lock_device_id", "m.gray_card_url", "m.insurance_url", "m.odometer_km", "m.created_at", "m.updated_at",
}

func (s *Service) administered(ctx context.Context, in ListInput) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleGetAll)
	if err != nil {
		return listing.Query{}, err
	}
	return in.reached(scope, s.clock.Now())
}

// reached is the query of the motorcycles in a scope as it is at now.
func (in ListInput) reached(scope authz.Filter, now time.Time) (listing.Query, error) {
	if err := in.check(); err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select(columns...).From("motorcycles m")
	listing.Equals(rows, "m.franchise_id", scope.FranchiseID)
	in.narrow(rows)
	in.narrowToFree(rows, now)
	listing.Contains(rows, in.Search, "(m.make || ' ' || m.model)", "m.registration_number")
	return listing.Query{Rows: rows, Orders: Orders, Default: "registrationNumber", Key: "m.id"}, nil
}

func (in ListInput) check() error {
	var c errs.Collector
	for _, status := range in.Statuses {
		check.Choice(&c, "status", status, Statuses)
	}
	for _, category := range in.Categories {
		check.Choice(&c, "category", category, Categories)
	}
	if in.Transmission != "" {
		check.Choice(&c, "transmission", in.Transmission, Transmissions)
	}
	c.Check(in.FreeFrom != nil || in.FreeTo == nil, "freeFrom", "REQUIRED")
	c.Check(in.FreeTo != nil || in.FreeFrom == nil, "freeTo", "REQUIRED")
	c.Check(in.FreeFrom == nil || in.FreeTo == nil || in.FreeTo.After(*in.FreeFrom), "freeTo", "END_BEFORE_START")
	return c.Err()
}

// narrowToFree leaves out what is taken by now's calendar: a hold that has run out takes nothing (D7).
func (in ListInput) narrowToFree(rows *sqlbuilder.SelectBuilder, now time.Time) {
	if in.FreeFrom == nil || in.FreeTo == nil {
		return
	}
	rows.Where("not exists (select from calendar_entries e join franchises f on f.id = m.franchise_id where e.motorcycle_id = m.id" +
		" and e.ends_at > " + rows.Var(*in.FreeFrom) + " and e.starts_at < " + rows.Var(*in.FreeTo) + "::timestamptz + make_interval(mins => f.turnaround_minutes)" +
		" and (e.hold_expires_at is null or e.hold_expires_at > " + rows.Var(now) + "))")
}

func (in ListInput) narrow(rows *sqlbuilder.SelectBuilder) {
	listing.Contains(rows, in.Make, "m.make")
	listing.Contains(rows, in.Model, "m.model")
	listing.Equals(rows, "m.year", in.Year)
	listing.AnyOf(rows, "m.status", in.Statuses)
	listing.AtLeast(rows, "m.base_price_centimes", in.MinPrice)
	listing.AtMost(rows, "m.base_price_centimes", in.MaxPrice)
	listing.Equals(rows, "m.franchise_id", in.FranchiseID)
	listing.Equals(rows, "m.parking_point_id", in.ParkingPointID)
	listing.AnyOf(rows, "m.category", in.Categories)
	if in.Transmission != "" {
		listing.Equals(rows, "m.transmission", &in.Transmission)
	}
}
