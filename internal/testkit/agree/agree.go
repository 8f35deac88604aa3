// Package agree compares what everybody says about the same money: the gateways' own books, the ledger, payments and refunds,
// bookings, the calendar and the letters that customers got. It is for tests that have let much happen and want to know
// whether all is well in the end; it changes nothing.
package agree

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/ledger"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// row is a payment with what it belongs to.
type row struct {
	ID, BookingID                  uuid.UUID
	Gateway, Status, BookingStatus string
	// Amount, Refunded and Promised are of the price; Charged and Returned are that in the currency that was charged.
	Amount, Total, Refunded, Promised money.Amount
	Charged, Returned                 money.Amount
	// TakenBack is how many refunds failed.
	TakenBack int
	// Rate is nil for what was charged in dirham.
	Rate    *money.Rate
	Surplus bool
	// Confirmed tells that the booking has been, Goodwill that staff gave some of the payment back, Moved that the booking
	// was taken to another period.
	Confirmed, Goodwill, Moved bool
	// Ladder is what cancelling gave back, in percent; nil for a booking that was never cancelled.
	Ladder *int
}

const rowsSQL = `
	select p.id, p.booking_id, p.gateway, p.status, b.status as booking_status, p.amount_centimes as amount, b.total_centimes as total,
		p.gateway_amount_centimes as charged, p.gateway_rate_micros as rate,
		coalesce(sum(coalesce(r.gateway_amount_centimes, r.amount_centimes)) filter (where r.state = 'DONE'), 0)::bigint as returned,
		coalesce(sum(r.amount_centimes) filter (where r.state = 'DONE'), 0)::bigint as refunded,
		coalesce(sum(r.amount_centimes) filter (where r.state <> 'FAILED'), 0)::bigint as promised,
		(count(*) filter (where r.state = 'FAILED'))::int as taken_back, p.surplus,
		exists (select from booking_transitions m where m.booking_id = b.id and m.to_status = 'CONFIRMED') as confirmed,
		coalesce(bool_or(r.reason = $1), false) as goodwill,
		exists (select from domain_events e where e.booking_id = b.id and e.type = 'booking.moved') as moved,
		(select least(100 - b.forfeited_percent, case
				when b.start_datetime - m.happened_at >= make_interval(hours => b.full_refund_hours) then 100
				when b.start_datetime - m.happened_at >= make_interval(hours => b.partial_refund_hours) then b.partial_refund_percent
				else 0 end)::int
			from booking_transitions m where m.booking_id = b.id and m.to_status like 'CANCELLED%' order by m.id desc limit 1) as ladder
	from payments p join bookings b on b.id = p.booking_id left join payment_refunds r on r.payment_id = p.id
	group by p.id, b.id`

// back is what refunds of a price of refunded come to in the currency that was charged: that by the payment's rate, and all
// of it when nothing of the price is left.
func (p row) back() money.Amount {
	switch {
	case p.Rate == nil:
		return p.Refunded
	case p.Refunded == p.Amount:
		return p.Charged
	default:
		return min(p.Rate.Convert(p.Refunded), p.Charged)
	}
}

// Entry is a charge in a gateway's own books, in the currency that it charged. What staff took over the counter is one by
// theirs: its gateway is COUNTER, its charge the payment.
type Entry struct {
	Gateway, Charge    string
	Captured, Refunded money.Amount
	// TakenBack is how many refunds the gateway took back.
	TakenBack int
}

// Report is what a comparison came to.
type Report struct {
	// Disagreements is empty when all is well.
	Disagreements []string
	// Summary says how much was compared.
	Summary string
}

func (r *Report) say(format string, args ...any) {
	r.Disagreements = append(r.Disagreements, fmt.Sprintf(format, args...))
}

// Check compares what gateways, ledger, payments, bookings, calendar and letters say, once nothing is under way any more.
// books are all charges of the gateways; goodwill is the reason of refunds that staff gave of their own accord.
func Check(ctx context.Context, db *postgres.DB, clock clock.Clock, books []Entry, goodwill string) (Report, error) {
	var r Report
	selected, err := db.Query(ctx, rowsSQL, goodwill)
	if err != nil {
		return r, err
	}
	rows, err := pgx.CollectRows(selected, pgx.RowToStructByName[row])
	if err != nil {
		return r, err
	}
	held, captured := r.compare(books, rows)
	if err := r.balance(ctx, db, held); err != nil {
		return r, err
	}
	findings, err := ledger.New(db, clock, slog.New(slog.DiscardHandler), ledger.Gauges{}).Check(ctx)
	if err != nil {
		return r, err
	}
	for _, f := range findings {
		r.say("ledger: %s", f)
	}
	for what, sql := range forbidden {
		n, err := count(ctx, db, sql)
		if err != nil {
			return r, err
		}
		if n > 0 {
			r.say("%d %s", n, what)
		}
	}
	r.Summary = fmt.Sprintf("%d payments, %d of them captured; the gateways hold %v dirham", len(rows), captured, held)
	return r, nil
}

