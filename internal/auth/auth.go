// Package auth proves who somebody is: passwords, sessions, the short-lived access token and the refresh token that
// renews it. It turns a bearer token into an authz.Subject and decides nothing about what that subject may do
// (package authz), nor what an account looks like (package user).
package auth

import (
	"time"

	"rihla/internal/platform/errs"
	"rihla/internal/user"
)

// How long things live unless Config says otherwise.
const (
	// defaultAccessLife is short because a copy of the token works until then, or until its session ends.
	defaultAccessLife = 10 * time.Minute
	// defaultIdleLife ends a session that nobody refreshes.
	defaultIdleLife = 30 * 24 * time.Hour
	// defaultSessionLife ends every session, however busy.
	defaultSessionLife = 90 * 24 * time.Hour
	// keepEnded is how long an ended session and its tokens are kept, for whoever looks into a theft.
	keepEnded = 30 * 24 * time.Hour
)

// MinKeyBytes is the least length of the signing key (RFC 7518 section 3.2).
const MinKeyBytes = 32

// Config is what the operator decides. Zero durations and empty names mean the defaults.
type Config struct {
	// Key signs access tokens: at least MinKeyBytes, secret, the same on every replica.
	Key []byte
	// Issuer and Audience stand in the tokens and are demanded back; default "rihla" and "rihla-api".
	Issuer, Audience string
	// AccessLife is how long an access token is good; default 10 minutes.
	AccessLife time.Duration
	// IdleLife is how long a refresh token waits to be used; default 30 days.
	IdleLife time.Duration
	// SessionLife is how long a session lasts at most, whatever is refreshed; default 90 days.
	SessionLife time.Duration
}

// Device is where a request came from, kept with the session for its owner to recognise. Neither is trusted.
type Device struct {
	IP        string
	UserAgent string
}

// Tokens are what a client keeps of a session.
type Tokens struct {
	// Access is a JWT for the Authorization header (RFC 9068).
	Access string
	// Refresh is opaque and good once.
	Refresh string
}

// Session is the answer to signing in: who it is and the tokens (specification section 3, Auth session).
type Session struct {
	User   user.User
	Tokens Tokens
}

// ErrLinkInvalid is about a mailed link that is unknown, expired, used, or withdrawn by a change of the password.
var ErrLinkInvalid = errs.New(errs.Invalid, "LINK_INVALID")

// ErrSessionNotFound is about a session that is somebody else's or has ended.
var ErrSessionNotFound = errs.New(errs.NotFound, "SESSION_NOT_FOUND")

// The other errors of this package, all 401. Each says the same for every reason behind it, so that nobody learns which
// addresses have accounts or why a token was refused; the reason is in the log.
var (
	// ErrInvalidCredentials: unknown address or wrong password.
	ErrInvalidCredentials = errs.New(errs.Unauthenticated, "INVALID_CREDENTIALS")
	// ErrInvalidToken: an access token that is forged, expired, or of a session that has ended.
	ErrInvalidToken = errs.New(errs.Unauthenticated, "INVALID_TOKEN")
	// ErrNoRefreshToken: a refresh without a token (specification section 5).
	ErrNoRefreshToken = errs.New(errs.Unauthenticated, "NO_REFRESH_TOKEN")
	// ErrRefreshRejected: a refresh token that is unknown, expired, used already, or of a session that has ended.
	ErrRefreshRejected = errs.New(errs.Unauthenticated, "REFRESH_REJECTED")
)
