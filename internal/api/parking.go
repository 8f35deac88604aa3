package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/parking"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/week"
)

type pointView struct {
	ID             uuid.UUID         `json:"id"`
	Name           string            `json:"name"`
	Address        string            `json:"address"`
	Latitude       float64           `json:"latitude"`
	Longitude      float64           `json:"longitude"`
	OperatingHours week.Hours        `json:"operatingHours" doc:"Per weekday, monday to sunday, on the clock of Casablanca"`
	Instructions   string            `json:"instructions"`
	IsActive       bool              `json:"isActive"`
	Kind           parking.PointKind `json:"kind" doc:"CUSTOMER: made from the place of a booking, on no list unless asked for"`
	FranchiseID    *uuid.UUID        `json:"franchiseId" doc:"Null: the whole platform's, or a customer's"`
	CreatedAt      time.Time         `json:"createdAt"`
	UpdatedAt      time.Time         `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
	DistanceKm     *float64          `json:"distanceKm" doc:"As the crow flies; null unless the list was asked near a position"`
}

func toPointView(p parking.Point) pointView {
	return pointView{
		ID: p.ID, Name: p.Name, Address: p.Address, Latitude: p.Latitude, Longitude: p.Longitude, OperatingHours: p.OperatingHours,
		Instructions: p.Instructions, IsActive: p.Active, Kind: p.Kind, FranchiseID: p.FranchiseID, CreatedAt: p.CreatedAt,
		UpdatedAt: p.UpdatedAt, DistanceKm: p.DistanceKm,
	}
}

// PointFilters narrow a list of parking points. Exported because the framework describes only such embedded structs.
type PointFilters struct {
	SearchText
	Name        string     `query:"name" maxLength:"200" doc:"Part of the name"`
	FranchiseID string     `query:"franchiseId" doc:"Only this franchise's"`
	Latitude    numberText `query:"latitude" doc:"With longitude: the points near there, the nearest first"`
	Longitude   numberText `query:"longitude"`
	Radius      numberText `query:"radius" doc:"Kilometres, 0.1 to 100; 25 when left out"`
}

func (in PointFilters) input(f *filters, page listing.Page) parking.ListInput {
	return parking.ListInput{
		Page: page, Search: in.Q, Name: in.Name, FranchiseID: f.id("franchiseId", in.FranchiseID),
		Latitude: f.number("latitude", in.Latitude), Longitude: f.number("longitude", in.Longitude), RadiusKm: f.number("radius", in.Radius),
	}
}

// AdministeredPointFilters are those that only staff have.
type AdministeredPointFilters struct {
	PointFilters
	IsActive flagText          `query:"isActive"`
	Kind     parking.PointKind `query:"kind" doc:"CUSTOMER for the places that customers gave; PUBLIC when left out"`
}

func (in AdministeredPointFilters) input(page listing.Page) (parking.ListInput, error) {
	var f filters
	out := in.PointFilters.input(&f, page)
	out.Active, out.Kind = f.flag("isActive", in.IsActive), in.Kind
	return out, f.Err()
}

type listPointsRequest struct {
	ListQuery
	PointFilters
}

type listAllPointsRequest struct {
	ListQuery
	AdministeredPointFilters
}

type exportPointsRequest struct {
	SortQuery
	AdministeredPointFilters
}

type pointsData struct {
	ParkingPoints []pointView `json:"parkingPoints"`
	Pagination    pagination  `json:"pagination"`
}

type pointsAnswer data[pointsData]

type pointData struct {
	ParkingPoint pointView `json:"parkingPoint"`
}

type (
	pointAnswer        data[pointData]
	pointCreatedAnswer created[pointData]
)

type createPointRequest struct {
	Body struct {
		Name           string     `json:"name" doc:"1 to 255 characters; no two parking points have the same"`
		Address        string     `json:"address,omitempty" doc:"Up to 500 characters"`
		Latitude       float64    `json:"latitude" doc:"-90 to 90"`
		Longitude      float64    `json:"longitude" doc:"-180 to 180"`
		OperatingHours week.Hours `json:"operatingHours,omitempty" doc:"Per weekday, monday to sunday, HH:mm; a day left out is closed"`
		Instructions   string     `json:"instructions,omitempty" doc:"Up to 2000 characters"`
		IsActive       *bool      `json:"isActive,omitempty" doc:"True when left out"`
		FranchiseID    *uuid.UUID `json:"franchiseId,omitempty" doc:"Left out: a franchise administrator's own, an administrator's the whole platform's"`
	}
}

type updatePointRequest struct {
	IDPath
	Body struct {
		Name           *string             `json:"name,omitempty"`
		Address        *string             `json:"address,omitempty"`
		Latitude       *float64            `json:"latitude,omitempty"`
		Longitude      *float64            `json:"longitude,omitempty"`
		OperatingHours *week.Hours         `json:"operatingHours,omitempty" doc:"All days anew"`
		Instructions   *string             `json:"instructions,omitempty"`
		IsActive       *bool               `json:"isActive,omitempty"`
		FranchiseID    optional[uuid.UUID] `json:"franchiseId,omitempty"`
		UpdatedAt      *time.Time          `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerParkingPoints() {
	const tag = "parking points"
	register(a, Operation{
		Method: http.MethodGet, Path: "/parking-points", ID: "listParkingPoints", Tag: tag,
		Summary: "The active parking points by name, or those near a position from the nearest",
	}, a.listParkingPoints)
	register(a, Operation{
		Method: http.MethodGet, Path: "/parking-points/admin", ID: "listAllParkingPoints", Tag: tag, Permission: authz.ParkingPointList,
		Summary:     "The parking points that the caller administers, inactive ones too",
		Description: "A franchise administrator has the platform's beside its own, and of customers' places those of its own bookings.",
	}, a.listAllParkingPoints)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/parking-points/export", ID: "exportParkingPoints", Tag: tag, Permission: authz.ParkingPointList,
		Summary: "The same list as CSV",
	}, "parking-points", pointColumns, a.exportParkingPoints)
	register(a, Operation{
		Method: http.MethodPost, Path: "/parking-points", ID: "createParkingPoint", Tag: tag, Permission: authz.ParkingPointCreate,
		Status: http.StatusCreated, Summary: "Add a parking point",
		Errors: []string{"INVALID_COORDINATES", "FRANCHISE_NOT_FOUND", "PARKING_POINT_NAME_TAKEN"},
	}, a.createParkingPoint)
	register(a, Operation{
		Method: http.MethodGet, Path: "/parking-points/{id}", ID: "getParkingPoint", Tag: tag,
		Summary: "One parking point; staff see their inactive ones and the places of their bookings too", Errors: []string{"PARKING_POINT_NOT_FOUND"},
	}, a.getParkingPoint)
	register(a, Operation{
		Method: http.MethodPut, Path: "/parking-points/{id}", ID: "updateParkingPoint", Tag: tag, Permission: authz.ParkingPointUpdate,
		Summary: "Change a parking point; what is left out stays",
		Description: "The platform's are read-only for a franchise administrator, customers' places for everybody: they are a part of their bookings. " +
			"A point that becomes inactive takes its motorcycles out of the search.",
		Errors: []string{
			"PARKING_POINT_NOT_FOUND", "INVALID_COORDINATES", "FRANCHISE_NOT_FOUND", "PARKING_POINT_NAME_TAKEN", "PARKING_POINT_IN_USE",
			"CHANGED_MEANWHILE",
		},
	}, a.updateParkingPoint)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/parking-points/{id}", ID: "deleteParkingPoint", Tag: tag, Permission: authz.ParkingPointDelete,
		Status: http.StatusNoContent, Summary: "Remove a parking point where no motorcycle stands and no booking began or ended",
		Errors: []string{"PARKING_POINT_NOT_FOUND", "PARKING_POINT_IN_USE"},
	}, a.deleteParkingPoint)
}

