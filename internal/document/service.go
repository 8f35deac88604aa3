package document

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/document/documentdb"
	"rihla/internal/ledger"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres"
)

// Store keeps files under names that never hold other bytes later.
type Store interface {
	// Put keeps content; when it returns nil, the content survives a crash.
	Put(ctx context.Context, name, contentType string, content []byte) error
	// Open returns what is kept under name.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
}

// Deps are what documents stand on.
type Deps struct {
	DB       *postgres.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Jobs     job.Inserter
	Bookings *booking.Service
	// Ledger knows what franchises earned.
	Ledger *ledger.Service
	// Events are what happens to bookings and payments.
	Events *event.Bus
	Store  Store
}

// Service makes documents, keeps them and hands them out.
type Service struct{ deps Deps }

// New returns the service, which follows bookings and payments from then on.
func New(d Deps) *Service {
	s := &Service{deps: d}
	s.follow(d.Events)
	return s
}

// entity is what the audit log calls a document.
const entity = "document"

// ContentType of all documents.
const ContentType = "application/pdf"

// Get hands out a document of a booking that the caller may see, in a language; empty: its own. It is made when it is not
// there yet, and made anew when what it says has changed. Each is recorded. Returns BOOKING_NOT_FOUND and ErrNotFound.
func (s *Service) Get(ctx context.Context, kind Kind, bookingID uuid.UUID, language i18n.Language) (File, error) {
	b, err := s.deps.Bookings.Get(ctx, bookingID)
	if err != nil {
		return File{}, err
	}
	row, err := s.issue(ctx, kind, bookingID, func(ctx context.Context, tx pgx.Tx, row documentdb.Document) error {
		return audit.RecordTx(ctx, tx, audit.Entry{
			At: s.deps.Clock.Now(), Action: authz.BookingGetByID, Entity: entity, EntityID: row.ID, FranchiseID: &b.FranchiseID,
			Changes: audit.Changes{"opened": {To: row.Kind}},
		})
	})
	if err != nil {
		return File{}, err
	}
	content, err := s.content(ctx, row, language)
	return File{Name: fileName(kind, b.Reference), Content: content}, err
}

// Copy is Get for a letter to the customer, which the system writes: nobody opens it, so nothing is recorded.
func (s *Service) Copy(ctx context.Context, kind Kind, bookingID uuid.UUID, language i18n.Language) (File, error) {
	b, err := s.deps.Bookings.Get(ctx, bookingID)
	if err != nil {
		return File{}, err
	}
	row, err := s.issue(ctx, kind, bookingID, func(context.Context, pgx.Tx, documentdb.Document) error { return nil })
	if err != nil {
		return File{}, err
	}
	content, err := s.content(ctx, row, language)
	return File{Name: fileName(kind, b.Reference), Content: content}, err
}

func fileName(kind Kind, reference string) string {
	return "rihla-" + strings.ToLower(string(kind)) + "-" + reference + ".pdf"
}

// Make makes and stores a document, unless it is there as it should be. One that a booking cannot have, or not any more,
// is nothing to do.
func (s *Service) Make(ctx context.Context, kind Kind, bookingID uuid.UUID) error {
	row, err := s.issue(ctx, kind, bookingID, func(context.Context, pgx.Tx, documentdb.Document) error { return nil })
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil || row.StorageKey != nil {
		return err
	}
	failpoint.Reached(failpoint.DocumentIssued)
	content, err := renderRow(row, i18n.Language(row.Language))
	if err != nil {
		return err
	}
	name := "private/documents/" + row.ID.String() + ".pdf"
	if err := s.deps.Store.Put(ctx, name, ContentType, content); err != nil {
		return fmt.Errorf("store document %s: %w", row.ID, err)
	}
	failpoint.Reached(failpoint.DocumentStored)
	size := int64(len(content))
	if err := documentdb.New(s.deps.DB).MarkStored(ctx, documentdb.MarkStoredParams{ID: row.ID, StorageKey: &name, SizeBytes: &size}); err != nil {
		return fmt.Errorf("note that document %s is stored: %w", row.ID, err)
	}
	failpoint.Reached(failpoint.DocumentNoted)
	return nil
}

