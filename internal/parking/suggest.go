package parking

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"rihla/internal/parking/parkingdb"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Suggestion is one answer to the beginning of a place's name.
type Suggestion struct {
	ID        string
	Label     string
	Detail    string
	Kind      SuggestionKind
	Latitude  float64
	Longitude float64
	// Location is the value for the location parameter that means this place.
	Location string
}

// SuggestionKind says what is suggested.
type SuggestionKind string

// The kinds of suggestions.
const (
	SuggestedPoint SuggestionKind = "PARKING_POINT"
	SuggestedCity  SuggestionKind = "CITY"
	SuggestedPlace SuggestionKind = "PLACE"
)

// Bounds of a suggestion search (specification section 9: 10 suggestions).
const (
	DefaultSuggestions = 10
	maxSuggestions     = 20
	longestQuery       = 100
)

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Suggest answers the beginning of a place's name: named places first, then the platform's own parking points, which
// get at least half of the answers when they have them. Public. An empty query has no answers.
func (s *Service) Suggest(ctx context.Context, query string, language i18n.Language, limit int) ([]Suggestion, error) {
	var c errs.Collector
	check.Within(&c, "limit", float64(limit), 1, maxSuggestions)
	check.Text(&c, "q", query, 0, longestQuery)
	if err := c.Err(); err != nil {
		return nil, err
	}
	query = strings.Join(strings.Fields(query), " ")
	if query == "" || !utf8.ValidString(query) {
		return []Suggestion{}, nil
	}
	places, err := s.geocoder.Suggest(ctx, query, language, limit)
	if err != nil {
		return nil, fmt.Errorf("suggest places: %w", err)
	}
	rows, err := parkingdb.New(s.db).SuggestPublicPoints(ctx, parkingdb.SuggestPublicPointsParams{
		Pattern: likeEscapes.Replace(query), MaxRows: int32(limit),
	})
	if err != nil {
		return nil, fmt.Errorf("suggest parking points: %w", err)
	}
	keep := limit - min(len(rows), (limit+1)/2)
	suggestions := make([]Suggestion, 0, limit)
	for _, p := range places[:min(keep, len(places))] {
		suggestions = append(suggestions, suggestPlace(p))
	}
	for _, row := range rows[:min(limit-len(suggestions), len(rows))] {
		suggestions = append(suggestions, Suggestion{
			ID: row.ID.String(), Label: row.Name, Detail: row.Address, Kind: SuggestedPoint,
			Latitude: row.Latitude, Longitude: row.Longitude, Location: row.ID.String(),
		})
	}
	return suggestions, nil
}

// Reverse names the place at a position; false when nothing is near. Public. Returns VALIDATION.
func (s *Service) Reverse(ctx context.Context, latitude, longitude float64, language i18n.Language) (Suggestion, bool, error) {
	var c errs.Collector
	check.Position(&c, "latitude", "longitude", latitude, longitude)
	if err := c.Err(); err != nil {
		return Suggestion{}, false, err
	}
	place, ok, err := s.geocoder.Near(ctx, latitude, longitude, language)
	if err != nil || !ok {
		return Suggestion{}, false, err
	}
	return suggestPlace(place), true, nil
}

func suggestPlace(p Place) Suggestion {
	kind := SuggestedPlace
	if p.Kind == City {
		kind = SuggestedCity
	}
	return Suggestion{
		ID: p.ID, Label: p.Name, Detail: p.Region, Kind: kind, Latitude: p.Latitude, Longitude: p.Longitude,
		Location: prefixAddress + p.Address,
	}
}
