package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/calendar"
	"rihla/internal/motorcycle"
	"rihla/internal/parking"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
)

// Input are the parameters of a search as a visitor sends them: strings, of which an empty one is a missing one
// (specification section 2). Dates are 2006-01-02 and times 15:04 on the wall clock of Casablanca (D23).
type Input struct {
	Location string
	// Radius is how far around the location to look, in kilometres; as far as the location's kind says when empty.
	Radius             string
	StartDate, EndDate string
	StartTime, EndTime string
	FranchiseID        string
	Categories         []string
	Transmission       string
	// Amounts in dirham, engine sizes in cubic centimetres.
	MinPrice, MaxPrice       string
	MinEngineCC, MaxEngineCC string
	FeatureIDs               []string
	Sort                     string
	Page, Limit              int
	// Language is that of the names of places.
	Language i18n.Language
}

// criteria checks every parameter and resolves the place.
func (s *Service) criteria(ctx context.Context, in Input) (Criteria, error) {
	var c errs.Collector
	criteria := Criteria{
		Transmission: motorcycle.Transmission(in.Transmission), Sort: Sort(cmp.Or(in.Sort, string(ByPrice))),
		Page: in.Page, Limit: in.Limit, Period: in.period(&c, s.clock.Now()),
	}
	check.Within(&c, "page", float64(in.Page), 1, maxPage)
	check.Within(&c, "limit", float64(in.Limit), 1, MaxLimit)
	check.Choice(&c, "sort", criteria.Sort, Sorts)
	for _, name := range withoutEmpty(in.Categories) {
		check.Choice(&c, "category", motorcycle.Category(name), motorcycle.Categories)
		criteria.Categories = append(criteria.Categories, motorcycle.Category(name))
	}
	if criteria.Transmission != "" {
		check.Choice(&c, "transmission", criteria.Transmission, motorcycle.Transmissions)
	}
	if in.FranchiseID != "" {
		criteria.FranchiseID = parseID(&c, "franchiseId", in.FranchiseID)
	}
	features := withoutEmpty(in.FeatureIDs)
	c.Check(len(features) <= maxFeatures, "featureId", "TOO_MANY", "max", maxFeatures)
	for _, text := range features {
		if id := parseID(&c, "featureId", text); id != nil {
			criteria.FeatureIDs = append(criteria.FeatureIDs, *id)
		}
	}
	criteria.FeatureIDs = withoutTwins(criteria.FeatureIDs)
	criteria.MinPrice, criteria.MaxPrice = parseRange(&c, "Price", in.MinPrice, in.MaxPrice, money.Parse)
	criteria.MinEngineCC, criteria.MaxEngineCC = parseRange(&c, "EngineCc", in.MinEngineCC, in.MaxEngineCC, parseSize)
	if in.Location != "" {
		if _, err := parking.ParseLocation(in.Location); err != nil {
			c.Add("location", "INVALID_LOCATION")
		}
	}
	radius := parseRadius(&c, in.Radius)
	if err := c.Err(); err != nil || in.Location == "" {
		return criteria, err
	}
	place, err := s.parking.Locate(ctx, in.Location, in.Language)
	place.RadiusKm = cmp.Or(radius, place.RadiusKm)
	criteria.Place = &place
	return criteria, err
}

// parseRange reads the parameters min<name> and max<name>; nil for one that is empty or broken.
func parseRange[T ~int | ~int64](c *errs.Collector, name, least, most string, parse func(string) (T, error)) (*T, *T) {
	read := func(field, text string) *T {
		if text == "" {
			return nil
		}
		n, err := parse(text)
		switch {
		case err != nil:
			c.Add(field, "INVALID_TYPE")
			return nil
		case n < 0:
			c.Add(field, "TOO_SMALL", "min", 0)
			return nil
		}
		return &n
	}
	from, to := read("min"+name, least), read("max"+name, most)
	if from != nil && to != nil && *to < *from {
		c.Add("max"+name, "TOO_SMALL", "min", least)
	}
	return from, to
}

// parseRadius reads a radius in kilometres; 0 for one that is empty or broken.
func parseRadius(c *errs.Collector, text string) float64 {
	if text == "" {
		return 0
	}
	radius, err := strconv.ParseFloat(text, 64)
	if err != nil {
		c.Add("radius", "INVALID_TYPE")
		return 0
	}
	check.Within(c, "radius", radius, parking.ShortestRadius, parking.LongestRadius)
	return radius
}

// parseSize reads a number that the database's integers hold.
func parseSize(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	return int(n), err
}

// period reads the dates and times; nil without dates. Today is fine, a time of today that is over is not; when no
// time is given, today begins with the next half hour.
func (in Input) period(c *errs.Collector, now time.Time) *calendar.Period {
	checkTime(c, "startTime", in.StartTime)
	checkTime(c, "endTime", in.EndTime)
	if in.StartDate == "" && in.EndDate == "" {
		return nil
	}
	start, okStart := parseWall(c, "startDate", in.StartDate, cmp.Or(in.StartTime, defaultTime))
	end, okEnd := parseWall(c, "endDate", in.EndDate, cmp.Or(in.EndTime, defaultTime))
	wallNow := clock.Wall(now)
	today := wallNow.Truncate(24 * time.Hour)
	c.Check(!okEnd || !end.Before(today), "endDate", "IN_PAST")
	if okStart && !start.After(wallNow) {
		switch {
		case start.Before(today):
			c.Add("startDate", "IN_PAST")
			okStart = false
		case in.StartTime != "":
			c.Add("startTime", "IN_PAST")
			okStart = false
		default:
			const step = 30 * time.Minute
			start = wallNow.Truncate(step).Add(step)
		}
	}
	if !okStart || !okEnd {
		return nil
	}
	p := calendar.Period{Start: clock.FromWall(start), End: clock.FromWall(end)}
	switch {
	case !p.End.After(p.Start):
		c.Add("endDate", "END_BEFORE_START")
	case p.End.Sub(p.Start) > pricing.MaxDays*24*time.Hour || p.End.Sub(now) > farthest:
		c.Add("endDate", "TOO_FAR", "max", pricing.MaxDays)
	}
	return &p
}

func checkTime(c *errs.Collector, field, text string) {
	c.Check(text == "" || week.IsTime(text), field, "INVALID_TIME")
}

// parseWall reads a date and a time of day; a broken time has been noted by checkTime.
func parseWall(c *errs.Collector, field, date, at string) (time.Time, bool) {
	if date == "" {
		c.Add(field, "REQUIRED")
		return time.Time{}, false
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		c.Add(field, "INVALID_FORMAT")
		return time.Time{}, false
	}
	hour, err := time.Parse("15:04", at)
	if err != nil {
		return time.Time{}, false
	}
	return day.Add(time.Duration(hour.Hour())*time.Hour + time.Duration(hour.Minute())*time.Minute), true
}

func parseID(c *errs.Collector, field, text string) *uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		c.Add(field, "INVALID_FORMAT")
		return nil
	}
	return &id
}

func withoutEmpty(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool { return strings.TrimSpace(s) == "" })
}
