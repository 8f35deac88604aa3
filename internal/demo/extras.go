package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/money"
	"rihla/internal/pricing"
	"rihla/internal/supplement"
)

// extra is a supplement; the price of a free one is what it would cost.
type extra struct {
	name, description string
	price             money.Amount
	unit              pricing.PriceType
	free              bool
}

// The demo is read in three languages and an extra has one name: names are what a shop's sign in Morocco says, descriptions
// figures.
var platformExtras = []extra{
	{"Casque / Helmet", "ECE 22.06, XS – XXL", 4000, pricing.PerDay, true},
	{"Assistance 24/7", "", 5000, pricing.PerRental, true},
	{"Assurance / Insurance", "", 6000, pricing.PerDay, true},
	{"Antivol U / U-lock", "", 2000, pricing.PerRental, true},
	{"Casque passager / Passenger helmet", "ECE 22.06, XS – XXL", 4000, pricing.PerDay, false},
	{"Top case", "45 L", 12000, pricing.PerRental, false},
	{"GPS moto", "5.5″, IPX7", 6000, pricing.PerDay, false},
	{"Quad Lock + USB", "", 5000, pricing.PerRental, false},
	{"Kit pluie / Rain kit", "S – XXL", 8000, pricing.PerRental, false},
	{"Gants / Gloves", "XS – XXL", 6000, pricing.PerRental, false},
	{"Zéro franchise / Zero excess", "0 MAD", 9000, pricing.PerDay, false},
	{"Sacoches / Soft bags", "2 × 20 L", 15000, pricing.PerRental, false},
}

// cityExtras are one franchise's own, by its code.
var cityExtras = map[string][]extra{
	"CASA": {{"Aéroport / Airport CMN", "Mohammed V, T1 – T2", 25000, pricing.PerRental, false}},
	"MRK": {
		{"GPX Agafay", "120 km", 10000, pricing.PerRental, false},
		{"Livraison riad / Riad delivery", "Marrakech", 12000, pricing.PerRental, false},
	},
	"AGA": {{"Surf rack", "7 ft", 10000, pricing.PerDay, false}},
	"TNG": {{"Port Tanger Med", "40 km", 30000, pricing.PerRental, false}},
	"FEZ": {{"GPX Ifrane – Azrou", "190 km", 7000, pricing.PerRental, false}},
	"RBT": {{"Livraison hôtel / Hotel delivery", "Rabat, Salé, Témara", 15000, pricing.PerRental, false}},
}

// features are the catalogue, in words that riders use in every language, with the drawing of the site that fits.
var features = []struct{ name, drawing string }{
	{"ABS", "brakes"}, {"Top case", "case"}, {"2 × 35 L", "panniers"}, {"TFT", "screen"}, {"USB", "plug"}, {"Bluetooth", "wireless"},
	{"Traction control", "grip"}, {"Cruise control", "cruise"}, {"E-start", "start"}, {"LED", "lamp"}, {"GPS tracker", "tracker"},
	{"Keyless", "key"}, {"Off-road", "terrain"}, {"Quickshifter", "gears"},
}

func (t *teller) stockExtras(ctx context.Context) error {
	for _, x := range platformExtras {
		id, err := t.stock(ctx, x, nil)
		if err != nil {
			return err
		}
		if !x.free {
			t.platform = append(t.platform, id)
		}
	}
	for _, c := range t.cities {
		for _, x := range cityExtras[c.code] {
			id, err := t.stock(ctx, x, &c.id)
			if err != nil {
				return err
			}
			c.extras = append(c.extras, id)
		}
	}
	for _, f := range features {
		icon := "/pictures/feature-" + f.drawing + ".svg"
		made, err := t.motorcycles.CreateFeature(ctx, motorcycle.CreateFeatureInput{Name: f.name, IconURL: &icon})
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		t.features[f.name] = made.ID
	}
	return nil
}

func (t *teller) stock(ctx context.Context, x extra, franchiseID *uuid.UUID) (uuid.UUID, error) {
	s, err := t.supplements.Create(ctx, supplement.CreateInput{
		Name: x.name, Description: x.description, Price: x.price, PriceType: x.unit, Free: x.free, FranchiseID: franchiseID,
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("%s: %w", x.name, err)
	}
	return s.ID, nil
}
