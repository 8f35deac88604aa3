package booking

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"

	"rihla/internal/booking/bookingdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// Orders of the lists.
var Orders = listing.Orders{
	"reference": "b.reference", "bookingStatus": "b.status", "bookingType": "b.booking_type", "startDatetime": "b.start_datetime",
	"endDatetime": "b.end_datetime", "days": "b.billable_days", "baseRentalPrice": "b.base_rental_centimes",
	"supplementsTotalPrice": "b.supplements_centimes", "totalAmount": "b.total_centimes", "createdAt": "b.created_at",
	"updatedAt": "b.updated_at",
}

// ListInput narrows a list of bookings (specification section 5); nil and empty fields do not. Both ends of a range
// belong to it.
type ListInput struct {
	// Page's limit has no largest value (specification section 5).
	Page           listing.Page
	UserID         *uuid.UUID
	MotorcycleID   *uuid.UUID
	FranchiseID    *uuid.UUID
	Statuses       []Status
	Types          []Type
	PickupPointID  *uuid.UUID
	DropoffPointID *uuid.UUID
	Start          Range
	End            Range
	Created        Range
	// Cancelled is when bookings were cancelled that still are; Lapsed tells those apart that were not paid in time (D7).
	Cancelled Range
	Lapsed    *bool
	MinTotal  *money.Amount
	MaxTotal  *money.Amount
	// PaymentStatuses are of the payment that counts: the one that is open or was captured, else the latest.
	PaymentStatuses []string
	// Search is part of a reference, a registration number, or a customer's name or address.
	Search string
	// WithoutExtras leaves the bookings' Lines empty.
	WithoutExtras bool
}

// Range is a stretch of time, open where an end is nil.
type Range struct{ After, Before *time.Time }

// List returns a page of the bookings that the caller may see, and how many there are. Returns VALIDATION.
func (s *Service) List(ctx context.Context, in ListInput) ([]Booking, listing.Total, error) {
	q, _, err := in.scoped(ctx, s.db)
	if err != nil {
		return nil, listing.Total{}, err
	}
	q.Rows.Select("b.*")
	rows, total, err := listing.Read[bookingdb.Booking](ctx, s.db, q, in.Page)
	if err != nil {
		return nil, listing.Total{}, err
	}
	out := make([]Booking, len(rows))
	for i, row := range rows {
		out[i] = fromDB(row)
	}
	if in.WithoutExtras || len(out) == 0 {
		return out, total, nil
	}
	return out, total, s.fillLines(ctx, out)
}

// Exported is a booking as an export tells of it, with the names behind its ids.
type Exported struct {
	Booking
	Customer           Customer
	RegistrationNumber string
	Motorcycle         string
	FranchiseName      string
	// PaymentStatus is "" while nothing was asked for.
	PaymentStatus string
}

// exportedRow is Exported as it is read.
type exportedRow struct {
	bookingdb.Booking
	FirstName, LastName, Email string
	PhoneNumber                *string
	RegistrationNumber         string
	Motorcycle                 string
	FranchiseName              string
	PaymentStatus              *string
}

// hide takes out what a customer does not read: what staff noted and, unless the booking is confirmed, the registration
// number (D19).
func (e *Exported) hide() {
	e.NotesByAdmin = nil
	if e.Status != Confirmed && e.Status != Active {
		e.RegistrationNumber = ""
	}
}

// paymentThatCounts picks of a booking's payments the one that is open or was captured, else the latest.
const paymentThatCounts = `select p.status from payments p where p.booking_id = b.id
	order by case when p.surplus then 2 when p.status in ('FAILED', 'CANCELLED') then 1 else 0 end, p.created_at desc, p.id desc limit 1`

// Export hands every booking that List would page through to yield, without extras.
func (s *Service) Export(ctx context.Context, in ListInput, yield func(Exported) error) error {
	q, scope, err := in.scoped(ctx, nil)
	if err != nil {
		return err
	}
	q.Rows.Select("b.*", "u.first_name", "u.last_name", "u.email", "u.phone_number", "m.registration_number",
		"m.make || ' ' || m.model as motorcycle", "f.name as franchise_name", "("+paymentThatCounts+") as payment_status").
		Join("users u", "u.id = b.user_id").Join("motorcycles m", "m.id = b.motorcycle_id").Join("franchises f", "f.id = b.franchise_id")
	return listing.Each(ctx, s.db, q, in.Page.Sort, func(row exportedRow) error {
		out := Exported{
			Booking: fromDB(row.Booking), RegistrationNumber: row.RegistrationNumber, Motorcycle: row.Motorcycle, FranchiseName: row.FranchiseName,
			Customer: Customer{ID: row.UserID, FirstName: row.FirstName, LastName: row.LastName, Email: row.Email, PhoneNumber: row.PhoneNumber},
		}
		if row.PaymentStatus != nil {
			out.PaymentStatus = *row.PaymentStatus
		}
		if scope.UserID != nil {
			out.hide()
		}
		return yield(out)
	})
}

