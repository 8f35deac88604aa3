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

type blockView struct {
	ID               uuid.UUID              `json:"id"`
	MotorcycleID     uuid.UUID              `json:"motorcycleId"`
	FranchiseID      uuid.UUID              `json:"franchiseId"`
	StartDatetime    time.Time              `json:"startDatetime"`
	EndDatetime      time.Time              `json:"endDatetime"`
	Reason           motorcycle.BlockReason `json:"reason"`
	Notes            *string                `json:"notes"`
	CreatedByAdminID *uuid.UUID             `json:"createdByAdminId" doc:"Null: the program itself"`
	CreatedAt        time.Time              `json:"createdAt"`
	UpdatedAt        time.Time              `json:"updatedAt" doc:"To be sent back with a change, so that nobody's change is lost"`
}

func toBlockView(b motorcycle.AvailabilityBlock) blockView {
	return blockView{
		ID: b.ID, MotorcycleID: b.MotorcycleID, FranchiseID: b.FranchiseID, StartDatetime: b.Start, EndDatetime: b.End, Reason: b.Reason,
		Notes: b.Notes, CreatedByAdminID: b.CreatedByAdminID, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt,
	}
}

// PeriodFilters narrow the blocks of one motorcycle. Exported because the framework describes only such embedded structs.
type PeriodFilters struct {
	SearchText
	Reason     motorcycle.BlockReason `query:"reason"`
	StartAfter timeText               `query:"startAfter" doc:"Begins then or later"`
	EndBefore  timeText               `query:"endBefore" doc:"Ends then or earlier"`
}

func (in PeriodFilters) read(f *filters, page listing.Page) motorcycle.BlockListInput {
	return motorcycle.BlockListInput{
		Page: page, Search: in.Q, Reason: in.Reason, StartAfter: f.instant("startAfter", in.StartAfter), EndBefore: f.instant("endBefore", in.EndBefore),
	}
}

// BlockFilters narrow the blocks of all motorcycles. Exported because the framework describes only such embedded structs.
type BlockFilters struct {
	PeriodFilters
	MotorcycleID string `query:"motorcycleId"`
	FranchiseID  string `query:"franchiseId"`
}

func (in BlockFilters) input(page listing.Page) (motorcycle.BlockListInput, error) {
	var f filters
	out := in.read(&f, page)
	out.MotorcycleID, out.FranchiseID = f.id("motorcycleId", in.MotorcycleID), f.id("franchiseId", in.FranchiseID)
	return out, f.Err()
}

type listBlocksRequest struct {
	ListQuery
	BlockFilters
}

type exportBlocksRequest struct {
	SortQuery
	BlockFilters
}

type motorcycleBlocksRequest struct {
	IDPath
	ListQuery
	PeriodFilters
}

type blocksData struct {
	AvailabilityBlocks []blockView `json:"availabilityBlocks"`
	Pagination         pagination  `json:"pagination"`
}

type blocksAnswer data[blocksData]

type blockData struct {
	AvailabilityBlock blockView `json:"availabilityBlock"`
}

type (
	blockAnswer        data[blockData]
	blockCreatedAnswer created[blockData]
)

type createBlockRequest struct {
	IDPath
	Body struct {
		StartDatetime time.Time              `json:"startDatetime" doc:"In the future"`
		EndDatetime   time.Time              `json:"endDatetime" doc:"After the start; within ten years"`
		Reason        motorcycle.BlockReason `json:"reason,omitempty" doc:"maintenance when left out"`
		Notes         string                 `json:"notes,omitempty" doc:"Up to 1000 characters"`
	}
}

