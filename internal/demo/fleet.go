package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/money"
)

// bike is a motorcycle of the story.
type bike struct {
	id     uuid.UUID
	city   *city
	park   *uuid.UUID // nil: it stands at its franchise
	model  model
	status motorcycle.Status
}

// model is a motorcycle as it is sold. The price is in dirham a day, weight and power in figures: readers of three languages
// share one description.
type model struct {
	make, name string
	category   motorcycle.Category
	cc         int
	automatic  bool
	price      int
	kg, kw     int
	features   []string
}

// categoryOf reads a letter of a city's mix.
var categoryOf = map[rune]motorcycle.Category{
	'S': "SCOOTER", 'C': "CITY", 'T': "TRAIL", 'R': "ROADSTER", 'V': "TOURING", 'F': "CAFE_RACER", 'P': "SPORT", 'Q': "QUAD",
}

var models = []model{
	{"Peugeot", "Django 125", "SCOOTER", 125, true, 220, 129, 8, []string{"USB", "LED"}},
	{"Yamaha", "NMAX 125", "SCOOTER", 125, true, 250, 131, 9, []string{"ABS", "Keyless"}},
	{"Honda", "PCX 125", "SCOOTER", 125, true, 260, 130, 9, []string{"ABS", "USB", "Keyless"}},
	{"Piaggio", "Liberty 125", "SCOOTER", 125, true, 210, 114, 8, []string{"LED"}},
	{"SYM", "Jet 14", "SCOOTER", 125, true, 180, 127, 8, []string{"E-start"}},
	{"Vespa", "Primavera 150", "SCOOTER", 155, true, 290, 130, 10, []string{"ABS", "USB"}},
	{"Yamaha", "XMAX 300", "SCOOTER", 292, true, 400, 179, 21, []string{"ABS", "Traction control", "Keyless"}},
	{"Honda", "Forza 350", "SCOOTER", 330, true, 430, 184, 22, []string{"ABS", "Traction control", "Bluetooth", "Top case"}},
	{"BMW", "C 400 GT", "SCOOTER", 350, true, 520, 214, 25, []string{"ABS", "TFT", "Bluetooth"}},
	{"Honda", "CB125F", "CITY", 124, false, 220, 117, 8, []string{"E-start", "LED"}},
	{"Yamaha", "YBR 125", "CITY", 124, false, 210, 126, 8, []string{"E-start"}},
	{"Suzuki", "GN 125", "CITY", 124, false, 190, 107, 8, []string{"E-start"}},
	{"Honda", "Super Cub C125", "CITY", 124, true, 270, 110, 7, []string{"ABS", "Keyless"}},
	{"Royal Enfield", "Hunter 350", "CITY", 349, false, 360, 181, 15, []string{"ABS", "USB"}},
	{"Honda", "CRF300L", "TRAIL", 286, false, 420, 142, 20, []string{"ABS", "Off-road"}},
	{"Royal Enfield", "Himalayan 450", "TRAIL", 452, false, 480, 196, 29, []string{"ABS", "Off-road", "USB"}},
	{"KTM", "390 Adventure", "TRAIL", 373, false, 470, 172, 32, []string{"ABS", "Traction control", "Off-road"}},
	{"Suzuki", "V-Strom 650", "TRAIL", 645, false, 620, 213, 52, []string{"ABS", "Traction control", "Top case"}},
	{"Yamaha", "Ténéré 700", "TRAIL", 689, false, 720, 205, 54, []string{"ABS", "Off-road"}},
	{"BMW", "F 850 GS", "TRAIL", 853, false, 850, 229, 70, []string{"ABS", "Traction control", "TFT", "2 × 35 L"}},
	{"Honda", "Africa Twin", "TRAIL", 1084, false, 980, 226, 75, []string{"ABS", "Traction control", "Cruise control", "Off-road"}},
	{"Honda", "CB500F", "ROADSTER", 471, false, 470, 189, 35, []string{"ABS", "LED"}},
	{"KTM", "390 Duke", "ROADSTER", 399, false, 420, 163, 32, []string{"ABS", "Traction control"}},
	{"Kawasaki", "Z650", "ROADSTER", 649, false, 540, 188, 50, []string{"ABS", "LED"}},
	{"Yamaha", "MT-07", "ROADSTER", 689, false, 560, 184, 54, []string{"ABS"}},
	{"Triumph", "Trident 660", "ROADSTER", 660, false, 600, 189, 60, []string{"ABS", "Traction control"}},
	{"Ducati", "Monster", "ROADSTER", 937, false, 780, 188, 82, []string{"ABS", "Traction control"}},
	{"Kawasaki", "Versys 650", "TOURING", 649, false, 600, 219, 49, []string{"ABS", "Bluetooth", "2 × 35 L"}},
	{"Yamaha", "Tracer 9 GT", "TOURING", 890, false, 880, 220, 88, []string{"ABS", "Traction control", "Cruise control", "TFT", "2 × 35 L"}},
	{"Honda", "NT1100", "TOURING", 1084, true, 940, 248, 75, []string{"ABS", "Cruise control", "Bluetooth", "2 × 35 L"}},
	{"BMW", "R 1250 RT", "TOURING", 1254, false, 1200, 279, 100, []string{"ABS", "Cruise control", "TFT", "2 × 35 L", "Top case"}},
	{"Husqvarna", "Vitpilen 401", "CAFE_RACER", 373, false, 430, 151, 32, []string{"ABS"}},
	{"Royal Enfield", "Continental GT 650", "CAFE_RACER", 648, false, 520, 211, 35, []string{"ABS"}},
	{"Kawasaki", "W800", "CAFE_RACER", 773, false, 560, 224, 38, []string{"ABS"}},
	{"Triumph", "Thruxton RS", "CAFE_RACER", 1200, false, 840, 197, 77, []string{"ABS", "Traction control"}},
	{"KTM", "RC 390", "SPORT", 373, false, 440, 172, 32, []string{"ABS", "Traction control"}},
	{"Kawasaki", "Ninja 650", "SPORT", 649, false, 590, 193, 50, []string{"ABS"}},
	{"Honda", "CBR650R", "SPORT", 649, false, 660, 208, 70, []string{"ABS", "Traction control"}},
	{"Yamaha", "R7", "SPORT", 689, false, 690, 188, 54, []string{"ABS", "Quickshifter"}},
	{"Kymco", "MXU 300", "QUAD", 271, true, 450, 222, 14, []string{"LED"}},
	{"CFMOTO", "CForce 450", "QUAD", 400, true, 600, 360, 23, []string{"USB", "LED"}},
	{"Polaris", "Sportsman 570", "QUAD", 567, true, 760, 330, 32, []string{"USB", "TFT"}},
	{"Yamaha", "Grizzly 700", "QUAD", 686, true, 860, 314, 35, []string{"USB", "LED"}},
}

