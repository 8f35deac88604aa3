// Package errs is the one error type that crosses layers: a kind that decides the HTTP status, a stable code that
// programs branch on, parameters for the text, and a cause for the log. It holds no text: the words of every code, in
// every language, stand in package i18n. It must not import HTTP, the database or a feature.
package errs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Kind says what sort of trouble an error is (D24).
type Kind int

// The kinds, each with the status it becomes at the edge.
const (
	Internal        Kind = iota // 500: our fault, the text is fixed
	Malformed                   // 400: the request could not be read
	Unauthenticated             // 401: not signed in, or not any more
	Forbidden                   // 403: never allowed
	NotFound                    // 404: absent or out of reach, which look alike
	Conflict                    // 409: against the present state
	TooLarge                    // 413
	Unsupported                 // 415: a content type that is not taken
	Invalid                     // 422: fields, listed
	TooMany                     // 429
	Gateway                     // 502: an outside system failed
	Unavailable                 // 503: not now
)

// Params fill the placeholders of a code's text.
type Params map[string]any

// Field is one broken field of the input, in the input's own spelling ("selectedSupplements[0].quantity").
type Field struct {
	Field  string
	Code   string
	Params Params
}

// Error is an error that may be shown: nothing in it but the cause is secret.
type Error struct {
	Kind   Kind
	Code   string
	Params Params
	Fields []Field
	// Extra members of the problem document, such as the fresh quote of PRICE_CHANGED.
	Extra map[string]any
	cause error
}

// New returns an error of kind with a stable code. pairs are the text's parameters: name, value, name, value.
func New(kind Kind, code string, pairs ...any) *Error {
	return &Error{Kind: kind, Code: code, Params: params(pairs)}
}

// With returns a copy that carries cause, which goes to the log and never to the caller.
func (e *Error) With(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// WithExtra returns a copy with a member added to the problem document.
func (e *Error) WithExtra(name string, value any) *Error {
	c := *e
	c.Extra = maps.Clone(e.Extra)
	if c.Extra == nil {
		c.Extra = map[string]any{}
	}
	c.Extra[name] = value
	return &c
}

// Error is for logs.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code)
	for _, name := range slices.Sorted(maps.Keys(e.Params)) {
		fmt.Fprintf(&b, " %s=%v", name, e.Params[name])
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " %s:%s", f.Field, f.Code)
	}
	if e.cause != nil {
		b.WriteString(": " + e.cause.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is matches another *Error by its code, so that errors.Is works with the values that features declare.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// CodeOf returns the code of the first *Error in err's chain, or "" when there is none.
func CodeOf(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// Collector gathers broken fields, so that a caller learns of all of them at once.
type Collector struct{ fields []Field }

// Add notes that field breaks the rule code; pairs as in New.
func (c *Collector) Add(field, code string, pairs ...any) {
	c.fields = append(c.fields, Field{Field: field, Code: code, Params: params(pairs)})
}

// Check notes the rule when ok is false.
func (c *Collector) Check(ok bool, field, code string, pairs ...any) {
	if !ok {
		c.Add(field, code, pairs...)
	}
}

// Err returns VALIDATION with everything collected, or nil.
func (c *Collector) Err() error {
	if len(c.fields) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "VALIDATION", Fields: c.fields}
}

func params(pairs []any) Params {
	if len(pairs) == 0 {
		return nil
	}
	p := Params{}
	for i := 0; i+1 < len(pairs); i += 2 {
		p[pairs[i].(string)] = pairs[i+1]
	}
	return p
}

// Within returns err with prefix before the names of its fields, for a part of a request that was checked by itself.
func Within(prefix string, err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || len(e.Fields) == 0 {
		return err
	}
	out := *e
	out.Fields = slices.Clone(e.Fields)
	for i := range out.Fields {
		out.Fields[i].Field = prefix + out.Fields[i].Field
	}
	return &out
}
