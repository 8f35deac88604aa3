package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/platform/week"
)

// franchiseView is a franchise as anyone may see it: no commission rate (D19).
type franchiseView struct {
	ID             uuid.UUID  `json:"id"`
	Name           string     `json:"name"`
	Code           string     `json:"code"`
	Address        string     `json:"address"`
	Latitude       *float64   `json:"latitude"`
	Longitude      *float64   `json:"longitude"`
	ContactPhone   string     `json:"contactPhone"`
	ContactEmail   string     `json:"contactEmail"`
	OperatingHours week.Hours `json:"operatingHours"`
}

type franchisesData struct {
	Franchises []franchiseView `json:"franchises"`
	Pagination pagination      `json:"pagination"`
}

type franchisesAnswer data[franchisesData]

func (a *API) registerFranchises() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises", ID: "listFranchises", Tag: "franchises",
		Summary: "The active franchises by name",
	}, a.listFranchises)
}

func (a *API) listFranchises(ctx context.Context, in *PageQuery) (*franchisesAnswer, error) {
	list, total, err := a.Services.Franchise.List(ctx, in.Page, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &franchisesAnswer{}
	out.Body.Data.Franchises = make([]franchiseView, len(list))
	for i, f := range list {
		out.Body.Data.Franchises[i] = franchiseView{
			ID: f.ID, Name: f.Name, Code: f.Code, Address: f.Address, Latitude: f.Latitude, Longitude: f.Longitude,
			ContactPhone: f.ContactPhone, ContactEmail: f.ContactEmail, OperatingHours: f.OperatingHours,
		}
	}
	out.Body.Data.Pagination = paginate(in.Page, in.Limit, total)
	return out, nil
}