// issue returns the document as it should be now: the newest, or another one when that says something else. use joins the
// transaction.
func (s *Service) issue(ctx context.Context, kind Kind, bookingID uuid.UUID,
	use func(context.Context, pgx.Tx, documentdb.Document) error,
) (documentdb.Document, error) {
	var row documentdb.Document
	err := s.deps.DB.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, err := s.deps.Bookings.LockTx(ctx, tx, bookingID)
		if err != nil {
			return err
		}
		if row, err = s.issueTx(ctx, tx, kind, b); err != nil {
			return err
		}
		return use(ctx, tx, row)
	})
	return row, err
}

func (s *Service) issueTx(ctx context.Context, tx pgx.Tx, kind Kind, b booking.Booking) (documentdb.Document, error) {
	q := documentdb.New(tx)
	newest, err := q.NewestDocument(ctx, documentdb.NewestDocumentParams{BookingID: b.ID, Kind: string(kind)})
	there := err == nil
	if err != nil && !postgres.NoRows(err) {
		return newest, fmt.Errorf("read the documents of booking %s: %w", b.ID, err)
	}
	if kind == Contract && (there && !running(b.Status) || !agreed(b.Status)) {
		if !there {
			return newest, ErrNotFound
		}
		return newest, nil // what was agreed stays as it was
	}
	f, err := gatherTx(ctx, tx, kind, b)
	if err != nil {
		return newest, err
	}
	if kind == Receipt && len(f.Taken) == 0 {
		return newest, ErrNotFound
	}
	content, err := json.Marshal(f)
	if err != nil {
		return newest, fmt.Errorf("write the facts of booking %s: %w", b.ID, err)
	}
	hash := sha256.Sum256(content)
	if there && bytes.Equal(newest.FactsHash, hash[:]) {
		return newest, nil
	}
	row, err := q.InsertDocument(ctx, documentdb.InsertDocumentParams{
		ID: uuid.Must(uuid.NewV7()), BookingID: b.ID, Kind: string(kind), Language: string(f.Language), Facts: content, FactsHash: hash[:],
		Now: s.deps.Clock.Now(),
	})
	if err != nil {
		return row, fmt.Errorf("write a document of booking %s: %w", b.ID, err)
	}
	if kind == Contract {
		err = s.deps.Bookings.SetContractTx(ctx, tx, b.ID, "/bookings/"+b.ID.String()+"/contract")
	}
	return row, err
}

// agreed tells whether a booking in a status has a contract; running, whether that may still change.
func agreed(status booking.Status) bool { return running(status) || status == booking.Completed }

func running(status booking.Status) bool {
	return status == booking.Confirmed || status == booking.Active
}

// content is a document's file: as it was stored in its own language, otherwise made of what it says. A store that does
// not answer keeps nobody from it.
func (s *Service) content(ctx context.Context, row documentdb.Document, language i18n.Language) ([]byte, error) {
	own := i18n.Language(row.Language)
	if language == "" {
		language = own
	}
	if language == own && row.StorageKey != nil {
		content, err := s.stored(ctx, *row.StorageKey)
		if err == nil {
			return content, nil
		}
		s.deps.Log.WarnContext(ctx, "a stored document cannot be read", slog.String("document", row.ID.String()), slog.Any("error", err))
	}
	return renderRow(row, language)
}

func (s *Service) stored(ctx context.Context, name string) ([]byte, error) {
	file, err := s.deps.Store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(file)
}

func renderRow(row documentdb.Document, language i18n.Language) ([]byte, error) {
	var f facts
	if err := json.Unmarshal(row.Facts, &f); err != nil {
		return nil, fmt.Errorf("read document %s: %w", row.ID, err)
	}
	content, err := render(Kind(row.Kind), f, language, row.CreatedAt.UTC().Truncate(time.Second))
	if err != nil {
		return nil, fmt.Errorf("lay out document %s: %w", row.ID, err)
	}
	return content, nil
}
