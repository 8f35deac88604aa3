// Package gazetteer is the geocoder that needs no account and no network (D13): the cities, towns, airports, stations
// and sights of Morocco, compiled in, found by their French, English and Arabic names. Streets and house numbers it
// does not know; an address is taken for the place that it names.
package gazetteer

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"rihla/internal/parking"
	"rihla/internal/platform/i18n"
)

//go:embed places.csv
var placesCSV []byte

//go:embed aliases.csv
var aliasesCSV []byte

// Gazetteer answers from memory; it is safe for concurrent use.
type Gazetteer struct {
	entries []entry
	// named counts the places that share a folded name.
	named map[string]int
}

// entry is a place with everything it is called.
type entry struct {
	place parking.Place
	names map[i18n.Language]string
	// folded are its names and other names, folded; see fold.
	folded []string
	// weight ranks places of which the query is equally much the name: the population, or what stands in for one.
	weight int
}

// landmarkWeight is what an airport, a station or a sight counts for: people look for one as for a town.
const landmarkWeight = 50_000

var (
	_ parking.Geocoder = (*Gazetteer)(nil)

	placeColumns = []string{"id", "name_fr", "name_en", "name_ar", "region", "latitude", "longitude", "population", "kind"}
	aliasColumns = []string{"id", "alias"}
	placeKinds   = []parking.PlaceKind{parking.City, parking.Town, parking.Village, parking.Airport, parking.Station, parking.Landmark}
)

// New returns the gazetteer of the compiled-in places.
func New() (*Gazetteer, error) { return read(bytes.NewReader(placesCSV), bytes.NewReader(aliasesCSV)) }

func read(places, aliases io.Reader) (*Gazetteer, error) {
	g := &Gazetteer{named: map[string]int{}}
	at := map[string]int{}
	err := rows(places, placeColumns, func(row []string) error {
		e, err := parseEntry(row)
		if err != nil {
			return err
		}
		if _, twice := at[e.place.ID]; twice {
			return fmt.Errorf("%q stands there twice", e.place.ID)
		}
		at[e.place.ID] = len(g.entries)
		g.entries = append(g.entries, e)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("gazetteer: places: %w", err)
	}
	err = rows(aliases, aliasColumns, func(row []string) error {
		i, known := at[row[0]]
		if !known {
			return fmt.Errorf("%q is no place", row[0])
		}
		g.entries[i].call(row[1])
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("gazetteer: aliases: %w", err)
	}
	for _, e := range g.entries {
		for _, name := range e.folded {
			g.named[name]++
		}
	}
	return g, nil
}

// rows reads a CSV with the given header row.
func rows(r io.Reader, columns []string, each func([]string) error) error {
	reader := csv.NewReader(r)
	reader.FieldsPerRecord = len(columns)
	header, err := reader.Read()
	if err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if !slices.Equal(header, columns) {
		return fmt.Errorf("the columns are %v, not %v", header, columns)
	}
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(row); err != nil {
			line, _ := reader.FieldPos(0)
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}

func parseEntry(row []string) (entry, error) {
	latitude, errLatitude := strconv.ParseFloat(row[5], 64)
	longitude, errLongitude := strconv.ParseFloat(row[6], 64)
	population, errPopulation := strconv.Atoi(row[7])
	if err := errors.Join(errLatitude, errLongitude, errPopulation); err != nil {
		return entry{}, err
	}
	kind := parking.PlaceKind(row[8])
	switch {
	case row[0] == "" || row[1] == "":
		return entry{}, errors.New("a place needs an id and a French name")
	case !parking.ValidPosition(latitude, longitude):
		return entry{}, errors.New("the place lies off the Earth")
	case !slices.Contains(placeKinds, kind):
		return entry{}, fmt.Errorf("%q is no kind of place", kind)
	}
	e := entry{
		place:  parking.Place{ID: row[0], Region: row[4], Kind: kind, Latitude: latitude, Longitude: longitude},
		names:  map[i18n.Language]string{i18n.French: row[1], i18n.English: cmp.Or(row[2], row[1]), i18n.Arabic: cmp.Or(row[3], row[1])},
		weight: population,
	}
	if kind == parking.Airport || kind == parking.Station || kind == parking.Landmark {
		e.weight = max(population, landmarkWeight)
	}
	for _, name := range row[1:4] {
		e.call(name)
	}
	return e, nil
}

// call adds a name by which the place is found.
func (e *entry) call(name string) {
	folded := fold(name)
	for _, form := range []string{folded, withoutArticles(folded)} {
		if form != "" && !slices.Contains(e.folded, form) {
			e.folded = append(e.folded, form)
		}
	}
}

// in is the place as it is called in a language.
func (g *Gazetteer) in(e entry, language i18n.Language) parking.Place {
	p := e.place
	p.Name = cmp.Or(e.names[language], e.names[i18n.French])
	p.Region = regionIn(p.Region, language)
	p.Address = p.Name
	if g.named[fold(p.Name)] > 1 {
		p.Address = p.Name + ", " + p.Region
	}
	return p
}

// match says how well a query fits a name; lower fits better.
type match int

const (
	exact     match = iota // the query is the name
	beginning              // the name begins with it
	word                   // one of its words does
	words                  // each word of the query begins a word of the name
	none
)

func (e entry) matches(query string) match {
	best := none
	for _, name := range e.folded {
		best = min(best, matchName(name, query))
	}
	return best
}

func matchName(name, query string) match {
	switch {
	case name == query:
		return exact
	case strings.HasPrefix(name, query):
		return beginning
	case strings.Contains(name, " "+query):
		return word
	}
	for _, q := range strings.Fields(query) {
		if !strings.HasPrefix(name, q) && !strings.Contains(name, " "+q) {
			return none
		}
	}
	return words
}

// Suggest implements parking.Geocoder.
func (g *Gazetteer) Suggest(_ context.Context, query string, language i18n.Language, limit int) ([]parking.Place, error) {
	found := g.ranked(fold(query), func(entry) bool { return true })
	places := make([]parking.Place, 0, limit)
	for _, f := range found[:min(limit, len(found))] {
		places = append(places, g.in(f.entry, language))
	}
	return places, nil
}

type ranking struct {
	entry
	match match
}

// ranked lists the places that a folded query fits, the best first.
func (g *Gazetteer) ranked(query string, among func(entry) bool) []ranking {
	if query == "" {
		return nil
	}
	var found []ranking
	for _, e := range g.entries {
		if m := e.matches(query); m < none && among(e) {
			found = append(found, ranking{e, m})
		}
	}
	slices.SortStableFunc(found, func(a, b ranking) int {
		return cmp.Or(cmp.Compare(a.match, b.match), cmp.Compare(b.weight, a.weight))
	})
	return found
}

// nearEnough is how far a quarter or a sight may lie from the middle of the town it is said to be in, in kilometres.
const nearEnough = 40.0

// Find implements parking.Geocoder. It takes "Place", "Quarter, City", "Village, Region" and whole addresses, whose
// city it finds.
func (g *Gazetteer) Find(_ context.Context, text string, language i18n.Language) (parking.Place, bool, error) {
	e, ok := g.find(text)
	if !ok {
		return parking.Place{}, false, nil
	}
	return g.in(e, language), true, nil
}

func (g *Gazetteer) find(text string) (entry, bool) {
	whole := fold(text)
	if found := g.ranked(whole, anywhere); len(found) > 0 && found[0].match == exact {
		return found[0].entry, true
	}
	parts := slices.DeleteFunc(
		strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",،;\n", r) }),
		func(part string) bool { return slices.Contains(country, fold(part)) || fold(part) == "" },
	)
	if e, ok := g.findWithin(parts); ok {
		return e, true
	}
	// A beginning of three letters is enough to mean the largest place that has it; fewer are anything.
	if found := g.ranked(whole, anywhere); len(found) > 0 && len([]rune(whole)) >= 3 {
		return found[0].entry, true
	}
	return g.mentioned(whole)
}

