package notice

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rihla/internal/booking"
	"rihla/internal/document"
	"rihla/internal/notice/noticedb"
	"rihla/internal/notify"
	"rihla/internal/payment"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// story is a booking as its notices tell of it.
type story struct {
	noticedb.GetStoryRow
	// reader is who reads what is written to the franchise.
	reader notify.Recipient
}

// tell begins the story of a booking, read at its franchise's own address.
func tell(row noticedb.GetStoryRow) story {
	return story{row, notify.Recipient{Email: row.ContactEmail, Name: row.FranchiseName, Language: i18n.Language(row.FranchiseLanguage)}}
}

// readBy is the story as somebody else of the franchise reads it.
func (b story) readBy(reader notify.Recipient) story {
	b.reader = reader
	return b
}

// ofBooking writes about a booking or its payment.
func ofBooking(ctx context.Context, q *noticedb.Queries, e event.Event) ([]notify.Mail, error) {
	row, err := q.GetStory(ctx, *e.BookingID)
	if err != nil {
		return nil, fmt.Errorf("read booking %s for a notice: %w", *e.BookingID, err)
	}
	b := tell(row)
	mails, err := b.mails(e)
	if err != nil {
		return nil, err
	}
	kept := mails[:0]
	for _, m := range mails {
		// A customer's account that is gone has no address.
		if b.DeletedAt == nil || m.About.UserID == nil {
			kept = append(kept, m)
		}
	}
	return b.withColleagues(ctx, q, kept, func(as story) ([]notify.Mail, error) { return as.mails(e) })
}

func (b story) mails(e event.Event) ([]notify.Mail, error) {
	switch e.Type {
	case booking.EventCreated:
		return b.created(), nil
	case booking.EventConfirmed:
		letter := b.toRide(notify.BookingConfirmed)
		letter.Files = []notify.File{b.calendarFile(publish, e.At)}
		return []notify.Mail{letter, b.toFranchise(notify.FranchiseBooking)}, nil
	case booking.EventMoved:
		return b.moved(e)
	case booking.EventDue:
		return b.due(e)
	case booking.EventStarted:
		return []notify.Mail{b.started()}, nil
	case booking.EventCompleted:
		return []notify.Mail{b.completed()}, nil
	case booking.EventCancelled:
		return b.cancelled(e)
	case payment.EventProcessed:
		return b.paid(e)
	case payment.EventFailed:
		return b.unpaid(e), nil
	case payment.EventRefunded:
		return b.refunded(e)
	case payment.EventRefundFailed:
		return b.notRefunded(e)
	}
	return nil, nil
}

// created asks the customer for the money, and the franchise to bring the motorcycle (D29). What was settled before the
// letter could be written needs neither.
func (b story) created() []notify.Mail {
	if !b.is(booking.PendingPayment) {
		return nil
	}
	mails := []notify.Mail{b.toPay(notify.BookingCreated)}
	if b.delivered() {
		delivery := b.toFranchise(notify.FranchiseDelivery)
		delivery.Values["until"] = moment(*b.HoldExpiresAt)
		mails = append(mails, delivery)
	}
	return mails
}

// moved tells both of the new times or the other motorcycle, and the franchise only of what it had been told of before.
func (b story) moved(e event.Event) ([]notify.Mail, error) {
	var from booking.Moved
	if err := e.Read(&from); err != nil || b.over() {
		return nil, err
	}
	toCustomer, toFranchise := notify.BookingMoved, notify.FranchiseMoved
	if from.WasMotorcycle != nil {
		toCustomer, toFranchise = notify.BookingReassigned, notify.FranchiseReassigned
	}
	letter := b.toCustomer(toCustomer)
	letter.Values["calendar"] = ""
	if !b.is(booking.PendingPayment) {
		letter = b.toRide(toCustomer)
		letter.Values["calendar"] = "yes"
		letter.Files = []notify.File{b.calendarFile(publish, e.At)}
	}
	mails := []notify.Mail{letter}
	if b.known(booking.Status(b.Status)) {
		mails = append(mails, b.toFranchise(toFranchise))
	}
	for i := range mails {
		b.before(&mails[i], from)
	}
	return mails, nil
}

