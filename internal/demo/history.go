package demo

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/motorcycle"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// fate is how a rental goes.
type fate int

const (
	kept             fate = iota // paid, driven, brought back
	declined                     // the bank says no and the hold runs out
	abandoned                    // nobody pays
	cancelledByUser              // paid, then cancelled in time
	cancelledByStaff             // paid, then cancelled by the franchise
	declinedOnce                 // the first card is declined, the second one is not
	unpaid                       // a delivery that waits for its money
)

// rental is one booking of the story.
type rental struct {
	bike       *bike
	customer   *customer
	booked     time.Time
	start, end time.Time
	cancelled  time.Time // for the two fates that need it
	fate       fate
	address    string // set: a delivery
	extras     []booking.Chosen
	notes      string

	id       uuid.UUID
	charge   payment.LaunchInput
	total    money.Amount
	returned time.Time
}

// event is something that happens at an instant.
type event struct {
	at time.Time
	do func(context.Context) error
}

// liveThrough plans every motorcycle's calendar and then lets happen, in order of time, what lies before now.
func (t *teller) liveThrough(ctx context.Context) error {
	var events []event
	for _, b := range t.fleet {
		if b.status == motorcycle.Available {
			events = append(events, t.planBike(b)...)
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.at.Compare(b.at) })
	for _, e := range events {
		if !e.at.Before(t.now) {
			break
		}
		t.clock.Set(e.at)
		if err := e.do(ctx); err != nil {
			return fmt.Errorf("on %s: %w", e.at.Format(time.DateTime), err)
		}
	}
	t.clock.Set(t.now)
	return t.sweep(ctx)
}

// sweep does what the periodic jobs do: it ends holds that ran out, and gives up pay pages that nobody used.
func (t *teller) sweep(ctx context.Context) error {
	if _, err := t.bookings.ExpireHolds(ctx); err != nil {
		return err
	}
	return t.payments.Reconcile(ctx)
}

// planAhead is how many days after today the last rental may begin. Few are booked that far ahead.
const planAhead = 45

// planBike plans the rentals and blocks of one motorcycle, one after another.
func (t *teller) planBike(b *bike) []event {
	if plan := t.riderPlan(b); plan != nil {
		return plan
	}
	var events []event
	day := -history + 1 + t.between(0, 20)
	for day < planAhead {
		length := pick(t, []int{1, 1, 2, 2, 3, 3, 4, 5, 7})
		if t.chance(6) {
			events = append(events, t.planBlock(b, day, length)...)
		} else {
			events = append(events, t.planRental(b, day, length)...)
		}
		day += length + 1 + t.between(6, 34)
	}
	return events
}

// planRental draws one rental that begins on a day.
func (t *teller) planRental(b *bike, day, length int) []event {
	pickUp := float64(t.between(17, 37)) / 2 // 8:30 to 18:30
	r := &rental{bike: b, customer: t.customers[t.between(1, len(t.customers)-1)]}
	r.start = t.instant(day, pickUp)
	r.end = t.instant(day+length, min(pickUp+float64(t.between(0, 3)), 20))
	lead := math.Pow(t.random.Float64(), 2) * 25 // days; most people book late
	r.booked = r.start.Add(-time.Duration((lead*24+3)*60) * time.Minute)
	switch n := t.random.IntN(100); {
	case n < 78:
		r.fate = kept
	case n < 82:
		r.fate = declinedOnce
	case n < 86:
		r.fate = declined
	case n < 89:
		r.fate = abandoned
	case n < 97:
		r.fate = cancelledByUser
	default:
		r.fate = cancelledByStaff
	}
	r.cancelled = r.booked.Add(time.Duration((0.2 + 0.7*t.random.Float64()) * float64(r.start.Sub(r.booked))))
	if t.chance(12) {
		r.address = pick(t, deliveries[b.city.code])
	}
	if t.chance(45) {
		r.extras = append(r.extras, booking.Chosen{SupplementID: pick(t, t.platform), Quantity: 1})
	}
	if t.chance(15) {
		r.extras = append(r.extras, booking.Chosen{SupplementID: pick(t, b.city.extras), Quantity: 1})
	}
	if t.chance(10) {
		r.notes = pick(t, remarks)
	}
	r.returned = r.end.Add(-time.Duration(t.between(5, 90)) * time.Minute)
	return t.tell(r)
}

