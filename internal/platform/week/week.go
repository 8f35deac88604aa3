// Package week holds opening hours: per weekday, from when to when (specification section 3). It does not know what
// opens.
package week

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"rihla/internal/platform/errs"
)

// Days are the names of the weekdays, as keys of Hours.
var Days = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// Span is from when to when, on the wall clock of Casablanca, "08:00" to "20:00". An end before the start is after
// midnight.
type Span struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// Hours are the spans of the days that open at all.
type Hours map[string]Span

// Every returns the same span on each of days.
func Every(start, end string, days ...string) Hours {
	h := Hours{}
	for _, day := range days {
		h[day] = Span{start, end}
	}
	return h
}

var clockTime = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// IsTime tells whether s is a time of day in the form HH:mm.
func IsTime(s string) bool { return clockTime.MatchString(s) }

// Check notes unknown days and times that are not HH:mm (specification section 5).
func (h Hours) Check(c *errs.Collector, field string) {
	for _, day := range slices.Sorted(maps.Keys(h)) {
		if !slices.Contains(Days, day) {
			c.Add(field, "INVALID_FORMAT")
			continue
		}
		c.Check(IsTime(h[day].Start), field+"."+day+".start", "INVALID_TIME")
		c.Check(IsTime(h[day].End), field+"."+day+".end", "INVALID_TIME")
	}
}

// Column is h as the database keeps it.
func (h Hours) Column() json.RawMessage {
	if len(h) == 0 {
		return json.RawMessage("{}")
	}
	column, err := json.Marshal(h)
	if err != nil {
		panic(err) // a map of strings always marshals
	}
	return column
}

// FromColumn reads what Column wrote.
func FromColumn(column json.RawMessage) (Hours, error) {
	h := Hours{}
	if err := json.Unmarshal(column, &h); err != nil {
		return nil, fmt.Errorf("opening hours: %w", err)
	}
	return h, nil
}
