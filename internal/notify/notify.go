// Package notify writes mails and sees to it that they are sent: what each letter says in each language, a job a mail,
// and the mailbox that stands in for a mail server in development (D22). Who is to be told of what is decided by the
// feature where it happens; the way to a mail server is an adapter's.
package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"rihla/internal/platform/i18n"
	"rihla/internal/platform/job"
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
	// Path on the site where the letter's button leads, for letters that have one.
	Path string `json:"path,omitempty"`
}

// Service sends letters.
type Service struct {
	mailer Mailer
	jobs   job.Inserter
	site   string
}

// New returns a service whose letters lead to the site at an address without a slash at its end.
func New(mailer Mailer, jobs job.Inserter, site string) *Service {
	return &Service{mailer: mailer, jobs: jobs, site: site}
}

// Send writes a letter and hands it over at once. For jobs: what must not be kept, such as the token of a link, never
// is. It returns a river.JobCancel when the mail server will never take it.
func (s *Service) Send(ctx context.Context, m Mail) error {
	message, err := write(m, s.site)
	if err != nil {
		return err
	}
	err = s.mailer.Send(ctx, message)
	if errors.Is(err, ErrRejected) {
		return river.JobCancel(err)
	}
	if err != nil {
		return fmt.Errorf("send %s: %w", m.Letter, err)
	}
	return nil
}

// QueueTx has a letter sent once tx has committed, again and again for some days while the mail server is out of order.
// The letter is kept with its job until then: it must hold no secret.
func (s *Service) QueueTx(ctx context.Context, tx pgx.Tx, m Mail) error {
	if _, err := s.jobs.InsertTx(ctx, tx, mailArgs{m}, nil); err != nil {
		return fmt.Errorf("queue %s: %w", m.Letter, err)
	}
	return nil
}
