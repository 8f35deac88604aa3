package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// motorcycleFeatureView is an entry of the feature catalogue; featureView is what stands beside a motorcycle.
type motorcycleFeatureView struct {
	ID          uuid.UUID  `json:"id"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	IconURL     *string    `json:"iconUrl"`
	FranchiseID *uuid.UUID `json:"franchiseId" doc:"Null: the whole platform's"`
	CreatedAt   time.Time  `json:"createdAt"`
	UpdatedAt   time.Time  `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
}

func toMotorcycleFeatureView(f motorcycle.CatalogFeature) motorcycleFeatureView {
	return motorcycleFeatureView(f)
}

// FeatureFilters narrow the feature catalogue. Exported because the framework describes only such embedded structs.
type FeatureFilters struct {
	SearchText
	Name        string `query:"name" maxLength:"200" doc:"Part of the name"`
	FranchiseID string `query:"franchiseId" doc:"What this franchise's motorcycles can have: the platform's features too"`
}

func (in FeatureFilters) input(page listing.Page) (motorcycle.FeatureListInput, error) {
	var f filters
	out := motorcycle.FeatureListInput{Page: page, Search: in.Q, Name: in.Name, FranchiseID: f.id("franchiseId", in.FranchiseID)}
	return out, f.Err()
}

type listFeaturesRequest struct {
	ListQuery
	FeatureFilters
}

type exportFeaturesRequest struct {
	SortQuery
	FeatureFilters
}

type featuresData struct {
	MotorcycleFeatures []motorcycleFeatureView `json:"motorcycleFeatures"`
	Pagination         pagination              `json:"pagination"`
}

type featuresAnswer data[featuresData]

type featureData struct {
	MotorcycleFeature motorcycleFeatureView `json:"motorcycleFeature"`
}

type (
	featureAnswer        data[featureData]
	featureCreatedAnswer created[featureData]
)

type createFeatureRequest struct {
	Body struct {
		Name        string     `json:"name" doc:"1 to 100 characters"`
		Description string     `json:"description,omitempty" doc:"Up to 5000 characters"`
		IconURL     *string    `json:"iconUrl,omitempty" doc:"An address on the web or a path on this site"`
		FranchiseID *uuid.UUID `json:"franchiseId,omitempty" doc:"Left out: a franchise administrator's own, an administrator's the whole platform's"`
	}
}

