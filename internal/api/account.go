package api

import (
	"context"
	"net/http"

	"rihla/internal/platform/authz"
)

type deleteAccountRequest struct {
	Body struct {
		Password string `json:"password" doc:"The account's, so that a found session cannot delete it"`
	}
}

// registerAccount adds what people do to their own account with their password. Wrong passwords count as failed
// sign-ins of the account.
func (a *API) registerAccount(failed *attempts) {
	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/delete-account", ID: "deleteAccount", Tag: "Sign-in", Permission: authz.UserDelete,
		Status: http.StatusNoContent, Limit: signInLimit, Summary: "Delete one's own account: erase who it was",
		Description: "As DELETE /users/{id} does to somebody else's.",
		Errors:      []string{"USER_NOT_FOUND", "USER_HAS_BOOKINGS", "LAST_ADMIN"},
	}, func(ctx context.Context, in *deleteAccountRequest) (*struct{}, error) {
		return nil, failed.try(ownAccount(ctx), func() error { return a.Services.Auth.DeleteAccount(ctx, in.Body.Password) })
	})
}

// ownAccount is what the failed attempts of whoever asks are counted by.
func ownAccount(ctx context.Context) string { return authz.From(ctx).UserID.String() }
