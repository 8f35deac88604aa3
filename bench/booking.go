package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
)

// BookingFigures are clients who race for slots: a motorcycle and a period each.
type BookingFigures struct {
	Clients int `json:"clients"`
	// OneSlot is all clients asking for one and the same slot at once, in several rounds.
	OneSlot RaceFigures `json:"oneSlot"`
	// ManySlots is all clients working through many slots, of which every twentieth is asked for twice at once.
	ManySlots RaceFigures `json:"manySlots"`
	// Bare writes the rows of such bookings from pgbench, over as many connections as the program has.
	Bare Timing `json:"bare"`
	// RateRatio is the rate of bookings over HTTP over the bare one.
	RateRatio float64 `json:"rateRatio"`
}

// RaceFigures are the outcome of a race. Won are answers 201, Lost 409 BOOKING_CONFLICT; any other answer ends the run.
type RaceFigures struct {
	Slots        int    `json:"slots"`
	Won          Timing `json:"won"`
	Lost         Timing `json:"lost"`
	CalendarRows int    `json:"calendarRows"`
}

const (
	// oneSlotRounds is how many slots are fought over one after another.
	oneSlotRounds = 5
	// contested is how many slots lie between two that are asked for twice.
	contested    = 20
	rentalLength = 2 * day
)

// slot is something that only one can have.
type slot struct {
	bike  *bike
	start time.Time
}

// slot returns the n-th: past all loaded rentals, every motorcycle of the big city before the next period.
func (w *world) slot(n int) slot {
	rentable := w.rentableInBig()
	return slot{rentable[n%len(rentable)], w.now.Add(comingWindow + 40*day + time.Duration(n/len(rentable))*(rentalLength+day) + 10*time.Hour)}
}

func (w *world) rentableInBig() []*bike {
	var list []*bike
	for _, b := range w.big.bikes {
		if b.status != "MAINTENANCE" {
			list = append(list, b)
		}
	}
	return list
}

// measureBooking takes the figures of bookings.
func (b *bench) measureBooking(ctx context.Context) (BookingFigures, error) {
	figures := BookingFigures{Clients: b.options.Bookers}
	tokens, err := b.register(ctx, b.options.Bookers)
	if err != nil {
		return figures, err
	}
	if figures.OneSlot, err = b.raceForOne(ctx, tokens); err != nil {
		return figures, fmt.Errorf("race for one slot: %w", err)
	}
	if figures.ManySlots, err = b.raceForMany(ctx, tokens); err != nil {
		return figures, fmt.Errorf("race for %d slots: %w", b.options.Slots, err)
	}
	if b.bare != nil {
		bare, err := b.bareBookings(ctx)
		if err != nil {
			return figures, err
		}
		figures.Bare = bare.timing()
		figures.RateRatio = ratio(figures.ManySlots.Won.PerSecond, figures.Bare.PerSecond)
	}
	return figures, check(ctx, b.db)
}

// register makes customers and returns their access tokens.
func (b *bench) register(ctx context.Context, count int) ([]string, error) {
	tokens := make([]string, count)
	_, err := drive(ctx, 4, count, 0, func(ctx context.Context, _, number int) error {
		status, body, err := b.client.call(ctx, http.MethodPost, "/auth/register", "", map[string]any{
			"firstName": "Salma", "lastName": "Alaoui", "email": fmt.Sprintf("booker-%d@bench.test", number), "password": "Secret-123",
		})
		if err != nil {
			return err
		}
		var answer struct{ Data struct{ AccessToken string } }
		if err := json.Unmarshal(body, &answer); err != nil || status != http.StatusCreated {
			return fmt.Errorf("register a customer: %d %s", status, body)
		}
		tokens[number] = answer.Data.AccessToken
		return nil
	})
	return tokens, err
}

// race keeps who got what.
type race struct {
	mu        sync.Mutex
	winners   map[int]int // by slot
	won, lost []time.Duration
}

// book asks for slot n and notes the outcome.
func (b *bench) book(ctx context.Context, r *race, n int, token string) error {
	s := b.world.slot(n)
	begin := time.Now() //nolint:forbidigo // measures time instead of telling it
	status, body, err := b.client.call(ctx, http.MethodPost, "/bookings", token, map[string]any{
		"motorcycleId": s.bike.id, "startDatetime": s.start, "endDatetime": s.start.Add(rentalLength),
		"location": b.world.big.franchises[0].points[0].id,
	})
	took := time.Since(begin)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case status == http.StatusCreated:
		r.winners[n]++
		r.won = append(r.won, took)
	case status == http.StatusConflict && codeOf(body) == "BOOKING_CONFLICT":
		r.lost = append(r.lost, took)
	default:
		return fmt.Errorf("POST /bookings: %d %s", status, body)
	}
	return nil
}

func codeOf(body []byte) string {
	var problem struct{ Code string }
	_ = json.Unmarshal(body, &problem) // no code is no conflict
	return problem.Code
}

// raceForOne lets every client ask for the same slot at the same moment.
func (b *bench) raceForOne(ctx context.Context, tokens []string) (RaceFigures, error) {
	r := &race{winners: map[int]int{}}
	var elapsed time.Duration
	for n := range oneSlotRounds {
		round, err := drive(ctx, len(tokens), len(tokens), 0, func(ctx context.Context, _, number int) error {
			return b.book(ctx, r, n, tokens[number])
		})
		if err != nil {
			return RaceFigures{}, err
		}
		elapsed += round.elapsed
	}
	return b.outcome(ctx, r, 0, oneSlotRounds, elapsed)
}

