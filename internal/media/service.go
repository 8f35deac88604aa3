package media

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/media/mediadb"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// Config are the settings of uploads.
type Config struct {
	// MaxBytes of one file; 0: DefaultMaxBytes.
	MaxBytes int64
	// PerDay is how many files one account may upload on a day; 0: DefaultPerDay.
	PerDay int
	// LinkKey signs links to private files.
	LinkKey []byte
}

// What settings stand for that are not given.
const (
	DefaultMaxBytes = 10 << 20
	DefaultPerDay   = 500
)

// Service takes, hands out and removes files.
type Service struct {
	db     *postgres.DB
	clock  clock.Clock
	log    *slog.Logger
	store  Store
	fleet  *motorcycle.Service
	config Config
	studio *studio
	gate   *gate
}

// New returns the files in store, noted in db.
func New(db *postgres.DB, clock clock.Clock, log *slog.Logger, store Store, fleet *motorcycle.Service, config Config) *Service {
	config.MaxBytes = cmp.Or(config.MaxBytes, DefaultMaxBytes)
	config.PerDay = cmp.Or(config.PerDay, DefaultPerDay)
	return &Service{db: db, clock: clock, log: log, store: store, fleet: fleet, config: config, studio: newStudio(), gate: newGate()}
}

// entity is what the audit log calls a file.
const entity = "media"

// MaxBytes is how large a file may be.
func (s *Service) MaxBytes() int64 { return s.config.MaxBytes }

// Admit is asked before anything of an upload is read: whether the caller may upload, has not used up the day and is not
// sending too much at once. leave gives the place back. Returns MEDIA_QUOTA and RATE_LIMITED.
func (s *Service) Admit(ctx context.Context) (func(), error) {
	if _, err := authz.Check(ctx, authz.MediaUpload); err != nil {
		return nil, err
	}
	who := authz.From(ctx).Actor()
	if who == nil {
		return func() {}, nil // the program itself
	}
	leave, err := s.gate.enter(ctx, *who)
	if err != nil {
		return nil, err
	}
	used, err := mediadb.New(s.db).CountUploads(ctx, mediadb.CountUploadsParams{UserID: *who, Day: clock.Wall(s.clock.Now())})
	if err == nil && int(used) >= s.config.PerDay {
		err = s.errQuota()
	}
	if err != nil {
		leave()
		return nil, fmt.Errorf("count uploads: %w", err)
	}
	return leave, nil
}

func (s *Service) errQuota() error {
	return errs.New(errs.TooMany, "MEDIA_QUOTA", "count", s.config.PerDay)
}

// claimTx counts an upload of the caller's; of several at once none goes past the day's limit.
func (s *Service) claimTx(ctx context.Context, tx pgx.Tx) error {
	who := authz.From(ctx).Actor()
	if who == nil {
		return nil
	}
	claimed, err := mediadb.New(tx).ClaimUpload(ctx, mediadb.ClaimUploadParams{
		UserID: *who, Day: clock.Wall(s.clock.Now()), Most: int32(s.config.PerDay),
	})
	if err != nil {
		return fmt.Errorf("claim an upload: %w", err)
	}
	if claimed == 0 {
		return s.errQuota()
	}
	return nil
}

// UploadInput is a file as it came.
type UploadInput struct {
	// Purpose; empty: a customer's identity card, anybody else's picture of a motorcycle.
	Purpose  Purpose
	Filename string
	Content  []byte
}

// Upload stores a file. Returns VALIDATION, MEDIA_TYPE, MEDIA_BROKEN, MEDIA_TOO_MANY_PIXELS and MEDIA_TOO_LARGE.
func (s *Service) Upload(ctx context.Context, in UploadInput) (Media, error) {
	return s.keep(ctx, in, func(context.Context, pgx.Tx, Media) error { return nil })
}

// UploadImageInput is a picture of a motorcycle as it came.
type UploadImageInput struct {
	Filename string
	Content  []byte
	AltText  string
	Primary  bool
}

// UploadImage stores a picture and adds it to a motorcycle: both or neither. Returns what Upload returns and what
// motorcycle.Service.AddImageTx does.
func (s *Service) UploadImage(ctx context.Context, motorcycleID uuid.UUID, in UploadImageInput) (motorcycle.Image, error) {
	if err := s.fleet.CheckImageCreate(ctx, motorcycleID); err != nil {
		return motorcycle.Image{}, err
	}
	var added motorcycle.Image
	_, err := s.keep(ctx, UploadInput{MotorcycleImage, in.Filename, in.Content}, func(ctx context.Context, tx pgx.Tx, m Media) error {
		var err error
		added, err = s.fleet.AddImageTx(ctx, tx, motorcycleID, motorcycle.NewImage{
			URL: m.URL(), Filename: m.Filename, AltText: in.AltText, Primary: in.Primary,
		})
		return err
	})
	return added, err
}

