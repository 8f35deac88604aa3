package api_test

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// walkTable says of every operation what a valid request of it is and which row the request is about. It is made anew
// for every caller, so that nobody's success is in the way of the next one's.
var walkTable = map[string]func(*world, caller) sample{
	"activateDevice": func(w *world, _ caller) sample {
		about := w.ofOurs(w.Motorcycle(w.ours, apptest.DayPrice))
		return sample{about: about, body: object{"deviceId": w.device(), "activationCode": "1234567890", "motorcycleId": about.id}}
	},
	"addMotorcycleImage": func(w *world, _ caller) sample { return w.formSample(w.ofOurs(w.ours.MotorcycleID)) },
	"cancelBooking":      func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.unpaid().ID)} },
	"createBooking":      createBookingSample,
	"createFranchise": func(w *world, _ caller) sample {
		return sample{body: object{"name": w.next("Rihla"), "code": strings.ToUpper(strings.ReplaceAll(w.next("W"), " ", "-")), "contactEmail": "a@example.com"}}
	},
	"createLockAccess": func(w *world, _ caller) sample {
		about, _ := w.locked()
		return sample{about: about, body: object{"permissions": []string{"Unlock"}, "minutes": 30}}
	},
	"getMotorcycleDevice": func(w *world, _ caller) sample {
		about, _ := w.locked()
		return sample{about: about}
	},
	"createMotorcycleFeature": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: object{"name": w.next("ABS"), "franchiseId": w.ours.FranchiseID}}
	},
	"createParkingPoint": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: object{"name": w.next("Gare"), "latitude": 33.6, "longitude": -7.6, "franchiseId": w.ours.FranchiseID}}
	},
	"createPayment": createPaymentSample,
	"createSupplement": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: object{"name": w.next("GPS"), "price": 9.5, "priceType": "PER_DAY", "franchiseId": w.ours.FranchiseID}}
	},
	"createUser": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: w.newcomerOf(w.ours.FranchiseID)}
	},
	"decideIdentityCard": decideIdentitySample,
	"deactivateDevice": func(w *world, _ caller) sample {
		about, device := w.locked()
		return sample{about: about, body: object{"deviceId": device}}
	},
	"deleteAccount":   func(*world, caller) sample { return sample{alone: true, body: object{"password": apptest.Password}} },
	"deleteFranchise": func(w *world, _ caller) sample { return sample{about: w.emptyFranchise()} },
	"deleteMedia": func(w *world, _ caller) sample {
		return sample{about: row{id: upload(w.t, w.owner.Caller, "cin.jpg", w.photo).ID, owner: w.owner.UserID}}
	},
	"deleteMotorcycleFeature": func(w *world, _ caller) sample { return sample{about: w.feature()} },
	"deleteParkingPoint": func(w *world, _ caller) sample {
		return sample{about: w.point()}
	},
	"deleteSupplement": func(w *world, _ caller) sample { return sample{about: w.supplement()} },
	"deleteUser": func(w *world, c caller) sample {
		return sample{about: w.account(c), except: map[string]int{"owner": http.StatusConflict}}
	},
	"exportAuditLog":           func(w *world, _ caller) sample { return sample{about: w.audited(), listed: true} },
	"exportBookings":           func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.unpaid().ID), listed: true} },
	"exportFranchises":         func(w *world, _ caller) sample { return sample{about: w.franchise(), listed: true} },
	"exportMotorcycleFeatures": func(w *world, _ caller) sample { return sample{about: w.feature(), listed: true} },
	"exportParkingPoints": func(w *world, _ caller) sample {
		return sample{about: w.point(), listed: true, query: "sort=-createdAt"}
	},
	"exportPayments": func(w *world, _ caller) sample { return sample{about: w.payment, listed: true} },
	"exportSupplements": func(w *world, _ caller) sample {
		return sample{about: w.supplement(), listed: true, query: "sort=-createdAt"}
	},
	"exportUsers":            func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.owner.UserID), listed: true} },
	"getBooking":             func(w *world, _ caller) sample { return sample{about: w.booking} },
	"getBookingCancellation": func(w *world, _ caller) sample { return sample{about: w.booking} },
	"getBookingContract":     documentSample,
	"getBookingReceipt":      documentSample,
	"getBookingTimeline":     func(w *world, _ caller) sample { return sample{about: w.booking} },
	"handOverBooking": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(w.paid().ID), body: object{"odometerKm": 1200}}
	},
	"takeBackBooking": func(w *world, _ caller) sample {
		b := w.paid()
		w.exec("update bookings set status = 'ACTIVE' where id = $1", b.ID)
		return sample{about: w.ownersRow(b.ID), body: object{"odometerKm": 1300}}
	},
	"listHandovers": func(w *world, _ caller) sample { return sample{about: w.booking} },
	"takePayment": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(w.delivery().ID), body: object{"method": "CASH"}}
	},
	"payOutRefund":       payOutRefundSample,
	"getDashboardReport": func(*world, caller) sample { return sample{} },
	"blockUser": func(w *world, c caller) sample {
		return sample{about: w.account(c), body: object{"reason": "Lost"}}
	},
	"unblockUser":      func(w *world, c caller) sample { return sample{about: w.account(c)} },
	"listUserSessions": func(w *world, c caller) sample { return sample{about: w.account(c)} },
	"endUserSessions":  func(w *world, c caller) sample { return sample{about: w.account(c)} },
	"endUserSession": func(w *world, c caller) sample {
		about := w.account(c)
		var session uuid.UUID
		require.NoError(w.t, w.DB().QueryRow(w.t.Context(), "select id from sessions where user_id = $1 and revoked_at is null", about.id).Scan(&session))
		return sample{about: about, path: []string{about.id.String(), session.String()}}
	},
	"listEvents":        func(*world, caller) sample { return sample{} },
	"getDashboardStats": func(*world, caller) sample { return sample{} },
	"getFleetCalendar": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.MotorcycleID), listed: true, query: "limit=100&sort=-createdAt"}
	},
	"getFranchise":           func(w *world, _ caller) sample { return sample{about: w.franchise()} },
	"getFranchiseFinancials": func(w *world, _ caller) sample { return sample{about: w.franchise()} },
	"getLockCode":            func(w *world, _ caller) sample { return sample{about: w.booking} },
	"getMediaFile":           getMediaFileSample,
	"getMotorcycle":          func(w *world, _ caller) sample { return sample{about: w.ofOurs(w.ours.MotorcycleID)} },
	"getMotorcycleAvailability": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.MotorcycleID), query: "startDate=" + w.later(1) + "&endDate=" + w.later(2)}
	},
	"getMotorcycleFeature": func(w *world, _ caller) sample { return sample{about: w.feature()} },
	"getStatement": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), path: []string{w.ours.FranchiseID.String(), "2027-04"}}
	},
	"getStatementDocument": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), path: []string{w.ours.FranchiseID.String(), "2027-04"}}
	},
	"getMyStatement":         myStatementSample,
	"getMyStatementDocument": myStatementSample,
	"listMyStatements":       func(*world, caller) sample { return sample{} },
	"getMyFinancials":        func(*world, caller) sample { return sample{} },
	"getMyFranchise":         func(*world, caller) sample { return sample{} },
	"getParkingPoint":        func(w *world, _ caller) sample { return sample{about: w.ofOurs(w.ours.ParkingPointID)} },
	"getPayment":             func(w *world, _ caller) sample { return sample{about: w.payment} },
	"getSupplement":          func(w *world, _ caller) sample { return sample{about: w.supplement()} },
	"getUser":                func(w *world, _ caller) sample { return sample{about: w.ownersRow(w.owner.UserID)} },
	"linkMedia":              func(w *world, _ caller) sample { return sample{about: w.card()} },
	"listAllParkingPoints": func(w *world, _ caller) sample {
		return sample{about: w.point(), listed: true, query: "limit=100&sort=-createdAt"}
	},
	"listAllPayments": func(w *world, _ caller) sample { return sample{about: w.payment, listed: true, query: "limit=100"} },
	"listAllSupplements": func(w *world, _ caller) sample {
		return sample{about: w.supplement(), listed: true, query: "sort=-createdAt"}
	},
	"listAuditLog": func(w *world, _ caller) sample { return sample{about: w.audited(), listed: true} },
	"listBookings": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(w.unpaid().ID), listed: true, query: "limit=1000"}
	},
	"listStatements": func(w *world, _ caller) sample { return sample{about: w.franchise()} },
	"listFranchises": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), listed: true, query: "limit=100", hidden: []string{"rival"}}
	},
	"listMotorcycleFeatures": func(w *world, _ caller) sample {
		return sample{about: w.feature(), listed: true, query: "limit=100", hidden: []string{"rival"}}
	},
	"listParkingPoints": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.ParkingPointID), listed: true, query: "limit=100"}
	},
	"listPaymentGateways": func(*world, caller) sample { return sample{} },
	"listPayments":        func(w *world, _ caller) sample { return sample{about: w.payment, listed: true, query: "limit=100"} },
	"checkPayment":        func(w *world, _ caller) sample { return sample{about: w.payment} },
	"listPostings":        func(w *world, _ caller) sample { return sample{about: w.payment} },
	"correctPayment": func(w *world, _ caller) sample {
		return sample{about: w.payment, body: correction("PAYMENT_CAPTURED", "Callback lost", object{"GATEWAY": 100, "CUSTOMER": -100})}
	},
	"listRefunds": func(w *world, _ caller) sample { return sample{about: w.payment} },
	"listSupplements": func(w *world, _ caller) sample {
		return sample{about: w.ofOurs(w.ours.GPSID), listed: true, query: "limit=100&franchiseId=" + w.ours.FranchiseID.String()}
	},
	"listUsers": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(w.owner.UserID), listed: true, query: "limit=100"}
	},
	"login":                loginSample,
	"logout":               func(_ *world, c caller) sample { return sample{alone: true, body: object{"refreshToken": c.Refresh}} },
	"me":                   func(*world, caller) sample { return sample{} },
	"moveBooking":          moveBookingSample,
	"namedPaymentCallback": func(*world, caller) sample { return sample{path: []string{"payzone"}, body: "{}", except: unsigned} },
	"paymentCallback":      func(*world, caller) sample { return sample{body: "{}", except: unsigned} },
	"quoteBooking":         func(w *world, _ caller) sample { return sample{body: w.bookingBody()} },
	"quoteBookingMove":     moveBookingSample,
	"refreshToken":         refreshSample,
	"refundPayment":        refundPaymentSample,
	"register":             func(w *world, _ caller) sample { return sample{body: w.newcomer()} },
	"reversePlace":         func(*world, caller) sample { return sample{query: "latitude=33.59&longitude=-7.61"} },
	"searchMotorcycles": func(w *world, _ caller) sample {
		return sample{query: "limit=100&location=" + w.ours.ParkingPointID.String()}
	},
	"suggestPlaces": func(*world, caller) sample { return sample{query: "q=casa"} },
	"updateBooking": moveBookingSample,
	"updateFranchise": func(w *world, _ caller) sample {
		return sample{about: w.franchise(), body: object{"contactPhone": "+212 522 000 000"}}
	},
	"updateMotorcycleFeature": func(w *world, _ caller) sample {
		return sample{about: w.feature(), body: object{"description": "Brakes well"}}
	},
	"updateParkingPoint": func(w *world, _ caller) sample {
		return sample{about: w.point(), body: object{"instructions": "Level 0"}}
	},
	"updatePayment": func(w *world, _ caller) sample {
		return sample{about: w.ownersRow(*w.unpaid().PaymentID), body: object{"status": "CANCELLED"}}
	},
	"updateSupplement": func(w *world, _ caller) sample { return sample{about: w.supplement(), body: object{"price": 31}} },
	"updateUser": func(w *world, c caller) sample {
		return sample{about: w.account(c), body: object{"firstName": "Nadia"}}
	},
	"uploadMedia": func(w *world, _ caller) sample { return w.formSample(row{}) },
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

