package parking

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Spec is a location parameter taken apart: exactly one of the three forms of specification section 2.
type Spec struct {
	// ParkingPointID is set for the id of a parking point.
	ParkingPointID *uuid.UUID
	// Address is set for "address:text".
	Address string
	// Latitude and Longitude hold for "current:latitude,longitude": when the other two are not set.
	Latitude  float64
	Longitude float64
}

// ErrLocation says that a location parameter names no place: VALIDATION with INVALID_LOCATION at field location.
var ErrLocation = errLocation()

func errLocation() error {
	var c errs.Collector
	c.Add("location", "INVALID_LOCATION")
	return c.Err()
}

// The prefixes of the location parameter (specification section 2); a value with neither is a parking point's id.
const (
	prefixCurrent = "current:"
	prefixAddress = "address:"
)

const longestAddress = 500

// ParseLocation takes a location parameter apart: a parking point id, "current:lat,lng" or "address:text". It looks
// nothing up. Returns ErrLocation for anything else.
func ParseLocation(location string) (Spec, error) {
	if text, is := strings.CutPrefix(location, prefixCurrent); is {
		latitudeText, longitudeText, _ := strings.Cut(text, ",")
		latitude, okLatitude := parseDegrees(latitudeText)
		longitude, okLongitude := parseDegrees(longitudeText)
		if !okLatitude || !okLongitude || !ValidPosition(latitude, longitude) {
			return Spec{}, ErrLocation
		}
		return Spec{Latitude: latitude, Longitude: longitude}, nil
	}
	if text, is := strings.CutPrefix(location, prefixAddress); is {
		text = strings.TrimSpace(text)
		if text == "" || utf8.RuneCountInString(text) > longestAddress || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return Spec{}, ErrLocation
		}
		return Spec{Address: text}, nil
	}
	// uuid.Parse also takes forms in braces and with a prefix; ids are written one way.
	id, err := uuid.Parse(location)
	if err != nil || len(location) != len(uuid.Nil.String()) {
		return Spec{}, ErrLocation
	}
	return Spec{ParkingPointID: &id}, nil
}

// ValidPosition tells whether coordinates, in degrees, lie on the Earth.
func ValidPosition(latitude, longitude float64) bool {
	return math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180 // false for NaN
}

// parseDegrees reads plain decimal degrees: no NaN, infinities or hexadecimal.
func parseDegrees(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 30 || strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// Location is where a search looks: a point on the Earth, and how far around it (D11).
type Location struct {
	Label     string
	Latitude  float64
	Longitude float64
	RadiusKm  float64
}

// Locate resolves a location parameter. Returns ErrLocation when it names no place, and ErrNotFound for the id of a
// parking point that is not there.
func (s *Service) Locate(ctx context.Context, location string, language i18n.Language) (Location, error) {
	spec, err := ParseLocation(location)
	if err != nil {
		return Location{}, err
	}
	switch {
	case spec.ParkingPointID != nil:
		point, err := s.Get(ctx, *spec.ParkingPointID)
		if err != nil {
			return Location{}, err
		}
		return Location{point.Name, point.Latitude, point.Longitude, defaultRadius}, nil
	case spec.Address != "":
		place, ok, err := s.geocoder.Find(ctx, spec.Address, language)
		if err != nil {
			return Location{}, fmt.Errorf("find the address: %w", err)
		}
		if !ok {
			return Location{}, ErrLocation
		}
		return Location{place.Name, place.Latitude, place.Longitude, place.Radius()}, nil
	default:
		label := fmt.Sprintf("%.4f, %.4f", spec.Latitude, spec.Longitude)
		place, ok, err := s.geocoder.Near(ctx, spec.Latitude, spec.Longitude, language)
		if err != nil {
			return Location{}, fmt.Errorf("name the position: %w", err)
		}
		if ok {
			label = place.Name
		}
		return Location{label, spec.Latitude, spec.Longitude, defaultRadius}, nil
	}
}