func count(ctx context.Context, db *postgres.DB, sql string, args ...any) (int64, error) {
	var n int64
	err := db.QueryRow(ctx, sql, args...).Scan(&n)
	return n, err
}

// balance holds what each gateway holds, in dirham, against the ledger, and the counters of all franchises together.
func (r *Report) balance(ctx context.Context, db *postgres.DB, held map[string]money.Amount) error {
	selected, err := db.Query(ctx, `select case account when 'COUNTER' then account else owner end as holder, sum(amount_centimes)::bigint
		from ledger_lines where account in ('GATEWAY', 'COUNTER') group by holder`)
	if err != nil {
		return err
	}
	var gateway string
	var balance money.Amount
	told := map[string]money.Amount{}
	if _, err := pgx.ForEachRow(selected, []any{&gateway, &balance}, func() error { told[gateway] = balance; return nil }); err != nil {
		return err
	}
	for gateway := range told {
		held[gateway] += 0
	}
	for gateway, want := range held {
		if told[gateway] != want {
			r.say("%s holds %s of ours, the ledger says %s", gateway, want, told[gateway])
		}
	}
	return nil
}

// compare holds the gateways' books against the payments. It returns what each gateway holds, in dirham: what it charged in
// another currency is worth the price that it was charged for. It also returns how many payments were captured.
func (r *Report) compare(books []Entry, rows []row) (map[string]money.Amount, int) {
	payments := map[string]row{}
	for _, p := range rows {
		payments[p.ID.String()] = p
	}
	held, inBooks, captured := map[string]money.Amount{}, map[string]bool{}, 0
	for _, e := range books {
		inBooks[e.Charge] = true
		p, known := payments[e.Charge]
		taken := payment.Status(p.Status).Captured()
		switch {
		case p.Rate == nil:
			held[e.Gateway] += e.Captured - e.Refunded
		case e.Captured > 0:
			held[e.Gateway] += p.Amount - p.Refunded
		}
		switch {
		case !known || p.Gateway != e.Gateway:
			r.say("%s has a charge %s that is no payment of its", e.Gateway, e.Charge)
		case taken != (e.Captured > 0) || taken && e.Captured != p.Charged:
			r.say("%s took %s for payment %s, which is %s over %s", e.Gateway, e.Captured, p.ID, p.Status, p.Charged)
		case e.Refunded != p.Returned:
			r.say("%s gave %s of payment %s back, its refunds %s", e.Gateway, e.Refunded, p.ID, p.Returned)
		case e.TakenBack != p.TakenBack:
			r.say("%s took %d refunds of payment %s back, %d failed", e.Gateway, e.TakenBack, p.ID, p.TakenBack)
		case e.Refunded != p.back():
			r.say("%s gave %s of payment %s back for %s of its price, which is %s", e.Gateway, e.Refunded, p.ID, p.Refunded, p.back())
		case taken:
			captured++
		}
	}
	for _, p := range rows {
		if payment.Status(p.Status).Captured() && !inBooks[p.ID.String()] {
			r.say("payment %s is %s, %s knows nothing of it", p.ID, p.Status, p.Gateway)
		}
		r.judge(p)
	}
	return held, captured
}

// judge tells what of one payment's money is not where it belongs.
func (r *Report) judge(p row) {
	kept := p.Amount - p.Promised
	cancelled := p.BookingStatus == "CANCELLED_BY_USER" || p.BookingStatus == "CANCELLED_BY_ADMIN"
	switch {
	case !payment.Status(p.Status).Captured():
		if p.Promised > 0 {
			r.say("payment %s is %s and gives %s back", p.ID, p.Status, p.Promised)
		}
	case p.Promised != p.Refunded:
		r.say("payment %s promised %s and gave %s back", p.ID, p.Promised, p.Refunded)
	case p.Surplus && kept != 0:
		r.say("payment %s was not wanted, and %s of it is kept", p.ID, kept)
	case p.Surplus:
	case !p.Confirmed && kept != 0:
		r.say("booking %s was never confirmed, and %s of payment %s is kept", p.BookingID, kept, p.ID)
	case !p.Confirmed:
	case cancelled && p.Promised < p.Total.Percent(*p.Ladder):
		r.say("booking %s was cancelled at %d %% of %s, payment %s gives %s back", p.BookingID, *p.Ladder, p.Total, p.ID, p.Promised)
	case p.Goodwill || p.Moved:
	case cancelled && p.Promised != p.Total.Percent(*p.Ladder) && p.Promised != p.Amount:
		r.say("booking %s was cancelled at %d %% of %s, payment %s gives %s back", p.BookingID, *p.Ladder, p.Total, p.ID, p.Promised)
	case !cancelled && p.Promised != 0:
		r.say("booking %s is %s, and payment %s gives %s back", p.BookingID, p.BookingStatus, p.ID, p.Promised)
	}
}

