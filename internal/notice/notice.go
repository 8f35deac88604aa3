// Package notice decides which event is told to whom, and in which letter (D22). It listens to the bus and queues mails; how
// a letter reads and is sent is package notify's. What a letter says is read when it is written, so that one that is late
// does not lie.
package notice

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"rihla/internal/auth"
	"rihla/internal/booking"
	"rihla/internal/franchise"
	"rihla/internal/notice/noticedb"
	"rihla/internal/notify"
	"rihla/internal/payment"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/user"
)

// Service writes notices, and keeps who wants which.
type Service struct {
	db    *postgres.DB
	clock clock.Clock
	mails *notify.Service
}

// New returns a service that sends its letters by mails.
func New(db *postgres.DB, clock clock.Clock, mails *notify.Service) *Service {
	return &Service{db: db, clock: clock, mails: mails}
}

// The names of its subscriptions, which must not change.
const (
	aboutAccounts   = "notices of accounts"
	aboutCards      = "notices of identity cards"
	aboutFranchises = "notices of franchises"
	aboutBookings   = "notices"
)

// Listen has the service told of what it writes about.
func (s *Service) Listen(bus *event.Bus) {
	bus.Subscribe(aboutAccounts, s.telling(welcome), auth.EventRegistered)
	bus.Subscribe(aboutCards, s.telling(checked), user.EventCardChecked)
	bus.Subscribe(aboutFranchises, s.telling(approved), franchise.EventStatusChanged)
	bus.Subscribe(aboutBookings, s.telling(ofBooking), booking.EventCreated, booking.EventConfirmed, booking.EventMoved,
		booking.EventDue, booking.EventStarted, booking.EventCompleted, booking.EventCancelled,
		payment.EventProcessed, payment.EventFailed, payment.EventRefunded, payment.EventRefundFailed)
}

// writer returns the letters that an event leads to.
type writer func(ctx context.Context, q *noticedb.Queries, e event.Event) ([]notify.Mail, error)

// telling queues the letters of a writer.
func (s *Service) telling(write writer) event.Handler {
	return func(ctx context.Context, tx pgx.Tx, e event.Event) error {
		mails, err := write(ctx, noticedb.New(tx), e)
		if err != nil {
			return err
		}
		for _, m := range mails {
			if err := s.mails.QueueTx(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	}
}

// welcome greets who has registered, unless the account is gone by now.
func welcome(ctx context.Context, q *noticedb.Queries, e event.Event) ([]notify.Mail, error) {
	u, err := q.GetAccount(ctx, *e.UserID)
	if postgres.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read account %s for a notice: %w", *e.UserID, err)
	}
	return []notify.Mail{welcomeTo(u)}, nil
}

func welcomeTo(u noticedb.GetAccountRow) notify.Mail {
	return notify.Mail{
		Letter: notify.Welcome, To: notify.Recipient{Email: u.Email, Name: u.FirstName, Language: i18n.Language(u.Language)}, Path: "/",
		About: notify.About{UserID: &u.ID},
	}
}

// checked tells whose identity card was looked at what came of it, unless that is not so any more.
func checked(ctx context.Context, q *noticedb.Queries, e event.Event) ([]notify.Mail, error) {
	var told user.CardChecked
	if err := e.Read(&told); err != nil {
		return nil, err
	}
	card, err := q.GetCard(ctx, *e.UserID)
	if postgres.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the identity card of %s for a notice: %w", *e.UserID, err)
	}
	if user.CardState(card.State) != told.State {
		return nil, nil
	}
	return []notify.Mail{checkOf(card)}, nil
}

func checkOf(card noticedb.GetCardRow) notify.Mail {
	m := notify.Mail{
		Letter: notify.IdentityCardApproved, To: notify.Recipient{Email: card.Email, Name: card.FirstName, Language: i18n.Language(card.Language)},
		Path: "/profile#identity", About: notify.About{UserID: &card.ID},
	}
	if user.CardState(card.State) == user.CardRefused {
		m.Letter, m.Values = notify.IdentityCardRefused, map[string]string{"note": card.Note}
		for _, reason := range user.CardReasons {
			m.Values[strings.ToLower(string(reason))] = ""
		}
		m.Values[strings.ToLower(card.Reason)] = "yes"
	}
	return m
}

// approved tells a franchise that it may rent. It hears of no other status: whoever changes that speaks with it.
func approved(ctx context.Context, q *noticedb.Queries, e event.Event) ([]notify.Mail, error) {
	var change franchise.StatusChange
	if err := e.Read(&change); err != nil || !change.Approved() {
		return nil, err
	}
	f, err := q.GetFranchise(ctx, *e.FranchiseID)
	if postgres.NoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read franchise %s for a notice: %w", *e.FranchiseID, err)
	}
	return []notify.Mail{approvalOf(f)}, nil
}

func approvalOf(f noticedb.GetFranchiseRow) notify.Mail {
	return notify.Mail{
		Letter: notify.FranchiseApproved, To: notify.Recipient{Email: f.ContactEmail, Name: f.Name, Language: i18n.Language(f.Language)},
		Values: map[string]string{"franchise": f.Name}, Path: "/admin/", About: notify.About{FranchiseID: &f.ID},
	}
}