// before adds to a letter what was so before the booking was taken elsewhere, each where it stands now.
func (b story) before(m *notify.Mail, from booking.Moved) {
	at := func(name string) int {
		return slices.IndexFunc(m.Facts, func(f notify.Fact) bool { return f.Name == name })
	}
	m.Values["times"] = ""
	if !from.WasStart.Equal(b.StartDatetime) || !from.WasEnd.Equal(b.EndDatetime) {
		m.Values["times"] = "yes"
		m.Facts = slices.Insert(m.Facts, at("end")+1, notify.Fact{Name: "was", Value: moment(from.WasStart) + "\u00a0– " + moment(from.WasEnd)})
	}
	if was := from.WasMotorcycle; was != nil {
		former := []notify.Fact{{Name: "insteadOf", Value: was.Make + " " + was.Model}}
		if at("plate") >= 0 {
			former = append(former, notify.Fact{Name: "formerPlate", Value: was.RegistrationNumber})
		}
		m.Facts = slices.Insert(m.Facts, max(at("motorcycle"), at("plate"))+1, former...)
	}
}

// due reminds of a rental, unless it was cancelled or moved since.
func (b story) due(e event.Event) ([]notify.Mail, error) {
	var due booking.Due
	if err := e.Read(&due); err != nil || !b.is(booking.Confirmed) || !b.StartDatetime.Equal(due.Start) {
		return nil, err
	}
	letter := b.toRide(notify.BookingReminder)
	letter.Values["start"] = moment(b.StartDatetime)
	return []notify.Mail{letter}, nil
}

func (b story) started() notify.Mail {
	letter := b.toRide(notify.BookingStarted)
	letter.Values["end"] = moment(b.EndDatetime)
	back := b.place()
	if b.DropoffName != "" {
		back = joined(b.DropoffName, b.DropoffAddress)
	}
	letter.Facts = []notify.Fact{
		b.motorcycle(), b.plate(), {Name: "end", Value: moment(b.EndDatetime)}, {Name: "return", Value: back}, {Name: "phone", Value: b.ContactPhone},
	}
	return letter
}

// completed brings the receipt, if there was money.
func (b story) completed() notify.Mail {
	letter := b.toRide(notify.BookingCompleted)
	letter.Values["receipt"] = ""
	if b.Paid {
		letter.Values["receipt"] = "yes"
		letter.Papers = []notify.Paper{{Kind: string(document.Receipt), BookingID: b.ID}}
	}
	return letter
}

// cancelled tells both, and the franchise only of what it had been told of before. A booking that was not paid in time ends
// without a letter. One that was confirmed leaves the customer's calendar.
func (b story) cancelled(e event.Event) ([]notify.Mail, error) {
	var how booking.Ended
	if err := e.Read(&how); err != nil || how.Lapsed {
		return nil, err
	}
	letter := b.toCustomer(notify.BookingCancelled)
	letter.Values["refund"] = ""
	if b.RefundCentimes > 0 {
		letter.Values["refund"] = amount(money.Amount(b.RefundCentimes), letter.To.Language)
	}
	letter.Values["calendar"] = ""
	if how.From != booking.PendingPayment {
		letter.Values["calendar"] = "yes"
		letter.Files = []notify.File{b.calendarFile(cancel, e.At)}
	}
	mails := []notify.Mail{letter}
	if b.known(how.From) {
		mails = append(mails, b.toFranchise(notify.FranchiseCancelled))
	}
	return mails, nil
}

func (b story) paid(e event.Event) ([]notify.Mail, error) {
	var receipt payment.Receipt
	if err := e.Read(&receipt); err != nil {
		return nil, err
	}
	if !receipt.Kept {
		return []notify.Mail{b.ofMoney(notify.PaymentReturned, receipt.Amount, receipt.Charged)}, nil
	}
	return []notify.Mail{b.ofMoney(notify.PaymentReceived, receipt.Amount, receipt.Charged)}, nil
}

// unpaid leads the customer back to the pay page while the motorcycle is held.
func (b story) unpaid(e event.Event) []notify.Mail {
	if !b.is(booking.PendingPayment) || !b.HoldExpiresAt.After(e.At) {
		return nil
	}
	return []notify.Mail{b.toPay(notify.PaymentFailed)}
}

// refunded tells of money once it is on its way, whoever asked for it: until then it was only promised.
func (b story) refunded(e event.Event) ([]notify.Mail, error) {
	var back payment.Return
	if err := e.Read(&back); err != nil {
		return nil, err
	}
	return []notify.Mail{b.ofMoney(notify.PaymentRefunded, back.Amount, back.Charged)}, nil
}