// forbidden counts rows that must not be there once everything is at rest.
var forbidden = map[string]string{
	"payments that nobody settled":    `select count(*) from payments where status in ('PENDING', 'PROCESSING')`,
	"callbacks that nobody worked on": `select count(*) from gateway_events where processed_at is null`,
	"refunds that are not over":       `select count(*) from payment_refunds where state in ('REQUESTED', 'SENT')`,
	// Periodic ones have one attempt, and come again.
	"jobs that failed for good": `select count(*) from river_job where state in ('discarded', 'cancelled') and max_attempts > 1`,
	"bookings with two payments that count": `select count(*) from (select from payments
		where status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') and not surplus group by booking_id having count(*) > 1) twice`,
	"confirmed bookings that nobody paid or confirmed": `select count(*) from bookings b where b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
		and not exists (select from payments p where p.booking_id = b.id and p.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED') and not p.surplus)
		and not exists (select from booking_transitions m where m.booking_id = b.id and m.to_status = 'CONFIRMED' and m.actor_id is not null)`,
	"bookings that the calendar disagrees with": `select count(*) from bookings b left join calendar_entries c on c.booking_id = b.id
		where b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE') and (c.id is null or c.motorcycle_id <> b.motorcycle_id
			or c.starts_at <> b.start_datetime or c.ends_at < b.end_datetime or c.hold_expires_at is distinct from b.hold_expires_at)
		or b.status not in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE') and c.id is not null`,
	"bookings of one motorcycle at the same time": `select count(*) from bookings a join bookings b on a.motorcycle_id = b.motorcycle_id and a.id < b.id
		and a.start_datetime < b.end_datetime and b.start_datetime < a.end_datetime
		where a.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE') and b.status in ('PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE')`,
	"payments whose history is not theirs": `select count(*) from payments p where p.status <>
		(select m.to_status from payment_transitions m where m.payment_id = p.id order by m.id desc limit 1)`,
	"captured payments that were not told of once": `select count(*) from payments p where p.status in ('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')
		and 1 <> (select count(*) from domain_events e where e.payment_id = p.id and e.type = 'payment.processed')`,
	"refunds that were not told of": `select count(*) from (select payment_id, count(*) from ledger_transactions where kind = 'REFUND_DONE' group by 1
		except select payment_id, count(*) from domain_events where type = 'payment.refunded' group by 1) untold`,
	"refunds that failed and were not told of": `select count(*) from (select payment_id, count(*) from payment_refunds where state = 'FAILED' group by 1
		except select payment_id, count(*) from domain_events where type = 'payment.refund_failed' group by 1) untold`,
	"bookings whose customer did not get every letter, or got one twice": lettersSQL,
}

// lettersSQL compares how many letters that were sent name a booking to its customer with how many there must and may be: one for money
// that came or went back, for a confirmation, a start, an end and a cancellation; of a request to pay, of a refusal, of a
// move and of a reminder there may be one, if the booking still waited, or was not over, when it was written.
const lettersSQL = `
	select count(*) from (
		select b.id, count(*) filter (where e.type in ('payment.processed', 'payment.refunded', 'payment.refund_failed', 'booking.confirmed', 'booking.started', 'booking.completed')
				or e.type = 'booking.cancelled' and not (e.payload->>'lapsed')::bool) as must,
			count(*) filter (where e.type in ('booking.created', 'payment.failed', 'booking.moved', 'booking.due')) as may
		from bookings b join domain_events e on e.booking_id = b.id group by b.id
	) told
	join bookings b on b.id = told.id
	join users u on u.id = b.user_id
	left join (
		select args->'to'->>'email' as recipient, args->'values'->>'reference' as reference, count(*) as letters
		from river_job where kind = 'notify.mail' and state = 'completed' group by 1, 2
	) got on got.recipient = u.email and got.reference = b.reference
	where coalesce(got.letters, 0) not between told.must and told.must + told.may`
