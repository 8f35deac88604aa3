package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// Sizes are how much there is to rent and how much of it has been rented.
type Sizes struct {
	Motorcycles int `json:"motorcycles"`
	// Past rentals lie in the two years before now, Upcoming ones in the four months after.
	Past     int `json:"pastRentals"`
	Upcoming int `json:"upcomingRentals"`
}

const (
	day           = 24 * time.Hour
	pastWindow    = 730 * day
	comingWindow  = 120 * day
	longestRental = 10 * day
	// fewestCustomers rent what there is; a larger fleet has a customer a motorcycle.
	fewestCustomers = 2000
	// tourShare is which part of all rentals the first customer has, a tour operator with thousands.
	tourShare = 100
)

// The cities lie on a grid over Morocco, far enough apart that a search around one of them finds no other.
const (
	gridRows, gridColumns = 10, 6
	bigRow, bigColumn     = 7, 2  // Casablanca's cell
	bigShare              = 0.05  // of all motorcycles: 5,000 of 100,000
	scatter               = 0.055 // degrees around the centre, about 6 km
)

// world is the fleet and who rents it, before it is written. Every value but the ids follows from the seed.
type world struct {
	sizes     Sizes
	now       time.Time
	random    *rand.Rand
	cities    []*city
	big       *city
	bikes     []bike
	customers []uuid.UUID
	features  []uuid.UUID
	// staff and extras are loaded with the history.
	staff  map[caller]uuid.UUID
	extras map[*franchise][]uuid.UUID
	// shown is a booking of the tour operator at home.
	shown uuid.UUID
}

type city struct {
	name       string
	spot       spot
	franchises []*franchise
	bikes      []*bike
}

type spot struct{ latitude, longitude float64 }

type franchise struct {
	id         uuid.UUID
	spot       spot
	turnaround time.Duration
	points     []point
}

type point struct {
	id   uuid.UUID
	spot spot
}

type bike struct {
	id        uuid.UUID
	franchise *franchise
	point     *point // nil: stands at its franchise (D11)
	model     model
	price     int64 // centimes a day
	status    string
}

type model struct {
	make, name, category, transmission string
	cc                                 int
}

var (
	firstNames = []string{"Amina", "Salma", "Youssef", "Omar", "Imane", "Karim", "Hajar", "Mehdi", "سلمى", "Zoé"}
	lastNames  = []string{"Bennani", "Alaoui", "Idrissi", "Tazi", "El Fassi", "Berrada", "Chraibi", "العلوي", "Lefèvre", "Ouazzani", "Haddad"}
)

var models = []model{
	{"Honda", "PCX 125", "SCOOTER", "AUTOMATIC", 125}, {"Yamaha", "NMAX 155", "SCOOTER", "AUTOMATIC", 155},
	{"SYM", "Symphony ST", "SCOOTER", "AUTOMATIC", 125}, {"Peugeot", "Django", "SCOOTER", "AUTOMATIC", 125},
	{"Honda", "CB125F", "CITY", "MANUAL", 125}, {"Docker", "C50", "CITY", "MANUAL", 49},
	{"BMW", "F 750 GS", "TRAIL", "MANUAL", 853}, {"Honda", "Africa Twin", "TRAIL", "MANUAL", 1084},
	{"Yamaha", "MT-07", "ROADSTER", "MANUAL", 689}, {"Kawasaki", "Z650", "ROADSTER", "MANUAL", 649},
	{"BMW", "R 1250 RT", "TOURING", "MANUAL", 1254}, {"Triumph", "Thruxton", "CAFE_RACER", "MANUAL", 1200},
	{"Ducati", "Panigale V2", "SPORT", "MANUAL", 955}, {"Can-Am", "Outlander", "QUAD", "AUTOMATIC", 650},
}

