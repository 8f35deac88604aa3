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

// model is a motorcycle as it is sold. The price is in dirham a day.
type model struct {
	make, name string
	category   motorcycle.Category
	cc         int
	automatic  bool
	price      int
	text       string
	features   []string
}

// categoryOf reads a letter of a city's mix.
var categoryOf = map[rune]motorcycle.Category{
	'S': "SCOOTER", 'C': "CITY", 'T': "TRAIL", 'R': "ROADSTER", 'V': "TOURING", 'F': "CAFE_RACER", 'P': "SPORT", 'Q': "QUAD",
}

var models = []model{
	{"Peugeot", "Django 125", "SCOOTER", 125, true, 220, "Un scooter néo-rétro confortable, parfait à deux en ville.", []string{"Prise USB", "Éclairage à LED"}},
	{"Yamaha", "NMAX 125", "SCOOTER", 125, true, 250, "Vif et sobre : moins de 2,5 litres aux cent kilomètres.", []string{"ABS", "Démarrage sans clé"}},
	{"Honda", "PCX 125", "SCOOTER", 125, true, 260, "Silencieux, coffre pour un casque intégral.", []string{"ABS", "Prise USB", "Démarrage sans clé"}},
	{"Piaggio", "Liberty 125", "SCOOTER", 125, true, 210, "Grandes roues, plancher plat : les pavés ne lui font pas peur.", []string{"Éclairage à LED"}},
	{"SYM", "Jet 14", "SCOOTER", 125, true, 180, "Le plus simple pour se déplacer à petit prix.", []string{"Béquille centrale"}},
	{"Vespa", "Primavera 150", "SCOOTER", 155, true, 290, "L'icône italienne, pour longer la mer au soleil couchant.", []string{"ABS", "Prise USB"}},
	{"Yamaha", "XMAX 300", "SCOOTER", 292, true, 400, "Assez de coffre et de souffle pour l'autoroute.", []string{"ABS", "Contrôle de traction", "Démarrage sans clé"}},
	{"Honda", "Forza 350", "SCOOTER", 330, true, 430, "Grand confort, bulle électrique, deux casques sous la selle.", []string{"ABS", "Contrôle de traction", "Pare-brise haut", "Top case"}},
	{"BMW", "C 400 GT", "SCOOTER", 350, true, 520, "Le grand tourisme version scooter.", []string{"ABS", "Poignées chauffantes", "Pare-brise haut"}},
	{"Honda", "CB125F", "CITY", 124, false, 220, "Légère, économique, idéale pour débuter.", []string{"Béquille centrale", "Éclairage à LED"}},
	{"Yamaha", "YBR 125", "CITY", 124, false, 210, "Increvable : la moto de tous les quartiers.", []string{"Béquille centrale"}},
	{"Suzuki", "GN 125", "CITY", 124, false, 190, "Selle basse et position droite, on pose les deux pieds.", []string{"Béquille centrale"}},
	{"Honda", "Super Cub C125", "CITY", 124, true, 270, "Embrayage automatique et charme intact depuis 1958.", []string{"ABS", "Démarrage sans clé"}},
	{"Royal Enfield", "Hunter 350", "CITY", 349, false, 360, "Du couple, un beau son et une allure classique.", []string{"ABS", "Prise USB"}},
	{"Honda", "CRF300L", "TRAIL", 286, false, 420, "142 kilos : la reine des pistes et des oueds.", []string{"ABS", "Protège-mains"}},
	{"Royal Enfield", "Himalayan 450", "TRAIL", 452, false, 480, "Taillée pour l'Atlas, chargée ou non.", []string{"ABS", "Protège-mains", "Prise USB"}},
	{"KTM", "390 Adventure", "TRAIL", 373, false, 470, "Nerveuse sur la route, à l'aise sur la piste.", []string{"ABS", "Contrôle de traction", "Protège-mains"}},
	{"Suzuki", "V-Strom 650", "TRAIL", 645, false, 620, "La routière raisonnable qui va partout.", []string{"ABS", "Contrôle de traction", "Top case"}},
	{"Yamaha", "Ténéré 700", "TRAIL", 689, false, 720, "Simple et solide : le désert lui va bien.", []string{"ABS", "Protège-mains"}},
	{"BMW", "F 850 GS", "TRAIL", 853, false, 850, "Polyvalente, des gorges du Dadès aux dunes de Merzouga.", []string{"ABS", "Contrôle de traction", "Poignées chauffantes", "Valises latérales"}},
	{"Honda", "Africa Twin", "TRAIL", 1084, false, 980, "La légende des rallyes africains.", []string{"ABS", "Contrôle de traction", "Régulateur de vitesse", "Protège-mains"}},
	{"Honda", "CB500F", "ROADSTER", 471, false, 470, "Équilibrée, facile, rassurante.", []string{"ABS", "Éclairage à LED"}},
	{"KTM", "390 Duke", "ROADSTER", 399, false, 420, "Un petit roadster au grand tempérament.", []string{"ABS", "Contrôle de traction"}},
	{"Kawasaki", "Z650", "ROADSTER", 649, false, 540, "Compacte et joueuse sur les petites routes.", []string{"ABS", "Éclairage à LED"}},
	{"Yamaha", "MT-07", "ROADSTER", 689, false, 560, "Le bicylindre que tout le monde aime.", []string{"ABS"}},
	{"Triumph", "Trident 660", "ROADSTER", 660, false, 600, "Trois cylindres, une ligne pure.", []string{"ABS", "Contrôle de traction"}},
	{"Ducati", "Monster", "ROADSTER", 937, false, 780, "L'italienne qui fait tourner les têtes.", []string{"ABS", "Contrôle de traction"}},
	{"Kawasaki", "Versys 650", "TOURING", 649, false, 600, "Confortable à deux, prête pour la côte atlantique.", []string{"ABS", "Pare-brise haut", "Valises latérales"}},
	{"Yamaha", "Tracer 9 GT", "TOURING", 890, false, 880, "Sportive et voyageuse à la fois.", []string{"ABS", "Contrôle de traction", "Régulateur de vitesse", "Poignées chauffantes", "Valises latérales"}},
	{"Honda", "NT1100", "TOURING", 1084, true, 940, "Boîte à double embrayage : on ne pense qu'à la route.", []string{"ABS", "Régulateur de vitesse", "Pare-brise haut", "Valises latérales"}},
	{"BMW", "R 1250 RT", "TOURING", 1254, false, 1200, "La première classe, de Tanger à Lagouira.", []string{"ABS", "Régulateur de vitesse", "Poignées chauffantes", "Valises latérales", "Top case"}},
	{"Husqvarna", "Vitpilen 401", "CAFE_RACER", 373, false, 430, "Minimaliste et légère.", []string{"ABS"}},
	{"Royal Enfield", "Continental GT 650", "CAFE_RACER", 648, false, 520, "Guidons bas, gros bicylindre, style anglais.", []string{"ABS"}},
	{"Kawasaki", "W800", "CAFE_RACER", 773, false, 560, "Une classique à l'ancienne, fiabilité en plus.", []string{"ABS"}},
	{"Triumph", "Thruxton RS", "CAFE_RACER", 1200, false, 840, "Le café racer par excellence.", []string{"ABS", "Contrôle de traction"}},
	{"KTM", "RC 390", "SPORT", 373, false, 440, "Agile et précise, permis A2.", []string{"ABS", "Contrôle de traction"}},
	{"Kawasaki", "Ninja 650", "SPORT", 649, false, 590, "Sportive au quotidien, sans douleur aux poignets.", []string{"ABS"}},
	{"Honda", "CBR650R", "SPORT", 649, false, 660, "Le chant du quatre-cylindres.", []string{"ABS", "Contrôle de traction"}},
	{"Yamaha", "R7", "SPORT", 689, false, 690, "Étroite, affûtée, amusante.", []string{"ABS", "Quickshifter"}},
	{"Kymco", "MXU 300", "QUAD", 271, true, 450, "Un quad facile pour découvrir la palmeraie.", []string{"Éclairage à LED"}},
	{"CFMOTO", "CForce 450", "QUAD", 400, true, 600, "Deux places, treuil et quatre roues motrices.", []string{"Prise USB", "Éclairage à LED"}},
	{"Polaris", "Sportsman 570", "QUAD", 567, true, 760, "Suspensions longues, banquette confortable.", []string{"Prise USB", "Poignées chauffantes"}},
	{"Yamaha", "Grizzly 700", "QUAD", 686, true, 860, "La force tranquille pour les dunes.", []string{"Prise USB", "Éclairage à LED"}},
}