// pictureOf is how the files of pictures spell a category.
var pictureOf = map[motorcycle.Category]string{
	"SCOOTER": "scooter", "CITY": "city", "TRAIL": "trail", "ROADSTER": "roadster", "TOURING": "touring",
	"CAFE_RACER": "cafe-racer", "SPORT": "sport", "QUAD": "quad",
}

// colours are those of the pictures.
var colours = []string{"majorelle", "terracotta", "mint", "saffron", "night", "sand"}

// outOfService are the places in the fleet of motorcycles that are in the workshop.
var outOfService = []int{17, 58, 96}

// withLock are the places in the fleet of motorcycles with a smart lock, two of which the demo customer has booked.
var withLock = []int{0, 11, 24, 28, 45, 62, 83, 104}

// fitLocks comes when the story has ended: accesses are for rentals that are not over.
func (t *teller) fitLocks(ctx context.Context) error {
	if t.options.FitLock == nil {
		return nil
	}
	for _, place := range withLock {
		if err := t.options.FitLock(ctx, t.fleet[place].id, fmt.Sprintf("RH%04d", place)); err != nil {
			return fmt.Errorf("fit a lock: %w", err)
		}
	}
	return nil
}

func (t *teller) buyFleet(ctx context.Context) error {
	for _, c := range t.cities {
		taken := map[string]int{}
		for i, letter := range c.mix {
			category := categoryOf[letter]
			if err := t.buy(ctx, c, i, t.modelOf(category, taken)); err != nil {
				return err
			}
		}
	}
	return nil
}

// modelOf draws a model of a category, a new one while the city has not all of them.
func (t *teller) modelOf(category motorcycle.Category, taken map[string]int) model {
	var fits []model
	for _, m := range models {
		if m.category == category {
			fits = append(fits, m)
		}
	}
	fewest := taken[fits[0].name]
	for _, m := range fits {
		fewest = min(fewest, taken[m.name])
	}
	fits = slices.DeleteFunc(fits, func(m model) bool { return taken[m.name] > fewest })
	m := pick(t, fits)
	taken[m.name]++
	return m
}

func (t *teller) buy(ctx context.Context, c *city, place int, m model) error {
	colour := pick(t, colours)
	b := &bike{city: c, model: m, status: motorcycle.Available}
	// Every tenth stands at the franchise itself.
	if place%10 != 9 {
		b.park = &c.parks[place%len(c.parks)]
	}
	if slices.Contains(outOfService, len(t.fleet)) {
		b.status = motorcycle.Maintenance
	}
	category, transmission, cc := m.category, motorcycle.Transmissions[0], m.cc
	if m.automatic {
		transmission = motorcycle.Transmissions[1]
	}
	plate := fmt.Sprintf("%d-%s-%d", 12000+len(t.fleet)*317, pick(t, []string{"A", "B", "D", "H", "W"}), c.plate)
	// The same model costs a little less or more from one city and one year to the next.
	price := money.Amount((m.price + 5*t.between(-4, 4)) * 100)
	price = min(max(price, 18000), 120000)
	id, err := t.motorcycles.Create(ctx, motorcycle.CreateInput{
		RegistrationNumber: plate, Make: m.make, Model: m.name, Year: t.today.Year() - t.between(0, 5),
		Description: fmt.Sprintf("%s %s: %d kg, %d kW, %d cm³", m.make, m.name, m.kg, m.kw, m.cc),
		DayPrice:    price, Status: b.status, FranchiseID: &c.id, ParkingPointID: b.park, Category: &category, EngineSizeCC: &cc,
		Transmission: &transmission,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", plate, err)
	}
	b.id = id
	t.fleet = append(t.fleet, b)
	_, err = t.motorcycles.AddImage(ctx, id, motorcycle.NewImage{
		URL: "/pictures/" + pictureOf[category] + "-" + colour + ".svg", Primary: true,
		AltText: m.make + " " + m.name,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", plate, err)
	}
	for _, name := range m.features {
		feature, known := t.features[name]
		if !known {
			return fmt.Errorf("%s: no feature %q", m.name, name)
		}
		if err := t.motorcycles.AssignFeature(ctx, id, feature); err != nil {
			return fmt.Errorf("%s: %s: %w", plate, name, err)
		}
	}
	return nil
}
