package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/listing"
)

// MotorcycleIncludes say what else a list of motorcycles shows (specification section 5). Exported because the framework
// describes only such embedded structs.
type MotorcycleIncludes struct {
	IncludeImages       flagText `query:"includeImages" doc:"True when left out"`
	IncludeFeatures     flagText `query:"includeFeatures" doc:"True when left out"`
	IncludeFranchise    flagText `query:"includeFranchise" doc:"False when left out"`
	IncludeParkingPoint flagText `query:"includeParkingPoint" doc:"False when left out"`
}

// includes are the flags as they were meant.
type includes struct{ images, features, franchise, parkingPoint bool }

func (in MotorcycleIncludes) read(f *filters) includes {
	asked := func(name string, text flagText, otherwise bool) bool {
		if flag := f.flag(name, text); flag != nil {
			return *flag
		}
		return otherwise
	}
	return includes{
		images: asked("includeImages", in.IncludeImages, true), features: asked("includeFeatures", in.IncludeFeatures, true),
		franchise: asked("includeFranchise", in.IncludeFranchise, false), parkingPoint: asked("includeParkingPoint", in.IncludeParkingPoint, false),
	}
}

// MotorcycleFilters narrow the lists of motorcycles. Exported because the framework describes only such embedded structs.
type MotorcycleFilters struct {
	SearchText
	Make           string                  `query:"make" maxLength:"100" doc:"Part of it"`
	Model          string                  `query:"model" maxLength:"100" doc:"Part of it"`
	Year           numberText              `query:"year"`
	Status         []motorcycle.Status     `query:"status,explode" maxItems:"10" doc:"Any of these"`
	MinPrice       numberText              `query:"minPrice" doc:"MAD a day"`
	MaxPrice       numberText              `query:"maxPrice" doc:"MAD a day"`
	FranchiseID    string                  `query:"franchiseId"`
	ParkingPointID string                  `query:"parkingPointId"`
	Category       []motorcycle.Category   `query:"category,explode" maxItems:"20" doc:"Any of these"`
	Transmission   motorcycle.Transmission `query:"transmission"`
}

func (in MotorcycleFilters) read(f *filters, page listing.Page) motorcycle.ListInput {
	return motorcycle.ListInput{
		Page: page, Search: in.Q, Make: in.Make, Model: in.Model, Year: f.integer("year", in.Year), Statuses: in.Status,
		MinPrice: f.amount("minPrice", in.MinPrice), MaxPrice: f.amount("maxPrice", in.MaxPrice),
		FranchiseID: f.id("franchiseId", in.FranchiseID), ParkingPointID: f.id("parkingPointId", in.ParkingPointID),
		Categories: in.Category, Transmission: in.Transmission,
	}
}

type listMotorcyclesRequest struct {
	ListQuery
	MotorcycleFilters
	MotorcycleIncludes
}

func (in *listMotorcyclesRequest) input(page listing.Page) (motorcycle.ListInput, includes, error) {
	var f filters
	input, wanted := in.MotorcycleFilters.read(&f, page), in.MotorcycleIncludes.read(&f)
	return input, wanted, f.Err()
}

// ListedView is a motorcycle in a list, with what the list was asked to include. Exported because the framework describes
// only such embedded structs.
type ListedView struct {
	MotorcycleView
	Franchise    *ownerView `json:"franchise,omitempty" doc:"With includeFranchise"`
	ParkingPoint *pointView `json:"parkingPoint,omitempty" doc:"With includeParkingPoint, where it stands at one"`
}

type listedData struct {
	Motorcycles []ListedView `json:"motorcycles"`
	Pagination  pagination   `json:"pagination"`
}

type listedAnswer data[listedData]

func (a *API) registerMotorcycleList() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles", ID: "listMotorcycles", Tag: "motorcycles",
		Summary:     "The motorcycles that rent, the cheapest first",
		Description: "Whether one is free for certain days is for the search to say.",
	}, a.listMotorcycles)
}

func (a *API) listMotorcycles(ctx context.Context, in *listMotorcyclesRequest) (*listedAnswer, error) {
	input, wanted, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	cards, total, err := a.Services.Motorcycle.List(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &listedAnswer{}
	out.Body.Data.Pagination = paginate(in.Page, in.Limit, total)
	out.Body.Data.Motorcycles, err = a.listed(ctx, cards, wanted)
	return out, err
}

// listed shows motorcycles with what was asked for beside them, in one query a kind.
func (a *API) listed(ctx context.Context, cards []motorcycle.Card, wanted includes) ([]ListedView, error) {
	var owners map[uuid.UUID]franchise.Franchise
	var points map[uuid.UUID]parking.Point
	var err error
	if wanted.franchise {
		owners, err = a.Services.Franchise.ByIDs(ctx, views(cards, func(m motorcycle.Card) uuid.UUID { return m.FranchiseID }))
	}
	if err != nil {
		return nil, err
	}
	if wanted.parkingPoint {
		points, err = a.Services.Parking.OfBookings(ctx, views(cards, func(m motorcycle.Card) uuid.UUID { return m.Place.ID }))
	}
	if err != nil {
		return nil, err
	}
	return views(cards, func(m motorcycle.Card) ListedView {
		view := ListedView{MotorcycleView: toMotorcycleView(m)}
		if !wanted.images {
			view.Images = []imageView{}
		}
		if !wanted.features {
			view.Features = []featureView{}
		}
		if owner, found := owners[m.FranchiseID]; found {
			shown := toOwnerView(owner)
			view.Franchise = &shown
		}
		if point, found := points[m.Place.ID]; found {
			shown := toPointView(point)
			view.ParkingPoint = &shown
		}
		return view
	}), nil
}