func anywhere(entry) bool { return true }

var country = []string{fold("Maroc"), fold("Morocco"), fold("المغرب")}

// findWithin reads the parts of an address from the back: the last that is a place or a region bounds where the
// others are looked for, from the front.
func (g *Gazetteer) findWithin(parts []string) (entry, bool) {
	for i := len(parts) - 1; i > 0; i-- {
		bound := fold(parts[i])
		region := regionNamed(bound)
		inRegion := func(e entry) bool { return region != "" && e.place.Region == region }
		city, isPlace := entry{}, false
		if found := g.ranked(bound, anywhere); len(found) > 0 && found[0].match == exact {
			city, isPlace = found[0].entry, true
		}
		within := func(e entry) bool {
			return inRegion(e) || isPlace && distance(e.place, city.place) <= nearEnough
		}
		for _, part := range parts[:i] {
			found := g.ranked(fold(part), within)
			if len(found) > 0 && found[0].match <= words && len([]rune(fold(part))) >= 3 {
				return found[0].entry, true
			}
		}
		if isPlace {
			return city, true
		}
	}
	if len(parts) > 0 {
		if found := g.ranked(fold(parts[0]), anywhere); len(found) > 0 && found[0].match == exact {
			return found[0].entry, true
		}
	}
	return entry{}, false
}

// mentioned returns the largest town whose whole name stands in the text: "12 rue Ibn Sina Agadir".
func (g *Gazetteer) mentioned(text string) (entry, bool) {
	var best entry
	ok := false
	padded := " " + text + " "
	for _, e := range g.entries {
		if e.place.Kind != parking.City && e.place.Kind != parking.Town || ok && e.weight <= best.weight {
			continue
		}
		for _, name := range e.folded {
			if strings.Contains(padded, " "+name+" ") {
				best, ok = e, true
			}
		}
	}
	return best, ok
}

// reach is how far Near looks, in kilometres.
const reach = 50.0

// Near implements parking.Geocoder: the nearest place within 50 km.
func (g *Gazetteer) Near(_ context.Context, latitude, longitude float64, language i18n.Language) (parking.Place, bool, error) {
	here := parking.Place{Latitude: latitude, Longitude: longitude}
	nearest, best := -1, reach
	for i, e := range g.entries {
		if d := distance(here, e.place); d <= best {
			nearest, best = i, d
		}
	}
	if nearest < 0 {
		return parking.Place{}, false, nil
	}
	return g.in(g.entries[nearest], language), true, nil
}

// distance is the great-circle distance in kilometres.
func distance(a, b parking.Place) float64 {
	const earthRadius = 6371.0
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	sinLat := math.Sin(rad(b.Latitude-a.Latitude) / 2)
	sinLng := math.Sin(rad(b.Longitude-a.Longitude) / 2)
	h := sinLat*sinLat + math.Cos(rad(a.Latitude))*math.Cos(rad(b.Latitude))*sinLng*sinLng
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}
