package ledger

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Rule is one of the things that must hold whenever no transaction is under way.
type Rule string

// The rules.
const (
	Balanced         Rule = "BALANCED"
	RightOwners      Rule = "RIGHT_OWNERS"
	PaymentBooked    Rule = "PAYMENT_BOOKED"
	RefundBooked     Rule = "REFUND_BOOKED"
	StatusOfRefunds  Rule = "STATUS_OF_REFUNDS"
	CustomerSettled  Rule = "CUSTOMER_SETTLED"
	CommissionExact  Rule = "COMMISSION_EXACT"
	BookingPaid      Rule = "BOOKING_PAID"
	BookingConfirmed Rule = "BOOKING_CONFIRMED"
	PaidOnce         Rule = "PAID_ONCE"
)

// Rules lists them.
var Rules = []Rule{
	Balanced, RightOwners, PaymentBooked, RefundBooked, StatusOfRefunds, CustomerSettled, CommissionExact, BookingPaid, BookingConfirmed, PaidOnce,
}

// Finding is something about which bookings, payments, refunds and books disagree.
type Finding struct {
	// Rule is what is broken, Name the same in words, Entity what it is about, by the audit log's names, and ID which one.
	Rule             Rule
	Name, Entity, ID string
	// Detail says what each side says.
	Detail string
}

// String is one line for people.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s %s: %s", f.Name, f.Entity, f.ID, f.Detail)
}

// mostFindings bounds what one rule reports: whoever broke a table whole does not want to read it.
const mostFindings = 100

// rule is one invariant: sql answers with the id and the story of everything that breaks it. Where it says {those}, payment can
// narrow it to what is about the payment $1.
type rule struct {
	rule                       Rule
	name, entity, payment, sql string
}

// ofBooking begins the conditions of rules about the booking of a payment.
const ofBooking = "= (select booking_id from payments where id = $1)"

// captured are the statuses of payments whose money came.
const captured = `('COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED')`

// earned are the bookings that a payment paid.
const earned = `(select booking_id from ledger_transactions where fact = 'BOOKING_EARNED' group by booking_id having sum(earned_centimes) > 0)`