// scoped is the query of what the caller may see, without columns; db is Search's.
func (in ListInput) scoped(ctx context.Context, db listing.DB) (listing.Query, authz.Filter, error) {
	scope, err := authz.Check(ctx, authz.BookingList)
	if err != nil {
		return listing.Query{}, scope, err
	}
	if err := in.check(); err != nil {
		return listing.Query{}, scope, err
	}
	rows := listing.Select().From("bookings b")
	listing.Equals(rows, "b.user_id", scope.UserID)
	listing.Equals(rows, "b.franchise_id", scope.FranchiseID)
	listing.Equals(rows, "b.user_id", in.UserID)
	listing.Equals(rows, "b.franchise_id", in.FranchiseID)
	listing.Equals(rows, "b.motorcycle_id", in.MotorcycleID)
	listing.Equals(rows, "b.pickup_parking_point_id", in.PickupPointID)
	listing.Equals(rows, "b.dropoff_parking_point_id", in.DropoffPointID)
	listing.AnyOf(rows, "b.status", texts(in.Statuses))
	listing.AnyOf(rows, "b.booking_type", texts(in.Types))
	in.Start.narrow(rows, "b.start_datetime")
	in.End.narrow(rows, "b.end_datetime")
	in.Created.narrow(rows, "b.created_at")
	listing.AtLeast(rows, "b.total_centimes", in.MinTotal)
	listing.AtMost(rows, "b.total_centimes", in.MaxTotal)
	in.cancelled(rows)
	in.paid(rows)
	q := listing.Query{Rows: rows, Orders: Orders, Default: "-createdAt", Key: "b.id"}
	err = in.search(ctx, db, &q)
	return q, scope, err
}

// check holds what the filters must be to one another.
func (in ListInput) check() error {
	var c errs.Collector
	c.Check(in.MinTotal == nil || *in.MinTotal >= 0, "minTotalAmount", "TOO_SMALL", "min", 0)
	c.Check(in.MaxTotal == nil || *in.MaxTotal >= 0, "maxTotalAmount", "TOO_SMALL", "min", 0)
	if in.MinTotal != nil && in.MaxTotal != nil {
		c.Check(*in.MaxTotal >= *in.MinTotal, "maxTotalAmount", "TOO_SMALL", "min", in.MinTotal.String())
	}
	in.Start.check(&c, "startDatetimeBefore")
	in.End.check(&c, "endDatetimeBefore")
	in.Created.check(&c, "createdBefore")
	in.Cancelled.check(&c, "cancelledBefore")
	return c.Err()
}

func (r Range) check(c *errs.Collector, field string) {
	c.Check(r.After == nil || r.Before == nil || !r.Before.Before(*r.After), field, "END_BEFORE_START")
}

func (r Range) narrow(rows *sqlbuilder.SelectBuilder, column string) {
	listing.AtLeast(rows, column, r.After)
	listing.AtMost(rows, column, r.Before)
}

// cancelled narrows by when and how bookings were cancelled.
func (in ListInput) cancelled(rows *sqlbuilder.SelectBuilder) {
	if in.Cancelled == (Range{}) && in.Lapsed == nil {
		return
	}
	found := listing.Select("c.booking_id").From("cancellations c")
	in.Cancelled.narrow(found, "c.happened_at")
	listing.Equals(found, "c.lapsed", in.Lapsed)
	rows.Where(rows.In("b.id", found))
}

// paid narrows by the payment that counts. A failed or cancelled one counts while no other is newer, open or captured.
// The payments are found by themselves, without a look at the booking: few are in most statuses. Those in the others are read in
// an index alone.
func (in ListInput) paid(rows *sqlbuilder.SelectBuilder) {
	if len(in.PaymentStatuses) == 0 {
		return
	}
	var over, others []string
	for _, status := range in.PaymentStatuses {
		if status == "FAILED" || status == "CANCELLED" {
			over = append(over, status)
		} else {
			others = append(others, status)
		}
	}
	var found []string
	if len(others) > 0 {
		found = append(found, `select p.booking_id from payments p where not p.surplus and p.status = any(`+rows.Var(others)+`)`)
	}
	if len(over) > 0 {
		found = append(found, `select p.booking_id from payments p where not p.surplus and p.status = any(`+rows.Var(over)+`) and not exists (
			select from payments other where other.booking_id = p.booking_id and not other.surplus and other.id <> p.id
				and (other.status not in ('FAILED', 'CANCELLED') or (other.created_at, other.id) > (p.created_at, p.id)))`)
	}
	rows.Where(`b.id in (` + strings.Join(found, ` union all `) + `)`)
}

// search looks in bookings, customers and motorcycles.
func (in ListInput) search(ctx context.Context, db listing.DB, q *listing.Query) error {
	if strings.TrimSpace(in.Search) == "" {
		return nil
	}
	q.Count = listing.SearchCounted
	return listing.Search(ctx, db, q.Rows, in.Search, []string{"b.reference"},
		listing.Related{Table: "users su", Key: "su.id", Column: "b.user_id", Columns: []string{"(su.first_name || ' ' || su.last_name)", "su.email"}},
		listing.Related{Table: "motorcycles sm", Key: "sm.id", Column: "b.motorcycle_id", Columns: []string{"sm.registration_number"}})
}

func texts[T ~string](values []T) []string {
	out := make([]string, 0, len(values))
	for _, v := range values {
		out = append(out, string(v))
	}
	return slices.Compact(out)
}
