package spa

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// Catalogue is what the pages say of motorcycles before their code runs.
type Catalogue interface {
	// Motorcycle returns one that anybody may find, else ErrNoMotorcycle.
	Motorcycle(ctx context.Context, id uuid.UUID) (Motorcycle, error)
	// Listed returns up to limit of those that anybody may find.
	Listed(ctx context.Context, limit int) ([]Listed, error)
}

// ErrNoMotorcycle says that there is none, or none that anybody may find.
var ErrNoMotorcycle = errors.New("there is no such motorcycle to be found")

// Motorcycle is one, for people and for machines that read its page.
type Motorcycle struct {
	ID                       uuid.UUID
	Make, Model, Description string
	Year                     int
	// EngineSizeCC is 0, Transmission and Category are empty where nobody said.
	EngineSizeCC           int
	Transmission, Category string
	// DayPrice is before extras.
	DayPrice money.Amount
	// Pictures are addresses, the primary one first.
	Pictures      []string
	FranchiseName string
	Place         Place
}

// Place is where a motorcycle stands.
type Place struct {
	Name, Address       string
	Latitude, Longitude *float64
}

// Listed is a motorcycle in the site map.
type Listed struct {
	ID        uuid.UUID
	UpdatedAt time.Time
}

type object = map[string]any

// vehicle describes a motorcycle as schema.org/Motorcycle, with its offer: a day's rent in dirham.
func vehicle(base string, language i18n.Language, m Motorcycle, description string) object {
	address := base + in(language, motorcyclePath(m.ID))
	price := m.DayPrice.String()
	out := object{
		"@context": "https://schema.org", "@type": []string{"Product", "Motorcycle"}, "@id": base + motorcyclePath(m.ID), "url": address,
		"name": m.Make + " " + m.Model, "description": description, "brand": object{"@type": "Brand", "name": m.Make}, "model": m.Model,
		"vehicleModelDate": year(m.Year),
		"offers": object{
			"@type": "Offer", "url": address, "businessFunction": "http://purl.org/goodrelations/v1#LeaseOut",
			"availability": "https://schema.org/InStock", "price": price, "priceCurrency": "MAD",
			"priceSpecification": object{"@type": "UnitPriceSpecification", "price": price, "priceCurrency": "MAD", "unitCode": "DAY"},
			"seller":             object{"@type": "AutoRental", "name": m.FranchiseName},
			"availableAtOrFrom":  place(m.Place),
		},
	}
	pictures := make([]string, 0, len(m.Pictures))
	for _, picture := range m.Pictures {
		pictures = append(pictures, absolute(base, picture))
	}
	if len(pictures) > 0 {
		out["image"] = pictures
	}
	if m.EngineSizeCC > 0 {
		out["vehicleEngine"] = object{
			"@type":              "EngineSpecification",
			"engineDisplacement": object{"@type": "QuantitativeValue", "value": m.EngineSizeCC, "unitCode": "CMQ"},
		}
	}
	if m.Transmission != "" {
		out["vehicleTransmission"] = m.Transmission
	}
	if m.Category != "" {
		out["category"] = m.Category
	}
	return out
}

func place(p Place) object {
	out := object{
		"@type": "Place", "name": p.Name,
		"address": object{"@type": "PostalAddress", "streetAddress": p.Address, "addressCountry": "MA"},
	}
	if p.Latitude != nil && p.Longitude != nil {
		out["geo"] = object{"@type": "GeoCoordinates", "latitude": *p.Latitude, "longitude": *p.Longitude}
	}
	return out
}

// organization describes who runs the site.
func organization(base, description string) object {
	return object{
		"@context": "https://schema.org", "@type": "Organization", "@id": base + "/#organization", "name": siteName, "url": base + "/",
		"logo": base + "/pictures/icon-512.png", "description": description,
		"areaServed": object{"@type": "Country", "name": "Morocco"}, "knowsLanguage": i18n.Languages,
	}
}

func motorcyclePath(id uuid.UUID) string { return "/motorcycle/" + id.String() }