// moveBookingSample takes an unpaid booking a month on.
func moveBookingSample(w *world, _ caller) sample {
	b := w.unpaid()
	return sample{about: w.ownersRow(b.ID), body: object{
		"startDatetime": b.StartDatetime.Add(30 * day), "endDatetime": b.EndDatetime.Add(30 * day),
	}}
}

func myStatementSample(*world, caller) sample { return sample{path: []string{"2027-04"}} }

// documentSample reads a paper of a rental that was paid; who may not is not worth going through the pay page for.
func documentSample(w *world, c caller) sample {
	b := w.unpaid()
	if c.name == "owner" || c.name == "staff" || c.name == "admin" {
		w.pay(w.t, *b.Payment, cardApproves)
		w.awaitConfirmed(w.owner.Caller, b.ID)
	}
	return sample{about: w.ownersRow(b.ID)}
}

// payOutRefundSample hands out what was promised back of money that staff had taken.
func payOutRefundSample(w *world, _ caller) sample {
	b := w.delivery()
	require.Equal(w.t, http.StatusOK, w.admin.Post("/bookings/"+b.ID.String()+"/counter-payment", object{"method": "CASH"}).Status)
	require.Equal(w.t, http.StatusNoContent, w.owner.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
	var payment, refund uuid.UUID
	require.NoError(w.t, w.DB().QueryRow(w.t.Context(), "select p.id, r.id from payments p join payment_refunds r on r.payment_id = p.id where p.booking_id = $1", b.ID).
		Scan(&payment, &refund))
	return sample{about: w.ownersRow(payment), path: []string{payment.String(), refund.String()}}
}

// refundPaymentSample gives back what was paid; who may not is not worth going through the pay page for.
func refundPaymentSample(w *world, c caller) sample {
	b := w.unpaid()
	if c.name == "staff" || c.name == "admin" {
		w.pay(w.t, *b.Payment, cardApproves)
		w.awaitConfirmed(w.owner.Caller, b.ID)
	}
	return sample{about: w.ownersRow(*b.PaymentID), body: object{"refundAmount": 100}}
}

func (w *world) newcomer() object {
	w.t.Helper()
	email := strings.ReplaceAll(w.next("newcomer"), " ", "-") + "@example.com"
	return object{"firstName": "Yasmine", "lastName": "Alaoui", "email": email, "password": apptest.Password, "phoneNumber": "+212 612 345 678"}
}

func (w *world) newcomerOf(franchiseID uuid.UUID) object {
	body := w.newcomer()
	body["franchiseId"] = franchiseID
	return body
}

// formSample uploads something that everybody takes for what it may be.
func (w *world) formSample(about row) sample {
	w.t.Helper()
	kind, body := form(w.t, "moto.jpg", w.photo)
	return sample{about: about, body: body, header: http.Header{"Content-Type": {kind}}}
}

func getMediaFileSample(w *world, _ caller) sample {
	m := upload(w.t, w.admin.Caller, "moto.jpg", w.photo)
	return sample{path: []string{m.ID.String(), strings.TrimPrefix(m.URL, "/media/"+m.ID.String()+"/")}}
}

// card is the owner's identity card.
func (w *world) card() row {
	w.t.Helper()
	m := upload(w.t, w.owner.Caller, "cin.jpg", w.photo)
	w.exec("update users set identity_card_cover = $1 where id = $2", m.URL, w.owner.UserID)
	return w.ownersRow(m.ID)
}

// decideIdentitySample is a card of the owner's that somebody has to look at.
func decideIdentitySample(w *world, _ caller) sample {
	w.t.Helper()
	w.exec("update users set identity_card_front = $1, identity_card_cover = $1, updated_at = $2 where id = $3",
		"https://files.example/"+w.next("card"), w.Clock.Now(), w.owner.UserID)
	return sample{about: w.ownersRow(w.owner.UserID), body: object{"state": "REFUSED", "reason": "EXPIRED", "since": w.Clock.Now()}}
}

// account is the account of a customer of ours; the owner asks for its own.
func (w *world) account(c caller) row {
	w.t.Helper()
	if c.name == "owner" {
		return w.ownersRow(c.UserID)
	}
	id := w.Customer().UserID
	w.exec("update users set franchise_id = $2 where id = $1", id, w.ours.FranchiseID)
	return row{id, id, &w.ours.FranchiseID}
}

// device is the id of a lock that nobody has.
func (w *world) device() string { return fmt.Sprintf("D%05d", w.made.Add(1)) }

// locked is a motorcycle of ours with an activated lock, and the lock's id.
func (w *world) locked() (row, string) {
	w.t.Helper()
	about, device := w.ofOurs(w.Motorcycle(w.ours, apptest.DayPrice)), w.device()
	require.Equal(w.t, http.StatusOK, activateLock(w.admin.Caller, device, &about.id).Status)
	return about, device
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