// deliveries are where motorcycles are brought, by franchise.
var deliveries = map[string][]string{
	"CASA": {"Hôtel Barceló Anfa, Casablanca", "Maârif, Casablanca", "Aïn Diab, Casablanca"},
	"MRK":  {"Guéliz, Marrakech", "Médina de Marrakech", "Palmeraie, Marrakech"},
	"AGA":  {"Taghazout", "Marina d'Agadir, Agadir", "Founty, Agadir"},
	"TNG":  {"Médina de Tanger", "Malabata, Tanger", "Tanger"},
	"FEZ":  {"Fès el-Bali (médina), Fès", "Ville nouvelle, Fès", "Ifrane"},
	"RBT":  {"Agdal, Rabat", "Hay Riad, Rabat", "Médina de Rabat"},
}

var remarks = []string{
	"Nous arrivons par le train de 10 h.", "Merci de prévoir un casque taille S pour ma passagère.", "J'ai déjà roulé sur ce modèle.",
	"Premier voyage au Maroc, un conseil d'itinéraire serait bienvenu.", "We would love to ride the Tizi n'Tichka pass.",
	"Vol de retour à 19 h, je rendrai la moto à l'heure.",
}

// tell turns a rental into what happens.
func (t *teller) tell(r *rental) []event {
	asCustomer := func(ctx context.Context) context.Context { return authz.Into(ctx, r.customer.subject) }
	asStaff := func(ctx context.Context) context.Context { return authz.Into(ctx, *t.staff) }
	events := []event{{r.booked, func(ctx context.Context) error {
		if err := t.register(ctx, r.customer); err != nil {
			return err
		}
		return t.book(asCustomer(ctx), r)
	}}}
	then := func(at time.Time, do func(context.Context) error) { events = append(events, event{at, do}) }
	cardAt := r.booked.Add(4 * time.Minute)
	if r.address != "" && r.fate != unpaid && r.fate != abandoned {
		cardAt = r.booked.Add(50 * time.Minute)
		then(cardAt.Add(-2*time.Minute), func(ctx context.Context) error { return t.openPayment(asCustomer(ctx), r) })
	}
	card := func(state payment.State) func(context.Context) error {
		return func(ctx context.Context) error { return t.report(ctx, r, state) }
	}
	switch r.fate {
	case unpaid, abandoned:
	case declined:
		then(cardAt, card(payment.StateDeclined))
	case declinedOnce:
		then(cardAt, card(payment.StateDeclined))
		then(cardAt.Add(2*time.Minute), func(ctx context.Context) error { return t.openPayment(asCustomer(ctx), r) })
		then(cardAt.Add(4*time.Minute), card(payment.StatePaid))
	case kept, cancelledByUser, cancelledByStaff:
		then(cardAt, card(payment.StatePaid))
	}
	switch r.fate {
	case kept, declinedOnce:
		then(r.start.Add(6*time.Minute), func(ctx context.Context) error { _, err := t.bookings.Start(asStaff(ctx), r.id); return err })
		then(r.returned, func(ctx context.Context) error { _, err := t.bookings.Complete(asStaff(ctx), r.id); return err })
	case cancelledByUser:
		then(r.cancelled, func(ctx context.Context) error { return t.cancel(asCustomer(ctx), r) })
	case cancelledByStaff:
		then(r.cancelled, func(ctx context.Context) error { return t.cancel(asStaff(ctx), r) })
	case declined, abandoned:
		then(r.booked.Add(25*time.Hour), t.sweep)
	case unpaid:
	}
	return events
}

func (t *teller) book(ctx context.Context, r *rental) error {
	in := booking.CreateInput{
		QuoteInput:      booking.QuoteInput{MotorcycleID: r.bike.id, Start: r.start, End: r.end, Chosen: r.extras},
		NotesByCustomer: r.notes,
	}
	switch {
	case r.address != "":
		in.Location = "address:" + r.address
	case r.bike.park != nil:
		in.Location = r.bike.park.String()
	default:
		in.Location = fmt.Sprintf("current:%.4f,%.4f", r.bike.city.latitude, r.bike.city.longitude)
	}
	made, err := t.payments.Book(ctx, payment.BookInput{Booking: in, Language: string(r.customer.language)})
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	r.id, r.total, r.charge = made.Booking.ID, made.Booking.Total, t.gateway.last
	return nil
}

func (t *teller) openPayment(ctx context.Context, r *rental) error {
	amount := r.total
	_, err := t.payments.Open(ctx, payment.OpenInput{
		BookingID: r.id, Amount: &amount, Currency: payment.MAD, Gateway: string(payment.Payzone), Language: string(r.customer.language),
	})
	if err != nil {
		return fmt.Errorf("open a payment: %w", err)
	}
	r.charge = t.gateway.last
	return nil
}

