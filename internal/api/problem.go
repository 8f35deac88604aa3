package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// statusOf is the one place where a kind of error gets its status (D24).
var statusOf = map[errs.Kind]int{
	errs.Internal: http.StatusInternalServerError, errs.Malformed: http.StatusBadRequest,
	errs.Unauthenticated: http.StatusUnauthorized, errs.Forbidden: http.StatusForbidden, errs.NotFound: http.StatusNotFound,
	errs.Conflict: http.StatusConflict, errs.TooLarge: http.StatusRequestEntityTooLarge,
	errs.Unsupported: http.StatusUnsupportedMediaType, errs.Invalid: http.StatusUnprocessableEntity,
	errs.TooMany: http.StatusTooManyRequests, errs.Gateway: http.StatusBadGateway, errs.Unavailable: http.StatusServiceUnavailable,
}

// Problem is the body of every error: RFC 9457, with the specification's text in message as well as detail.
type Problem struct { //nolint:errname // a document on the wire, by the name of its standard
	Type      string         `json:"type"`
	Title     string         `json:"title"`
	Status    int            `json:"status"`
	Code      string         `json:"code" doc:"Stable code to branch on"`
	Message   string         `json:"message" doc:"Text in the language of Accept-Language"`
	Detail    string         `json:"detail"`
	Instance  string         `json:"instance,omitempty"`
	RequestID string         `json:"requestId,omitempty" doc:"To name when asking for help"`
	Errors    []FieldProblem `json:"errors,omitempty"`
	extra     map[string]any
}

// FieldProblem is one broken field.
type FieldProblem struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error is for logs.
func (p *Problem) Error() string { return p.Code + ": " + p.Message }

// GetStatus makes a Problem the framework's error.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType is the media type of RFC 9457.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// MarshalJSON puts the extra members beside the standard ones.
func (p *Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	body, err := json.Marshal((*plain)(p))
	if err != nil || len(p.extra) == 0 {
		return body, err
	}
	extra, err := json.Marshal(p.extra)
	if err != nil {
		return nil, err
	}
	return append(append(body[:len(body)-1], ','), extra[1:]...), nil
}

// problem turns any error into the document that its caller sees. What is not an *errs.Error is our fault: its text
// stays in the log.
func (a *API) problem(ctx context.Context, err error) *Problem {
	r := requestOf(ctx)
	e, ok := errors.AsType[*errs.Error](err)
	switch {
	case !ok && errors.Is(err, context.DeadlineExceeded):
		e = errs.New(errs.Unavailable, "TIMEOUT")
	case !ok && errors.Is(err, context.Canceled):
		e = errs.New(errs.Unavailable, "UNAVAILABLE") // the caller has left; nobody reads this
	case !ok:
		e = errs.New(errs.Internal, "INTERNAL")
	}
	status := statusOf[e.Kind]
	level := slog.LevelDebug
	if status >= http.StatusInternalServerError && !errors.Is(err, context.Canceled) {
		level = slog.LevelError
	}
	a.Log.LogAttrs(ctx, level, "request failed", slog.String("request", r.id), slog.String("path", r.path), slog.Any("error", err))
	return newProblem(r, status, e)
}

func newProblem(r request, status int, e *errs.Error) *Problem {
	text := i18n.Text(r.language, e.Code, e.Params)
	p := &Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status, Code: e.Code, Message: text, Detail: text,
		Instance: r.path, RequestID: r.id, extra: e.Extra,
	}
	for _, f := range e.Fields {
		p.Errors = append(p.Errors, FieldProblem{Field: f.Field, Code: f.Code, Message: i18n.Text(r.language, "FIELD_"+f.Code, countable(f.Params))})
	}
	return p
}

// countable lets a length choose the plural form.
func countable(params errs.Params) map[string]any {
	for _, name := range []string{"min", "max"} {
		if n, ok := params[name].(int); ok {
			params = maps.Clone(params)
			params["count"] = n
		}
	}
	return params
}

