package media

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/media/mediadb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// linkLife is how long a link to a private file is good.
const linkLife = 5 * time.Minute

// errLinkExpired says that a link was good once.
var errLinkExpired = errs.New(errs.Forbidden, "MEDIA_LINK_EXPIRED")

// Link is an address under which a file can be fetched without signing in.
type Link struct {
	URL string
	// ExpiresAt is nil for a public picture, whose address is good for ever.
	ExpiresAt *time.Time
}

// pass is what a link carries, signed: which file, who may fetch it and until when.
type pass struct {
	MediaID     uuid.UUID  `json:"m"`
	UserID      uuid.UUID  `json:"u"`
	Role        authz.Role `json:"r"`
	FranchiseID *uuid.UUID `json:"f,omitempty"`
	Expires     int64      `json:"e"`
}

// Link gives a link to a file that the caller may see: its uploader, whom it is about, and the staff of the franchise
// whose motorcycle it belongs to, whose account it is about or from which the person rents. Giving it is recorded, and so is each use. Returns
// ErrNotFound.
func (s *Service) Link(ctx context.Context, id uuid.UUID) (Link, error) {
	scope, err := authz.Check(ctx, authz.MediaLink)
	if err != nil {
		return Link{}, err
	}
	row, err := s.find(ctx, id)
	if err != nil {
		return Link{}, err
	}
	address := fromDB(row).URL()
	if !row.IsPrivate {
		return Link{URL: address}, nil
	}
	if reached, err := s.reaches(ctx, scope, row); err != nil || !reached {
		return Link{}, cmpErr(err, ErrNotFound)
	}
	who, expires := authz.From(ctx), s.clock.Now().Add(linkLife)
	signed, err := s.sign(pass{MediaID: id, UserID: who.UserID, Role: who.Role, FranchiseID: who.FranchiseID, Expires: expires.Unix()})
	if err != nil {
		return Link{}, err
	}
	err = s.record(ctx, row, audit.Changes{"link": {To: expires}})
	return Link{URL: address + "?link=" + url.QueryEscape(signed), ExpiresAt: &expires}, err
}

func cmpErr(err error, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func (s *Service) find(ctx context.Context, id uuid.UUID) (mediadb.MediaFile, error) {
	row, err := mediadb.New(s.db).GetMedia(ctx, id)
	if postgres.NoRows(err) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("get media: %w", err)
	}
	return row, nil
}

// reaches tells whether a private file lies in a scope.
func (s *Service) reaches(ctx context.Context, scope authz.Filter, row mediadb.MediaFile) (bool, error) {
	who := authz.From(ctx).UserID
	if scope == (authz.Filter{}) || who == owner(row) {
		return true, nil
	}
	queries := mediadb.New(s.db)
	var reached bool
	var err error
	if scope.FranchiseID != nil {
		reached, err = queries.IsPaperOfFranchise(ctx, mediadb.IsPaperOfFranchiseParams{ID: row.ID, FranchiseID: *scope.FranchiseID})
	}
	if err == nil && !reached {
		reached, err = queries.IsPaperOfUser(ctx, mediadb.IsPaperOfUserParams{ID: row.ID, UserID: who})
	}
	if err != nil {
		return false, fmt.Errorf("whose file it is: %w", err)
	}
	return reached, nil
}

// File is a stored file being handed out.
type File struct {
	io.ReadSeekCloser
	// Tag names the content: another content has another one.
	Tag         string
	ContentType string
	// Filename to save a document under; empty for pictures.
	Filename string
	Private  bool
}

// Open hands out one variant of a file. link is what a link carried; a public picture needs none. The caller closes it.
// Returns ErrNotFound and MEDIA_LINK_EXPIRED.
func (s *Service) Open(ctx context.Context, id uuid.UUID, name, link string) (File, error) {
	if !storedName.MatchString(name) {
		return File{}, ErrNotFound
	}
	file := File{Tag: id.String() + "/" + name, ContentType: contentTypeOf(name)}
	room := publicRoom
	if link != "" {
		row, err := s.admitLink(ctx, id, name, link)
		if err != nil {
			return File{}, err
		}
		room, file.Private = privateRoom, true
		if name == documentName {
			file.Filename = documentFilename(row.Filename)
		}
	}
	content, err := s.store.Open(ctx, room+id.String()+"/"+name)
	if errors.Is(err, ErrNoBlob) {
		return File{}, ErrNotFound.With(err)
	}
	if err != nil {
		return File{}, errs.New(errs.Unavailable, "UNAVAILABLE").With(fmt.Errorf("open a stored file: %w", err))
	}
	file.ReadSeekCloser = content
	return file, nil
}

func documentFilename(name string) string {
	if name == "" {
		return documentName
	}
	if !strings.HasSuffix(strings.ToLower(name), ".pdf") {
		return name + ".pdf"
	}
	return name
}

// admitLink tells whether a link opens a file, and records that it was used.
func (s *Service) admitLink(ctx context.Context, id uuid.UUID, name, link string) (mediadb.MediaFile, error) {
	p, ok := s.verify(link)
	if !ok || p.MediaID != id {
		return mediadb.MediaFile{}, ErrNotFound
	}
	if s.clock.Now().Unix() >= p.Expires {
		return mediadb.MediaFile{}, errLinkExpired
	}
	row, err := s.find(ctx, id)
	if err != nil {
		return row, err
	}
	if !row.IsPrivate || !slices.Contains(row.Files, name) {
		return row, ErrNotFound
	}
	ctx = authz.Into(ctx, authz.Subject{UserID: p.UserID, Role: p.Role, FranchiseID: p.FranchiseID})
	return row, s.record(ctx, row, audit.Changes{"opened": {To: name}})
}

func (s *Service) record(ctx context.Context, row mediadb.MediaFile, changes audit.Changes) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error { return s.recordTx(ctx, tx, authz.MediaLink, row, changes) })
}

func (s *Service) sign(p pass) (string, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("sign a link: %w", err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode(body) + "." + encode(s.seal(body)), nil
}

// verify reads what sign wrote; anything else is not ok.
func (s *Service) verify(link string) (pass, bool) {
	var p pass
	first, second, _ := strings.Cut(link, ".")
	body, err := base64.RawURLEncoding.Strict().DecodeString(first)
	if err != nil {
		return p, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(second)
	if err != nil || !hmac.Equal(sealed, s.seal(body)) {
		return p, false
	}
	return p, json.Unmarshal(body, &p) == nil
}

func (s *Service) seal(body []byte) []byte {
	mac := hmac.New(sha256.New, s.config.LinkKey)
	mac.Write(body)
	return mac.Sum(nil)
}
