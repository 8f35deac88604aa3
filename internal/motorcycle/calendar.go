package motorcycle

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
)

// EntryKind says what takes a motorcycle.
type EntryKind string

// The kinds of entries.
const (
	BookingEntry EntryKind = "BOOKING"
	BlockEntry   EntryKind = "BLOCK"
)

// Entry is something that takes a motorcycle for a period.
type Entry struct {
	Kind EntryKind
	// ID is the booking's or the block's.
	ID uuid.UUID
	calendar.Period
	// Reference and BookingStatus are a booking's.
	Reference, BookingStatus string
	// Reason and Notes are a block's.
	Reason BlockReason
	Notes  *string
}

// Month is a motorcycle's calendar of one month.
type Month struct {
	// First is its first day, on the wall clock of Casablanca.
	First time.Time
	// Days are those of the month that something takes a part of, in order.
	Days []Day
}

// Day is a day with what takes a part of it.
type Day struct {
	Date    time.Time // on the wall clock of Casablanca
	Entries []Entry
}

// monthLayout is a month as the interface writes it: 2027-04.
const monthLayout = "2006-01"

// Calendar returns what takes a motorcycle in a month, "2027-04", the present one when it is empty: rentals that are or
// were, unpaid ones within their time, and blocks. Returns VALIDATION and ErrNotFound.
func (s *Service) Calendar(ctx context.Context, id uuid.UUID, month string) (Month, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleCalendar)
	if err != nil {
		return Month{}, err
	}
	now := s.clock.Now()
	if month == "" {
		month = clock.Wall(now).Format(monthLayout)
	}
	first, err := time.Parse(monthLayout, month)
	if err != nil {
		var c errs.Collector
		c.Add("month", "INVALID_FORMAT")
		return Month{}, c.Err()
	}
	q := motorcycledb.New(s.db)
	row, err := q.GetMotorcycle(ctx, id)
	if _, err := inScope(scope, row, err); err != nil {
		return Month{}, err
	}
	rows, err := q.ListCalendar(ctx, motorcycledb.ListCalendarParams{
		MotorcycleID: id, StartsAt: clock.FromWall(first), EndsAt: clock.FromWall(first.AddDate(0, 1, 0)), Now: now,
	})
	if err != nil {
		return Month{}, fmt.Errorf("read the calendar: %w", err)
	}
	entries := make([]Entry, len(rows))
	for i, row := range rows {
		entries[i] = entryFromDB(row)
	}
	return Month{First: first, Days: days(first, entries)}, nil
}

// days puts entries, which are in order, on the days of the month that they touch.
func days(first time.Time, entries []Entry) []Day {
	var out []Day
	for date := first; date.Month() == first.Month(); date = date.AddDate(0, 0, 1) {
		from, until := clock.FromWall(date), clock.FromWall(date.AddDate(0, 0, 1))
		day := Day{Date: date}
		for _, entry := range entries {
			if entry.Start.Before(until) && entry.End.After(from) {
				day.Entries = append(day.Entries, entry)
			}
		}
		if len(day.Entries) > 0 {
			out = append(out, day)
		}
	}
	return out
}

func entryFromDB(row motorcycledb.ListCalendarRow) Entry {
	e := Entry{Kind: EntryKind(row.Kind), ID: row.ID, Period: calendar.Period{Start: row.StartDatetime.UTC(), End: row.EndDatetime.UTC()}, Notes: row.Notes}
	if e.Kind == BookingEntry {
		e.Reference, e.BookingStatus = row.Reference, row.Status
	} else {
		e.Reason = BlockReason(row.Status)
	}
	return e
}
