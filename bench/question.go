package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"time"

	"rihla/internal/calendar"
	"rihla/internal/parking"
	"rihla/internal/platform/clock"
	"rihla/internal/search"
)

// Scenario is a kind of search.
type Scenario struct {
	Name string `json:"name"`
	// Place looks in the city with the most motorcycles, else everywhere.
	Place bool `json:"place"`
	// Franchise narrows to one of that city's franchises.
	Franchise bool `json:"franchise"`
	Page      int  `json:"page"`
}

var scenarios = []Scenario{
	{Name: "city, page 1", Place: true, Page: 1},
	{Name: "city, page 10", Place: true, Page: 10},
	{Name: "city and franchise, page 1", Place: true, Franchise: true, Page: 1},
	{Name: "franchise, page 1", Franchise: true, Page: 1},
	{Name: "everywhere, page 1", Page: 1},
	{Name: "everywhere, page 10", Page: 10},
}

// question is one search, as a visitor asks it and as the search asks the database.
type question struct {
	path     string
	criteria search.Criteria
}

// questionsEach is how many different questions a scenario asks in turn.
const questionsEach = 64

// radiusKm is how far a search around a position looks.
const radiusKm = 25

// questions varies the dates, the hours and, within a kilometre, the position.
func (w *world) questions(s Scenario) []question {
	random := rand.New(rand.NewPCG(uint64(s.Page), 7)) //nolint:gosec // the same questions in every run
	list := make([]question, questionsEach)
	for i := range list {
		start := clock.Wall(w.now).Truncate(day).Add(time.Duration(2+random.IntN(90)) * day)
		end := start.Add(time.Duration(1+random.IntN(7)) * day)
		start, end = start.Add(halfHours(random)), end.Add(halfHours(random))
		c := search.Criteria{
			Period: &calendar.Period{Start: clock.FromWall(start), End: clock.FromWall(end)},
			Sort:   search.ByPrice, Page: s.Page, Limit: search.DefaultLimit,
		}
		v := url.Values{
			"startDate": {start.Format(time.DateOnly)}, "startTime": {start.Format("15:04")},
			"endDate": {end.Format(time.DateOnly)}, "endTime": {end.Format("15:04")}, "page": {strconv.Itoa(s.Page)},
		}
		if s.Place {
			at := spot{round(w.big.spot.latitude + .01*random.Float64()), round(w.big.spot.longitude + .01*random.Float64())}
			c.Place = &parking.Location{Latitude: at.latitude, Longitude: at.longitude, RadiusKm: radiusKm}
			v.Set("location", fmt.Sprintf("current:%v,%v", at.latitude, at.longitude))
		}
		if s.Franchise {
			c.FranchiseID = &w.big.franchises[0].id
			v.Set("franchiseId", c.FranchiseID.String())
		}
		list[i] = question{"/motorcycles/search?" + v.Encode(), c}
	}
	return list
}

// halfHours is a time of day between 8:00 and 18:00.
func halfHours(random *rand.Rand) time.Duration {
	return 8*time.Hour + time.Duration(random.IntN(21))*30*time.Minute
}

func round(degrees float64) float64 { return float64(int(degrees*1e5)) / 1e5 }
