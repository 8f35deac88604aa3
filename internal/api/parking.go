package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/parking"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/week"
)

type pointView struct {
	ID             uuid.UUID  `json:"id"`
	Name           string     `json:"name"`
	Address        string     `json:"address"`
	Latitude       float64    `json:"latitude"`
	Longitude      float64    `json:"longitude"`
	OperatingHours week.Hours `json:"operatingHours" doc:"Per weekday, monday to sunday, on the clock of Casablanca"`
	Instructions   string     `json:"instructions"`
	FranchiseID    *uuid.UUID `json:"franchiseId"`
}

type listPointsRequest struct {
	PageQuery
	FranchiseID string `query:"franchiseId" format:"uuid" doc:"Only this franchise's"`
}

type pointsData struct {
	ParkingPoints []pointView `json:"parkingPoints"`
	Pagination    pagination  `json:"pagination"`
}

type pointsAnswer data[pointsData]

type pointData struct {
	ParkingPoint pointView `json:"parkingPoint"`
}

type pointAnswer data[pointData]

func (a *API) registerParkingPoints() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/parking-points", ID: "listParkingPoints", Tag: "places",
		Summary: "The active parking points by name",
	}, a.listParkingPoints)
	register(a, Operation{
		Method: http.MethodGet, Path: "/parking-points/{id}", ID: "getParkingPoint", Tag: "places",
		Summary: "One parking point",
		Errors:  []string{"PARKING_POINT_NOT_FOUND"},
	}, a.getParkingPoint)
}

func (a *API) listParkingPoints(ctx context.Context, in *listPointsRequest) (*pointsAnswer, error) {
	points, total, err := a.Services.Parking.List(ctx, optionalID(in.FranchiseID), in.Page, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &pointsAnswer{}
	out.Body.Data.ParkingPoints = make([]pointView, len(points))
	for i, p := range points {
		out.Body.Data.ParkingPoints[i] = pointView(p)
	}
	out.Body.Data.Pagination = paginate(in.Page, in.Limit, total)
	return out, nil
}

func (a *API) getParkingPoint(ctx context.Context, in *IDPath) (*pointAnswer, error) {
	id, err := in.parse(func(string) *errs.Error { return parking.ErrNotFound })
	if err != nil {
		return nil, err
	}
	point, err := a.Services.Parking.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &pointAnswer{}
	out.Body.Data.ParkingPoint = pointView(point)
	return out, nil
}
