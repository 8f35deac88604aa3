package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/auth"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
)

type openSessionView struct {
	ID         uuid.UUID `json:"id"`
	Current    bool      `json:"current" doc:"The one that asks"`
	IP         string    `json:"ip"`
	UserAgent  string    `json:"userAgent"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"When its tokens were last renewed"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

func toOpenSessionView(s auth.OpenSession) openSessionView {
	return openSessionView{
		ID: s.ID, Current: s.Current, IP: s.Device.IP, UserAgent: s.Device.UserAgent, CreatedAt: s.Created, LastUsedAt: s.LastUsed, ExpiresAt: s.Expires,
	}
}

type sessionsData struct {
	Sessions []openSessionView `json:"sessions"`
}

type sessionsAnswer data[sessionsData]

func (a *API) registerSessions() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/auth/sessions", ID: "listSessions", Tag: "Sign-in", Permission: authz.SessionList,
		Summary: "Where one is signed in, the latest used first", Description: "The latest 100.",
	}, func(ctx context.Context, _ *struct{}) (*sessionsAnswer, error) {
		open, err := a.Services.Auth.Sessions(ctx)
		if err != nil {
			return nil, err
		}
		out := &sessionsAnswer{}
		out.Body.Data.Sessions = views(open, toOpenSessionView)
		return out, nil
	})
	register(a, Operation{
		Method: http.MethodDelete, Path: "/auth/sessions/{id}", ID: "endSession", Tag: "Sign-in", Permission: authz.SessionRevoke,
		Status: http.StatusNoContent, Summary: "Sign out somewhere", Errors: []string{"SESSION_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*struct{}, error) {
		id, err := in.parse(notFound("SESSION_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		return nil, a.Services.Auth.EndSession(ctx, id)
	})
	register(a, Operation{
		Method: http.MethodDelete, Path: "/auth/sessions", ID: "endOtherSessions", Tag: "Sign-in", Permission: authz.SessionRevoke,
		Status: http.StatusNoContent, Summary: "Sign out everywhere else",
	}, func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		return nil, a.Services.Auth.EndOtherSessions(ctx)
	})
	a.registerNotices()
	a.registerMyData()
}

type knownSessionView struct {
	IP         string     `json:"ip"`
	UserAgent  string     `json:"userAgent"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt time.Time  `json:"lastUsedAt"`
	EndedAt    *time.Time `json:"endedAt"`
	EndedBy    *string    `json:"endedBy"`
}

func toKnownSessionView(s auth.KnownSession) knownSessionView {
	return knownSessionView{
		IP: s.Device.IP, UserAgent: s.Device.UserAgent, CreatedAt: s.Created, LastUsedAt: s.LastUsed, EndedAt: utcPointer(s.Ended), EndedBy: s.ReasonOfEnding,
	}
}

type historyView struct {
	HappenedAt time.Time       `json:"happenedAt"`
	ByOneself  bool            `json:"byOneself"`
	Action     string          `json:"action"`
	Entity     string          `json:"entity"`
	EntityID   uuid.UUID       `json:"entityId"`
	Changes    json.RawMessage `json:"changes" doc:"By field: {\"from\": ..., \"to\": ...}"`
	IP         string          `json:"ip"`
}

func toHistoryView(r audit.Record) historyView {
	return historyView{
		HappenedAt: r.HappenedAt.UTC(), ByOneself: r.ActorID != nil, Action: r.Action, Entity: r.Entity, EntityID: r.EntityID, Changes: r.Changes, IP: r.IP,
	}
}

type myData struct {
	CreatedAt time.Time          `json:"createdAt" doc:"When the copy was made"`
	User      userView           `json:"user"`
	Sessions  []knownSessionView `json:"sessions"`
	History   []historyView      `json:"history" doc:"What was done to the account, and what its owner did"`
	Records   map[string]any     `json:"records" doc:"Everything else that is kept about the user, by what it is: bookings, payments"`
}

type myDataAnswer struct {
	CacheControl       string `header:"Cache-Control"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               struct {
		Data myData `json:"data"`
	}
}

func (a *API) registerMyData() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/auth/my-data", ID: "downloadMyData", Tag: "Sign-in", Permission: authz.UserDataDownload, Limit: signInLimit,
		Summary: "A copy of everything that is kept about whoever asks", Errors: []string{"USER_NOT_FOUND"},
	}, func(ctx context.Context, _ *struct{}) (*myDataAnswer, error) {
		copied, err := a.Services.Copies.Own(ctx)
		if err != nil {
			return nil, err
		}
		out := &myDataAnswer{CacheControl: "no-store", ContentDisposition: `attachment; filename="rihla-my-data.json"`}
		out.Body.Data = myData{
			CreatedAt: utc(copied.Made), User: toUserView(copied.User), Sessions: views(copied.Sessions, toKnownSessionView),
			History: views(copied.History, toHistoryView), Records: copied.Records,
		}
		return out, nil
	})
}
