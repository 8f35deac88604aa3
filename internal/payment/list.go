package payment

import (
	"context"
	"maps"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// Orders of the lists.
var Orders = listing.Orders{
	"amount": "p.amount_centimes", "currency": "p.currency", "status": "p.status", "gateway": "p.gateway",
	"processedAt": "p.processed_at", "createdAt": "p.created_at", "updatedAt": "p.updated_at",
}

// ofOneBooking has the order counting too: the payment that is open or was captured, then the latest. Callers ask for one
// and mean that one.
var ofOneBooking = func() listing.Orders {
	all := maps.Clone(Orders)
	all["counting"] = `(case when p.surplus then 2 when p.status in ('FAILED', 'CANCELLED') then 1 else 0 end, -extract(epoch from p.created_at))`
	return all
}()

// ListInput narrows a list of payments (specification section 5); nil and empty fields do not.
type ListInput struct {
	Page          listing.Page
	BookingID     *uuid.UUID
	Statuses      []Status
	Gateways      []GatewayName
	Currency      string
	MinAmount     *money.Amount
	MaxAmount     *money.Amount
	CreatedAfter  *time.Time
	CreatedBefore *time.Time
	// RevenueAfter and RevenueBefore are when a payment's money was earned, or promised back.
	RevenueAfter  *time.Time
	RevenueBefore *time.Time
	// The rest is for the administered list. Search is part of a gateway's transaction or order id or of a booking's
	// reference.
	FranchiseID *uuid.UUID
	UserID      *uuid.UUID
	Search      string
}

// List returns a page of the payments that the caller may see, the newest first or, of one booking, the one that counts
// first, and how many there are. Returns VALIDATION.
func (s *Service) List(ctx context.Context, in ListInput) ([]Payment, listing.Total, error) {
	return s.list(ctx, authz.PaymentList, in)
}

// ListAll is List for staff.
func (s *Service) ListAll(ctx context.Context, in ListInput) ([]Payment, listing.Total, error) {
	return s.list(ctx, authz.PaymentGetAll, in)
}

func (s *Service) list(ctx context.Context, permission authz.Permission, in ListInput) ([]Payment, listing.Total, error) {
	q, err := in.scoped(ctx, s.db, permission)
	if err != nil {
		return nil, listing.Total{}, err
	}
	q.Rows.Select("p.*")
	rows, total, err := listing.Read[paymentdb.Payment](ctx, s.db, q, in.Page)
	if err != nil || len(rows) == 0 {
		return []Payment{}, total, err
	}
	payments, err := s.withRefunds(ctx, rows)
	return payments, total, err
}

// Exported is a payment as an export tells of it.
type Exported struct {
	Payment
	BookingReference string
}

type exportedRow struct {
	paymentdb.Payment
	Reference        string
	RefundedCentimes money.Amount
}

// Export hands every payment that ListAll would page through to yield.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Exported) error) error {
	q, err := in.scoped(ctx, nil, authz.PaymentGetAll)
	if err != nil {
		return err
	}
	q.Rows.Select("p.*", "b.reference", `(select coalesce(sum(amount_centimes), 0)::bigint from payment_refunds
		where payment_id = p.id and state = 'DONE') as refunded_centimes`).Join("bookings b", "b.id = p.booking_id")
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row exportedRow) error {
		out := Exported{Payment: fromDB(row.Payment), BookingReference: row.Reference}
		out.Refunded = row.RefundedCentimes
		return yield(out)
	})
}

// scoped is the query of what the caller may see, without columns; db is Search's.
func (in ListInput) scoped(ctx context.Context, db listing.DB, permission authz.Permission) (listing.Query, error) {
	scope, err := authz.Check(ctx, permission)
	if err != nil {
		return listing.Query{}, err
	}
	if err := in.check(); err != nil {
		return listing.Query{}, err
	}
	rows := listing.Select().From("payments p")
	of(rows, scope.UserID)
	of(rows, in.UserID)
	listing.Equals(rows, "p.franchise_id", scope.FranchiseID)
	listing.Equals(rows, "p.franchise_id", in.FranchiseID)
	listing.Equals(rows, "p.booking_id", in.BookingID)
	listing.AnyOf(rows, "p.status", texts(in.Statuses))
	listing.AnyOf(rows, "p.gateway", texts(in.Gateways))
	if in.Currency != "" {
		rows.Where(rows.Equal("p.currency", in.Currency))
	}
	listing.AtLeast(rows, "p.amount_centimes", in.MinAmount)
	listing.AtMost(rows, "p.amount_centimes", in.MaxAmount)
	listing.AtLeast(rows, "p.created_at", in.CreatedAfter)
	listing.AtMost(rows, "p.created_at", in.CreatedBefore)
	q := listing.Query{Rows: rows, Orders: Orders, Default: "-createdAt", Key: "p.id"}
	in.earned(&q)
	if in.BookingID != nil {
		q.Orders, q.Default = ofOneBooking, "counting"
	}
	err = in.search(ctx, db, &q)
	return q, err
}

// check holds what the filters must be to one another (specification section 5).
func (in ListInput) check() error {
	var c errs.Collector
	if in.MinAmount != nil && in.MaxAmount != nil {
		c.Check(*in.MaxAmount > *in.MinAmount, "maxAmount", "TOO_SMALL", "min", (*in.MinAmount + 1).String())
	}
	if in.CreatedAfter != nil && in.CreatedBefore != nil {
		c.Check(in.CreatedBefore.After(*in.CreatedAfter), "createdBefore", "END_BEFORE_START")
	}
	if in.RevenueAfter != nil && in.RevenueBefore != nil {
		c.Check(!in.RevenueBefore.Before(*in.RevenueAfter), "revenueBefore", "END_BEFORE_START")
	}
	return c.Err()
}

// earned narrows to payments of which something was earned, or promised back, then: those that a period's revenue is the
// sum of.
func (in ListInput) earned(q *listing.Query) {
	if in.RevenueAfter == nil && in.RevenueBefore == nil {
		return
	}
	found := listing.Select("l.payment_id").From("ledger_transactions l").Where("l.earned_centimes <> 0")
	listing.AtLeast(found, "l.happened_at", in.RevenueAfter)
	listing.AtMost(found, "l.happened_at", in.RevenueBefore)
	q.Rows.Where(q.Rows.In("p.id", found))
	q.Count = listing.PeriodCounted
}

// of narrows to the payments of a customer's bookings.
func of(rows *sqlbuilder.SelectBuilder, userID *uuid.UUID) {
	if userID != nil {
		rows.Where("p.booking_id in (select id from bookings where user_id = " + rows.Var(*userID) + ")")
	}
}

// search looks in payments and in the references of their bookings.
func (in ListInput) search(ctx context.Context, db listing.DB, q *listing.Query) error {
	if strings.TrimSpace(in.Search) == "" {
		return nil
	}
	q.Count = listing.SearchCounted
	return listing.Search(ctx, db, q.Rows, in.Search, []string{"p.gateway_transaction_id", "p.gateway_order_id"},
		listing.Related{Table: "bookings sb", Key: "sb.id", Column: "p.booking_id", Columns: []string{"sb.reference"}})
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
