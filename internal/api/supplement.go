package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
	"rihla/internal/supplement"
)

type supplementView struct {
	ID          uuid.UUID         `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Price       MAD               `json:"price"`
	PriceType   pricing.PriceType `json:"priceType"`
	IsActive    bool              `json:"isActive"`
	IsFree      bool              `json:"isFree" doc:"Comes with every rental and is never charged for"`
	FranchiseID *uuid.UUID        `json:"franchiseId" doc:"Null: offered by the whole platform"`
	CreatedAt   time.Time         `json:"createdAt"`
	UpdatedAt   time.Time         `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
}

func toSupplementView(s supplement.Supplement) supplementView {
	return supplementView{
		ID: s.ID, Name: s.Name, Description: s.Description, Price: MAD(s.Price), PriceType: s.PriceType,
		IsActive: s.Active, IsFree: s.Free, FranchiseID: s.FranchiseID, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}
}

// SupplementFilters narrow a list of extras. Exported because the framework describes only such embedded structs.
type SupplementFilters struct {
	SearchText
	Name        string            `query:"name" maxLength:"200" doc:"Part of the name"`
	PriceType   pricing.PriceType `query:"priceType"`
	IsActive    flagText          `query:"isActive" doc:"The public list has only active ones"`
	IsFree      flagText          `query:"isFree"`
	FranchiseID string            `query:"franchiseId" doc:"This franchise's; the public list has the platform's too"`
}

func (in SupplementFilters) input(page listing.Page) (supplement.ListInput, error) {
	var f filters
	out := supplement.ListInput{
		Page: page, Search: in.Q, Name: in.Name, PriceType: in.PriceType,
		Active: f.flag("isActive", in.IsActive), Free: f.flag("isFree", in.IsFree), FranchiseID: f.id("franchiseId", in.FranchiseID),
	}
	return out, f.Err()
}

type listSupplementsRequest struct {
	ListQuery
	SupplementFilters
}

type exportSupplementsRequest struct {
	SortQuery
	SupplementFilters
}

type supplementsData struct {
	Supplements []supplementView `json:"supplements"`
	Pagination  pagination       `json:"pagination"`
}

type supplementsAnswer data[supplementsData]

type supplementData struct {
	Supplement supplementView `json:"supplement"`
}

type (
	supplementAnswer        data[supplementData]
	supplementCreatedAnswer created[supplementData]
)

type createSupplementRequest struct {
	Body struct {
		Name        string            `json:"name" doc:"1 to 255 characters"`
		Description string            `json:"description,omitempty" doc:"Up to 2000 characters"`
		Price       MAD               `json:"price" doc:"At least 0.01"`
		PriceType   pricing.PriceType `json:"priceType"`
		IsActive    *bool             `json:"isActive,omitempty" doc:"True when left out"`
		IsFree      bool              `json:"isFree,omitempty"`
		FranchiseID *uuid.UUID        `json:"franchiseId,omitempty" doc:"Left out: a franchise administrator's own, an administrator's the whole platform's"`
	}
}