// keep stores a file in three steps, so that no file is ever in the store without a row that leads to it: a row that
// says it is coming, the files, and a transaction in which it has come and is put to use.
func (s *Service) keep(ctx context.Context, in UploadInput, use func(context.Context, pgx.Tx, Media) error) (Media, error) {
	if _, err := authz.Check(ctx, authz.MediaUpload); err != nil {
		return Media{}, err
	}
	in, err := in.checked(authz.From(ctx).Role, s.config.MaxBytes)
	if err != nil {
		return Media{}, err
	}
	ready, err := s.prepare(ctx, in)
	if err != nil {
		return Media{}, err
	}
	row, err := s.insert(ctx, in, ready)
	if err != nil {
		return Media{}, err
	}
	kept := fromDB(row)
	if err = s.put(ctx, row, ready.files); err == nil {
		err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
			if err := s.claimTx(ctx, tx); err != nil {
				return err
			}
			if err := mediadb.New(tx).MarkStored(ctx, row.ID); err != nil {
				return fmt.Errorf("mark a file stored: %w", err)
			}
			if err := s.recordTx(ctx, tx, authz.MediaUpload, row, audit.Diff(nil, snapshot(row))); err != nil {
				return err
			}
			return use(ctx, tx, kept)
		})
	}
	if err != nil {
		s.discard(ctx, row)
		return Media{}, err
	}
	return kept, nil
}

// checked holds the rules of an upload and fills in what was left out.
func (in UploadInput) checked(role authz.Role, most int64) (UploadInput, error) {
	allowed := Purposes
	if role == authz.Customer {
		allowed = []Purpose{IdentityCard}
	}
	in.Purpose = cmp.Or(in.Purpose, allowed[0])
	in.Filename = displayName(in.Filename)
	var c errs.Collector
	check.Choice(&c, "purpose", in.Purpose, allowed)
	c.Check(len(in.Content) > 0, "file", "REQUIRED")
	if err := c.Err(); err != nil {
		return in, err
	}
	if int64(len(in.Content)) > most {
		return in, ErrTooLarge(most)
	}
	return in, nil
}

// ErrTooLarge says that a file has more than most bytes.
func ErrTooLarge(most int64) *errs.Error {
	return errs.New(errs.TooLarge, "MEDIA_TOO_LARGE", "megabytes", math.Ceil(float64(most)/(1<<20)*10)/10)
}

// longestFilename bounds what is remembered of a file's name.
const longestFilename = 255

// displayName is what may be shown of the name that somebody's machine gave a file: no folders, nothing that cannot be
// seen and nothing that turns the direction of what stands around it.
func displayName(name string) string {
	name = strings.ToValidUTF8(name, "")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name))
	if utf8.RuneCountInString(name) > longestFilename {
		name = string([]rune(name)[:longestFilename])
	}
	return name
}

// prepared is an upload as it goes into the store.
type prepared struct {
	drawn
	contentType string
}

// prepare makes of an upload what may be stored: pictures drawn anew, documents as they came.
func (s *Service) prepare(ctx context.Context, in UploadInput) (prepared, error) {
	k := kindOf(in.Content)
	switch {
	case k == pdfKind && in.Purpose.Private():
		if !wholePDF(in.Content) {
			return prepared{}, errBroken
		}
		return prepared{drawn{files: []stored{{documentName, in.Content}}}, contentTypeOf(documentName)}, nil
	case k == unknownKind, k == pdfKind:
		types := "JPEG, PNG, WebP, GIF"
		if in.Purpose.Private() {
			types += ", PDF"
		}
		return prepared{}, errs.New(errs.Invalid, "MEDIA_TYPE", "types", types)
	}
	picture, err := s.studio.draw(ctx, k, in.Content)
	if err != nil {
		return prepared{}, err
	}
	return prepared{picture, contentTypeOf(picture.files[0].name)}, nil
}

// wholePDF tells whether a document has its end (ISO 32000-1 section 7.5.5; readers look for it in the last kilobyte).
func wholePDF(b []byte) bool {
	return bytes.Contains(b[max(0, len(b)-1024):], []byte("%%EOF"))
}

