package api

import (
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
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
	Q string `query:"q" maxLength:"200" doc:"Part of a text, whatever its capitals; of one or two signs the beginning of a word"`
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

// momentText is a day on Casablanca's calendar or an instant (RFC 3339), or empty.
type momentText string

// moment reads an instant, or the midnight that lies days after the beginning of a day.
func (f *filters) moment(name string, text momentText, days int) *time.Time {
	day, err := time.Parse(time.DateOnly, string(text))
	if err != nil {
		return f.instant(name, timeText(text))
	}
	at := clock.FromWall(day.AddDate(0, 0, days))
	return &at
}

func (f *filters) amount(name string, text numberText) *money.Amount {
	if text == "" {
		return nil
	}
	amount, err := money.Parse(string(text))
	f.Check(err == nil, name, "INVALID_FORMAT")
	f.Check(err != nil || amount >= 0, name, "TOO_SMALL", "min", 0)
	return &amount
}

func (f *filters) integer(name string, text numberText) *int {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseInt(string(text), 10, 32)
	f.Check(err == nil, name, "INVALID_FORMAT")
	whole := int(n)
	return &whole
}

// number reads what is no money: degrees, kilometres.
func (f *filters) number(name string, text numberText) *float64 {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseFloat(string(text), 64)
	f.Check(err == nil, name, "INVALID_FORMAT")
	return &n
}

func (f *filters) id(name, text string) *uuid.UUID {
	if text == "" {
		return nil
	}
	id, err := uuid.Parse(text)
	f.Check(err == nil, name, "INVALID_FORMAT")
	return &id
}
