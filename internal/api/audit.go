package api

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
)

type auditView struct {
	ID          string          `json:"id"`
	HappenedAt  time.Time       `json:"happenedAt"`
	ActorID     *uuid.UUID      `json:"actorId" doc:"Null: the program itself"`
	ActorName   *string         `json:"actorName"`
	ActorRole   string          `json:"actorRole"`
	Action      string          `json:"action" doc:"The permission by which it was done"`
	Entity      string          `json:"entity"`
	EntityID    uuid.UUID       `json:"entityId"`
	FranchiseID *uuid.UUID      `json:"franchiseId"`
	Changes     json.RawMessage `json:"changes" doc:"By field: {\"from\": ..., \"to\": ...}"`
	IP          string          `json:"ip"`
	RequestID   string          `json:"requestId"`
}

func toAuditView(r audit.Record) auditView {
	return auditView{
		ID: strconv.FormatInt(r.ID, 10), HappenedAt: r.HappenedAt.UTC(), ActorID: r.ActorID, ActorName: r.ActorName, ActorRole: r.ActorRole,
		Action: r.Action, Entity: r.Entity, EntityID: r.EntityID, FranchiseID: r.FranchiseID, Changes: r.Changes, IP: r.IP, RequestID: r.RequestID,
	}
}

// AuditFilters narrow the audit log. Exported because the framework describes only such embedded structs.
type AuditFilters struct {
	Entity         string   `query:"entity" maxLength:"50" doc:"supplement, motorcycle, booking, ..."`
	EntityID       string   `query:"entityId"`
	Action         []string `query:"action,explode" maxItems:"100" doc:"Names of permissions: any of them"`
	ActorID        string   `query:"actorId" doc:"Who did it"`
	FranchiseID    string   `query:"franchiseId"`
	HappenedAfter  timeText `query:"happenedAfter"`
	HappenedBefore timeText `query:"happenedBefore"`
}

func (in AuditFilters) input(page listing.Page) (audit.ListInput, error) {
	var f filters
	out := audit.ListInput{
		Page: page, Entity: in.Entity, EntityID: f.id("entityId", in.EntityID), Actions: in.Action, ActorID: f.id("actorId", in.ActorID),
		FranchiseID: f.id("franchiseId", in.FranchiseID),
		After:       f.instant("happenedAfter", in.HappenedAfter), Before: f.instant("happenedBefore", in.HappenedBefore),
	}
	return out, f.Err()
}

type listAuditRequest struct {
	ListQuery
	AuditFilters
}

type exportAuditRequest struct {
	SortQuery
	AuditFilters
}

type auditData struct {
	Entries    []auditView `json:"entries"`
	Pagination pagination  `json:"pagination"`
}

type auditAnswer data[auditData]

var auditColumns = []column[audit.Record]{
	{"happenedAt", func(r audit.Record) string { return timeTextOf(&r.HappenedAt) }},
	{"actorId", func(r audit.Record) string { return idText(r.ActorID) }},
	{"actorRole", func(r audit.Record) string { return r.ActorRole }},
	{"action", func(r audit.Record) string { return r.Action }},
	{"entity", func(r audit.Record) string { return r.Entity }},
	{"entityId", func(r audit.Record) string { return r.EntityID.String() }},
	{"franchiseId", func(r audit.Record) string { return idText(r.FranchiseID) }},
	{"changes", func(r audit.Record) string { return string(r.Changes) }},
	{"ip", func(r audit.Record) string { return r.IP }},
	{"requestId", func(r audit.Record) string { return r.RequestID }},
}

func (a *API) registerAudit() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/audit-log", ID: "listAuditLog", Tag: "audit log", Permission: authz.AuditLogList,
		Summary: "Who did what, the newest first", Description: "A franchise administrator reads what concerns its own franchise.",
	}, func(ctx context.Context, in *listAuditRequest) (*auditAnswer, error) {
		input, err := in.input(in.page())
		if err != nil {
			return nil, err
		}
		records, total, err := a.Services.Audit.List(ctx, input)
		if err != nil {
			return nil, err
		}
		out := &auditAnswer{}
		out.Body.Data = auditData{Entries: views(records, toAuditView), Pagination: paginate(in.Page, in.Limit, total)}
		return out, nil
	})
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/audit-log/export", ID: "exportAuditLog", Tag: "audit log", Permission: authz.AuditLogList,
		Summary: "The same list as CSV",
	}, "audit-log", auditColumns, func(in *exportAuditRequest) (func(context.Context, func(audit.Record) error) error, error) {
		input, err := in.input(in.page())
		return func(ctx context.Context, yield func(audit.Record) error) error {
			return a.Services.Audit.Export(ctx, input, yield)
		}, err
	})
}
