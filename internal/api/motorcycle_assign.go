package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
)

type assignFeatureRequest struct {
	IDPath
	Body struct {
		FeatureID uuid.UUID `json:"featureId" doc:"Of the platform's or of the franchise's catalogue"`
	}
}

type unassignFeatureRequest struct {
	IDPath
	FeatureID string `path:"featureId" doc:"UUID"`
}

func (a *API) registerFeatureAssignments() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/{id}/features", ID: "assignMotorcycleFeature", Tag: "motorcycles",
		Permission: authz.MotorcycleFeatureAssign, Status: http.StatusCreated, Summary: "Give a motorcycle a feature",
		Errors: []string{"MOTORCYCLE_NOT_FOUND", "FEATURE_NOT_FOUND", "FEATURE_ASSIGNED"},
	}, a.assignFeature)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/motorcycles/{id}/features/{featureId}", ID: "unassignMotorcycleFeature", Tag: "motorcycles",
		Permission: authz.MotorcycleFeatureUnassign, Status: http.StatusNoContent, Summary: "Take a feature from a motorcycle",
		Errors: []string{"MOTORCYCLE_NOT_FOUND", "FEATURE_NOT_FOUND"},
	}, a.unassignFeature)
}

func (a *API) assignFeature(ctx context.Context, in *assignFeatureRequest) (*motorcycleAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	if err := a.Services.Motorcycle.AssignFeature(ctx, id, in.Body.FeatureID); err != nil {
		return nil, err
	}
	return a.motorcycle(ctx, id)
}

func (a *API) unassignFeature(ctx context.Context, in *unassignFeatureRequest) (*struct{}, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	featureID, err := IDPath{ID: in.FeatureID}.parse(func(string) *errs.Error { return motorcycle.ErrFeatureNotFound })
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Motorcycle.UnassignFeature(ctx, id, featureID)
}
