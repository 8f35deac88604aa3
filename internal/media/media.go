// Package media keeps what people upload: pictures of motorcycles and icons of features, which anyone may see, and
// papers (identity cards, grey cards, insurance), which only those may see whom they concern, by a link of a few
// minutes. It decides what a file really is, draws pictures anew in a few sizes, names what it stores and removes what
// nothing names. Where the bytes lie is a Store's, an adapter; who names a file is noted by triggers in the database.
package media

import (
	"context"
	"errors"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/media/mediadb"
	"rihla/internal/platform/errs"
)

// Purpose is what a file is for; it decides who may see it.
type Purpose string

// The purposes. Pictures are public, papers private.
const (
	MotorcycleImage Purpose = "MOTORCYCLE_IMAGE"
	FeatureIcon     Purpose = "FEATURE_ICON"
	IdentityCard    Purpose = "IDENTITY_CARD"
	GrayCard        Purpose = "GRAY_CARD"
	Insurance       Purpose = "INSURANCE"
	// HandoverPhoto shows a motorcycle as it was handed over or came back.
	HandoverPhoto Purpose = "HANDOVER_PHOTO"
)

// Purposes are all of them.
var Purposes = []Purpose{MotorcycleImage, FeatureIcon, IdentityCard, GrayCard, Insurance, HandoverPhoto}

// Private tells papers from pictures.
func (p Purpose) Private() bool { return p != MotorcycleImage && p != FeatureIcon }

// Media is a stored file.
type Media struct {
	ID      uuid.UUID
	Purpose Purpose
	// Filename is what the uploader called it; nothing in the store is called so.
	Filename    string
	ContentType string
	// Size in bytes, and Width and Height in pixels, are the largest variant's. A document has no pixels.
	Size          int64
	Width, Height *int
	Variants      []Variant
	CreatedAt     time.Time
}

// Variant is one of the sizes of a picture.
type Variant struct {
	Width int
	URL   string
}

// URL is the address of the largest variant, or of the document: what other things name the file by.
func (m Media) URL() string { return m.Variants[len(m.Variants)-1].URL }

// Store keeps bytes under names that never hold other bytes later. A name is slash-separated.
type Store interface {
	// Put keeps content; when it returns nil, the content survives a crash.
	Put(ctx context.Context, name, contentType string, content []byte) error
	// Open returns what is kept under name, or ErrNoBlob. ctx ends with the reading.
	Open(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Remove lets go of name; one that holds nothing is no error.
	Remove(ctx context.Context, name string) error
}

// Errors of this package.
var (
	// ErrNotFound says that there is no such file, or none within reach.
	ErrNotFound = errs.New(errs.NotFound, "MEDIA_NOT_FOUND")
	// ErrNoBlob is a store's, which holds nothing under a name.
	ErrNoBlob = errors.New("nothing is stored under this name")
)

// The two rooms of a store. What lies in the first is handed to anybody who knows its name.
const (
	publicRoom  = "public/"
	privateRoom = "private/"
)

func storageKey(p Purpose, id uuid.UUID) string {
	if p.Private() {
		return privateRoom + id.String()
	}
	return publicRoom + id.String()
}

// documentName is the stored name of what is no picture; pictures are called by their width.
const documentName = "document.pdf"

var storedName = regexp.MustCompile(`^(?:[1-9][0-9]{0,3}\.(?:jpg|png)|document\.pdf)$`)

func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".jpg":
		return "image/jpeg"
	case ".png":
		return "image/png"
	default:
		return "application/pdf"
	}
}

var named = regexp.MustCompile(`^(?:.*/)?([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:/[^/]*)?$`)

// ParseID reads a file's id from whatever clients keep of it: the id, its place in the store or its address.
func ParseID(text string) (uuid.UUID, error) {
	match := named.FindStringSubmatch(text)
	if match == nil {
		return uuid.Nil, ErrNotFound
	}
	id, err := uuid.Parse(match[1])
	if err != nil {
		return uuid.Nil, ErrNotFound.With(err)
	}
	return id, nil
}

func fromDB(row mediadb.MediaFile) Media {
	m := Media{
		ID: row.ID, Purpose: Purpose(row.Purpose), Filename: row.Filename, ContentType: row.ContentType, Size: row.SizeBytes,
		CreatedAt: row.CreatedAt.UTC(),
	}
	if row.Width != nil && row.Height != nil {
		width, height := int(*row.Width), int(*row.Height)
		m.Width, m.Height = &width, &height
	}
	for _, name := range row.Files {
		width, _ := strconv.Atoi(strings.TrimSuffix(name, path.Ext(name))) // 0 for a document
		m.Variants = append(m.Variants, Variant{Width: width, URL: "/media/" + row.ID.String() + "/" + name})
	}
	return m
}
