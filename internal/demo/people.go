package demo

import (
	"context"
	"fmt"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
	"rihla/internal/user"
)

// customer is somebody who rents.
type customer struct {
	first, last, email, phone string
	language                  i18n.Language
	subject                   authz.Subject // zero until they register
}

// riderEmail is the demo customer's, whose bookings are told one by one.
const riderEmail = "rider@rihla.test"

func (t *teller) hireStaff(ctx context.Context) error {
	for _, a := range Accounts {
		in := user.CreateStaffInput{Email: a.Email, Password: Password, Role: a.Role, Language: i18n.French, PhoneNumber: "+212 661 00 00 01"}
		switch a.Email {
		case "admin@rihla.test":
			in.FirstName, in.LastName = "Nadia", "El Fassi"
		case "casablanca@rihla.test":
			in.FirstName, in.LastName, in.FranchiseID = "Karim", "Bennani", &t.cities[0].id
		case "marrakech@rihla.test":
			in.FirstName, in.LastName, in.FranchiseID = "Salma", "Aït Benhaddou", &t.cities[1].id
		case riderEmail:
			in.FirstName, in.LastName = "Yassine", "Amrani"
		}
		made, err := t.users.CreateStaff(ctx, in)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Email, err)
		}
		subject := authz.Subject{UserID: made.ID, Role: made.Role, FranchiseID: made.FranchiseID}
		switch a.Role { //nolint:exhaustive // franchise administrators do nothing in the story
		case authz.Admin:
			t.staff = &subject
		case authz.Customer:
			t.customers = append(t.customers, &customer{email: a.Email, subject: subject, language: i18n.French})
		}
	}
	for _, p := range people {
		t.customers = append(t.customers, &customer{first: p[0], last: p[1], email: p[2] + "@example.com", phone: p[3], language: i18n.Language(p[4])})
	}
	return nil
}

// register opens a customer's account when they first book.
func (t *teller) register(ctx context.Context, c *customer) error {
	if c.subject.SignedIn() {
		return nil
	}
	made, err := t.users.CreateStaff(ctx, user.CreateStaffInput{
		FirstName: c.first, LastName: c.last, Email: c.email, Password: Password, PhoneNumber: c.phone, Language: c.language, Role: authz.Customer,
	})
	if err != nil {
		return fmt.Errorf("%s: %w", c.email, err)
	}
	c.subject = authz.Subject{UserID: made.ID, Role: authz.Customer}
	return nil
}

// people are the other customers: first and last name, mailbox, telephone, language.
var people = [][5]string{
	{"Amine", "Tazi", "amine.tazi", "+212 661 23 45 01", "fr"},
	{"Fatima-Zahra", "Alaoui", "fz.alaoui", "+212 661 23 45 02", "ar"},
	{"Mehdi", "Benjelloun", "mehdi.benjelloun", "+212 662 11 20 03", "fr"},
	{"Imane", "Chraïbi", "imane.chraibi", "+212 662 11 20 04", "fr"},
	{"Omar", "El Idrissi", "omar.elidrissi", "+212 663 40 51 05", "ar"},
	{"Khadija", "Ouazzani", "khadija.ouazzani", "+212 663 40 51 06", "fr"},
	{"Youssef", "Lahlou", "youssef.lahlou", "+212 664 72 18 07", "fr"},
	{"Sara", "Berrada", "sara.berrada", "+212 664 72 18 08", "fr"},
	{"Hamza", "Kettani", "hamza.kettani", "+212 665 90 33 09", "fr"},
	{"Zineb", "Sqalli", "zineb.sqalli", "+212 665 90 33 10", "ar"},
	{"Rachid", "Aït Lahcen", "rachid.aitlahcen", "+212 666 05 47 11", "ar"},
	{"Hanae", "Cherkaoui", "hanae.cherkaoui", "+212 666 05 47 12", "fr"},
	{"Anas", "Filali", "anas.filali", "+212 667 38 61 13", "fr"},
	{"Meryem", "Skalli", "meryem.skalli", "+212 667 38 61 14", "fr"},
	{"Soufiane", "Naciri", "soufiane.naciri", "+212 668 14 29 15", "fr"},
	{"Loubna", "Mernissi", "loubna.mernissi", "+212 668 14 29 16", "fr"},
	{"Ilyas", "Bouazza", "ilyas.bouazza", "+212 669 83 50 17", "ar"},
	{"Ghita", "Lamrani", "ghita.lamrani", "+212 669 83 50 18", "fr"},
	{"Adil", "Hajji", "adil.hajji", "+212 670 26 74 19", "fr"},
	{"Najat", "Bensouda", "najat.bensouda", "+212 670 26 74 20", "ar"},
	{"Reda", "Guessous", "reda.guessous", "+212 671 59 12 21", "fr"},
	{"Camille", "Lefèvre", "camille.lefevre", "+33 6 12 45 78 22", "fr"},
	{"Julien", "d'Aubigny", "julien.daubigny", "+33 6 12 45 78 23", "fr"},
	{"Élodie", "Moreau", "elodie.moreau", "+33 6 70 11 98 24", "fr"},
	{"Thibault", "Garnier", "thibault.garnier", "+33 6 70 11 98 25", "fr"},
	{"Nina", "Vandenberghe", "nina.vandenberghe", "+32 470 12 34 26", "fr"},
	{"Luc", "Tremblay", "luc.tremblay", "+1 514 555 0127", "fr"},
	{"Emma", "O'Connor", "emma.oconnor", "+353 85 123 4528", "en"},
	{"James", "Whitaker", "james.whitaker", "+44 7700 900129", "en"},
	{"Sophie", "Clarke", "sophie.clarke", "+44 7700 900130", "en"},
	{"Lukas", "Schneider", "lukas.schneider", "+49 151 2345 6731", "en"},
	{"Hannah", "Bergmann", "hannah.bergmann", "+49 151 2345 6732", "en"},
	{"Carlos", "Fernández", "carlos.fernandez", "+34 612 345 633", "en"},
	{"Lucía", "Martín", "lucia.martin", "+34 612 345 634", "en"},
	{"Marco", "Bianchi", "marco.bianchi", "+39 333 123 4535", "en"},
	{"Giulia", "Ferrari", "giulia.ferrari", "+39 333 123 4536", "en"},
	{"Anna", "de Vries", "anna.devries", "+31 6 1234 5637", "en"},
	{"Pieter", "Jansen", "pieter.jansen", "+31 6 1234 5638", "en"},
	{"Olivia", "Carter", "olivia.carter", "+1 415 555 0139", "en"},
	{"Khalid", "Al-Mansouri", "khalid.almansouri", "+971 50 123 4540", "ar"},
}
