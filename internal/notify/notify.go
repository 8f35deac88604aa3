// Package notify writes mails and sees to it that they are sent: what each letter says in each language, a job a mail,
// and the mailbox that stands in for a mail server in development (D22). Who is to be told of what is decided by the
// feature where it happens; the way to a mail server is an adapter's.
package notify

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
)

// Message is a mail, ready to be sent.
type Message struct {
	// To is the address, Name whose it is.
	To, Name string
	Language i18n.Language
	Subject  string
	// Text and HTML say the same.
	Text, HTML string
	// Files come with it.
	Files []File
}

// File is attached to a message.
type File struct {
	Name string `json:"name"`
	// Type is its media type with parameters.
	Type    string `json:"type"`
	Content []byte `json:"content"`
}

// Fact is a line of a letter's table. Name is a label of the letters' files.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Mailer hands a message to whoever delivers it.
type Mailer interface {
	// Send returns ErrRejected when trying again is of no use.
	Send(ctx context.Context, m Message) error
}

// ErrRejected says that a mail server will never take a message: there is no such mailbox, for one.
var ErrRejected = errors.New("the mail was rejected for good")

// Recipient is whom a mail is for.
type Recipient struct {
	Email    string        `json:"email"`
	Name     string        `json:"name"`
	Language i18n.Language `json:"language"`
}

// Mail is a letter to somebody.
type Mail struct {
	Letter Letter    `json:"letter"`
	To     Recipient `json:"to"`
	// Values fill the placeholders of the letter.
	Values map[string]string `json:"values,omitempty"`
	// Facts stand in a table below the letter's lines; empty ones are left out.
	Facts []Fact `json:"facts,omitempty"`
	Files []File `json:"files,omitempty"`
	// Papers are attached when the mail is sent.
	Papers []Paper `json:"papers,omitempty"`
	// Path on the site where the letter's button leads, for letters that have one.
	Path string `json:"path,omitempty"`
	// About is what EventSent tells besides.
	About About `json:"about,omitzero"`
}

// Paper is a document that is fetched when its mail is sent, as it is by then.
type Paper struct {
	// Kind is what package document calls it.
	Kind      string    `json:"kind"`
	BookingID uuid.UUID `json:"bookingId"`
}

// About names whom and what a mail is about; nil where there is none.
type About struct {
	UserID      *uuid.UUID `json:"userId,omitempty"`
	FranchiseID *uuid.UUID `json:"franchiseId,omitempty"`
	BookingID   *uuid.UUID `json:"bookingId,omitempty"`
}

// Outcome is how a try to send a mail ended.
type Outcome string

// The outcomes. A mail that was GivenUp was tried as often as it may be.
const (
	Sent     Outcome = "sent"
	Retried  Outcome = "retried"  // it will be tried again
	Rejected Outcome = "rejected" // ErrRejected
	GivenUp  Outcome = "given_up"
)

// Deps are what letters are sent with.
type Deps struct {
	Mailer Mailer
	Jobs   job.Inserter
	// Site is the address that the letters lead to, without a slash at its end.
	Site  string
	DB    *postgres.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Events is told of what was sent.
	Events *event.Bus
	// Count adds one to an outcome.
	Count func(Outcome)
}

// Service sends letters.
type Service struct {
	deps   Deps
	papers func(context.Context, Paper, i18n.Language) (File, error)
}

// New returns the service.
func New(d Deps) *Service { return &Service{deps: d} }

// TakePapersFrom names where papers come from. Call it before a mail that has any is sent.
func (s *Service) TakePapersFrom(papers func(context.Context, Paper, i18n.Language) (File, error)) {
	s.papers = papers
}

// Send writes a letter and hands it over at once. For jobs, one of whose tries it is: what must not be kept, such as the
// token of a link, never is. It returns a river.JobCancel when the mail server will never take it.
func (s *Service) Send(ctx context.Context, try *rivertype.JobRow, m Mail) error {
	err := s.send(ctx, m)
	switch {
	case err == nil:
		s.deps.Count(Sent)
		s.tell(ctx, m)
		return nil
	case errors.Is(err, ErrRejected):
		s.giveUp(ctx, Rejected, try, m, err)
		return river.JobCancel(err)
	case try.Attempt >= try.MaxAttempts:
		s.giveUp(ctx, GivenUp, try, m, err)
	default:
		s.deps.Count(Retried)
	}
	return fmt.Errorf("send %s: %w", m.Letter, err)
}

func (s *Service) send(ctx context.Context, m Mail) error {
	message, err := write(m, s.deps.Site)
	if err != nil {
		return err
	}
	for _, paper := range m.Papers {
		file, err := s.papers(ctx, paper, message.Language)
		if err != nil {
			return fmt.Errorf("attach the %s of booking %s: %w", paper.Kind, paper.BookingID, err)
		}
		message.Files = append(message.Files, file)
	}
	return s.deps.Mailer.Send(ctx, message)
}

// giveUp leaves a trace of a mail that nobody gets. Whose it was stands in the job, which is kept for a week.
func (s *Service) giveUp(ctx context.Context, how Outcome, try *rivertype.JobRow, m Mail, err error) {
	s.deps.Count(how)
	s.deps.Log.ErrorContext(ctx, "a mail was given up", slog.String("letter", string(m.Letter)), slog.String("outcome", string(how)),
		slog.Int64("job", try.ID), slog.Int("attempt", try.Attempt), slog.Any("error", err))
}

// tell publishes that a mail was handed over. It cannot be taken back by then, nor must it be sent again because nobody
// could be told.
func (s *Service) tell(ctx context.Context, m Mail) {
	if s.deps.Events == nil {
		return
	}
	err := s.deps.DB.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return s.deps.Events.PublishTx(ctx, tx, event.Event{
			Type: EventSent, At: s.deps.Clock.Now(), FranchiseID: m.About.FranchiseID, UserID: m.About.UserID, BookingID: m.About.BookingID,
		}, Notification{Letter: m.Letter, Language: m.To.Language})
	})
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "nobody was told of a mail that was sent", slog.String("letter", string(m.Letter)), slog.Any("error", err))
	}
}

// EventSent tells that a mail was handed over to the mail server (specification section 3), with Notification.
const EventSent event.Type = "notification.sent"

// Notification is a mail that was sent. Its address is not told: events outlive accounts.
type Notification struct {
	Letter   Letter        `json:"letter"`
	Language i18n.Language `json:"language"`
}

// QueueTx has a letter sent once tx has committed, again and again for some days while the mail server is out of order.
// The letter is kept with its job until then: it must hold no secret.
func (s *Service) QueueTx(ctx context.Context, tx pgx.Tx, m Mail) error {
	if _, err := s.deps.Jobs.InsertTx(ctx, tx, mailArgs{m}, nil); err != nil {
		return fmt.Errorf("queue %s: %w", m.Letter, err)
	}
	return nil
}
