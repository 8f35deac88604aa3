package moneyrun

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"rihla/internal/adapters/gateway/simulator/paypage"
	"rihla/internal/platform/money"
	"rihla/internal/testkit/apptest"
)

// againNote is what staff write beside refunds that take the place of others which failed.
const againNote = "the first one came back"

// rivalEvery is how many stories there are to one that wants what the story before it wants.
const rivalEvery = 4

// refundNote is what staff write beside the refunds of the run, apart from those of cancellations.
const refundNote = "goodwill of the run"

// slot is a motorcycle at a time, which several stories want.
type slot struct {
	once       sync.Once
	motorcycle uuid.UUID
	start      time.Time
}

// story is one wish for a motorcycle and all that becomes of it. Many do things to it at once.
type story struct {
	w      *world
	number int
	rider  *person
	slot   *slot

	mu      sync.Mutex
	asked   bool
	booking uuid.UUID // zero until the booking is made
	start   time.Time
	total   float64
	pages   []*page
	letters []letter
}

// page is the pay page of one payment.
type page struct {
	payment uuid.UUID
	gateway string
	url     string
	form    url.Values // what the browser posts to url first; nil for nothing
	closed  atomic.Bool
}

// operation is one thing that somebody does. It returns false when there was nothing to do it to.
type operation func(s *story, random *rand.Rand) bool

// operations with how often each is drawn.
var operations = []struct {
	name   string
	weight int
	do     operation
}{
	{"pay", 16, func(s *story, random *rand.Rand) bool { return s.card(random, paypage.Approves) }},
	{"decline", 6, func(s *story, random *rand.Rand) bool { return s.card(random, paypage.Declines) }},
	{"abandon", 5, func(s *story, random *rand.Rand) bool { return s.card(random, "") }},
	{"pay slowly", 4, func(s *story, random *rand.Rand) bool { return s.card(random, paypage.Slow) }},
	{"pay, told thrice", 4, func(s *story, random *rand.Rand) bool { return s.card(random, paypage.Thrice) }},
	{"pay, not told", 4, func(s *story, random *rand.Rand) bool { return s.card(random, paypage.Silent) }},
	{"open", 12, (*story).open},
	{"deliver", 18, (*story).deliver},
	{"deliver at once", 5, (*story).deliverAtOnce},
	{"forge", 4, (*story).forge},
	{"lose", 2, (*story).lose},
	{"cancel", 4, (*story).cancel},
	{"refund", 4, (*story).refund},
	{"refund twice", 3, (*story).refundTwice},
	{"take a refund back", 14, (*story).takeBack},
	{"move", 5, (*story).move},
	{"cash", 5, (*story).cash},
	{"hand out", 8, (*story).handOut},
	{"give up", 2, (*story).giveUp},
	{"confirm by hand", 1, (*story).confirm},
	{"wait", 3, (*story).wait},
	{"reconcile", 4, (*story).reconcile},
	{"outage", 1, (*story).outage},
}

// booked returns what is known of the booking; false when there is none yet.
func (s *story) booked() (uuid.UUID, time.Time, float64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.booking, s.start, s.total, s.booking != uuid.Nil
}

// receive keeps a letter about one of the story's charges.
func (s *story) receive(l letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.letters = append(s.letters, l)
}

// learn notes the pay page that an answer leads to.
func (s *story) learn(p *apptest.Payment) {
	if p == nil || p.GatewayPaymentURL == nil {
		return
	}
	opened := &page{payment: p.ID, gateway: p.Gateway, url: *p.GatewayPaymentURL}
	if p.GatewayResponse != nil {
		opened.form = url.Values{"payload": {p.GatewayResponse.Payload}, "signature": {p.GatewayResponse.Signature}}
	}
	s.w.mu.Lock()
	s.w.owners[p.ID.String()] = s
	s.w.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, known := range s.pages {
		if known.payment == p.ID {
			return
		}
	}
	s.pages = append(s.pages, opened)
}

// answered reads a booking or a payment, whichever came back.
func (s *story) answered(answer apptest.Answer) {
	var envelope struct {
		Data struct {
			Booking *apptest.Booking
			Payment *apptest.Payment
		}
	}
	if err := json.Unmarshal(answer.Body, &envelope); err != nil {
		s.w.fault("unreadable: %v: %s", err, answer.Body)
		return
	}
	if b := envelope.Data.Booking; b != nil {
		s.mu.Lock()
		s.booking, s.start, s.total = b.ID, b.StartDatetime, b.TotalAmount
		s.mu.Unlock()
		s.learn(b.Payment)
	}
	s.learn(envelope.Data.Payment)
}

