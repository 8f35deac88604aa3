package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/notify/notifydb"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
)

// mailboxSize is how many messages the mailbox keeps, at most.
const mailboxSize = 200

// Mailbox is the Mailer of development: it delivers to nobody and keeps the newest messages in the database, where
// restarts and replicas find them.
type Mailbox struct {
	db    *postgres.DB
	clock clock.Clock
}

// NewMailbox returns the mailbox in db.
func NewMailbox(db *postgres.DB, clock clock.Clock) *Mailbox { return &Mailbox{db: db, clock: clock} }

// Kept is a message in the mailbox.
type Kept struct {
	ID   int64
	Sent time.Time
	Message
}

// ErrNotKept says that a message is not in the mailbox, or not any more.
var ErrNotKept = errors.New("the message is not in the mailbox")

// Send keeps m and drops what is too old.
func (b *Mailbox) Send(ctx context.Context, m Message) error {
	files, err := json.Marshal(m.Files)
	if err != nil {
		return fmt.Errorf("keep the files of a message: %w", err)
	}
	return b.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		queries := notifydb.New(tx)
		id, err := queries.KeepMessage(ctx, notifydb.KeepMessageParams{
			SentAt: b.clock.Now(), Recipient: m.To, RecipientName: m.Name, Language: string(m.Language), Subject: m.Subject,
			BodyText: m.Text, BodyHtml: m.HTML, Attachments: files,
		})
		if err != nil {
			return fmt.Errorf("keep message: %w", err)
		}
		if err := queries.DropOldMessages(ctx, id-mailboxSize); err != nil {
			return fmt.Errorf("drop old messages: %w", err)
		}
		return nil
	})
}

// Messages lists the mailbox, the newest first.
func (b *Mailbox) Messages(ctx context.Context) ([]Kept, error) {
	rows, err := notifydb.New(b.db).NewestMessages(ctx, mailboxSize)
	if err != nil {
		return nil, fmt.Errorf("list the mailbox: %w", err)
	}
	kept := make([]Kept, len(rows))
	for i, row := range rows {
		if kept[i], err = fromDB(row); err != nil {
			return nil, err
		}
	}
	return kept, nil
}

// Message returns one, or ErrNotKept.
func (b *Mailbox) Message(ctx context.Context, id int64) (Kept, error) {
	row, err := notifydb.New(b.db).GetMessage(ctx, id)
	if postgres.NoRows(err) {
		return Kept{}, ErrNotKept
	}
	if err != nil {
		return Kept{}, fmt.Errorf("get message: %w", err)
	}
	return fromDB(row)
}

func fromDB(row notifydb.MailboxMessage) (Kept, error) {
	var files []File
	if err := json.Unmarshal(row.Attachments, &files); err != nil {
		return Kept{}, fmt.Errorf("read the files of a message: %w", err)
	}
	return Kept{ID: row.ID, Sent: row.SentAt.UTC(), Message: Message{
		To: row.Recipient, Name: row.RecipientName, Language: i18n.Language(row.Language), Subject: row.Subject, Text: row.BodyText, HTML: row.BodyHtml, Files: files,
	}}, nil
}
