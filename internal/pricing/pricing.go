// Package pricing computes what a rental costs and what a cancellation gives back. It is pure: prices, periods and
// policies in, amounts out; no clock, no database. Everything the product shows or charges comes from here (D1).
package pricing

import (
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

// PriceType says what a supplement's price is for (specification section 3).
type PriceType string

// The price types.
const (
	PerRental PriceType = "PER_RENTAL"
	PerDay    PriceType = "PER_DAY"
)

// MaxDays bounds a rental; sums of prices stay far from overflow.
const MaxDays = 365

// Days counts the billable days from start to end on the wall clock of Casablanca (D2): full 24-hour days, one more
// when the part day past the last of them is longer than grace, never fewer than one. Grace 24 h bills full days only,
// grace 0 every started day.
func Days(start, end time.Time, grace time.Duration) int {
	const day = 24 * time.Hour
	wall := clock.Wall(end).Sub(clock.Wall(start))
	days := int(wall / day)
	if wall%day > grace {
		days++
	}
	return max(days, 1)
}

// Extra is a supplement as it was chosen.
type Extra struct {
	ID        uuid.UUID
	Name      string
	Price     money.Amount
	PriceType PriceType
	Free      bool
	Quantity  int
}

// LineKind says what a line of a quote is.
type LineKind string

// The kinds of lines.
const (
	Rental     LineKind = "RENTAL"
	Supplement LineKind = "SUPPLEMENT"
	Free       LineKind = "FREE"
)

// Line is one line of a quote: Amount = UnitPrice x Units x Quantity, 0 for a free supplement.
type Line struct {
	Kind         LineKind
	SupplementID *uuid.UUID
	Label        string
	UnitPrice    money.Amount
	// Units is the number of days the price counts for, 1 for a price per rental.
	Units     int
	Quantity  int
	PriceType PriceType
	Amount    money.Amount
}

// Quote is the price of a rental, line by line.
type Quote struct {
	Days        int
	Lines       []Line
	BaseRental  money.Amount
	Supplements money.Amount
	Total       money.Amount
}

// Build quotes a rental of days at dayPrice with its extras (D3): per rental price x quantity, per day price x quantity
// x days, free ones listed at 0. label names the rental line.
func Build(label string, dayPrice money.Amount, days int, extras []Extra) Quote {
	q := Quote{Days: days, BaseRental: dayPrice * money.Amount(days)}
	q.Lines = append(q.Lines, Line{
		Kind: Rental, Label: label, UnitPrice: dayPrice, Units: days, Quantity: 1, PriceType: PerDay, Amount: q.BaseRental,
	})
	for _, e := range extras {
		line := Line{
			Kind: Supplement, SupplementID: &e.ID, Label: e.Name, UnitPrice: e.Price, Units: 1, Quantity: e.Quantity,
			PriceType: e.PriceType,
		}
		if e.PriceType == PerDay {
			line.Units = days
		}
		if e.Free {
			line.Kind, line.UnitPrice = Free, 0
		}
		line.Amount = line.UnitPrice * money.Amount(line.Units) * money.Amount(line.Quantity)
		q.Supplements += line.Amount
		q.Lines = append(q.Lines, line)
	}
	q.Total = q.BaseRental + q.Supplements
	return q
}

// Policy is a franchise's cancellation ladder (D10): everything back until FullHours before the start, Percent until
// PartialHours, nothing after.
type Policy struct {
	FullHours    int
	PartialHours int
	Percent      int
	// Forfeited is the part, in percent, that no cancellation gives back any more, however early it comes: what was lost
	// already when its customer moved the rental.
	Forfeited int
}

// RefundPercent is what a cancellation at now gives back of a rental that starts at start, in percent.
func (p Policy) RefundPercent(start, now time.Time) int {
	left, percent := start.Sub(now), 0
	switch {
	case left >= time.Duration(p.FullHours)*time.Hour:
		percent = 100
	case left >= time.Duration(p.PartialHours)*time.Hour:
		percent = p.Percent
	}
	return min(percent, 100-p.Forfeited)
}

// Moved returns the ladder of a rental whose customer takes it, at now, from start to another time: what a cancellation
// at that moment would not have given back stays lost.
func (p Policy) Moved(start, now time.Time) Policy {
	p.Forfeited = 100 - p.RefundPercent(start, now)
	return p
}

// Refund is what a cancellation at now gives back of paid.
func (p Policy) Refund(paid money.Amount, start, now time.Time) money.Amount {
	return paid.Percent(p.RefundPercent(start, now))
}
