package document

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/document/documentdb"
	"rihla/internal/payment"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

// gatherTx reads what a document of b, which tx has locked, says now.
func gatherTx(ctx context.Context, tx pgx.Tx, kind Kind, b booking.Booking) (facts, error) {
	q := documentdb.New(tx)
	row, err := q.GetFacts(ctx, b.ID)
	if err != nil {
		return facts{}, fmt.Errorf("read the facts of booking %s: %w", b.ID, err)
	}
	f := factsOf(row)
	if row.DeletedAt != nil {
		if f.Customer, err = lastCustomer(ctx, q, b.ID, f.Customer); err != nil {
			return facts{}, err
		}
	}
	if f.Extras, err = extras(ctx, q, b.ID); err != nil {
		return facts{}, err
	}
	if kind == Contract {
		f.Ladder = &ladder{
			FullHours: int(row.FullRefundHours), PartialHours: int(row.PartialRefundHours), Percent: int(row.PartialRefundPercent),
			Forfeited: int(row.ForfeitedPercent),
		}
		return f, nil
	}
	f.Taken, f.GivenBack, err = movements(ctx, q, b.ID)
	return f, err
}

// lastCustomer is whom the papers of a booking were issued to, for an account that is gone: accounts have to say for years who
// paid and who was paid back, and whoever leaves takes back no paper that was issued. Without one it is otherwise.
func lastCustomer(ctx context.Context, q *documentdb.Queries, id uuid.UUID, otherwise party) (party, error) {
	content, err := q.LastFacts(ctx, id)
	if postgres.NoRows(err) {
		return otherwise, nil
	}
	if err != nil {
		return party{}, fmt.Errorf("read the last paper of booking %s: %w", id, err)
	}
	var last facts
	if err := json.Unmarshal(content, &last); err != nil {
		return party{}, fmt.Errorf("read the facts of the last paper of booking %s: %w", id, err)
	}
	return last.Customer, nil
}

func factsOf(row documentdb.GetFactsRow) facts {
	f := facts{
		Reference: row.Reference, Language: i18n.Language(row.Language),
		Customer:  party{Name: row.FirstName + " " + row.LastName, Email: row.Email, Phone: orEmpty(row.PhoneNumber)},
		Franchise: party{Name: row.FranchiseName, Address: row.FranchiseAddress, Email: row.ContactEmail, Phone: row.ContactPhone},
		Motorcycle: motorcycle{
			Model: row.Make + " " + row.Model, Year: int(row.Year), Registration: row.RegistrationNumber,
		},
		Start: row.StartDatetime.UTC(), End: row.EndDatetime.UTC(), Delivery: row.BookingType == string(booking.Delivery),
		Days: int(row.BillableDays), DayPrice: row.DayPriceCentimes, Rental: row.BaseRentalCentimes, Total: row.TotalCentimes,
	}
	if row.EngineSizeCc != nil {
		f.Motorcycle.EngineCC = int(*row.EngineSizeCc)
	}
	if f.Delivery {
		f.Pickup = orEmpty(row.CustomerLocation)
	}
	f.Pickup = cmp.Or(f.Pickup, place(row.PickupName, row.PickupAddress))
	f.Dropoff = cmp.Or(place(row.DropoffName, row.DropoffAddress), f.Pickup)
	return f
}

// place is a parking point as a document names it.
func place(name, address *string) string {
	parts := []string{orEmpty(name), orEmpty(address)}
	if parts[1] == "" || parts[0] == parts[1] {
		return parts[0]
	}
	return strings.Join(parts, ", ")
}

func extras(ctx context.Context, q *documentdb.Queries, id uuid.UUID) ([]extra, error) {
	rows, err := q.ListExtras(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the extras of booking %s: %w", id, err)
	}
	out := make([]extra, len(rows))
	for i, row := range rows {
		out[i] = extra{
			Name: row.Name, PerDay: row.PriceType == "PER_DAY", Free: row.IsFree, Price: row.UnitPriceCentimes, Quantity: int(row.Quantity),
			Amount: row.AmountCentimes,
		}
	}
	return out, nil
}

// movements are what was taken for a booking and what was given back of it, the earliest first. What is only promised
// to go back is not there yet.
func movements(ctx context.Context, q *documentdb.Queries, id uuid.UUID) ([]movement, []movement, error) {
	captured, err := q.ListCaptured(ctx, id)
	if err != nil {
		return nil, nil, fmt.Errorf("read the payments of booking %s: %w", id, err)
	}
	taken := make([]movement, 0, len(captured))
	for _, row := range captured {
		m := movement{Amount: row.AmountCentimes, Gateway: row.Gateway, GatewayID: orEmpty(row.GatewayTransactionID)}.
			in(row.GatewayCurrency, row.GatewayAmountCentimes)
		if row.ProcessedAt != nil {
			m.At = row.ProcessedAt.UTC()
		}
		taken = append(taken, m)
	}
	refunded, err := q.ListGivenBack(ctx, id)
	if err != nil {
		return nil, nil, fmt.Errorf("read the refunds of booking %s: %w", id, err)
	}
	back := make([]movement, 0, len(refunded))
	for _, row := range refunded {
		m := movement{At: row.UpdatedAt.UTC(), Amount: row.AmountCentimes, Gateway: row.Gateway, GatewayID: orEmpty(row.GatewayRefundID)}
		back = append(back, m.in(row.GatewayCurrency, money.Amount(row.GatewayAmountCentimes)))
	}
	return taken, back, nil
}

// in is a movement with what it was in the currency that was charged.
func (m movement) in(currency string, charged money.Amount) movement {
	if currency != payment.MAD {
		m.Currency, m.Charged = currency, charged
	}
	return m
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