// pointColumns are the columns of the export.
var pointColumns = []column[parking.Point]{
	{"id", func(p parking.Point) string { return p.ID.String() }},
	{"name", func(p parking.Point) string { return p.Name }},
	{"address", func(p parking.Point) string { return p.Address }},
	{"latitude", func(p parking.Point) string { return degrees(p.Latitude) }},
	{"longitude", func(p parking.Point) string { return degrees(p.Longitude) }},
	{"operatingHours", func(p parking.Point) string { return string(p.OperatingHours.Column()) }},
	{"instructions", func(p parking.Point) string { return p.Instructions }},
	{"isActive", func(p parking.Point) string { return strconv.FormatBool(p.Active) }},
	{"kind", func(p parking.Point) string { return string(p.Kind) }},
	{"franchiseId", func(p parking.Point) string { return idText(p.FranchiseID) }},
	{"createdAt", func(p parking.Point) string { return timeTextOf(&p.CreatedAt) }},
	{"updatedAt", func(p parking.Point) string { return timeTextOf(&p.UpdatedAt) }},
}

func degrees(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func noPoint(string) *errs.Error { return parking.ErrNotFound }

func (a *API) listParkingPoints(ctx context.Context, in *listPointsRequest) (*pointsAnswer, error) {
	var f filters
	input := in.input(&f, in.page())
	if err := f.Err(); err != nil {
		return nil, err
	}
	return answerPoints(ctx, in.ListQuery, input, a.Services.Parking.List)
}

func (a *API) listAllParkingPoints(ctx context.Context, in *listAllPointsRequest) (*pointsAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	return answerPoints(ctx, in.ListQuery, input, a.Services.Parking.ListAll)
}

func answerPoints(ctx context.Context, page ListQuery, input parking.ListInput,
	list func(context.Context, parking.ListInput) ([]parking.Point, listing.Total, error),
) (*pointsAnswer, error) {
	points, total, err := list(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &pointsAnswer{}
	out.Body.Data = pointsData{ParkingPoints: views(points, toPointView), Pagination: paginate(page.Page, page.Limit, total)}
	return out, nil
}

func (a *API) exportParkingPoints(in *exportPointsRequest) (func(context.Context, func(parking.Point) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(parking.Point) error) error {
		return a.Services.Parking.Export(ctx, input, yield)
	}, err
}

func (a *API) createParkingPoint(ctx context.Context, in *createPointRequest) (*pointCreatedAnswer, error) {
	b := in.Body
	p, err := a.Services.Parking.Create(ctx, parking.CreateInput{
		Name: b.Name, Address: b.Address, Latitude: b.Latitude, Longitude: b.Longitude, OperatingHours: b.OperatingHours,
		Instructions: b.Instructions, Inactive: b.IsActive != nil && !*b.IsActive, FranchiseID: b.FranchiseID,
	})
	if err != nil {
		return nil, err
	}
	out := &pointCreatedAnswer{Location: "/parking-points/" + p.ID.String()}
	out.Body.Data.ParkingPoint = toPointView(p)
	return out, nil
}

func (a *API) getParkingPoint(ctx context.Context, in *IDPath) (*pointAnswer, error) {
	id, err := in.parse(noPoint)
	if err != nil {
		return nil, err
	}
	return answerPoint(a.Services.Parking.View(ctx, id))
}

func (a *API) updateParkingPoint(ctx context.Context, in *updatePointRequest) (*pointAnswer, error) {
	id, err := in.parse(noPoint)
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerPoint(a.Services.Parking.Update(ctx, id, parking.UpdateInput{
		Name: b.Name, Address: b.Address, Latitude: b.Latitude, Longitude: b.Longitude, OperatingHours: b.OperatingHours,
		Instructions: b.Instructions, Active: b.IsActive, FranchiseID: b.FranchiseID.change(), Seen: b.UpdatedAt,
	}))
}

func answerPoint(p parking.Point, err error) (*pointAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &pointAnswer{}
	out.Body.Data.ParkingPoint = toPointView(p)
	return out, nil
}

func (a *API) deleteParkingPoint(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(noPoint)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Parking.Delete(ctx, id)
}
