package api

import (
	"context"
	"maps"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// Operation declares one call: its place, what it is for and who may make it. The document and the tests of the policy
// are made from these declarations.
type Operation struct {
	Method, Path string
	// ID names the operation in the document and in generated clients: "searchMotorcycles".
	ID, Summary, Tag string
	// Description says more than the summary, when there is more to say.
	Description string
	// Permission is what the service behind it checks; empty for a public call.
	Permission authz.Permission
	// Status of success; 0 is 200.
	Status int
	// Limit picks the rate limit that the call counts against; zero is none beyond the general one.
	Limit limit
	// IgnoreToken takes a call whose bearer token is broken or expired as a visitor's: those that mend a session.
	IgnoreToken bool
	// Errors are the codes that the call may answer beside those that any call may.
	Errors []string
	// OwnFailures are the statuses of refusals that have the form of a success, as a gateway wants them.
	OwnFailures []int
	// Produces is the media type of success when it is not JSON.
	Produces string
	// Responses are the answers that are no refusals, when there is more than one or none in JSON.
	Responses map[string]*huma.Response
	// RequestBody describes a body that the handler reads itself.
	RequestBody *huma.RequestBody
}

// register adds an operation. The handler's error becomes a problem document in the caller's language.
func register[In, Out any](a *API, op Operation, handle func(context.Context, *In) (*Out, error)) {
	a.ops[op.ID] = op
	a.inputs[op.ID] = reflect.TypeFor[In]()
	out := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		Tags: []string{op.Tag}, DefaultStatus: op.Status, Middlewares: huma.Middlewares{a.limited(op), a.authenticate(op)},
		Errors: []int{http.StatusUnprocessableEntity, http.StatusInternalServerError},
	}
	if op.Permission != "" {
		out.Security = []map[string][]string{{"bearer": {}}}
		out.Extensions = map[string]any{"x-permission": string(op.Permission)}
		out.Errors = append(out.Errors, http.StatusUnauthorized, http.StatusForbidden)
	}
	if op.Produces != "" {
		out.Responses = map[string]*huma.Response{"200": {
			Description: "OK", Content: map[string]*huma.MediaType{op.Produces: {Schema: &huma.Schema{Type: huma.TypeString}}},
		}}
	}
	if op.Responses != nil {
		out.Responses = maps.Clone(op.Responses) // the framework adds its own
	}
	huma.Register(a.huma, out, func(ctx context.Context, in *In) (*Out, error) {
		answer, err := handle(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return answer, nil
	})
	if op.RequestBody != nil {
		// Told only now: the framework reads a body that it knows of.
		a.huma.OpenAPI().Paths[op.Path].Post.RequestBody = op.RequestBody
	}
}

// data is the envelope of every success: {"data": {...}} (D23).
type data[T any] struct {
	Body struct {
		Data T `json:"data"`
	}
}

// created is data with 201 and where the new thing is.
type created[T any] struct {
	Location string `header:"Location"`
	Body     struct {
		Data T `json:"data"`
	}
}

// pagination stands beside every list (D23).
type pagination struct {
	Page       int `json:"page"`
	Limit      int `json:"limit"`
	Total      int `json:"total"`
	TotalPages int `json:"totalPages"`
	// What comes after the rows that were counted: listing.Total.
	TotalIsCapped bool `json:"totalIsCapped"`
}

// paginate describes a page. A limit may be as large as a number gets. A page whose rows are all that was counted has one
// after it if there is more.
func paginate(page, limit int, total listing.Total) pagination {
	rows := total.Rows
	pages := rows / limit
	if rows%limit > 0 || total.Capped && pages <= page {
		pages++
	}
	return pagination{Page: page, Limit: limit, Total: rows, TotalPages: pages, TotalIsCapped: total.Capped}
}

// PageQuery are the paging parameters of lists whose limit is bounded (specification section 9).
type PageQuery struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000" doc:"Page, from 1"`
	Limit int `query:"limit" default:"10" minimum:"1" maximum:"100" doc:"Rows a page"`
}

// IDPath is the id of the thing that the path names.
type IDPath struct {
	ID string `path:"id" doc:"UUID"`
}

// parse returns the id, or the error that the thing does not exist: what is no id is nobody's.
func (p IDPath) parse(missing func(id string) *errs.Error) (uuid.UUID, error) {
	id, err := uuid.Parse(p.ID)
	if err != nil {
		return uuid.Nil, missing(p.ID)
	}
	return id, nil
}
