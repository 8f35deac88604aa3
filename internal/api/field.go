package api

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// optional is a member that may be absent, null or a value. In a change absent leaves what is, null takes it away; in an
// answer, with omitzero, absent is not for who asks. Members that cannot be null are plain pointers instead.
type optional[T any] struct {
	sent  bool
	value *T
}

// UnmarshalJSON notes that the member was there.
func (o *optional[T]) UnmarshalJSON(b []byte) error {
	o.sent, o.value = true, nil
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		return nil
	}
	return json.Unmarshal(b, &o.value)
}

// MarshalJSON writes the value or null.
func (o optional[T]) MarshalJSON() ([]byte, error) { return json.Marshal(o.value) }

// IsZero tells whether the member is absent.
func (o optional[T]) IsZero() bool { return !o.sent }

// Schema is that of the value, or null.
func (optional[T]) Schema(r huma.Registry) *huma.Schema {
	s := *huma.SchemaFromType(r, reflect.TypeFor[T]())
	s.Nullable = true
	return &s
}

// change is how services take the member: nil leaves what is, a pointer to nil takes it away.
func (o optional[T]) change() **T {
	if !o.sent {
		return nil
	}
	return &o.value
}