func (s *Service) insert(ctx context.Context, in UploadInput, ready prepared) (mediadb.MediaFile, error) {
	id, who := uuid.Must(uuid.NewV7()), authz.From(ctx)
	largest := ready.files[len(ready.files)-1]
	p := mediadb.InsertMediaParams{
		ID: id, OwnerID: who.Actor(), StorageKey: storageKey(in.Purpose, id), Filename: in.Filename, ContentType: ready.contentType,
		SizeBytes: int64(len(largest.content)), IsPrivate: in.Purpose.Private(), Purpose: string(in.Purpose), FranchiseID: who.FranchiseID,
		Now: s.clock.Now(),
	}
	if ready.width > 0 {
		width, height := int32(ready.width), int32(ready.height)
		p.Width, p.Height = &width, &height
	}
	for _, f := range ready.files {
		p.Files = append(p.Files, f.name)
	}
	row, err := mediadb.New(s.db).InsertMedia(ctx, p)
	if err != nil {
		return row, fmt.Errorf("insert media: %w", err)
	}
	return row, nil
}

func (s *Service) put(ctx context.Context, row mediadb.MediaFile, files []stored) error {
	for _, f := range files {
		if err := s.store.Put(ctx, row.StorageKey+"/"+f.name, row.ContentType, f.content); err != nil {
			return errs.New(errs.Unavailable, "UNAVAILABLE").With(fmt.Errorf("store a file: %w", err))
		}
	}
	return nil
}

// tidyTime is how long cleaning up after a request may take.
const tidyTime = 15 * time.Second

// discard takes back an upload that failed. What it does not manage, the sweep does.
func (s *Service) discard(ctx context.Context, row mediadb.MediaFile) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyTime)
	defer cancel()
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error { return s.dropTx(ctx, tx, row) })
	if err == nil {
		err = s.remove(ctx, row.StorageKey, row.Files)
	}
	if err != nil {
		s.log.WarnContext(ctx, "an upload is left for the sweep", slog.String("media", row.ID.String()), slog.Any("error", err))
	}
}

// Delete removes a file that nothing names: one of the caller's own, one that its franchise's staff uploaded. Returns
// ErrNotFound and MEDIA_IN_USE.
func (s *Service) Delete(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MediaDelete)
	if err != nil {
		return err
	}
	var row mediadb.MediaFile
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		queries := mediadb.New(tx)
		row, err = queries.LockMedia(ctx, id)
		if err != nil && !postgres.NoRows(err) {
			return fmt.Errorf("lock media: %w", err)
		}
		if err != nil || !scope.Allows(owner(row), row.FranchiseID) {
			return ErrNotFound
		}
		used, err := queries.IsReferenced(ctx, id)
		if err != nil {
			return fmt.Errorf("who names the file: %w", err)
		}
		if used {
			return errs.New(errs.Conflict, "MEDIA_IN_USE")
		}
		if err := s.dropTx(ctx, tx, row); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, authz.MediaDelete, row, audit.Diff(snapshot(row), nil))
	})
	if err != nil {
		return err
	}
	if err := s.remove(ctx, row.StorageKey, row.Files); err != nil {
		s.log.WarnContext(ctx, "a file is left for the sweep", slog.String("media", id.String()), slog.Any("error", err))
	}
	return nil
}

func owner(row mediadb.MediaFile) uuid.UUID {
	if row.OwnerID == nil {
		return uuid.Nil
	}
	return *row.OwnerID
}

// dropTx deletes a file's row and notes that its bytes are to go.
func (s *Service) dropTx(ctx context.Context, tx pgx.Tx, row mediadb.MediaFile) error {
	queries := mediadb.New(tx)
	if err := queries.DeleteMedia(ctx, row.ID); err != nil {
		return fmt.Errorf("delete media: %w", err)
	}
	if err := queries.InsertRemoval(ctx, mediadb.InsertRemovalParams{StorageKey: row.StorageKey, Files: row.Files}); err != nil {
		return fmt.Errorf("note a removal: %w", err)
	}
	return nil
}

// remove lets go of the bytes of a file whose row is gone, and of the note that they are to go.
func (s *Service) remove(ctx context.Context, key string, files []string) error {
	problems := make([]error, 0, len(files))
	for _, name := range files {
		problems = append(problems, s.store.Remove(ctx, key+"/"+name))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("remove stored files: %w", err)
	}
	if err := mediadb.New(s.db).DeleteRemoval(ctx, key); err != nil {
		return fmt.Errorf("forget a removal: %w", err)
	}
	return nil
}

// recordTx writes what became of a file into the audit log, for the franchise whose file it is or whose staff did it.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, action authz.Permission, row mediadb.MediaFile, changes audit.Changes) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: row.ID, Changes: changes,
		FranchiseID: cmp.Or(authz.From(ctx).FranchiseID, row.FranchiseID),
	})
}

func snapshot(row mediadb.MediaFile) map[string]any {
	return map[string]any{
		"purpose": row.Purpose, "filename": row.Filename, "contentType": row.ContentType, "size": row.SizeBytes,
		"variants": slices.Clone(row.Files),
	}
}