// book asks for the slot, sometimes twice at once with the same key. Whoever did not get it seldom tries again.
func (s *story) book(random *rand.Rand) bool {
	s.mu.Lock()
	again := s.asked
	s.asked = true
	s.mu.Unlock()
	if again && random.IntN(16) > 0 {
		return false
	}
	s.slot.once.Do(func() {
		s.slot.motorcycle = s.w.Motorcycle(s.w.stage, apptest.DayPrice)
		ahead := []time.Duration{26 * time.Hour, 40 * time.Hour, 72 * time.Hour, 240 * time.Hour}[random.IntN(4)]
		s.slot.start = s.w.Clock.Now().Add(ahead).Truncate(time.Hour)
	})
	place := s.w.stage.ParkingPointID.String()
	if random.IntN(4) == 0 {
		place = "address:12 rue Tahar Sebti, Casablanca"
	}
	body := map[string]any{
		"motorcycleId": s.slot.motorcycle, "location": place, "startDatetime": s.slot.start.Format(time.RFC3339),
		"endDatetime": s.slot.start.Add(time.Duration(1+random.IntN(3)) * 24 * time.Hour).Format(time.RFC3339),
	}
	key := fmt.Sprintf("story %d %d", s.number, random.Uint32())
	atOnce(1+random.IntN(2), func(int) {
		answer, said := s.rider.do(http.MethodPost, "/bookings", body, key)
		s.w.count("book: " + said)
		if said == "ok" {
			s.answered(answer)
		}
	})
	if random.IntN(3) == 0 {
		s.ask(1, gateways[1+random.IntN(2)])
	}
	return true
}

// shown picks a pay page: the newest more often than not, and seldom one that its gateway has closed.
func (s *story) shown(random *rand.Rand) *page {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) == 0 {
		return nil
	}
	p := s.pages[len(s.pages)-1]
	if random.IntN(4) == 0 {
		p = s.pages[random.IntN(len(s.pages))]
	}
	if p.gateway == counter || p.closed.Load() && random.IntN(8) > 0 {
		return nil
	}
	return p
}

// card does what a payer does on one of the pages. An empty number leaves the page.
func (s *story) card(random *rand.Rand, number string) bool {
	p := s.shown(random)
	if p == nil {
		return false
	}
	address := p.url
	if p.form != nil {
		status, to := s.w.form(p.url, p.form)
		if to == "" {
			s.w.count(fmt.Sprintf("pay page: %d", status))
			p.closed.Store(true)
			return true
		}
		address = to
		if strings.HasPrefix(to, "/") {
			address = s.w.town.URL + to
		}
	}
	fields := url.Values{"cancel": {"1"}}
	if number != "" {
		fields = url.Values{"cardNumber": {number}, "expiry": {"12/39"}, "cvv": {"000"}, "pay": {"1"}}
	}
	atOnce(1+random.IntN(2), func(int) {
		status, to := s.w.form(address, fields)
		if to != "" && number != "" {
			p.closed.Store(true)
		}
		s.w.count(fmt.Sprintf("card: %d", status))
	})
	return true
}

// open asks for another payment by any gateway.
func (s *story) open(random *rand.Rand) bool {
	return s.ask(1+random.IntN(2), gateways[random.IntN(len(gateways))])
}

// ask asks n times at once to pay by a gateway.
func (s *story) ask(n int, gateway string) bool {
	id, _, total, ok := s.booked()
	if !ok {
		return false
	}
	body := map[string]any{"bookingId": id, "amount": total, "currency": "MAD", "gateway": gateway}
	atOnce(n, func(int) {
		answer, said := s.rider.do(http.MethodPost, "/payments", body, "")
		s.w.count("open: " + said)
		if said == "ok" {
			s.answered(answer)
		}
	})
	return true
}

// take picks a letter and leaves it where it is half of the time, so that it comes again.
func (s *story) take(random *rand.Rand) (letter, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.letters) == 0 {
		return letter{}, false
	}
	i := random.IntN(len(s.letters))
	l := s.letters[i]
	if random.IntN(2) == 0 {
		s.letters = append(s.letters[:i], s.letters[i+1:]...)
	}
	return l, true
}

// hand brings a callback to the program.
func (w *world) hand(l letter, header http.Header) int {
	caller := w.Visitor().With(postmark, "yes")
	for name := range header {
		caller = caller.With(name, header.Get(name))
	}
	answer, err := caller.Try(http.MethodPost, l.path, l.body)
	if err != nil {
		w.fault("deliver a callback: %v", err)
		return 0
	}
	if answer.Status >= http.StatusInternalServerError {
		w.fault("a callback was answered %d %s", answer.Status, answer.Body)
	}
	return answer.Status
}

