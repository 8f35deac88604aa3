package api_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

// caller is somebody who makes requests in a walk.
type caller struct {
	*apptest.Caller
	// name is visitor, owner (of the customer's rows), stranger, staff (of our franchise), rival (staff of the other) or
	// admin.
	name      string
	role      authz.Role
	franchise *uuid.UUID
}

// world is a program with the rows of two franchises and everybody who may ask for them.
type world struct {
	testApp
	t            *testing.T
	ours, theirs apptest.Stage
	callers      []caller
	owner        caller
	admin        caller
	// booking is the owner's unpaid one, of our motorcycle; payment is its payment.
	booking, payment row
	// secrets are texts that stand in rows, with the names of the callers who may read them.
	secrets map[string][]string
	made    atomic.Int64
	// photo is a picture to upload.
	photo []byte
}

// newWorld sets the stage of a walk.
func newWorld(t *testing.T) *world {
	t.Helper()
	a := newApp(t)
	w := &world{testApp: a, t: t, ours: a.Stage(), theirs: a.Stage(), photo: photo(t, 40, 30)}
	w.owner = caller{a.Customer(), "owner", authz.Customer, nil}
	w.admin = caller{a.Staff(authz.Admin, nil), "admin", authz.Admin, nil}
	staff := caller{a.Staff(authz.FranchiseAdmin, &w.ours.FranchiseID), "staff", authz.FranchiseAdmin, &w.ours.FranchiseID}
	w.callers = []caller{
		{a.Visitor(), "visitor", authz.Anonymous, nil},
		{a.Customer(), "stranger", authz.Customer, nil},
		{a.Staff(authz.FranchiseAdmin, &w.theirs.FranchiseID), "rival", authz.FranchiseAdmin, &w.theirs.FranchiseID},
		w.owner, staff, w.admin,
	}
	booked := w.owner.Book(w.ours.BookingBody(soon))
	w.booking = w.ownersRow(booked.ID)
	w.payment = w.ownersRow(booked.Payment.ID)
	w.hide(staff)
	return w
}

// hide puts secrets into rows that others read parts of.
func (w *world) hide(staff caller) {
	w.t.Helper()
	office := []string{"staff", "admin"}
	w.secrets = map[string][]string{
		"$argon2id$": nil, "SECRET-ACTIVATION": nil, "SECRET-PLATE": office, "SECRET-DEVICE": office, "SECRET-GRAY-CARD": office,
		"SECRET-INSURANCE": office, "0.1379": office, "SECRET-NOTE": office, "secret-staff@": office, "SECRET-REASON": office,
		"secret-owner@": {"owner", "staff", "admin"}, "+212600013790": {"owner", "staff", "admin"}, "SECRET-IDENTITY": {"owner", "staff", "admin"},
	}
	w.exec("update motorcycles set registration_number = 'SECRET-PLATE', smart_lock_device_id = 'SECRET-DEVICE', "+
		"gray_card_url = '/media/SECRET-GRAY-CARD', insurance_url = '/media/SECRET-INSURANCE' where id = $1", w.ours.MotorcycleID)
	w.exec("insert into motorcycle_devices (motorcycle_id, device_id, sealed_activation_code, activated_at) values ($1, 'SECRET-DEVICE', 'SECRET-ACTIVATION', now())", w.ours.MotorcycleID)
	w.exec("update franchises set commission_rate = 0.1379 where id = $1", w.ours.FranchiseID)
	w.exec("update bookings set notes_by_admin = 'SECRET-NOTE' where id = $1", w.booking.id)
	w.exec("update payments set failure_reason = 'SECRET-REASON' where id = $1", w.payment.id)
	w.exec("update users set email = 'secret-staff@example.com' where id = $1", staff.UserID)
	w.exec("update users set email = 'secret-owner@example.com', phone_number = '+212600013790', identity_card_front = '/media/SECRET-IDENTITY' where id = $1",
		w.owner.UserID)
}

// exec writes rows past the program.
func (w *world) exec(sql string, args ...any) {
	w.t.Helper()
	_, err := w.DB().Exec(w.t.Context(), sql, args...)
	require.NoError(w.t, err, sql)
}