type updateBlockRequest struct {
	IDPath
	Body struct {
		StartDatetime *time.Time              `json:"startDatetime,omitempty" doc:"In the future, unless it stays"`
		EndDatetime   *time.Time              `json:"endDatetime,omitempty" doc:"Now at the earliest, unless it stays"`
		Reason        *motorcycle.BlockReason `json:"reason,omitempty"`
		Notes         optional[string]        `json:"notes,omitempty"`
		UpdatedAt     *time.Time              `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func noBlock(string) *errs.Error { return motorcycle.ErrBlockNotFound }

func (a *API) registerBlocks() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/availability-blocks", ID: "listAvailabilityBlocks", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockList, Summary: "When motorcycles are kept from renting, the latest first",
	}, a.listBlocks)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/availability-blocks/export", ID: "exportAvailabilityBlocks", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockList, Summary: "The same list as CSV",
	}, "availability-blocks", blockColumns, a.exportBlocks)
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/{id}/blocks", ID: "listMotorcycleBlocks", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockList, Summary: "When one motorcycle is kept from renting, the latest first",
		Errors: []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.listMotorcycleBlocks)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/{id}/blocks", ID: "createAvailabilityBlock", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockCreate, Status: http.StatusCreated, Summary: "Keep a motorcycle from renting for a period",
		Description: "It must be free then: neither another block nor a booking may have a part of the period. An unpaid booking whose time has run out is not in the way.",
		Errors:      []string{"MOTORCYCLE_NOT_FOUND", "BLOCK_CONFLICT", "BOOKING_CONFLICT"},
	}, a.createBlock)
	register(a, Operation{
		Method: http.MethodGet, Path: "/availability-blocks/{id}", ID: "getAvailabilityBlock", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockList, Summary: "One availability block", Errors: []string{"BLOCK_NOT_FOUND"},
	}, a.getBlock)
	register(a, Operation{
		Method: http.MethodPut, Path: "/availability-blocks/{id}", ID: "updateAvailabilityBlock", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockUpdate, Summary: "Change an availability block; what is left out stays",
		Errors: []string{"BLOCK_NOT_FOUND", "BLOCK_CONFLICT", "BOOKING_CONFLICT", "CHANGED_MEANWHILE"},
	}, a.updateBlock)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/availability-blocks/{id}", ID: "deleteAvailabilityBlock", Tag: "availability blocks",
		Permission: authz.AvailabilityBlockDelete, Status: http.StatusNoContent, Summary: "Give a motorcycle back to renting",
		Errors: []string{"BLOCK_NOT_FOUND"},
	}, a.deleteBlock)
}

// blockColumns are the columns of the export.
var blockColumns = []column[motorcycle.AvailabilityBlock]{
	{"id", func(b motorcycle.AvailabilityBlock) string { return b.ID.String() }},
	{"motorcycleId", func(b motorcycle.AvailabilityBlock) string { return b.MotorcycleID.String() }},
	{"franchiseId", func(b motorcycle.AvailabilityBlock) string { return b.FranchiseID.String() }},
	{"startDatetime", func(b motorcycle.AvailabilityBlock) string { return timeTextOf(&b.Start) }},
	{"endDatetime", func(b motorcycle.AvailabilityBlock) string { return timeTextOf(&b.End) }},
	{"reason", func(b motorcycle.AvailabilityBlock) string { return string(b.Reason) }},
	{"notes", func(b motorcycle.AvailabilityBlock) string { return textOf(b.Notes) }},
	{"createdByAdminId", func(b motorcycle.AvailabilityBlock) string { return idText(b.CreatedByAdminID) }},
	{"createdAt", func(b motorcycle.AvailabilityBlock) string { return timeTextOf(&b.CreatedAt) }},
	{"updatedAt", func(b motorcycle.AvailabilityBlock) string { return timeTextOf(&b.UpdatedAt) }},
}

func (a *API) listBlocks(ctx context.Context, in *listBlocksRequest) (*blocksAnswer, error) {
	input, err := in.input(in.page())
	if err != nil {
		return nil, err
	}
	found, total, err := a.Services.Motorcycle.Blocks(ctx, input)
	return answerBlocks(found, total, in.PageQuery, err)
}

func (a *API) listMotorcycleBlocks(ctx context.Context, in *motorcycleBlocksRequest) (*blocksAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	var f filters
	input := in.read(&f, in.page())
	if err := f.Err(); err != nil {
		return nil, err
	}
	found, total, err := a.Services.Motorcycle.BlocksOf(ctx, id, input)
	return answerBlocks(found, total, in.PageQuery, err)
}

func answerBlocks(found []motorcycle.AvailabilityBlock, total listing.Total, page PageQuery, err error) (*blocksAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &blocksAnswer{}
	out.Body.Data = blocksData{AvailabilityBlocks: views(found, toBlockView), Pagination: paginate(page.Page, page.Limit, total)}
	return out, nil
}

func (a *API) exportBlocks(in *exportBlocksRequest) (func(context.Context, func(motorcycle.AvailabilityBlock) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(motorcycle.AvailabilityBlock) error) error {
		return a.Services.Motorcycle.ExportBlocks(ctx, input, yield)
	}, err
}

func (a *API) createBlock(ctx context.Context, in *createBlockRequest) (*blockCreatedAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	b, err := a.Services.Motorcycle.Block(ctx, motorcycle.BlockInput{
		MotorcycleID: id, Start: in.Body.StartDatetime, End: in.Body.EndDatetime, Reason: in.Body.Reason, Notes: in.Body.Notes,
	})
	if err != nil {
		return nil, err
	}
	out := &blockCreatedAnswer{Location: "/availability-blocks/" + b.ID.String()}
	out.Body.Data.AvailabilityBlock = toBlockView(b)
	return out, nil
}

func (a *API) getBlock(ctx context.Context, in *IDPath) (*blockAnswer, error) {
	id, err := in.parse(noBlock)
	if err != nil {
		return nil, err
	}
	return answerBlock(a.Services.Motorcycle.GetBlock(ctx, id))
}

func (a *API) updateBlock(ctx context.Context, in *updateBlockRequest) (*blockAnswer, error) {
	id, err := in.parse(noBlock)
	if err != nil {
		return nil, err
	}
	b := in.Body
	return answerBlock(a.Services.Motorcycle.UpdateBlock(ctx, id, motorcycle.UpdateBlockInput{
		Start: b.StartDatetime, End: b.EndDatetime, Reason: b.Reason, Notes: b.Notes.change(), Seen: b.UpdatedAt,
	}))
}

func answerBlock(b motorcycle.AvailabilityBlock, err error) (*blockAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &blockAnswer{}
	out.Body.Data.AvailabilityBlock = toBlockView(b)
	return out, nil
}

func (a *API) deleteBlock(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(noBlock)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Motorcycle.DeleteBlock(ctx, id)
}