func (s *story) deliver(random *rand.Rand) bool {
	l, ok := s.take(random)
	if !ok {
		return false
	}
	s.w.count(fmt.Sprintf("deliver: %d", s.w.hand(l, s.w.sign(l))))
	return true
}

func (s *story) deliverAtOnce(random *rand.Rand) bool {
	l, ok := s.take(random)
	if !ok {
		return false
	}
	atOnce(2+random.IntN(2), func(int) { s.w.count(fmt.Sprintf("deliver at once: %d", s.w.hand(l, s.w.sign(l)))) })
	return true
}

// forge touches a genuine callback in one of the ways that its signature must not survive.
func (s *story) forge(random *rand.Rand) bool {
	l, ok := s.take(random)
	if !ok {
		return false
	}
	header := s.w.sign(l)
	switch touched := append([]byte{}, l.body...); random.IntN(4) {
	case 0:
		touched[random.IntN(len(touched))] ^= 1
		l.body = touched
	case 1:
		l.body = touched[:1+random.IntN(len(touched)-1)]
	case 2:
		l.body = []byte(strings.Replace(string(touched), "DECLINED", "CHARGED", 1) + " ")
	default:
		header = http.Header{}
	}
	status := s.w.hand(l, header)
	s.w.count(fmt.Sprintf("forge: %d", status))
	if status != http.StatusUnauthorized {
		s.w.fault("a forged callback was answered %d", status)
	}
	return true
}

func (s *story) lose(random *rand.Rand) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.letters) == 0 {
		return false
	}
	i := random.IntN(len(s.letters))
	s.letters = append(s.letters[:i], s.letters[i+1:]...)
	s.w.count("lose")
	return true
}

// either is the rider or, sometimes, staff.
func (s *story) either(random *rand.Rand) *person {
	if random.IntN(3) == 0 {
		return s.w.staff
	}
	return s.rider
}

func (s *story) cancel(random *rand.Rand) bool {
	id, _, _, ok := s.booked()
	if !ok {
		return false
	}
	who := s.either(random)
	atOnce(1+random.IntN(2), func(int) {
		_, said := who.do(http.MethodDelete, "/bookings/"+id.String(), nil, "")
		s.w.count("cancel: " + said)
	})
	return true
}

// payment picks one of the story's payments.
func (s *story) payment(random *rand.Rand) (uuid.UUID, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pages) == 0 {
		return uuid.Nil, false
	}
	return s.pages[random.IntN(len(s.pages))].payment, true
}

// giveBack asks for a refund of part or all.
func (s *story) giveBack(id uuid.UUID, amount float64, key string) {
	body := map[string]any{"reason": refundNote}
	if amount > 0 {
		body["refundAmount"] = amount
	}
	_, said := s.w.staff.do(http.MethodPost, "/payments/"+id.String()+"/refund", body, key)
	s.w.count("refund: " + said)
}

// amount is 0, which means all, or a part.
func part(random *rand.Rand) float64 {
	return []float64{0, 0.01, 100.5, 450, 899.99}[random.IntN(5)]
}

// refund gives back once. The gateway's answer is lost half of the time: it may have acted or not, and must not be asked twice.
func (s *story) refund(random *rand.Rand) bool {
	id, ok := s.payment(random)
	if !ok {
		return false
	}
	if road := s.w.roads[s.gatewayOf(id)]; road != nil && random.IntN(2) == 0 {
		road.block([]trouble{dies, mislays}[random.IntN(2)], 1)
	}
	s.giveBack(id, part(random), "")
	return true
}

// takeBack has a gateway take back a refund that it has given, or staff give back again what failed, as far as they know by now.
func (s *story) takeBack(random *rand.Rand) bool {
	if random.IntN(4) == 0 && slices.ContainsFunc(s.opened(), func(p *page) bool { return s.w.again(p.payment) }) {
		return true
	}
	for _, p := range s.opened() {
		if s.w.takeBack(p.gateway, p.payment.String()) {
			s.w.count("take back")
			return true
		}
	}
	return false
}

// opened are the pay pages so far.
func (s *story) opened() []*page {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.pages)
}

