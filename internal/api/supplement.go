package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

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
}

type listSupplementsRequest struct {
	PageQuery
	FranchiseID string   `query:"franchiseId" format:"uuid" doc:"This franchise's and the platform's"`
	IsActive    flagText `query:"isActive" enum:"true,false" doc:"Taken for the specification's client; only active ones are public"`
	IsFree      flagText `query:"isFree" enum:"true,false"`
}

type supplementsData struct {
	Supplements []supplementView `json:"supplements"`
	Pagination  pagination       `json:"pagination"`
}

type supplementsAnswer data[supplementsData]

func (a *API) registerSupplements() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/supplements", ID: "listSupplements", Tag: "supplements",
		Summary: "The active extras, the free ones first",
	}, a.listSupplements)
}

func (a *API) listSupplements(ctx context.Context, in *listSupplementsRequest) (*supplementsAnswer, error) {
	list, total, err := a.Services.Supplement.List(ctx, supplement.ListInput{
		FranchiseID: optionalID(in.FranchiseID), Free: optionalBool(in.IsFree), Page: in.Page, Limit: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	out := &supplementsAnswer{}
	out.Body.Data.Supplements = make([]supplementView, len(list))
	for i, s := range list {
		out.Body.Data.Supplements[i] = supplementView{
			ID: s.ID, Name: s.Name, Description: s.Description, Price: MAD(s.Price), PriceType: s.PriceType,
			IsActive: s.Active, IsFree: s.Free, FranchiseID: s.FranchiseID,
		}
	}
	out.Body.Data.Pagination = paginate(in.Page, in.Limit, total)
	return out, nil
}

func optionalBool(text flagText) *bool {
	if text == "" {
		return nil
	}
	is := text == "true"
	return &is
}
