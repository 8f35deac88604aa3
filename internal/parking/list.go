package parking

import (
	"context"
	"maps"

	"github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"

	"rihla/internal/parking/parkingdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// orders of the lists; those near a position have byDistance too.
var orders = listing.Orders{
	"name": "lower(name)", "address": "lower(address)", "isActive": "is_active", "createdAt": "created_at", "updatedAt": "updated_at",
}

const byDistance = "distance"

// ListInput narrows a list of parking points; nil and empty fields do not.
type ListInput struct {
	Page listing.Page
	// FranchiseID is for this franchise's points.
	FranchiseID *uuid.UUID
	// Search is part of a name or address, Name of a name.
	Search, Name string
	Active       *bool
	// Kind is Public unless customers' points are asked for (D12).
	Kind PointKind
	// Latitude and Longitude are where to look around, the nearest first; RadiusKm how far, 25 km when nil.
	Latitude, Longitude, RadiusKm *float64
}

// The radius of a search near a position, in kilometres (specification section 5).
const (
	ShortestRadius = 0.1
	LongestRadius  = 100
)

// List returns a page of the points that the public sees, by name or from the nearest, and how many there are. Public.
// Returns VALIDATION.
func (s *Service) List(ctx context.Context, in ListInput) ([]Point, listing.Total, error) {
	in.Active, in.Kind = nil, Public
	q, err := in.query()
	if err != nil {
		return nil, listing.Total{}, err
	}
	q.Rows.Where("is_active",
		q.Rows.Or("franchise_id is null", "exists (select from franchises f where f.id = franchise_id and f.status = 'ACTIVE')"))
	return s.read(ctx, q, in.Page)
}

// ListAll returns a page of the points that the caller administers, inactive ones included, and how many there are; a
// franchise administrator sees the platform's beside its own, and of customers' those where a booking of its franchise
// began or ended. Returns VALIDATION.
func (s *Service) ListAll(ctx context.Context, in ListInput) ([]Point, listing.Total, error) {
	q, err := in.administered(ctx)
	if err != nil {
		return nil, listing.Total{}, err
	}
	return s.read(ctx, q, in.Page)
}

// Export hands every point that ListAll would page through to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Point) error) error {
	q, err := in.administered(ctx)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row pointRow) error {
		p, err := row.point()
		if err != nil {
			return err
		}
		return yield(p)
	})
}

func (in ListInput) administered(ctx context.Context) (listing.Query, error) {
	scope, err := authz.Check(ctx, authz.ParkingPointList)
	if err != nil {
		return listing.Query{}, err
	}
	q, err := in.query()
	if err != nil || scope.FranchiseID == nil {
		return q, err
	}
	if in.Kind == Customer {
		franchise := q.Rows.Var(*scope.FranchiseID)
		q.Rows.Where("id in (select pickup_parking_point_id from bookings where franchise_id = " + franchise +
			" union select dropoff_parking_point_id from bookings where franchise_id = " + franchise + ")")
	} else {
		q.Rows.Where(q.Rows.Or("franchise_id is null", q.Rows.Equal("franchise_id", *scope.FranchiseID)))
	}
	return q, nil
}

func (in ListInput) query() (listing.Query, error) {
	var c errs.Collector
	if in.Kind == "" {
		in.Kind = Public
	}
	check.Choice(&c, "kind", in.Kind, PointKinds)
	near := in.near(&c)
	if err := c.Err(); err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select("*")
	q := listing.Query{Rows: rows, Orders: orders, Default: "name", Key: "id"}
	if near == nil {
		rows.From("(select *, null::float8 as distance_km from parking_points) p")
	} else {
		rows.From(near.source(rows)).Where(rows.LessEqualThan("distance_km", near.RadiusKm))
		q.Orders, q.Default = maps.Clone(orders), byDistance
		q.Orders[byDistance] = "distance_km"
	}
	// Written out: the indexes of either kind are for that kind alone, and the planner must see which is meant.
	if in.Kind == Customer {
		rows.Where("kind = 'CUSTOMER'")
	} else {
		rows.Where("kind = 'PUBLIC'")
	}
	listing.Contains(rows, in.Search, "name", "address")
	listing.Contains(rows, in.Name, "name")
	listing.Equals(rows, "is_active", in.Active)
	listing.Equals(rows, "franchise_id", in.FranchiseID)
	return q, nil
}

// near is where a list looks around, nil when it does not. What is wrong with it goes to c.
func (in ListInput) near(c *errs.Collector) *Location {
	if in.Latitude == nil && in.Longitude == nil && in.RadiusKm == nil {
		return nil
	}
	c.Check(in.Latitude != nil, "latitude", "REQUIRED")
	c.Check(in.Longitude != nil, "longitude", "REQUIRED")
	near := Location{RadiusKm: defaultRadius}
	set(&near.Latitude, in.Latitude)
	set(&near.Longitude, in.Longitude)
	set(&near.RadiusKm, in.RadiusKm)
	check.Position(c, "latitude", "longitude", near.Latitude, near.Longitude)
	check.Within(c, "radius", near.RadiusKm, ShortestRadius, LongestRadius)
	return &near
}

// source is the parking points with their distance by the haversine formula. The band of latitudes, as wide as a
// degree is at least, keeps the formula from what is far away.
func (l Location) source(rows *sqlbuilder.SelectBuilder) string {
	latitude, longitude, radius := rows.Var(l.Latitude)+"::float8", rows.Var(l.Longitude)+"::float8", rows.Var(l.RadiusKm)+"::float8"
	return `(select *, 6371 * 2 * asin(sqrt(least(1, sin(radians(latitude - ` + latitude + `) / 2) ^ 2
        + cos(radians(` + latitude + `)) * cos(radians(latitude)) * sin(radians(longitude - ` + longitude + `) / 2) ^ 2))) as distance_km
    from parking_points where latitude between ` + latitude + ` - ` + radius + ` / 110 and ` + latitude + ` + ` + radius + ` / 110) p`
}

// pointRow is a point as lists read it.
type pointRow struct {
	parkingdb.ParkingPoint
	DistanceKm *float64
}

func (row pointRow) point() (Point, error) {
	p, err := fromDB(row.ParkingPoint)
	p.DistanceKm = row.DistanceKm
	return p, err
}

func (s *Service) read(ctx context.Context, q listing.Query, page listing.Page) ([]Point, listing.Total, error) {
	rows, total, err := listing.Read[pointRow](ctx, s.db, q, page)
	if err != nil {
		return nil, listing.Total{}, err
	}
	points := make([]Point, len(rows))
	for i, row := range rows {
		if points[i], err = row.point(); err != nil {
			return nil, listing.Total{}, err
		}
	}
	return points, total, nil
}
