package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/franchise"
	"rihla/internal/parking"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
)

// city is a franchise with its places, as they are in the real city.
type city struct {
	name, code, address, email, phone string
	latitude, longitude               float64
	plate                             int // the city's number on a plate
	grace                             *time.Duration
	turnaround                        time.Duration
	policy                            *pricing.Policy
	points                            []point
	mix                               string // categories of its twenty motorcycles; see categoryOf

	id     uuid.UUID
	extras []uuid.UUID // its own paid ones
	parks  []uuid.UUID
}

type point struct {
	// instructions are what stands on the signs of the place: readers of three languages share them.
	name, address, instructions string
	latitude, longitude         float64
	hours                       week.Hours
}

var (
	always   = week.Every("00:00", "23:59", week.Days...)
	daily    = week.Every("08:00", "20:00", week.Days...)
	long     = week.Every("07:00", "23:00", week.Days...)
	business = week.Every("09:00", "19:00", week.Days[:6]...)
)

func hours(n int) *time.Duration {
	d := time.Duration(n) * time.Hour
	return &d
}

// cities are the six franchises. Some have settings of their own, so that every rule can be seen at work.
func cities() []*city {
	return []*city{
		{
			name: "Rihla Casablanca", code: "CASA", address: "112, boulevard d'Anfa, Casablanca", email: "contact.casablanca@rihla.test",
			phone: "+212 522 27 40 10", latitude: 33.5930, longitude: -7.6330, plate: 6, mix: "SSSSSSSCCCRRRTVVFFPP",
			points: []point{
				{
					"Gare Casa-Voyageurs", "Place de la Gare Casa-Voyageurs, Casablanca",
					"P 0, 12 – 18",
					33.5899, -7.5913, always,
				},
				{
					"Aéroport Mohammed V, Terminal 1", "Aéroport Mohammed V, Nouaceur",
					"P2, Terminal 1",
					33.3675, -7.5898, long,
				},
				{
					"Morocco Mall", "Boulevard de la Corniche, Aïn Diab, Casablanca",
					"P −1, B", 33.5763, -7.7069, daily,
				},
				{
					"Twin Center, Maârif", "Angle boulevards Zerktouni et Al Massira, Casablanca",
					"P −2, B",
					33.5868, -7.6322, business,
				},
			},
		},
		{
			name: "Rihla Marrakech", code: "MRK", address: "45, avenue Mohammed V, Guéliz, Marrakech", email: "contact.marrakech@rihla.test",
			phone: "+212 524 43 20 15", latitude: 31.6341, longitude: -8.0075, plate: 26, mix: "SSSSCCRRTTTTVVFFQQQP",
			grace: hours(2), turnaround: time.Hour,
			points: []point{
				{
					"Gare de Marrakech", "Avenue Hassan II, Marrakech",
					"P, 1 – 8", 31.6308, -8.0170, always,
				},
				{
					"Aéroport Marrakech-Ménara", "Aéroport Marrakech-Ménara",
					"P1, M", 31.6016, -8.0265, long,
				},
				{
					"Parking de la Koutoubia", "Avenue Mohammed V, médina de Marrakech",
					"P Koutoubia, 3 – 9",
					31.6243, -7.9945, daily,
				},
				{
					"Carré Eden, Guéliz", "Avenue Mohammed V, Guéliz, Marrakech",
					"P −2, C", 31.6347, -8.0097, daily,
				},
			},
		},
		{
			name: "Rihla Agadir", code: "AGA", address: "Boulevard du 20 Août, Agadir", email: "contact.agadir@rihla.test",
			phone: "+212 528 84 11 22", latitude: 30.4166, longitude: -9.5995, plate: 33, mix: "SSSSCCRRTTTTVVFQQQPP",
			turnaround: 30 * time.Minute,
			points: []point{
				{
					"Aéroport Agadir-Al Massira", "Aéroport Al Massira, Temsia",
					"P, 3",
					30.3250, -9.4131, long,
				},
				{
					"Marina d'Agadir", "Marina d'Agadir, quai principal",
					"P Marina, 1 – 6", 30.4215, -9.6185, always,
				},
				{
					"Souk El Had", "Rue Chair Al Hamra Mohamed Ben Brahim, Agadir",
					"P 6", 30.4141, -9.5787,
					week.Every("09:00", "19:00", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
				},
			},
		},
		{
			name: "Rihla Tanger", code: "TNG", address: "Avenue Mohammed VI, Tanger", email: "contact.tanger@rihla.test",
			phone: "+212 539 32 05 60", latitude: 35.7774, longitude: -5.8008, plate: 40, mix: "SSSSSCCCRRRTTVVFFPPQ",
			grace: hours(0),
			points: []point{
				{
					"Gare Tanger-Ville", "Place du Maghreb Arabe, Tanger",
					"P Nord, 20 – 26", 35.7717, -5.7866, always,
				},
				{
					"Tanja Marina Bay", "Port de plaisance, Tanger",
					"P Marina, A",
					35.7868, -5.8055, daily,
				},
				{
					"Aéroport Tanger-Ibn Battouta", "Aéroport Ibn Battouta, Tanger",
					"P1, 4 – 10", 35.7269, -5.9169, long,
				},
			},
		},
		{
			name: "Rihla Fès", code: "FEZ", address: "Avenue Hassan II, Ville nouvelle, Fès", email: "contact.fes@rihla.test",
			phone: "+212 535 62 18 90", latitude: 34.0388, longitude: -5.0000, plate: 15, mix: "SSSSSCCCRRRTTTVVFFPQ",
			policy: &pricing.Policy{FullHours: 72, PartialHours: 24, Percent: 30},
			points: []point{
				{
					"Gare de Fès", "Avenue des Almohades, Fès",
					"P, A1 – A6", 34.0477, -5.0036, always,
				},
				{
					"Bab Boujloud", "Place Boujloud, Fès el-Bali",
					"P Aïn Azliten", 34.0625, -4.9835, daily,
				},
				{
					"Aéroport Fès-Saïss", "Aéroport Fès-Saïss",
					"P1", 33.9273, -4.9780, long,
				},
			},
		},
		{
			name: "Rihla Rabat", code: "RBT", address: "Avenue Fal Ould Oumeir, Agdal, Rabat", email: "contact.rabat@rihla.test",
			phone: "+212 537 67 33 44", latitude: 34.0005, longitude: -6.8484, plate: 1, mix: "SSSSSSCCCRRRTTVVFFPP",
			grace: hours(12),
			points: []point{
				{
					"Gare Rabat-Agdal", "Avenue Haj Ahmed Cherkaoui, Agdal, Rabat",
					"P −1", 33.9996, -6.8555, always,
				},
				{
					"Kasbah des Oudayas", "Avenue Al Marsa, Rabat",
					"P Bouregreg", 34.0300, -6.8365, daily,
				},
				{
					"Aéroport Rabat-Salé", "Aéroport Rabat-Salé, Salé",
					"P1, Terminal 1", 34.0515, -6.7515, long,
				},
			},
		},
	}
}

func (t *teller) openFranchises(ctx context.Context) error {
	for _, c := range t.cities {
		latitude, longitude := c.latitude, c.longitude
		f, err := t.franchises.Create(ctx, franchise.CreateInput{
			Name: c.name, Code: c.code, Status: franchise.Active, Address: c.address, Latitude: &latitude, Longitude: &longitude,
			ContactEmail: c.email, ContactPhone: c.phone, OperatingHours: business, Grace: c.grace, Turnaround: c.turnaround, Policy: c.policy,
		})
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		c.id = f.ID
		for _, p := range c.points {
			made, err := t.parking.Create(ctx, parking.CreateInput{
				Name: p.name, Address: p.address, Latitude: p.latitude, Longitude: p.longitude, OperatingHours: p.hours,
				Instructions: p.instructions, FranchiseID: &c.id,
			})
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			c.parks = append(c.parks, made.ID)
		}
	}
	return nil
}