// write answers with a problem where no operation runs.
func (a *API) write(ctx context.Context, w http.ResponseWriter, err error) {
	p := a.problem(ctx, err)
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// The framework words its findings in English; we have it state a code and the rule's number instead, and word them in
// the caller's language. The framework keeps these texts in package variables, so they are set once, here.
func init() {
	validation.MsgUnexpectedProperty = "UNEXPECTED"
	validation.MsgExpectedRequiredProperty = "REQUIRED|%s"
	validation.MsgExpectedOneOf = "INVALID_CHOICE|%s"
	validation.MsgExpectedMinimumNumber = "TOO_SMALL|%v"
	validation.MsgExpectedExclusiveMinimumNumber = "TOO_SMALL|%v"
	validation.MsgExpectedMaximumNumber = "TOO_LARGE|%v"
	validation.MsgExpectedExclusiveMaximumNumber = "TOO_LARGE|%v"
	validation.MsgExpectedMinLength = "TOO_SHORT|%d"
	validation.MsgExpectedMaxLength = "TOO_LONG|%d"
	validation.MsgExpectedMinItems = "TOO_FEW|%d"
	validation.MsgExpectedMaxItems = "TOO_MANY|%d"
	for _, m := range []*string{
		&validation.MsgExpectedBoolean, &validation.MsgExpectedNumber, &validation.MsgExpectedInteger, &validation.MsgExpectedString,
		&validation.MsgExpectedArray, &validation.MsgExpectedObject,
	} {
		*m = "INVALID_TYPE"
	}
	for _, m := range []*string{
		&validation.MsgExpectedRFC3339DateTime, &validation.MsgExpectedRFC3339Date, &validation.MsgExpectedRFC3339Time,
	} {
		*m = "INVALID_FORMAT"
	}
	validation.MsgExpectedRFC4122UUID = "INVALID_FORMAT|%v"
	huma.NewErrorWithContext = func(ctx huma.Context, status int, _ string, found ...error) huma.StatusError {
		return fromFramework(requestOf(ctx.Context()), status, found)
	}
	huma.NewError = func(status int, _ string, found ...error) huma.StatusError {
		return fromFramework(request{language: i18n.English}, status, found)
	}
}

// fromFramework words what the framework refused before a handler ran.
func fromFramework(r request, status int, found []error) *Problem {
	switch status {
	case http.StatusUnprocessableEntity:
		c := errs.Collector{}
		for _, err := range found {
			if detailer, ok := err.(huma.ErrorDetailer); ok {
				addFinding(&c, detailer.ErrorDetail())
			}
		}
		if e, ok := errors.AsType[*errs.Error](c.Err()); ok {
			return newProblem(r, status, e)
		}
		return newProblem(r, status, errs.New(errs.Invalid, "VALIDATION"))
	case http.StatusBadRequest, http.StatusInternalServerError:
		// The framework's one failure of its own is a body that breaks off on the way.
		return newProblem(r, http.StatusBadRequest, errs.New(errs.Malformed, "MALFORMED"))
	case http.StatusRequestEntityTooLarge:
		return newProblem(r, status, errs.New(errs.TooLarge, "TOO_LARGE"))
	case http.StatusUnsupportedMediaType:
		return newProblem(r, status, errs.New(errs.Unsupported, "UNSUPPORTED_MEDIA_TYPE"))
	case http.StatusNotAcceptable:
		return newProblem(r, status, errs.New(errs.Unsupported, "NOT_ACCEPTABLE"))
	case http.StatusRequestTimeout:
		return newProblem(r, status, errs.New(errs.Unavailable, "TIMEOUT"))
	default:
		return newProblem(r, status, errs.New(errs.Internal, "INTERNAL"))
	}
}

// addFinding reads "CODE|number" at "body.selectedSupplements[0].quantity".
func addFinding(c *errs.Collector, d *huma.ErrorDetail) {
	_, field, _ := strings.Cut(d.Location, ".")
	code, value, _ := strings.Cut(d.Message, "|")
	switch code {
	case "REQUIRED":
		if field != "" {
			field += "."
		}
		c.Add(field+value, code)
	case "TOO_SMALL", "TOO_SHORT", "TOO_FEW":
		c.Add(field, code, "min", number(value))
	case "TOO_LARGE", "TOO_LONG", "TOO_MANY":
		c.Add(field, code, "max", number(value))
	case "INVALID_CHOICE":
		c.Add(field, code, "values", value)
	case "UNEXPECTED", "INVALID_TYPE", "INVALID_FORMAT":
		c.Add(field, code)
	default:
		if strings.Contains(d.Message, "required") {
			c.Add(field, "REQUIRED")
			return
		}
		if strings.HasPrefix(d.Message, "invalid ") {
			c.Add(field, "INVALID_TYPE")
			return
		}
		c.Add(field, "INVALID")
	}
}

func number(s string) any {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return strings.TrimSuffix(fmt.Sprintf("%.2f", f), ".00")
	}
	return s
}
