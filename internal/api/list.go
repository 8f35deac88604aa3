package api

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
)

// ListQuery are the parameters of a list that is paged, sorted and searched. Exported because the framework describes
// only such embedded structs.
type ListQuery struct {
	PageQuery
	SortQuery
}

func (q ListQuery) page() listing.Page {
	return listing.Page{Number: q.Page, Limit: q.Limit, Sort: q.Sort}
}

// SortQuery is the order of a list.
type SortQuery struct {
	Sort string `query:"sort" maxLength:"50" doc:"Name of a column, with a leading - from the largest; what is none answers with the names"`
}

func (q SortQuery) page() listing.Page { return listing.Page{Sort: q.Sort} }

// SearchText is the free-text parameter of long lists.
type SearchText struct {
	Q string `query:"q" maxLength:"200" doc:"Part of a text, whatever its capitals"`
}

// views turns rows into what the interface shows of them.
func views[Row, View any](rows []Row, view func(Row) View) []View {
	out := make([]View, len(rows))
	for i, row := range rows {
		out[i] = view(row)
	}
	return out
}

// timeText is an instant (RFC 3339), or empty.
type timeText string

// filters reads the optional parameters of a list. What cannot be read is collected; ask Err before using any.
type filters struct{ errs.Collector }

func (f *filters) flag(name string, text flagText) *bool {
	if text == "" {
		return nil
	}
	f.Check(text == "true" || text == "false", name, "INVALID_CHOICE", "values", "true, false")
	is := text == "true"
	return &is
}

func (f *filters) instant(name string, text timeText) *time.Time {
	if text == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, string(text))
	f.Check(err == nil, name, "INVALID_FORMAT")
	at = at.UTC()
	return &at
}

func (f *filters) id(name, text string) *uuid.UUID {
	if text == "" {
		return nil
	}
	id, err := uuid.Parse(text)
	f.Check(err == nil, name, "INVALID_FORMAT")
	return &id
}
