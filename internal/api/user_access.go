package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/platform/authz"
)

type userSessionPath struct {
	IDPath
	SessionID string `path:"sessionId" doc:"UUID"`
}

type blockUserRequest struct {
	IDPath
	Body struct {
		Reason string `json:"reason,omitempty" doc:"Up to 500 characters, for staff"`
	}
}

// registerUserAccess adds what staff do about who may sign in.
func (a *API) registerUserAccess() {
	const whose = "A franchise administrator's are the accounts of its franchise; those of administrators are administrators' to deal with."
	register(a, Operation{
		Method: http.MethodGet, Path: "/users/{id}/sessions", ID: "listUserSessions", Tag: "users", Permission: authz.UserSessionManage,
		Summary: "Where somebody is signed in, the latest used first", Description: whose, Errors: []string{"USER_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*sessionsAnswer, error) {
		id, err := in.parse(notFound("USER_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		open, err := a.Services.Auth.SessionsOf(ctx, id)
		if err != nil {
			return nil, err
		}
		out := &sessionsAnswer{}
		out.Body.Data.Sessions = views(open, toOpenSessionView)
		return out, nil
	})
	register(a, Operation{
		Method: http.MethodDelete, Path: "/users/{id}/sessions", ID: "endUserSessions", Tag: "users", Permission: authz.UserSessionManage,
		Status: http.StatusNoContent, Summary: "Sign somebody out everywhere", Description: whose, Errors: []string{"USER_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*struct{}, error) {
		id, err := in.parse(notFound("USER_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		return nil, a.Services.Auth.EndSessionOf(ctx, id, nil)
	})
	register(a, Operation{
		Method: http.MethodDelete, Path: "/users/{id}/sessions/{sessionId}", ID: "endUserSession", Tag: "users", Permission: authz.UserSessionManage,
		Status: http.StatusNoContent, Summary: "Sign somebody out somewhere", Description: whose, Errors: []string{"USER_NOT_FOUND", "SESSION_NOT_FOUND"},
	}, func(ctx context.Context, in *userSessionPath) (*struct{}, error) {
		id, err := in.parse(notFound("USER_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		session, err := uuid.Parse(in.SessionID)
		if err != nil {
			session = uuid.Nil // nobody's, once it is known that the user may be dealt with
		}
		return nil, a.Services.Auth.EndSessionOf(ctx, id, &session)
	})
	register(a, Operation{
		Method: http.MethodPost, Path: "/users/{id}/block", ID: "blockUser", Tag: "users", Permission: authz.UserBlock,
		Summary: "Keep somebody from signing in, and sign them out everywhere; what is booked stays booked", Description: whose,
		Errors: []string{"USER_NOT_FOUND", "OWN_ACCOUNT", "LAST_ADMIN"},
	}, func(ctx context.Context, in *blockUserRequest) (*userAnswer, error) {
		id, err := in.parse(notFound("USER_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		return answerUser(a.Services.User.Block(ctx, id, in.Body.Reason))
	})
	register(a, Operation{
		Method: http.MethodPost, Path: "/users/{id}/unblock", ID: "unblockUser", Tag: "users", Permission: authz.UserBlock,
		Summary: "Let somebody who was blocked sign in again", Description: whose, Errors: []string{"USER_NOT_FOUND"},
	}, func(ctx context.Context, in *IDPath) (*userAnswer, error) {
		id, err := in.parse(notFound("USER_NOT_FOUND"))
		if err != nil {
			return nil, err
		}
		return answerUser(a.Services.User.Unblock(ctx, id))
	})
}
