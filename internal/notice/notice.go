// Package notice decides which event is told to whom, and in which letter (D22). It listens to the bus and queues mails; how
// a letter reads and is sent is package notify's. What a letter says is read when it is written, so that one that is late
// does not lie.
package notice

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/notice/noticedb"
	"rihla/internal/notify"
	"rihla/internal/payment"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// Service writes notices.
type Service struct{ mails *notify.Service }

// New returns a service that sends its letters by mails.
func New(mails *notify.Service) *Service { return &Service{mails: mails} }

// subscriber names the package on the bus.
const subscriber = "notices"

// Listen has the service told of what it writes about.
func (s *Service) Listen(bus *event.Bus) {
	bus.Subscribe(subscriber, s.tellTx, booking.EventCreated, booking.EventConfirmed, booking.EventCancelled,
		payment.EventProcessed, payment.EventFailed)
}

// story is a booking as its notices tell of it.
type story struct{ noticedb.GetStoryRow }

// tellTx queues the letters that an event leads to.
func (s *Service) tellTx(ctx context.Context, tx pgx.Tx, e event.Event) error {
	row, err := noticedb.New(tx).GetStory(ctx, *e.BookingID)
	if err != nil {
		return fmt.Errorf("read booking %s for a notice: %w", *e.BookingID, err)
	}
	b := story{row}
	var mails []notify.Mail
	switch e.Type {
	case booking.EventCreated:
		mails = b.created()
	case booking.EventConfirmed:
		letter := b.toCustomer(notify.BookingConfirmed)
		letter.Files = []notify.File{calendarFile(row, b.place(), e.At)}
		mails = []notify.Mail{letter, b.toFranchise(notify.FranchiseBooking)}
	case booking.EventCancelled:
		mails, err = b.cancelled(e)
	case payment.EventProcessed:
		mails, err = b.paid(e)
	case payment.EventFailed:
		mails = b.unpaid(e)
	}
	if err != nil {
		return err
	}
	for _, m := range mails {
		if m.To.Email == b.Email && b.DeletedAt != nil {
			continue // the account is gone, and its address with it
		}
		if err := s.mails.QueueTx(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}

// created asks the customer for the money, and the franchise to bring the motorcycle (D29). What was settled before the
// letter could be written needs neither.
func (b story) created() []notify.Mail {
	if booking.Status(b.Status) != booking.PendingPayment {
		return nil
	}
	mails := []notify.Mail{b.toPay(notify.BookingCreated)}
	if booking.Type(b.BookingType) == booking.Delivery {
		delivery := b.toFranchise(notify.FranchiseDelivery)
		delivery.Values["until"] = moment(*b.HoldExpiresAt)
		mails = append(mails, delivery)
	}
	return mails
}

// cancelled tells both, and the franchise only of what it had been told of before. A booking that was not paid in time ends
// without a letter.
func (b story) cancelled(e event.Event) ([]notify.Mail, error) {
	var how booking.Ended
	if err := e.Read(&how); err != nil || how.Lapsed {
		return nil, err
	}
	mails := []notify.Mail{b.toCustomer(notify.BookingCancelled)}
	if how.From != booking.PendingPayment || booking.Type(b.BookingType) == booking.Delivery {
		mails = append(mails, b.toFranchise(notify.FranchiseCancelled))
	}
	return mails, nil
}

func (b story) paid(e event.Event) ([]notify.Mail, error) {
	var receipt payment.Receipt
	if err := e.Read(&receipt); err != nil {
		return nil, err
	}
	letter := b.toCustomer(notify.PaymentReceived)
	if !receipt.Kept {
		letter = b.toCustomer(notify.PaymentReturned)
	}
	letter.Facts = nil
	letter.Values["amount"] = amount(receipt.Amount, letter.To.Language)
	return []notify.Mail{letter}, nil
}

// unpaid leads the customer back to the pay page while the motorcycle is held.
func (b story) unpaid(e event.Event) []notify.Mail {
	if booking.Status(b.Status) != booking.PendingPayment || !b.HoldExpiresAt.After(e.At) {
		return nil
	}
	return []notify.Mail{b.toPay(notify.PaymentFailed)}
}

func (b story) toPay(letter notify.Letter) notify.Mail {
	m := b.toCustomer(letter)
	m.Values["until"] = moment(*b.HoldExpiresAt)
	m.Path = "/booking/payment/" + b.ID.String()
	return m
}

func (b story) toCustomer(letter notify.Letter) notify.Mail {
	language := i18n.Language(b.Language)
	m := notify.Mail{
		Letter: letter, To: notify.Recipient{Email: b.Email, Name: b.FirstName, Language: language},
		Values: map[string]string{"reference": b.Reference}, Facts: b.facts(language), Path: bookingPath(b.ID),
	}
	if letter == notify.BookingCancelled && b.RefundCentimes > 0 {
		m.Facts = append(m.Facts, notify.Fact{Name: "refund", Value: amount(money.Amount(b.RefundCentimes), language)})
	}
	return m
}

func (b story) toFranchise(letter notify.Letter) notify.Mail {
	language, customer := i18n.Language(b.FranchiseLanguage), b.FirstName+" "+b.LastName
	return notify.Mail{
		Letter: letter, To: notify.Recipient{Email: b.ContactEmail, Name: b.FranchiseName, Language: language},
		Values: map[string]string{"reference": b.Reference, "customer": customer}, Facts: b.facts(language), Path: bookingPath(b.ID),
	}
}

func bookingPath(id uuid.UUID) string { return "/booking/" + id.String() }

func (b story) facts(language i18n.Language) []notify.Fact {
	where := "place"
	if booking.Type(b.BookingType) == booking.Delivery {
		where = "delivery"
	}
	return []notify.Fact{
		{Name: "motorcycle", Value: b.Make + " " + b.Model}, {Name: "start", Value: moment(b.StartDatetime)},
		{Name: "end", Value: moment(b.EndDatetime)}, {Name: where, Value: b.place()},
		{Name: "total", Value: amount(b.TotalCentimes, language)},
	}
}

// place is where the customer comes to the motorcycle: where it is brought, its parking point, else its franchise (D11).
func (b story) place() string {
	switch {
	case booking.Type(b.BookingType) == booking.Delivery:
		return b.CustomerLocation
	case b.PointName != "":
		return joined(b.PointName, b.PointAddress)
	}
	return joined(b.FranchiseName, b.FranchiseAddress)
}

func joined(name, address string) string { return strings.TrimSuffix(name+", "+address, ", ") }