// twin is somebody of the same kind whom nobody else is.
func (w *world) twin(c caller) caller {
	w.t.Helper()
	switch c.role {
	case authz.Anonymous:
	case authz.Customer:
		c.Caller = w.Customer()
	default:
		c.Caller = w.Staff(c.role, c.franchise)
	}
	return c
}

// next numbers what must be unique.
func (w *world) next(prefix string) string { return fmt.Sprintf("%s %d", prefix, w.made.Add(1)) }

// ofOurs is a row of our franchise that is no customer's.
func (w *world) ofOurs(id uuid.UUID) row { return row{id: id, franchise: &w.ours.FranchiseID} }

// ownersRow is a row of the owner's in our franchise.
func (w *world) ownersRow(id uuid.UUID) row {
	return row{id: id, owner: w.owner.UserID, franchise: &w.ours.FranchiseID}
}

// franchise is ours itself.
func (w *world) franchise() row { return w.ofOurs(w.ours.FranchiseID) }

// emptyFranchise adds a franchise that has nothing and nobody.
func (w *world) emptyFranchise() row {
	w.t.Helper()
	id := uuid.New()
	w.exec("insert into franchises (id, name, code, contact_email) values ($1, $2, $3, 'a@example.com')",
		id, w.next("Empty"), strings.ToUpper(strings.ReplaceAll(w.next("E"), " ", "-")))
	return row{id: id, franchise: &id}
}

// supplement adds an extra of ours.
func (w *world) supplement() row {
	w.t.Helper()
	id := uuid.New()
	w.exec("insert into supplements (id, name, price_centimes, price_type, franchise_id) values ($1, $2, 1000, 'PER_DAY', $3)",
		id, w.next("Extra"), w.ours.FranchiseID)
	return w.ofOurs(id)
}

// feature adds a feature of ours.
func (w *world) feature() row {
	w.t.Helper()
	id := uuid.New()
	w.exec("insert into motorcycle_features (id, name, franchise_id) values ($1, $2, $3)", id, w.next("Feature"), w.ours.FranchiseID)
	return w.ofOurs(id)
}

// point adds a parking point of ours that nobody uses.
func (w *world) point() row {
	w.t.Helper()
	id := uuid.New()
	w.exec("insert into parking_points (id, name, latitude, longitude, franchise_id) values ($1, $2, 33.6, -7.6, $3)",
		id, w.next("Parking"), w.ours.FranchiseID)
	return w.ofOurs(id)
}

// motorcycle adds one of ours, free all the time.
func (w *world) motorcycle() row {
	w.t.Helper()
	return w.ofOurs(w.Motorcycle(w.ours, apptest.DayPrice))
}

// bookingBody asks for two days on a motorcycle of ours that nobody else asks for.
func (w *world) bookingBody() object {
	w.t.Helper()
	body := w.ours.BookingBody(soon)
	body["motorcycleId"] = w.motorcycle().id
	return body
}

// unpaid makes a booking of the owner's that waits for its money.
func (w *world) unpaid() apptest.Booking {
	w.t.Helper()
	return w.owner.Book(w.bookingBody())
}

// delivery makes a booking of the owner's without a payment.
func (w *world) delivery() apptest.Booking {
	w.t.Helper()
	body := w.bookingBody()
	body["location"] = "address:Rabat"
	return w.owner.Book(body)
}

// paid makes a booking of the owner's that is confirmed and paid, as the gateway's report would have left it.
func (w *world) paid() apptest.Booking {
	w.t.Helper()
	b := w.unpaid()
	w.exec(`with free as (update calendar_entries set hold_expires_at = null where booking_id = $1)
		update bookings set status = 'CONFIRMED', hold_expires_at = null where id = $1`, b.ID)
	w.exec("update payments set status = 'COMPLETED', processed_at = created_at, gateway_transaction_id = id::text where booking_id = $1", b.ID)
	return b
}

// later is an instant after every booking of the world.
func (w *world) later(days int) string {
	return soon.Add(time.Duration(days) * 24 * time.Hour).Format(time.RFC3339)
}
