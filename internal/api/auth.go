package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/auth"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
	"rihla/internal/user"
)

// permissionMap holds true for every permission of a user.
type permissionMap map[authz.Permission]bool

// account is a user as they see themselves; the password never leaves (specification section 3).
type account struct {
	ID                uuid.UUID     `json:"id"`
	Email             string        `json:"email" format:"email"`
	FirstName         string        `json:"firstName"`
	LastName          string        `json:"lastName"`
	PhoneNumber       *string       `json:"phoneNumber"`
	Role              authz.Role    `json:"role"`
	FranchiseID       *uuid.UUID    `json:"franchiseId"`
	Language          i18n.Language `json:"language"`
	IdentityCardFront *string       `json:"identityCardFront"`
	IdentityCardCover *string       `json:"identityCardCover"`
	IdentityCard      identityCard  `json:"identityCard"`
	EmailVerifiedAt   *time.Time    `json:"emailVerifiedAt"`
	CreatedAt         time.Time     `json:"createdAt"`
	UpdatedAt         time.Time     `json:"updatedAt"`
	// Keyed by name, as the site reads it.
	Permissions permissionMap `json:"permissions" doc:"The permissions that the user holds, each true"`
}

func toAccount(u user.User) account {
	return account{
		ID: u.ID, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName, PhoneNumber: u.PhoneNumber,
		Role: u.Role, FranchiseID: u.FranchiseID, Language: u.Language,
		IdentityCardFront: u.IdentityCardFront, IdentityCardCover: u.IdentityCardCover,
		IdentityCard:    toIdentityCard(u.Card),
		EmailVerifiedAt: utcPointer(u.EmailVerifiedAt), CreatedAt: utc(u.CreatedAt), UpdatedAt: utc(u.UpdatedAt),
		Permissions: authz.PermissionsOf(u.Role),
	}
}

// session is an account with the tokens of its session.
type session struct {
	User         account `json:"user"`
	AccessToken  string  `json:"accessToken" doc:"JWT for the Authorization header, good for minutes: see exp"`
	RefreshToken string  `json:"refreshToken" doc:"Good once, for POST /auth/refresh-token"`
}

// private is data that no cache may keep: it holds tokens or is about one person.
type private[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Data T `json:"data"`
	}
}

type sessionAnswer private[session]

func toSession(s auth.Session) *sessionAnswer {
	out := &sessionAnswer{CacheControl: "no-store"}
	out.Body.Data = session{User: toAccount(s.User), AccessToken: s.Tokens.Access, RefreshToken: s.Tokens.Refresh}
	return out
}

// registerRequest has no role: one that is sent is not read, registration makes customers (specification section 6).
type registerRequest struct {
	Body struct {
		FirstName   string        `json:"firstName" doc:"1 to 50 characters"`
		LastName    string        `json:"lastName" doc:"1 to 50 characters"`
		Email       string        `json:"email" doc:"An address that has no account yet, in whatever capitals"`
		Password    string        `json:"password" doc:"8 to 200 characters, with a lowercase letter, an uppercase letter and a digit"`
		PhoneNumber *string       `json:"phoneNumber,omitempty" nullable:"true" doc:"Up to 15 digits; spaces, dots, hyphens, brackets and a leading + are fine"`
		Language    i18n.Language `json:"language,omitempty" doc:"en, fr or ar; without it the request's language"`
	}
}

type loginRequest struct {
	Body struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
}

type refreshRequest struct {
	Body *struct {
		RefreshToken *string `json:"refreshToken,omitempty" nullable:"true"`
	}
}

// token is the one in the body, or empty.
func (r *refreshRequest) token() string {
	if r.Body == nil || r.Body.RefreshToken == nil {
		return ""
	}
	return *r.Body.RefreshToken
}

type meData struct {
	User account `json:"user"`
}

type meAnswer private[meData]

func deviceOf(ctx context.Context) auth.Device {
	r := requestOf(ctx)
	return auth.Device{IP: r.ip, UserAgent: r.agent}
}

func (a *API) registerAuth() {
	failed := newAttempts(a.Limits.FailedSignIns, a.Clock.Now)
	a.registerAccount(failed)

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/register", ID: "register", Tag: "Sign-in", Summary: "Create an account and sign in",
		Description: "The account is a customer's, whatever else is sent.",
		Status:      http.StatusCreated, Limit: signInLimit, IgnoreToken: true,
		Errors: []string{"EMAIL_TAKEN"},
	}, func(ctx context.Context, in *registerRequest) (*sessionAnswer, error) {
		b := in.Body
		input := user.RegisterInput{
			FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, Password: b.Password,
			Language: cmp.Or(b.Language, requestOf(ctx).language),
		}
		if b.PhoneNumber != nil {
			input.PhoneNumber = *b.PhoneNumber
		}
		s, err := a.Services.Auth.Register(ctx, input, deviceOf(ctx))
		if err != nil {
			return nil, err
		}
		return toSession(s), nil
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/login", ID: "login", Tag: "Sign-in", Summary: "Sign in",
		Description: "An unknown address and a wrong password get the same answer.",
		Limit:       signInLimit, IgnoreToken: true,
		Errors: []string{"INVALID_CREDENTIALS", "ACCOUNT_BLOCKED"},
	}, func(ctx context.Context, in *loginRequest) (*sessionAnswer, error) {
		var s auth.Session
		err := failed.try(in.Body.Email, func() error {
			var err error
			s, err = a.Services.Auth.Login(ctx, auth.LoginInput{Email: in.Body.Email, Password: in.Body.Password}, deviceOf(ctx))
			return err
		})
		if err != nil {
			return nil, err
		}
		return toSession(s), nil
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/refresh-token", ID: "refreshToken", Tag: "Sign-in", Summary: "Trade a refresh token for new tokens",
		Description: "A refresh token is good once. Presenting it again ends its session, the newest tokens included; so make one refresh at a time.",
		Limit:       signInLimit, IgnoreToken: true,
		Errors: []string{"NO_REFRESH_TOKEN", "REFRESH_REJECTED"},
	}, func(ctx context.Context, in *refreshRequest) (*sessionAnswer, error) {
		s, err := a.Services.Auth.Refresh(ctx, in.token(), deviceOf(ctx))
		if err != nil {
			return nil, err
		}
		return toSession(s), nil
	})

	register(a, Operation{
		Method: http.MethodGet, Path: "/auth/me", ID: "me", Tag: "Sign-in", Summary: "The signed-in user, with permissions",
		Permission: authz.UserMe,
	}, func(ctx context.Context, _ *struct{}) (*meAnswer, error) {
		u, err := a.Services.Auth.Me(ctx)
		if err != nil {
			return nil, err
		}
		answer := &meAnswer{CacheControl: "no-store"}
		answer.Body.Data.User = toAccount(u)
		return answer, nil
	})

	register(a, Operation{
		Method: http.MethodPost, Path: "/auth/logout", ID: "logout", Tag: "Sign-in", Summary: "End a session",
		Description: "Ends the session of the refresh token and that of the access token, whichever are sent. Having nothing to end is no error.",
		Status:      http.StatusNoContent, IgnoreToken: true,
	}, func(ctx context.Context, in *refreshRequest) (*struct{}, error) {
		return nil, a.Services.Auth.Logout(ctx, in.token())
	})
}