type updateFeatureRequest struct {
	IDPath
	Body struct {
		Name        *string             `json:"name,omitempty"`
		Description *string             `json:"description,omitempty"`
		IconURL     optional[string]    `json:"iconUrl,omitempty"`
		FranchiseID optional[uuid.UUID] `json:"franchiseId,omitempty"`
		UpdatedAt   *time.Time          `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerFeatures() {
	const tag = "motorcycle features"
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycle-features", ID: "listMotorcycleFeatures", Tag: tag,
		Summary: "What motorcycles can have, by name", Description: "A franchise administrator gets the platform's features and its own.",
	}, a.listFeatures)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/motorcycle-features/export", ID: "exportMotorcycleFeatures", Tag: tag, Permission: authz.MotorcycleFeatureList,
		Summary: "The features that the caller administers, as CSV", Description: "A franchise administrator has the platform's beside its own.",
	}, "motorcycle-features", featureColumns, a.exportFeatures)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycle-features", ID: "createMotorcycleFeature", Tag: tag, Permission: authz.MotorcycleFeatureCreate,
		Status: http.StatusCreated, Summary: "Add a feature", Errors: []string{"FRANCHISE_NOT_FOUND", "FEATURE_NAME_TAKEN", "MEDIA_GONE", "MEDIA_MISPLACED"},
	}, a.createFeature)
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycle-features/{id}", ID: "getMotorcycleFeature", Tag: tag,
		Summary: "One feature", Errors: []string{"FEATURE_NOT_FOUND"},
	}, a.getFeature)
	register(a, Operation{
		Method: http.MethodPut, Path: "/motorcycle-features/{id}", ID: "updateMotorcycleFeature", Tag: tag, Permission: authz.MotorcycleFeatureUpdate,
		Summary:     "Change a feature wherever it is shown; what is left out stays",
		Description: "The platform's features are read-only for a franchise administrator.",
		Errors:      []string{"FEATURE_NOT_FOUND", "FRANCHISE_NOT_FOUND", "FEATURE_NAME_TAKEN", "FEATURE_IN_USE", "CHANGED_MEANWHILE", "MEDIA_GONE", "MEDIA_MISPLACED"},
	}, a.updateFeature)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/motorcycle-features/{id}", ID: "deleteMotorcycleFeature", Tag: tag, Permission: authz.MotorcycleFeatureDelete,
		Status: http.StatusNoContent, Summary: "Remove a feature, also from every motorcycle that has it", Errors: []string{"FEATURE_NOT_FOUND"},
	}, a.deleteFeature)
}

// featureColumns are the columns of the export.
var featureColumns = []column[motorcycle.CatalogFeature]{
	{"id", func(f motorcycle.CatalogFeature) string { return f.ID.String() }},
	{"name", func(f motorcycle.CatalogFeature) string { return f.Name }},
	{"description", func(f motorcycle.CatalogFeature) string { return f.Description }},
	{"iconUrl", func(f motorcycle.CatalogFeature) string { return textOrEmpty(f.IconURL) }},
	{"franchiseId", func(f motorcycle.CatalogFeature) string { return idText(f.FranchiseID) }},
	{"createdAt", func(f motorcycle.CatalogFeature) string { return timeTextOf(&f.CreatedAt) }},
	{"updatedAt", func(f motorcycle.CatalogFeature) string { return timeTextOf(&f.UpdatedAt) }},
}

func textOrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func noFeature(string) *errs.Error { return motorcycle.ErrFeatureNotFound }

func (a *API) listFeatures(ctx context.Context, in *listFeaturesRequest) (*featuresAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	found, total, err := a.Services.Motorcycle.Features(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &featuresAnswer{}
	out.Body.Data = featuresData{MotorcycleFeatures: views(found, toMotorcycleFeatureView), Pagination: paginate(in.Page, in.Limit, total)}
	return out, nil
}

func (a *API) exportFeatures(in *exportFeaturesRequest) (func(context.Context, func(motorcycle.CatalogFeature) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(motorcycle.CatalogFeature) error) error {
		return a.Services.Motorcycle.ExportFeatures(ctx, input, yield)
	}, err
}

func (a *API) createFeature(ctx context.Context, in *createFeatureRequest) (*featureCreatedAnswer, error) {
	b := in.Body
	f, err := a.Services.Motorcycle.CreateFeature(ctx, motorcycle.CreateFeatureInput{
		Name: b.Name, Description: b.Description, IconURL: b.IconURL, FranchiseID: b.FranchiseID,
	})
	if err != nil {
		return nil, err
	}
	out := &featureCreatedAnswer{Location: "/motorcycle-features/" + f.ID.String()}
	out.Body.Data.MotorcycleFeature = toMotorcycleFeatureView(f)
	return out, nil
}

func (a *API) getFeature(ctx context.Context, in *IDPath) (*featureAnswer, error) {
	id, err := in.parse(noFeature)
	if err != nil {
		return nil, err
	}
	return answerFeature(a.Services.Motorcycle.Feature(ctx, id))
}

func (a *API) updateFeature(ctx context.Context, in *updateFeatureRequest) (*featureAnswer, error) {
	id, err := in.parse(noFeature)
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerFeature(a.Services.Motorcycle.UpdateFeature(ctx, id, motorcycle.UpdateFeatureInput{
		Name: b.Name, Description: b.Description, IconURL: b.IconURL.change(), FranchiseID: b.FranchiseID.change(), Seen: b.UpdatedAt,
	}))
}

func answerFeature(f motorcycle.CatalogFeature, err error) (*featureAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &featureAnswer{}
	out.Body.Data.MotorcycleFeature = toMotorcycleFeatureView(f)
	return out, nil
}

func (a *API) deleteFeature(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(noFeature)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Motorcycle.DeleteFeature(ctx, id)
}
