package api

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// optional is a member of a change that may be absent, null or a value: absent leaves what is, null takes it away.
// Members that cannot be null are plain pointers instead.
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
