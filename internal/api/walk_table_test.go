package api_test

import (
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// walkTable says of every operation what a valid request of it is and which row the request is about. It is made anew
// for every caller, so that nobody's success is in the way of the next one's.
var walkTable = map[string]func(*world, caller) sample{
	"cancelBooking": func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.unpaid().ID)} },
	"createBooking": createBookingSample,
	"createPayment": createPaymentSample,
	"createSupplement": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: object{"name": w.next("GPS"), "price": 9.5, "priceType": "PER_DAY", "franchiseId": w.ours.FranchiseID}}
	},
	"deleteSupplement": func(w *world, _ caller) sample { return sample{about: w.supplement()} },
	"exportAuditLog":   func(w *world, _ caller) sample { return sample{about: w.audited(), listed: true} },
	"exportSupplements": func(w *world, _ caller) sample {
		return sample{about: w.supplement(), listed: true, query: "sort=-createdAt"}
	},
	"getBooking":    func(w *world, _ caller) sample { return sample{about: w.booking} },
	"getMotorcycle": func(w *world, _ caller) sample { return sample{about: w.ofOurs(w.ours.MotorcycleID)} },
	"getMotorcycleAvailability": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.MotorcycleID), query: "startDate=" + w.later(1) + "&endDate=" + w.later(2)}
	},
	"getParkingPoint": func(w *world, _ caller) sample { return sample{about: w.ofOurs(w.ours.ParkingPointID)} },
	"getPayment":      func(w *world, _ caller) sample { return sample{about: w.payment} },
	"getSupplement":   func(w *world, _ caller) sample { return sample{about: w.supplement()} },
	"listAllSupplements": func(w *world, _ caller) sample {
		return sample{about: w.supplement(), listed: true, query: "sort=-createdAt"}
	},
	"listAuditLog": func(w *world, _ caller) sample { return sample{about: w.audited(), listed: true} },
	"listBookings": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(w.unpaid().ID), listed: true, query: "limit=1000"}
	},
	"listFranchises":         func(w *world, _ caller) sample { return sample{about: w.franchise(), listed: true, query: "limit=100"} },
	"listMotorcycleFeatures": func(*world, caller) sample { return sample{} },
	"listParkingPoints": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.ParkingPointID), listed: true, query: "limit=100"}
	},
	"listPayments": func(w *world, _ caller) sample { return sample{about: w.payment, listed: true, query: "limit=100"} },
	"listSupplements": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.GPSID), listed: true, query: "limit=100&franchiseId=" + w.ours.FranchiseID.String()}
	},
	"login":                loginSample,
	"logout":               func(_ *world, c caller) sample { return sample{alone: true, body: object{"refreshToken": c.Refresh}} },
	"me":                   func(*world, caller) sample { return sample{} },
	"namedPaymentCallback": func(*world, caller) sample { return sample{path: []string{"payzone"}, body: "{}", except: unsigned} },
	"paymentCallback":      func(*world, caller) sample { return sample{body: "{}", except: unsigned} },
	"quoteBooking":         func(w *world, _ caller) sample { return sample{body: w.bookingBody()} },
	"refreshToken":         refreshSample,
	"register":             func(w *world, _ caller) sample { return sample{body: w.newcomer()} },
	"reversePlace":         func(*world, caller) sample { return sample{query: "latitude=33.59&longitude=-7.61"} },
	"searchMotorcycles": func(w *world, _ caller) sample {
		return sample{query: "limit=100&location=" + w.ours.ParkingPointID.String()}
	},
	"suggestPlaces":    func(*world, caller) sample { return sample{query: "q=casa"} },
	"updateSupplement": func(w *world, _ caller) sample { return sample{about: w.supplement(), body: object{"price": 31}} },
}

// unsigned is what a callback that no gateway signed is answered, whoever sends it (D15).
var unsigned = map[string]int{
	"visitor": http.StatusUnauthorized, "stranger": http.StatusUnauthorized, "rival": http.StatusUnauthorized, "owner": http.StatusUnauthorized,
	"staff": http.StatusUnauthorized, "admin": http.StatusUnauthorized,
}

// createBookingSample books for the caller; staff book what is their franchise's.
func createBookingSample(w *world, c caller) sample {
	about := w.franchise()
	about.owner = c.UserID
	return sample{about: about, body: w.bookingBody()}
}

func createPaymentSample(w *world, _ caller) sample {
	b := w.delivery()
	return sample{about: w.ownersRow(b.ID), body: object{"bookingId": b.ID, "amount": b.TotalAmount, "currency": "MAD"}}
}

func (w *world) newcomer() object {
	w.t.Helper()
	email := strings.ReplaceAll(w.next("newcomer"), " ", "-") + "@example.com"
	return object{"firstName": "Yasmine", "lastName": "Alaoui", "email": email, "password": apptest.Password, "phoneNumber": "+212 612 345 678"}
}

func loginSample(w *world, _ caller) sample {
	body := w.newcomer()
	w.SignedIn(w.Visitor().Post("/auth/register", body))
	return sample{body: object{"email": body["email"], "password": body["password"]}}
}

// refreshSample trades the token of a session that is just begun.
func refreshSample(w *world, _ caller) sample {
	return sample{body: object{"refreshToken": w.Customer().Refresh}}
}

// audited is a row of ours that the audit log tells of.
func (w *world) audited() row {
	w.t.Helper()
	about := w.supplement()
	require.Equal(w.t, http.StatusOK, w.admin.Do(http.MethodPut, "/supplements/"+about.id.String(), object{"price": 12}).Status)
	return about
}