func newWorld(sizes Sizes, now time.Time) *world {
	w := &world{
		sizes: sizes, now: now.Truncate(day),
		random: rand.New(rand.NewPCG(2, 26)), //nolint:gosec // repeatable figures want repeatable data
	}
	for range max(fewestCustomers, sizes.Motorcycles) {
		w.customers = append(w.customers, newID())
	}
	for range 12 {
		w.features = append(w.features, newID())
	}
	for n := range gridRows * gridColumns {
		w.addCity(n)
	}
	w.addBikes()
	return w
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (w *world) addCity(n int) {
	row, column := n/gridColumns, n%gridColumns
	c := &city{name: fmt.Sprintf("City %02d", n+1), spot: spot{27.97 + 0.8*float64(row), -11.6 + 2*float64(column)}}
	tenants := 2
	if row == bigRow && column == bigColumn {
		w.big, tenants = c, 5
	}
	for range tenants {
		f := &franchise{id: newID(), spot: w.near(c.spot), turnaround: time.Duration(w.random.IntN(4)) * 30 * time.Minute}
		for range 4 {
			f.points = append(f.points, point{newID(), w.near(c.spot)})
		}
		c.franchises = append(c.franchises, f)
	}
	w.cities = append(w.cities, c)
}

// near is a place within scatter of s.
func (w *world) near(s spot) spot {
	return spot{s.latitude + scatter*(2*w.random.Float64()-1), s.longitude + scatter*(2*w.random.Float64()-1)}
}

// addBikes spreads the fleet over the cities in no order, as it would have grown.
func (w *world) addBikes() {
	w.bikes = make([]bike, w.sizes.Motorcycles)
	for i := range w.bikes {
		home := w.big
		if w.random.Float64() >= bigShare {
			for home == w.big {
				home = w.cities[w.random.IntN(len(w.cities))]
			}
		}
		b := &w.bikes[i]
		b.id, b.franchise = newID(), home.franchises[w.random.IntN(len(home.franchises))]
		if w.random.IntN(10) > 0 {
			b.point = &b.franchise.points[w.random.IntN(len(b.franchise.points))]
		}
		b.model = models[w.random.IntN(len(models))]
		b.price = int64(100+10*w.random.IntN(80)) * 100
		switch w.random.IntN(50) {
		case 0:
			b.status = "MAINTENANCE"
		case 1:
			b.status = "BOOKED"
		default:
			b.status = "AVAILABLE"
		}
		home.bikes = append(home.bikes, b)
	}
}

// rental is a booking with its place in the calendar.
type rental struct {
	number   int // of all rentals, the past ones first
	bike     *bike
	customer uuid.UUID
	id       uuid.UUID
	start    time.Time
	end      time.Time
}

// pastRentals returns rentals from <= number < to of all past ones. Slots of time are filled in an order that spreads
// any half of them over the whole window, so that half the rentals are as old as all of them.
func (w *world) pastRentals(from, to int) []rental {
	return w.rentals(from, to, w.sizes.Past, w.now.Add(-pastWindow), pastWindow)
}

func (w *world) upcomingRentals() []rental {
	list := w.rentals(0, w.sizes.Upcoming, w.sizes.Upcoming, w.now.Add(day), comingWindow)
	for i := range list {
		list[i].number += w.sizes.Past
	}
	return list
}

// rentals cuts the window into one slot for each rental of a motorcycle and puts one rental into each, with its
// turnaround (D28): so no two overlap.
func (w *world) rentals(from, to, all int, begin time.Time, window time.Duration) []rental {
	slots := (all + len(w.bikes) - 1) / len(w.bikes)
	list := make([]rental, 0, to-from)
	for n := from; n < to; n++ {
		b, slot := &w.bikes[n%len(w.bikes)], spread(n/len(w.bikes), slots)
		width := window / time.Duration(slots)
		room := width - b.franchise.turnaround
		length := min(longestRental, room/2)
		length = time.Hour * time.Duration(1+w.random.Int64N(max(1, int64(length/time.Hour))))
		offset := time.Hour * time.Duration(w.random.Int64N(max(1, int64((room-length)/time.Hour))))
		start := begin.Add(time.Duration(slot)*width + offset)
		list = append(list, rental{n, b, w.renter(n, b), newID(), start, start.Add(length)})
	}
	return list
}

// renter is the customer of the n-th rental: the tour operator now and then, above all at the franchise that is looked at
// closely, else anybody.
func (w *world) renter(n int, b *bike) uuid.UUID {
	if n%tourShare == 0 || n/len(w.bikes)%10 == 0 && b.franchise == w.home() {
		return w.customers[0]
	}
	return w.customers[w.random.IntN(len(w.customers))]
}

// home is the franchise whose administrator and rows stand for all.
func (w *world) home() *franchise { return w.big.franchises[0] }

// homeBike is a motorcycle of home; there is one in any fleet worth measuring.
func (w *world) homeBike() *bike {
	for _, b := range w.big.bikes {
		if b.franchise == w.home() {
			return b
		}
	}
	return &w.bikes[0]
}

// reference is what a booking's number is on paper, one for each number of a rental.
func reference(number int) string {
	const signs, length = "23456789ABCDEFGHJKLMNPQRSTVXYZ", 7
	all := 1
	for range length {
		all *= len(signs)
	}
	// A prime that shares no factor with all: every number gets another text.
	rest, text := (number+1)*6_700_417%all, []byte("RH-")
	for range length {
		text = append(text, signs[rest%len(signs)])
		rest /= len(signs)
	}
	return string(text)
}

// spread is a permutation of 0..of-1: the even numbers, then the odd ones.
func spread(n, of int) int {
	if even := (of + 1) / 2; n >= even {
		return 2*(n-even) + 1
	}
	return 2 * n
}