// raceForMany lets every client take the next slot until none is left; rivals ask for every twentieth at the same time.
func (b *bench) raceForMany(ctx context.Context, tokens []string) (RaceFigures, error) {
	r := &race{winners: map[int]int{}}
	var queue []int
	for n := oneSlotRounds; n < oneSlotRounds+b.options.Slots; n++ {
		queue = append(queue, n)
		if n%contested == 0 {
			queue = append(queue, n)
		}
	}
	all, err := drive(ctx, len(tokens), len(queue), 0, func(ctx context.Context, client, number int) error {
		return b.book(ctx, r, queue[number], tokens[client])
	})
	if err != nil {
		return RaceFigures{}, err
	}
	return b.outcome(ctx, r, oneSlotRounds, b.options.Slots, all.elapsed)
}

// outcome makes sure that each of count slots from first on has exactly one winner, and the calendar one row for it.
func (b *bench) outcome(ctx context.Context, r *race, first, count int, elapsed time.Duration) (RaceFigures, error) {
	figures := RaceFigures{Slots: count, Won: measured{r.won, elapsed}.timing(), Lost: measured{r.lost, elapsed}.timing()}
	bikes, starts, ends := make([]uuid.UUID, count), make([]time.Time, count), make([]time.Time, count)
	for i := range count {
		if winners := r.winners[first+i]; winners != 1 {
			return figures, fmt.Errorf("slot %d has %d winners instead of one", first+i, winners)
		}
		s := b.world.slot(first + i)
		bikes[i], starts[i], ends[i] = s.bike.id, s.start, s.start.Add(rentalLength)
	}
	err := b.db.QueryRow(ctx, `select count(*) from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) s (id, starts_at, ends_at)
		join calendar_entries e on e.motorcycle_id = s.id and e.starts_at < s.ends_at and e.ends_at > s.starts_at`,
		bikes, starts, ends).Scan(&figures.CalendarRows)
	if err != nil {
		return figures, fmt.Errorf("count the calendar's rows: %w", err)
	}
	if figures.CalendarRows != len(r.won) {
		return figures, fmt.Errorf("%d bookings were answered, the calendar has %d", len(r.won), figures.CalendarRows)
	}
	return figures, nil
}

// bareBooking writes what a self-service booking does, in one transaction, beyond the slots that were raced for.
const bareBooking = `\set n :turn * :clients + :client_id
\set turn :turn + 1
\set bike :n % :bikes
\set from :first + (:n / :bikes) * 3 * 86400
select gen_random_uuid() as booking, gen_random_uuid() as payment, motorcycle_id as motorcycle, franchise_id as franchise, price
from bench_bikes where number = :bike \gset
begin;
select id from motorcycles where id = :motorcycle for no key update;
select exists (select from calendar_entries where motorcycle_id = :motorcycle and starts_at < to_timestamp(:from + 172800) and ends_at > to_timestamp(:from));
insert into calendar_entries (id, motorcycle_id, starts_at, ends_at, booking_id, hold_expires_at)
values (gen_random_uuid(), :motorcycle, to_timestamp(:from), to_timestamp(:from + 172800), :booking, to_timestamp(:first));
insert into bookings (id, reference, user_id, motorcycle_id, franchise_id, start_datetime, end_datetime, billable_days, day_price_centimes,
    base_rental_centimes, total_centimes, booking_type, pickup_parking_point_id, dropoff_parking_point_id, customer_latitude,
    customer_longitude, hold_expires_at, full_refund_hours, partial_refund_hours, partial_refund_percent)
values (:booking, :booking, :customer, :motorcycle, :franchise, to_timestamp(:from), to_timestamp(:from + 172800), 2, :price,
    2 * :price::bigint, 2 * :price::bigint, 'AUTONOM', :point, :point, 33.5, -7.6, to_timestamp(:first), 48, 24, 50);
insert into booking_transitions (booking_id, to_status) values (:booking, 'PENDING_PAYMENT');
insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency, gateway)
values (:payment, :booking, :franchise, 2 * :price::bigint, 'MAD', 2 * :price::bigint, 'MAD', 'PAYZONE');
insert into payment_transitions (payment_id, to_status) values (:payment, 'PENDING');
commit;
`

// bareBookings runs bareBooking with as many clients as the program has connections.
func (b *bench) bareBookings(ctx context.Context) (measured, error) {
	w := b.world
	bikes := w.rentableInBig()
	const table = "create unlogged table bench_bikes (number int primary key, motorcycle_id uuid, franchise_id uuid, price bigint)"
	if _, err := b.db.Exec(ctx, table); err != nil {
		return measured{}, fmt.Errorf("list motorcycles for pgbench: %w", err)
	}
	defer func() { _, _ = b.db.Exec(ctx, "drop table bench_bikes") }()
	err := copyRows(ctx, b.db, "bench_bikes", "number motorcycle_id franchise_id price", len(bikes), func(i int) []any {
		return []any{int32(i), bikes[i].id, bikes[i].franchise.id, bikes[i].price}
	})
	if err != nil {
		return measured{}, err
	}
	clients := min(b.options.Bookers, int(b.db.Config().MaxConns))
	return b.bare.run(ctx, script{bareBooking, map[string]string{
		"turn": "0", "clients": strconv.Itoa(clients), "bikes": strconv.Itoa(len(bikes)),
		"first": strconv.FormatInt(w.now.Add(400*day).Unix(), 10), "customer": w.customers[0].String(),
		"point": w.big.franchises[0].points[0].id.String(),
	}}, clients, b.options.Duration)
}
