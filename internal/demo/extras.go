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

var platformExtras = []extra{
	{"Casque homologué", "Un casque jet ou intégral à votre taille, désinfecté après chaque location.", 4000, pricing.PerDay, true},
	{"Assistance routière 24 h/24", "Dépannage et remorquage partout au Maroc, à toute heure.", 5000, pricing.PerRental, true},
	{"Assurance au tiers", "Responsabilité civile comprise, attestation à bord.", 6000, pricing.PerDay, true},
	{"Antivol en U", "Antivol mécanique fourni avec la moto.", 2000, pricing.PerRental, true},
	{"Deuxième casque", "Pour votre passager.", 4000, pricing.PerDay, false},
	{"Top case", "Coffre arrière de 45 litres, fermant à clé.", 12000, pricing.PerRental, false},
	{"GPS moto", "Écran étanche, cartes du Maroc, itinéraires panoramiques enregistrés.", 6000, pricing.PerDay, false},
	{"Support de téléphone", "Support antivibration avec prise USB.", 5000, pricing.PerRental, false},
	{"Ensemble de pluie", "Veste et pantalon imperméables.", 8000, pricing.PerRental, false},
	{"Gants d'été", "Gants homologués, du XS au XXL.", 6000, pricing.PerRental, false},
	{"Rachat de franchise", "En cas d'accident responsable, votre reste à charge tombe à zéro.", 9000, pricing.PerDay, false},
	{"Sacoches souples", "Une paire de sacoches latérales de 2 x 20 litres.", 15000, pricing.PerRental, false},
}

// cityExtras are one franchise's own, by its code.
var cityExtras = map[string][]extra{
	"CASA": {{"Livraison à l'aéroport Mohammed V", "Nous vous attendons aux arrivées, moto prête.", 25000, pricing.PerRental, false}},
	"MRK": {
		{"Trace GPX du désert d'Agafay", "Une boucle de 120 km par les pistes, avec points d'eau et bivouacs.", 10000, pricing.PerRental, false},
		{"Livraison à votre riad", "La moto vous attend au parking le plus proche de la médina.", 12000, pricing.PerRental, false},
	},
	"AGA": {{"Porte-planche de surf", "Support latéral pour une planche jusqu'à 7 pieds.", 10000, pricing.PerDay, false}},
	"TNG": {{"Livraison au port de Tanger Med", "Prise en main à la descente du ferry.", 30000, pricing.PerRental, false}},
	"FEZ": {{"Carte des routes du Moyen Atlas", "Ifrane, Azrou et la forêt de cèdres : la carte annotée par nos mécaniciens.", 7000, pricing.PerRental, false}},
	"RBT": {{"Livraison à l'hôtel", "Rabat, Salé et Témara.", 15000, pricing.PerRental, false}},
}

// featureNames are the catalogue.
var featureNames = []string{
	"ABS", "Top case", "Valises latérales", "Poignées chauffantes", "Prise USB", "Pare-brise haut", "Contrôle de traction",
	"Régulateur de vitesse", "Béquille centrale", "Éclairage à LED", "Antivol connecté", "Démarrage sans clé", "Protège-mains", "Quickshifter",
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
	for _, name := range featureNames {
		f, err := t.motorcycles.CreateFeature(ctx, motorcycle.CreateFeatureInput{Name: name})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		t.features[name] = f.ID
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