type updateSupplementRequest struct {
	IDPath
	Body struct {
		Name        *string             `json:"name,omitempty"`
		Description *string             `json:"description,omitempty"`
		Price       *MAD                `json:"price,omitempty"`
		PriceType   *pricing.PriceType  `json:"priceType,omitempty"`
		IsActive    *bool               `json:"isActive,omitempty"`
		IsFree      *bool               `json:"isFree,omitempty"`
		FranchiseID optional[uuid.UUID] `json:"franchiseId,omitempty"`
		UpdatedAt   *time.Time          `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerSupplements() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/supplements", ID: "listSupplements", Tag: "supplements",
		Summary: "The active extras, the free ones first",
	}, a.listSupplements)
	register(a, Operation{
		Method: http.MethodGet, Path: "/supplements/admin", ID: "listAllSupplements", Tag: "supplements", Permission: authz.SupplementList,
		Summary: "The extras that the caller administers, inactive ones too",
	}, a.listAllSupplements)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/supplements/export", ID: "exportSupplements", Tag: "supplements", Permission: authz.SupplementList,
		Summary: "The same list as CSV",
	}, "supplements", supplementColumns, a.exportSupplements)
	register(a, Operation{
		Method: http.MethodPost, Path: "/supplements", ID: "createSupplement", Tag: "supplements", Permission: authz.SupplementCreate,
		Status: http.StatusCreated, Summary: "Add an extra", Errors: []string{"FRANCHISE_NOT_FOUND", "SUPPLEMENT_NAME_TAKEN"},
	}, a.createSupplement)
	register(a, Operation{
		Method: http.MethodGet, Path: "/supplements/{id}", ID: "getSupplement", Tag: "supplements",
		Summary: "One extra; staff see their inactive ones too", Errors: []string{"SUPPLEMENT_NOT_FOUND"},
	}, a.getSupplement)
	register(a, Operation{
		Method: http.MethodPut, Path: "/supplements/{id}", ID: "updateSupplement", Tag: "supplements", Permission: authz.SupplementUpdate,
		Summary: "Change an extra; what is left out stays", Description: "Bookings keep the price they were made at.",
		Errors: []string{"SUPPLEMENT_NOT_FOUND", "FRANCHISE_NOT_FOUND", "SUPPLEMENT_NAME_TAKEN", "CHANGED_MEANWHILE"},
	}, a.updateSupplement)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/supplements/{id}", ID: "deleteSupplement", Tag: "supplements", Permission: authz.SupplementDelete,
		Status: http.StatusNoContent, Summary: "Remove an extra that no booking has", Errors: []string{"SUPPLEMENT_NOT_FOUND", "SUPPLEMENT_IN_USE"},
	}, a.deleteSupplement)
}

// supplementColumns are the columns of the export.
var supplementColumns = []column[supplement.Supplement]{
	{"id", func(s supplement.Supplement) string { return s.ID.String() }},
	{"name", func(s supplement.Supplement) string { return s.Name }},
	{"description", func(s supplement.Supplement) string { return s.Description }},
	{"price", func(s supplement.Supplement) string { return s.Price.String() }},
	{"priceType", func(s supplement.Supplement) string { return string(s.PriceType) }},
	{"isActive", func(s supplement.Supplement) string { return strconv.FormatBool(s.Active) }},
	{"isFree", func(s supplement.Supplement) string { return strconv.FormatBool(s.Free) }},
	{"franchiseId", func(s supplement.Supplement) string { return idText(s.FranchiseID) }},
	{"createdAt", func(s supplement.Supplement) string { return timeTextOf(&s.CreatedAt) }},
	{"updatedAt", func(s supplement.Supplement) string { return timeTextOf(&s.UpdatedAt) }},
}

func (a *API) listSupplements(ctx context.Context, in *listSupplementsRequest) (*supplementsAnswer, error) {
	return answerSupplements(ctx, in, a.Services.Supplement.List)
}

func (a *API) listAllSupplements(ctx context.Context, in *listSupplementsRequest) (*supplementsAnswer, error) {
	return answerSupplements(ctx, in, a.Services.Supplement.ListAll)
}

func answerSupplements(ctx context.Context, in *listSupplementsRequest,
	list func(context.Context, supplement.ListInput) ([]supplement.Supplement, listing.Total, error),
) (*supplementsAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	found, total, err := list(ctx, input)
	if err != nil {
		return nil, err
	}
	out := &supplementsAnswer{}
	out.Body.Data = supplementsData{Supplements: views(found, toSupplementView), Pagination: paginate(in.Page, in.Limit, total)}
	return out, nil
}

func (a *API) exportSupplements(in *exportSupplementsRequest) (func(context.Context, func(supplement.Supplement) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(supplement.Supplement) error) error {
		return a.Services.Supplement.Export(ctx, input, yield)
	}, err
}

func (a *API) createSupplement(ctx context.Context, in *createSupplementRequest) (*supplementCreatedAnswer, error) {
	b := in.Body
	s, err := a.Services.Supplement.Create(ctx, supplement.CreateInput{
		Name: b.Name, Description: b.Description, Price: money.Amount(b.Price), PriceType: b.PriceType,
		Inactive: b.IsActive != nil && !*b.IsActive, Free: b.IsFree, FranchiseID: b.FranchiseID,
	})
	if err != nil {
		return nil, err
	}
	out := &supplementCreatedAnswer{Location: "/supplements/" + s.ID.String()}
	out.Body.Data.Supplement = toSupplementView(s)
	return out, nil
}

func (a *API) getSupplement(ctx context.Context, in *IDPath) (*supplementAnswer, error) {
	id, err := in.parse(supplement.ErrNotFound)
	if err != nil {
		return nil, err
	}
	return answerSupplement(a.Services.Supplement.Get(ctx, id))
}

func (a *API) updateSupplement(ctx context.Context, in *updateSupplementRequest) (*supplementAnswer, error) {
	id, err := in.parse(supplement.ErrNotFound)
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerSupplement(a.Services.Supplement.Update(ctx, id, supplement.UpdateInput{
		Name: b.Name, Description: b.Description, Price: (*money.Amount)(b.Price), PriceType: b.PriceType, Active: b.IsActive, Free: b.IsFree,
		FranchiseID: b.FranchiseID.change(), Seen: b.UpdatedAt,
	}))
}

func answerSupplement(s supplement.Supplement, err error) (*supplementAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &supplementAnswer{}
	out.Body.Data.Supplement = toSupplementView(s)
	return out, nil
}

func (a *API) deleteSupplement(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(supplement.ErrNotFound)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Supplement.Delete(ctx, id)
}
