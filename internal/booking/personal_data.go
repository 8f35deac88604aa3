package booking

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/money"
)

// personalBooking is a booking as it stands in the copy of somebody's data; staff's own notes are not theirs.
type personalBooking struct {
	Reference        string          `json:"reference"`
	Status           string          `json:"bookingStatus"`
	BookingType      string          `json:"bookingType"`
	Motorcycle       string          `json:"motorcycle"`
	Franchise        string          `json:"franchise"`
	StartDatetime    time.Time       `json:"startDatetime"`
	EndDatetime      time.Time       `json:"endDatetime"`
	BaseRental       money.Amount    `json:"baseRentalPrice" db:"base_rental_centimes"`
	Supplements      money.Amount    `json:"supplementsTotalPrice" db:"supplements_centimes"`
	Total            money.Amount    `json:"totalAmount" db:"total_centimes"`
	Chosen           json.RawMessage `json:"selectedSupplements"`
	CustomerLocation *string         `json:"customerLocation"`
	CustomerLat      *float64        `json:"customerLatitude" db:"customer_latitude"`
	CustomerLng      *float64        `json:"customerLongitude" db:"customer_longitude"`
	NotesByCustomer  *string         `json:"notesByCustomer"`
	CreatedAt        time.Time       `json:"createdAt"`
}

// PersonalData returns the bookings of a user, the newest first, for the copy of their data. It asks for no permission:
// the caller has.
func (s *Service) PersonalData(ctx context.Context, userID uuid.UUID) (string, any, error) {
	rows, err := s.db.Query(ctx, `
		select b.reference, b.status, b.booking_type, m.make || ' ' || m.model as motorcycle, f.name as franchise, b.start_datetime, b.end_datetime,
		       b.base_rental_centimes, b.supplements_centimes, b.total_centimes,
		       coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'quantity', c.quantity) order by c.name)
		                 from booking_supplements c where c.booking_id = b.id), '[]') as chosen,
		       b.customer_location, b.customer_latitude, b.customer_longitude, b.notes_by_customer, b.created_at
		from bookings b join motorcycles m on m.id = b.motorcycle_id join franchises f on f.id = b.franchise_id
		where b.user_id = $1 order by b.created_at desc, b.id`, userID)
	if err != nil {
		return "", nil, fmt.Errorf("bookings of a user: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[personalBooking])
	if err != nil {
		return "", nil, fmt.Errorf("bookings of a user: %w", err)
	}
	for i := range found {
		b := &found[i]
		b.StartDatetime, b.EndDatetime, b.CreatedAt = b.StartDatetime.UTC(), b.EndDatetime.UTC(), b.CreatedAt.UTC()
	}
	return "bookings", found, nil
}