// categoryWords begin a description.
var categoryWords = map[motorcycle.Category]string{
	"SCOOTER": "Scooter", "CITY": "Moto de ville", "TRAIL": "Trail", "ROADSTER": "Roadster", "TOURING": "Moto de tourisme",
	"CAFE_RACER": "Café racer", "SPORT": "Moto sportive", "QUAD": "Quad",
}

// pictureOf is how the files of pictures spell a category.
var pictureOf = map[motorcycle.Category]string{
	"SCOOTER": "scooter", "CITY": "city", "TRAIL": "trail", "ROADSTER": "roadster", "TOURING": "touring",
	"CAFE_RACER": "cafe-racer", "SPORT": "sport", "QUAD": "quad",
}

// colours are those of the pictures, with their French names.
var colours = [][2]string{
	{"majorelle", "bleu Majorelle"}, {"terracotta", "terre cuite"}, {"mint", "vert menthe"}, {"saffron", "jaune safran"},
	{"night", "noir nuit"}, {"sand", "sable"},
}

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
		Description: fmt.Sprintf("%s %s %s, coloris %s. %s", categoryWords[category], m.make, m.name, colour[1], m.text),
		DayPrice:    price, Status: b.status, FranchiseID: &c.id, ParkingPointID: b.park, Category: &category, EngineSizeCC: &cc,
		Transmission: &transmission,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", plate, err)
	}
	b.id = id
	t.fleet = append(t.fleet, b)
	_, err = t.motorcycles.AddImage(ctx, id, motorcycle.NewImage{
		URL: "/pictures/" + pictureOf[category] + "-" + colour[0] + ".svg", Primary: true,
		AltText: fmt.Sprintf("%s %s %s, coloris %s, vue de profil", categoryWords[category], m.make, m.name, colour[1]),
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