// rules are all that must hold whenever no transaction is under way.
var rules = []rule{
	{Balanced, "transaction does not add up", "ledger-transaction", "t.payment_id = $1", `
		select t.id::text, format('%s lines add up to %s centimes, %s of them earned', count(l.account), coalesce(sum(l.amount_centimes), 0), t.earned_centimes)
		from ledger_transactions t left join ledger_lines l on l.transaction_id = t.id
		where {those}
		group by t.id
		having count(l.account) < 2 or sum(l.amount_centimes) <> 0
			or t.earned_centimes <> coalesce(-sum(l.amount_centimes) filter (where l.account in ('FRANCHISE', 'PLATFORM_COMMISSION')), 0)
			or t.commission_centimes <> coalesce(-sum(l.amount_centimes) filter (where l.account = 'PLATFORM_COMMISSION'), 0)`},
	{RightOwners, "line on another's account", "ledger-transaction", "t.payment_id = $1", `
		select t.id::text, format('%s is %s''s', l.account, l.owner)
		from ledger_transactions t
		join ledger_lines l on l.transaction_id = t.id
		join payments p on p.id = t.payment_id
		join bookings b on b.id = p.booking_id
		where {those} and (t.booking_id <> p.booking_id or t.franchise_id <> p.franchise_id or (l.account in ('GATEWAY', 'COUNTER')) and (l.account = 'COUNTER') <> (p.gateway = 'COUNTER') or l.owner <> case l.account
			when 'CUSTOMER' then b.user_id::text when 'FRANCHISE' then p.franchise_id::text when 'COUNTER' then p.franchise_id::text
			when 'PLATFORM_COMMISSION' then 'PLATFORM' else p.gateway end)`},
	{PaymentBooked, "payment and books disagree", "payment", "p.id = $1", `
		select p.id::text, format('it is %s over %s centimes, the books have %s captured', p.status, p.amount_centimes, coalesce(l.amount_centimes, 0))
		from payments p
		left join (
			select t.payment_id, sum(l.amount_centimes) as amount_centimes
			from ledger_transactions t join ledger_lines l on l.transaction_id = t.id and l.account in ('GATEWAY', 'COUNTER')
			where t.fact = 'PAYMENT_CAPTURED' group by t.payment_id
		) l on l.payment_id = p.id
		where {those} and coalesce(l.amount_centimes, 0) <> case when p.status in ` + captured + ` then p.amount_centimes else 0 end`},
	{RefundBooked, "refund and books disagree", "refund", "r.payment_id = $1", `
		select r.id::text, format('it is %s over %s centimes, the books have %s promised, %s given back, %s failed, %s taken back',
			r.state, r.amount_centimes, b.promised, b.done, b.failed, b.reversed)
		from payment_refunds r
		left join lateral (
			select coalesce(-sum(l.amount_centimes) filter (where t.fact = 'REFUND_PROMISED'), 0) as promised,
				coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_DONE'), 0) as done,
				coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_FAILED'), 0) as failed,
				coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_REVERSED'), 0) as reversed
			from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
				and l.account = case t.fact when 'REFUND_REVERSED' then 'GATEWAY' else 'REFUND' end
			where t.payment_id = r.payment_id and t.refund_id = r.id
		) b on true
		where {those} and (b.promised <> r.amount_centimes
			or b.done - b.reversed <> case r.state when 'DONE' then r.amount_centimes else 0 end
			or b.failed + b.reversed <> case r.state when 'FAILED' then r.amount_centimes else 0 end)`},
	{StatusOfRefunds, "payment's status and refunds disagree", "payment", "p.id = $1", `
		select p.id::text, format('it is %s over %s centimes, refunds gave %s back', p.status, p.amount_centimes, coalesce(r.done, 0))
		from payments p
		left join (select payment_id, sum(amount_centimes) as done from payment_refunds where state = 'DONE' group by payment_id) r on r.payment_id = p.id
		where {those} and (p.status in ` + captured + ` and p.status <> case
			when coalesce(r.done, 0) = 0 then 'COMPLETED' when r.done < p.amount_centimes then 'PARTIALLY_REFUNDED' else 'REFUNDED' end
			or p.status not in ` + captured + ` and r.done is not null)`},
	{CustomerSettled, "customer's account is open", "payment", "t.payment_id = $1", `
		select t.payment_id::text, case when sum(l.amount_centimes) > 0
			then format('%s centimes more were given than came', sum(l.amount_centimes))
			else format('%s centimes came, paid nothing and do not go back', -sum(l.amount_centimes)) end
		from ledger_transactions t join ledger_lines l on l.transaction_id = t.id and l.account = 'CUSTOMER'
		where {those}
		group by t.payment_id
		having sum(l.amount_centimes) > 0
			or sum(l.amount_centimes) < coalesce(sum(l.amount_centimes) filter (where t.fact in ('REFUND_FAILED', 'REFUND_REVERSED')), 0)`},
	{CommissionExact, "commission is off", "payment", "t.payment_id = $1", `
		select b.payment_id::text, format('%s of %s centimes at %s, %s given back of %s', b.commission, b.earned, b.rate, b.commission_returned, b.returned)
		from (
			select t.payment_id, max(t.commission_rate) as rate, bool_or(t.corrects is not null) as by_hand,
				coalesce(-sum(l.amount_centimes) filter (where t.fact = 'BOOKING_EARNED'), 0) as earned,
				coalesce(-sum(l.amount_centimes) filter (where t.fact = 'BOOKING_EARNED' and l.account = 'PLATFORM_COMMISSION'), 0) as commission,
				coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_PROMISED'), 0) as returned,
				coalesce(sum(l.amount_centimes) filter (where t.fact = 'REFUND_PROMISED' and l.account = 'PLATFORM_COMMISSION'), 0) as commission_returned
			from ledger_transactions t join ledger_lines l on l.transaction_id = t.id and l.account in ('FRANCHISE', 'PLATFORM_COMMISSION')
			where {those}
			group by t.payment_id
		) b
		where b.commission <> coalesce(round(b.earned * b.rate), case when b.by_hand then b.commission else 0 end) or b.returned > b.earned
			or b.commission_returned <> coalesce(round(b.commission * b.returned / nullif(b.earned, 0)), 0)`},
	{BookingPaid, "booking without money", "booking", "b.id " + ofBooking, `
		select b.id::text, format('%s is %s, nothing paid it and nobody confirmed it by hand', b.reference, b.status)
		from bookings b
		where {those} and b.status in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
			and not exists (select from ` + earned + ` t where t.booking_id = b.id)
			and not exists (select from booking_transitions m where m.booking_id = b.id and m.to_status = 'CONFIRMED' and m.actor_id is not null)`},
	{BookingConfirmed, "money without a booking", "booking", "b.id " + ofBooking, `
		select b.id::text, format('%s is %s and was never confirmed, but earned', b.reference, b.status)
		from bookings b
		join ` + earned + ` t on t.booking_id = b.id
		where {those} and b.status not in ('CONFIRMED', 'ACTIVE', 'COMPLETED')
			and (b.status = 'PENDING_PAYMENT' or not exists (select from booking_transitions m where m.booking_id = b.id and m.to_status = 'CONFIRMED'))`},
	{PaidOnce, "booking is paid twice", "booking", "booking_id " + ofBooking, `
		select booking_id::text, format('%s payments were captured and count', count(*))
		from payments where {those} and status in ` + captured + ` and not surplus
		group by booking_id having count(*) > 1`},
}

// Check compares bookings, payments, refunds and books at one instant and returns everything that disagrees, at most
// mostFindings of each rule. It speaks for the system and authorizes nobody.
func (s *Service) Check(ctx context.Context) ([]Finding, error) {
	var findings []Finding
	err := s.atOneInstant(ctx, func(tx pgx.Tx) error {
		var err error
		findings, err = checkTx(ctx, tx, nil)
		return err
	})
	return findings, err
}

// atOneInstant reads what is compared: nothing that happens meanwhile is seen.
func (s *Service) atOneInstant(ctx context.Context, read func(tx pgx.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return fmt.Errorf("read the books: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	return read(tx)
}

// checkTx checks everything, or what is about one payment, in one statement.
func checkTx(ctx context.Context, tx pgx.Tx, paymentID *uuid.UUID) ([]Finding, error) {
	parts, args := make([]string, len(rules)), []any{}
	if paymentID != nil {
		args = append(args, *paymentID)
	}
	for i, r := range rules {
		those := "true"
		if paymentID != nil {
			those = r.payment
		}
		parts[i] = fmt.Sprintf("select %d as rule, f.id, f.detail from (%s limit %d) f(id, detail)", i, strings.ReplaceAll(r.sql, "{those}", those), mostFindings)
	}
	rows, err := tx.Query(ctx, strings.Join(parts, " union all ")+" order by rule", args...)
	if err != nil {
		return nil, fmt.Errorf("check the books: %w", err)
	}
	var findings []Finding
	var f Finding
	var which int
	_, err = pgx.ForEachRow(rows, []any{&which, &f.ID, &f.Detail}, func() error {
		f.Rule, f.Name, f.Entity = rules[which].rule, rules[which].name, rules[which].entity
		findings = append(findings, f)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("check the books: %w", err)
	}
	return findings, nil
}