// notRefunded tells both of money that did not arrive: the customer whom to speak to, the franchise that it is to give it back
// again.
func (b story) notRefunded(e event.Event) ([]notify.Mail, error) {
	var back payment.Setback
	if err := e.Read(&back); err != nil {
		return nil, err
	}
	letter := b.ofMoney(notify.PaymentRefundFailed, back.Amount, back.Charged)
	letter.Values["franchise"] = b.FranchiseName
	letter.Facts = []notify.Fact{{Name: "phone", Value: b.ContactPhone}}
	task := b.toFranchise(notify.FranchiseRefundFailed)
	task.Facts = nil
	task.Values["amount"], task.Values["reversed"] = charge(back.Amount, back.Charged, task.To.Language), ""
	if back.Reversed {
		task.Values["reversed"] = "yes"
	}
	return []notify.Mail{letter, task}, nil
}

func (b story) ofMoney(letter notify.Letter, a money.Amount, charged *payment.Charged) notify.Mail {
	m := b.toCustomer(letter)
	m.Facts = nil
	m.Values["amount"] = charge(a, charged, m.To.Language)
	return m
}

func (b story) toPay(letter notify.Letter) notify.Mail {
	m := b.toCustomer(letter)
	m.Values["until"] = moment(*b.HoldExpiresAt)
	m.Path = "/booking/payment/" + b.ID.String()
	return m
}

// toRide is toCustomer of a booking that is confirmed: the number plate is theirs to know.
func (b story) toRide(letter notify.Letter) notify.Mail {
	m := b.toCustomer(letter)
	m.Facts = b.staffFacts(m.To.Language)
	return m
}

func (b story) toCustomer(letter notify.Letter) notify.Mail {
	language := i18n.Language(b.Language)
	return notify.Mail{
		Letter: letter, To: notify.Recipient{Email: b.Email, Name: b.FirstName, Language: language},
		Values: map[string]string{"reference": b.Reference}, Facts: b.facts(language), Path: b.path(),
		About: notify.About{UserID: &b.UserID, FranchiseID: &b.FranchiseID, BookingID: &b.ID},
	}
}

func (b story) toFranchise(letter notify.Letter) notify.Mail {
	customer := b.FirstName + " " + b.LastName
	return notify.Mail{
		Letter: letter, To: b.reader,
		Values: map[string]string{"reference": b.Reference, "customer": customer}, Facts: b.staffFacts(b.reader.Language), Path: b.path(),
		About: notify.About{FranchiseID: &b.FranchiseID, BookingID: &b.ID},
	}
}

func (b story) path() string { return "/booking/" + b.ID.String() }

func (b story) is(status booking.Status) bool { return booking.Status(b.Status) == status }

// over tells whether there is nothing left to ride.
func (b story) over() bool {
	return b.is(booking.Completed) || b.is(booking.CancelledByUser) || b.is(booking.CancelledByAdmin)
}

func (b story) delivered() bool { return booking.Type(b.BookingType) == booking.Delivery }

// known tells whether the franchise has heard of the booking by the time that it is in a status.
func (b story) known(status booking.Status) bool {
	return status != booking.PendingPayment || b.delivered()
}

// staffFacts are the facts with the number plate, which is not public (D19).
func (b story) staffFacts(language i18n.Language) []notify.Fact {
	facts := b.facts(language)
	return append(append(facts[:1:1], b.plate()), facts[1:]...)
}

func (b story) facts(language i18n.Language) []notify.Fact {
	where := "place"
	if b.delivered() {
		where = "delivery"
	}
	return []notify.Fact{
		b.motorcycle(), {Name: "start", Value: moment(b.StartDatetime)}, {Name: "end", Value: moment(b.EndDatetime)},
		{Name: where, Value: b.place()}, {Name: "total", Value: amount(b.TotalCentimes, language)},
	}
}

func (b story) motorcycle() notify.Fact {
	return notify.Fact{Name: "motorcycle", Value: b.Make + " " + b.Model}
}

func (b story) plate() notify.Fact { return notify.Fact{Name: "plate", Value: b.RegistrationNumber} }

// place is where the customer comes to the motorcycle: where it is brought, its parking point, else its franchise (D11).
func (b story) place() string {
	switch {
	case b.delivered():
		return b.CustomerLocation
	case b.PointName != "":
		return joined(b.PointName, b.PointAddress)
	}
	return joined(b.FranchiseName, b.FranchiseAddress)
}

func joined(name, address string) string { return strings.TrimSuffix(name+", "+address, ", ") }
