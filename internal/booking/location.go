package booking

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"rihla/internal/parking"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Place is where a booking begins, as its caller gives it: the seed's three forms of location, or the fields that they
// stand for (specification section 2, D11).
type Place struct {
	// Location is a parking point id, "current:lat,lng" or "address:text"; empty: the fields below say it.
	Location              string
	Type                  Type
	PickupParkingPointID  *uuid.UUID
	DropoffParkingPointID *uuid.UUID
	CustomerLocation      string
	CustomerLatitude      *float64
	CustomerLongitude     *float64
}

// maxAddress bounds a typed address, in characters.
const maxAddress = 500

// normalise spreads Location over the fields and settles the type. Broken parts go to c.
func (p Place) normalise(c *errs.Collector) Place {
	if p.Location != "" {
		p = p.fromLocation(c)
	}
	p.CustomerLocation = strings.TrimSpace(p.CustomerLocation)
	if p.Type == "" {
		p.Type = Autonom
		if p.CustomerLocation != "" && p.CustomerLatitude == nil && p.PickupParkingPointID == nil {
			p.Type = Delivery
		}
	}
	check.Text(c, "customerLocation", p.CustomerLocation, 0, maxAddress)
	hasPosition := p.CustomerLatitude != nil && p.CustomerLongitude != nil
	if hasPosition {
		c.Check(parking.ValidPosition(*p.CustomerLatitude, *p.CustomerLongitude), "customerCoordinates", "INVALID_LOCATION")
	}
	switch p.Type {
	case Delivery:
		c.Check(p.CustomerLocation != "", "customerLocation", "LOCATION_FOR_TYPE")
	case Autonom:
		c.Check(hasPosition || p.PickupParkingPointID != nil, "customerCoordinates", "LOCATION_FOR_TYPE")
	default:
		c.Add("bookingType", "INVALID_CHOICE", "values", "AUTONOM, DELIVERY")
	}
	if p.DropoffParkingPointID == nil {
		p.DropoffParkingPointID = p.PickupParkingPointID
	}
	return p
}

// fromLocation reads the three forms. A type that the form contradicts is refused.
func (p Place) fromLocation(c *errs.Collector) Place {
	location, err := parking.ParseLocation(p.Location)
	if err != nil {
		c.Add("location", "INVALID_LOCATION")
		return p
	}
	wants := Autonom
	switch {
	case location.ParkingPointID != nil:
		p.PickupParkingPointID = location.ParkingPointID
		if p.DropoffParkingPointID == nil {
			p.DropoffParkingPointID = location.ParkingPointID
		}
	case location.Address != "":
		p.CustomerLocation, wants = location.Address, Delivery
	default:
		p.CustomerLatitude, p.CustomerLongitude = &location.Latitude, &location.Longitude
	}
	if p.Type != "" && p.Type != wants {
		c.Add("location", "LOCATION_FOR_TYPE")
	}
	p.Type = wants
	return p
}

// settle looks the place's points up: a rental at a parking point starts at that point's coordinates (D11). What has no
// point yet, a customer's own position or an address that the geocoder knows, is described for one to be made (D12).
// Returns PARKING_POINT_NOT_FOUND for a point that is not there, inactive or somebody's own.
func (s *Service) settle(ctx context.Context, p Place) (Place, *ownPoint, error) {
	for i, id := range []*uuid.UUID{p.PickupParkingPointID, p.DropoffParkingPointID} {
		if id == nil {
			continue
		}
		point, err := s.parking.Get(ctx, *id)
		if err != nil {
			return p, nil, err
		}
		if i == 0 && p.Type == Autonom {
			p.CustomerLatitude, p.CustomerLongitude = &point.Latitude, &point.Longitude
		}
	}
	if p.PickupParkingPointID != nil {
		return p, nil, nil
	}
	if p.Type == Autonom {
		latitude, longitude := *p.CustomerLatitude, *p.CustomerLongitude
		return p, &ownPoint{fmt.Sprintf("%.5f, %.5f", latitude, longitude), latitude, longitude}, nil
	}
	place, err := s.parking.Locate(ctx, "address:"+p.CustomerLocation, i18n.French)
	if errors.Is(err, parking.ErrLocation) {
		return p, nil, nil // the franchise finds the way by what was typed
	}
	if err != nil {
		return p, nil, err
	}
	return p, &ownPoint{p.CustomerLocation, place.Latitude, place.Longitude}, nil
}

// ownPoint is a parking point to be made for one booking.
type ownPoint struct {
	name                string
	latitude, longitude float64
}