// again asks for what failed of a payment's refunds and was not asked for again; false when there is nothing.
func (w *world) again(id uuid.UUID) bool {
	w.staffAgain.Lock()
	defer w.staffAgain.Unlock()
	var owed money.Amount
	// What came back twice was given back twice before it was: no more of it is left than was taken.
	err := w.DB().QueryRow(w.t.Context(), `select least(coalesce(sum(r.amount_centimes) filter (where r.state = 'FAILED'), 0)
		- coalesce(sum(r.amount_centimes) filter (where r.reason = $2), 0),
		p.amount_centimes - coalesce(sum(r.amount_centimes) filter (where r.state <> 'FAILED'), 0))::bigint
		from payments p left join payment_refunds r on r.payment_id = p.id where p.id = $1 group by p.id`, id, againNote).Scan(&owed)
	if err != nil {
		w.fault("read what failed: %v", err)
	}
	if err != nil || owed <= 0 {
		return false
	}
	_, said := w.staff.do(http.MethodPost, "/payments/"+id.String()+"/refund", map[string]any{"refundAmount": owed, "reason": againNote}, "")
	w.count("refund again: " + said)
	return true
}

func (s *story) gatewayOf(id uuid.UUID) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pages[slices.IndexFunc(s.pages, func(p *page) bool { return p.payment == id })].gateway
}

// refundTwice has two press at the same moment, or one press twice.
func (s *story) refundTwice(random *rand.Rand) bool {
	id, ok := s.payment(random)
	if !ok {
		return false
	}
	key, amount := "", part(random)
	if random.IntN(2) == 0 {
		key = fmt.Sprintf("refund %s %d", id, random.Uint32())
	}
	atOnce(2+random.IntN(2), func(int) { s.giveBack(id, amount, key) })
	return true
}

// move takes the booking to a period near its own, which may cost more or less.
func (s *story) move(random *rand.Rand) bool {
	id, start, _, ok := s.booked()
	if !ok {
		return false
	}
	start = start.Add(time.Duration(random.IntN(49)) * time.Hour)
	answer, said := s.either(random).do(http.MethodPost, "/bookings/"+id.String()+"/move", map[string]any{
		"startDatetime": start.Format(time.RFC3339), "endDatetime": start.Add(time.Duration(1+random.IntN(4)) * 24 * time.Hour).Format(time.RFC3339),
	}, "")
	s.w.count("move: " + said)
	if said == "ok" {
		s.answered(answer)
	}
	return true
}

func (s *story) giveUp(random *rand.Rand) bool {
	id, ok := s.payment(random)
	if !ok {
		return false
	}
	_, said := s.w.staff.do(http.MethodPut, "/payments/"+id.String(), map[string]any{"status": "CANCELLED", "note": "of the run"}, "")
	s.w.count("give up: " + said)
	return true
}

func (s *story) confirm(*rand.Rand) bool {
	id, _, _, ok := s.booked()
	if !ok {
		return false
	}
	_, said := s.w.staff.do(http.MethodPut, "/bookings/"+id.String(), map[string]any{"bookingStatus": "CONFIRMED"}, "")
	s.w.count("confirm by hand: " + said)
	return true
}

// wait lets time pass for everybody, and ends the holds that it ends.
func (s *story) wait(random *rand.Rand) bool {
	s.w.Clock.Advance(time.Duration(1+random.IntN(9)) * time.Minute)
	if err := s.w.wake(); err != nil {
		s.w.fault("wake the jobs: %v", err)
	}
	ended, err := s.w.Services().Booking.ExpireHolds(s.w.t.Context())
	if err != nil {
		s.w.fault("end holds: %v", err)
	}
	s.w.count("wait")
	if ended > 0 {
		s.w.count("holds that ended")
	}
	return true
}

func (s *story) reconcile(*rand.Rand) bool {
	if err := s.w.Services().Payment.Reconcile(s.w.t.Context()); err != nil {
		s.w.fault("reconcile: %v", err)
	}
	s.w.count("reconcile")
	return true
}

// outage gives the next few calls to a gateway trouble.
func (s *story) outage(random *rand.Rand) bool {
	name := gateways[random.IntN(len(gateways))]
	s.w.roads[name].block(trouble(random.IntN(int(troubles))), 1+random.IntN(4))
	s.w.count("outage: " + name)
	return true
}

// wake lets jobs that wait for a time of the program's clock, which stands still, run now.
func (w *world) wake() error {
	_, err := w.DB().Exec(w.t.Context(), `update river_job set state = 'available', scheduled_at = now() where state in ('scheduled', 'retryable')`)
	return err
}

// atOnce has n do the same at the same moment.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() { <-start; do(i) })
	}
	close(start)
	all.Wait()
}
