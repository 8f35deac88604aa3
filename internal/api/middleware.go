package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/httprate"
	"github.com/google/uuid"

	"rihla/internal/auth"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// request is what an answer needs to know of its request.
type request struct {
	id, path, ip, agent string
	language            i18n.Language
}

type requestKey struct{}

func requestOf(ctx context.Context) request {
	r, ok := ctx.Value(requestKey{}).(request)
	if !ok {
		r.language = i18n.English
	}
	return r
}

// describe names the request and settles its language.
func (a *API) describe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		about := request{
			id: uuid.NewString(), path: r.URL.Path, ip: addressOf(r, a.TrustedProxies), agent: r.UserAgent(),
			language: i18n.Match(r.Header.Get("Accept-Language")),
		}
		w.Header().Set("X-Request-Id", about.id)
		w.Header().Set("Content-Language", string(about.language))
		w.Header().Set("X-Content-Type-Options", "nosniff")
		ctx := audit.From(r.Context(), audit.Origin{RequestID: about.id, IP: about.ip})
		next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, requestKey{}, about)))
	})
}

// recover turns a panic into a problem document and keeps the program up.
func (a *API) recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler { //nolint:errorlint // the sentinel is compared as net/http does
				panic(cause)
			}
			a.write(r.Context(), w, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}()
		next.ServeHTTP(w, r)
	})
}

// authenticate puts who asks into the context and refuses who never may, before anything of the request is read. A call
// without a token is a visitor's; one with a broken or expired token is refused also where visitors may come, so that a
// client learns of it at once.
func (a *API) authenticate(op Operation) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if op.Permission != "" {
			ctx.SetHeader("Cache-Control", "no-store") // it is about somebody
		}
		header := ctx.Header("Authorization")
		if header == "" {
			a.admit(ctx, op, next)
			return
		}
		var subject authz.Subject
		err := error(auth.ErrInvalidToken)
		if scheme, token, _ := strings.Cut(header, " "); strings.EqualFold(scheme, "Bearer") {
			subject, err = a.Services.Auth.Authenticate(ctx.Context(), strings.TrimSpace(token))
		}
		if op.IgnoreToken && errors.Is(err, auth.ErrInvalidToken) {
			next(ctx)
			return
		}
		if err != nil {
			a.refuse(ctx, err)
			return
		}
		a.admit(huma.WithContext(ctx, authz.Into(ctx.Context(), subject)), op, next)
	}
}

func (a *API) admit(ctx huma.Context, op Operation, next func(huma.Context)) {
	if op.Permission != "" {
		if _, err := authz.Check(ctx.Context(), op.Permission); err != nil {
			a.refuse(ctx, err)
			return
		}
	}
	next(ctx)
}

// refuse answers with a problem from a middleware.
func (a *API) refuse(ctx huma.Context, err error) {
	_, w := humachi.Unwrap(ctx)
	if errs.CodeOf(err) == "INVALID_TOKEN" {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	}
	a.write(ctx.Context(), w, err)
}

// Site answers paths that are no operation: pages and their files. Serve returns false, having written nothing, when
// it has nothing for a request.
type Site interface {
	Serve(w http.ResponseWriter, r *http.Request) bool
}

// fallback answers a path that is no operation: browsers get the site, programs a problem.
func (a *API) fallback(w http.ResponseWriter, r *http.Request) {
	if !a.fromSite(w, r) {
		a.write(r.Context(), w, errs.New(errs.NotFound, "NOT_FOUND"))
	}
}

func (a *API) fromSite(w http.ResponseWriter, r *http.Request) bool {
	return a.Site != nil && (r.Method == http.MethodGet || r.Method == http.MethodHead) && a.Site.Serve(w, r)
}

// wrongMethod answers a path that is an operation under another method. GET /auth/login is one: the site's page shares
// its path with the call.
func (a *API) wrongMethod(w http.ResponseWriter, r *http.Request) {
	if acceptsHTML(r) && a.fromSite(w, r) {
		return
	}
	p := newProblem(requestOf(r.Context()), http.StatusMethodNotAllowed, errs.New(errs.NotFound, "METHOD_NOT_ALLOWED"))
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Allow", strings.Join(a.methodsOf(r.URL), ", "))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// methodsOf are the methods that a path takes (RFC 9110 section 15.5.6).
func (a *API) methodsOf(address *url.URL) []string {
	var methods []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if a.router.Match(chi.NewRouteContext(), method, cmp.Or(address.RawPath, address.Path)) {
			methods = append(methods, method)
		}
	}
	return methods
}

func acceptsHTML(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// limit names a rate limit.
type limit int

// The rate limits (D20).
const (
	noLimit       limit = iota
	signInLimit         // log-in, registration, refresh: by address
	callbackLimit       // callbacks that no gateway sent: by address
)

// Limits are calls a minute from one address; 0 switches one off.
type Limits struct {
	SignIn int
	// Callback is of callbacks that are refused. Genuine ones are money: a gateway may bring as many as there are.
	Callback int
	// FailedSignIns is of one account, from wherever they come.
	FailedSignIns int
}

// DefaultLimits suit an office behind one address.
var DefaultLimits = Limits{SignIn: 120, Callback: 3000, FailedSignIns: 10}

type limiters map[limit]*httprate.RateLimiter

func newLimiters(l Limits) limiters {
	out := limiters{}
	if l.SignIn > 0 {
		out[signInLimit] = httprate.NewRateLimiter(l.SignIn, time.Minute)
	}
	return out
}

func (a *API) limited(op Operation) func(huma.Context, func(huma.Context)) {
	if op.Limit == callbackLimit {
		return a.believed()
	}
	limiter := a.limits[op.Limit]
	return func(ctx huma.Context, next func(huma.Context)) {
		if limiter == nil {
			next(ctx)
			return
		}
		r, w := humachi.Unwrap(ctx)
		if limiter.OnLimit(w, r, subscriberOf(requestOf(ctx.Context()).ip)+" "+op.Path) {
			a.write(ctx.Context(), w, errs.New(errs.TooMany, "RATE_LIMITED"))
			return
		}
		next(ctx)
	}
}

// believed lets calls through until too many from one address were refused. One counts as refused while it is
// worked on, or a thousand at once would pass before the first has been.
func (a *API) believed() func(huma.Context, func(huma.Context)) {
	refused := newAttempts(a.Limits.Callback, a.Clock.Now)
	return func(ctx huma.Context, next func(huma.Context)) {
		_, w := humachi.Unwrap(ctx)
		caller := subscriberOf(requestOf(ctx.Context()).ip)
		if a.Limits.Callback > 0 && !refused.begin(caller) {
			a.write(ctx.Context(), w, errs.New(errs.TooMany, "RATE_LIMITED"))
			return
		}
		next(ctx)
		if status := ctx.Status(); status < http.StatusBadRequest || status >= http.StatusInternalServerError {
			refused.forgive(caller)
		}
	}
}

// notFound is for things whose message names no id.
func notFound(code string) func(string) *errs.Error {
	return func(string) *errs.Error { return errs.New(errs.NotFound, code) }
}