// report lets the gateway say what became of the card.
func (t *teller) report(ctx context.Context, r *rental, state payment.State) error {
	body, err := word(r.charge, state)
	if err != nil {
		return err
	}
	if err := t.payments.Callback(ctx, payment.Payzone, body, nil); err != nil {
		return fmt.Errorf("report a payment: %w", err)
	}
	return t.work(ctx)
}

func (t *teller) cancel(ctx context.Context, r *rental) error {
	if _, err := t.payments.Cancel(ctx, r.id); err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	return t.work(ctx)
}

// planBlock keeps a motorcycle in the workshop for some days.
func (t *teller) planBlock(b *bike, day, length int) []event {
	in := motorcycle.BlockInput{
		MotorcycleID: b.id, Start: t.instant(day, 8), End: t.instant(day+length, 18), Reason: pick(t, motorcycle.BlockReasons[:4]),
		Notes: pick(t, []string{"Révision des 10 000 km", "Pneus et freins", "Contrôle avant la saison", "Remplacement de la batterie"}),
	}
	return []event{{in.Start.AddDate(0, 0, -t.between(2, 9)), func(ctx context.Context) error {
		_, err := t.motorcycles.Block(authz.Into(ctx, *t.staff), in)
		return err
	}}}
}

// riderPlan tells the bookings of the demo customer, on motorcycles that nobody else has: one of each state that a
// customer can see.
func (t *teller) riderPlan(b *bike) []event {
	at := slices.Index(t.fleet, b)
	rider := t.customers[0]
	plans := map[int]rental{
		3:   {start: t.instant(-48, 10), end: t.instant(-46, 10), booked: t.instant(-55, 19), fate: kept},
		31:  {start: t.instant(-21, 9), end: t.instant(-17, 18), booked: t.instant(-30, 12.5), fate: kept, extras: t.one(0)},
		44:  {start: t.instant(-8, 10), end: t.instant(-6, 10), booked: t.instant(-20, 21), cancelled: t.instant(-12, 9), fate: cancelledByUser},
		11:  {start: t.instant(-1, 9), end: t.instant(2, 18), booked: t.instant(-5, 20), fate: kept, extras: t.one(2)},
		28:  {start: t.instant(9, 10), end: t.instant(13, 10), booked: t.instant(-3, 18), fate: kept, extras: t.one(0), notes: remarks[0]},
		50:  {start: t.instant(20, 10), end: t.instant(22, 10), booked: t.now.Add(-2 * time.Hour), fate: unpaid, address: "Taghazout"},
		101: {start: t.instant(-30, 10), end: t.instant(-29, 10), booked: t.instant(-33, 10), fate: declined},
	}
	r, his := plans[at]
	if !his {
		return nil
	}
	r.bike, r.customer, r.returned = b, rider, r.end.Add(-20*time.Minute)
	return t.tell(&r)
}

// one is one of the platform's paid extras.
func (t *teller) one(place int) []booking.Chosen {
	return []booking.Chosen{{SupplementID: t.platform[place], Quantity: 1}}
}

// settleAccounts tells the gateway's stand-in of the money that is still there to be given back.
func (t *teller) settleAccounts(ctx context.Context) error {
	if t.options.Charged == nil {
		return nil
	}
	for page := 1; ; page++ {
		const limit = 100
		payments, total, err := t.payments.List(ctx, payment.ListInput{Page: listing.Page{Number: page, Limit: limit}})
		if err != nil {
			return err
		}
		for _, p := range payments {
			if !p.Status.Captured() || p.Refunded >= p.Amount {
				continue
			}
			if err := t.charged(ctx, p); err != nil {
				return err
			}
		}
		if page*limit >= total.Rows && !total.Capped {
			return nil
		}
	}
}

func (t *teller) charged(ctx context.Context, p payment.Payment) error {
	b, err := t.bookings.Get(ctx, p.BookingID)
	if err != nil {
		return err
	}
	c := Charge{
		PaymentID: p.ID, BookingID: p.BookingID, CustomerID: b.UserID, Amount: p.GatewayAmount, Refunded: p.Refunded,
		Currency: p.GatewayCurrency, At: *p.ProcessedAt,
	}
	if p.TransactionID != nil {
		c.TransactionID = *p.TransactionID
	}
	return t.options.Charged(c)
}
