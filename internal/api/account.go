package api

import (
	"context"
	"net/http"

	"rihla/internal/auth"
	"rihla/internal/platform/authz"
)

type changePasswordRequest struct {
	Body struct {
		CurrentPassword string `json:"currentPassword"`
		NewPassword     string `json:"newPassword" doc:"8 to 200 characters, with a lowercase letter, an uppercase letter and a digit"`
	}
}

type forgotPasswordRequest struct {
	Body struct {
		Email string `json:"email"`
	}
}

type resetPasswordRequest struct {
	Body struct {
		Token    string  `json:"token" doc:"Of the link that was mailed"`
		Email    *string `json:"email,omitempty" nullable:"true" doc:"Of the link; the token alone is enough"`
		Password string  `json:"password" doc:"8 to 200 characters, with a lowercase letter, an uppercase letter and a digit"`
	}
}

type changeEmailRequest struct {
	Body struct {
		NewEmail string `json:"newEmail" doc:"An address that has no account yet, or one's own, to confirm it"`
		Password string `json:"password"`
	}
}

type confirmEmailRequest struct {
	Body struct {
		Token string `json:"token" doc:"Of the link that was mailed"`
	}
}

type deleteAccountRequest struct {
	Body struct {
		Password string `json:"password" doc:"The account's, so that a found session cannot delete it"`
	}
}

// registerAccount adds what people do to their own account with their password or with a mailed link. Wrong passwords
// count as failed sign-ins of the account.
func (a *API) registerAccount(failed *attempts) {
	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/change-password", ID: "changePassword", Tag: "Sign-in", Permission: authz.UserChangePassword,
		Status: http.StatusNoContent, Limit: signInLimit, Summary: "Choose another password",
		Description: "Every other session of the account ends, mailed links work no longer, and the owner is told by mail.",
		Errors:      []string{"USER_NOT_FOUND"},
	}, func(ctx context.Context, in *changePasswordRequest) (*struct{}, error) {
		input := auth.ChangePasswordInput{Current: in.Body.CurrentPassword, New: in.Body.NewPassword}
		return nil, failed.try(ownAccount(ctx), func() error { return a.Services.Auth.ChangePassword(ctx, input) })
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/forgot-password", ID: "forgotPassword", Tag: "Sign-in",
		Status: http.StatusNoContent, Limit: signInLimit, IgnoreToken: true, Summary: "Have a link mailed that sets a new password",
		Description: "The answer is the same whether or not the address has an account. The link works once, for an hour, and leads to /auth/reset-password on the site.",
	}, func(ctx context.Context, in *forgotPasswordRequest) (*struct{}, error) {
		return nil, a.Services.Auth.ForgotPassword(ctx, in.Body.Email)
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/reset-password", ID: "resetPassword", Tag: "Sign-in",
		Status: http.StatusNoContent, Limit: signInLimit, IgnoreToken: true, Summary: "Set a new password with a mailed link",
		Description: "Every session of the account ends, its other links work no longer, and its address counts as confirmed.",
		Errors:      []string{"LINK_INVALID"},
	}, func(ctx context.Context, in *resetPasswordRequest) (*struct{}, error) {
		b := in.Body
		return nil, a.Services.Auth.ResetPassword(ctx, auth.ResetPasswordInput{Token: b.Token, Email: orEmpty(b.Email), Password: b.Password})
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/change-email", ID: "changeEmail", Tag: "Sign-in", Permission: authz.UserChangeEmail,
		Status: http.StatusNoContent, Limit: signInLimit, Summary: "Have a link mailed that changes the account's address",
		Description: "The link goes to the new address, works once, for an hour, and leads to /auth/confirm-email on the site. The present address is told. " +
			"Asking for the present address confirms it.",
		Errors: []string{"EMAIL_TAKEN", "USER_NOT_FOUND"},
	}, func(ctx context.Context, in *changeEmailRequest) (*struct{}, error) {
		input := auth.ChangeEmailInput{NewEmail: in.Body.NewEmail, Password: in.Body.Password}
		return nil, failed.try(ownAccount(ctx), func() error { return a.Services.Auth.ChangeEmail(ctx, input) })
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/confirm-email", ID: "confirmEmail", Tag: "Sign-in",
		Status: http.StatusNoContent, Limit: signInLimit, IgnoreToken: true, Summary: "Confirm an address with a mailed link",
		Errors: []string{"LINK_INVALID", "EMAIL_TAKEN"},
	}, func(ctx context.Context, in *confirmEmailRequest) (*struct{}, error) {
		return nil, a.Services.Auth.ConfirmEmail(ctx, in.Body.Token)
	})

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
