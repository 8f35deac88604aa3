package api

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"rihla/internal/media"
	"rihla/internal/platform/errs"
)

// Limits of a form with a file.
const (
	// formTime is how long a form may take to arrive: ten megabytes over a slow telephone.
	formTime = 3 * time.Minute
	// formExtra is what a form may have beside the file.
	formExtra = 64 << 10
	// drainBytes of a refused form are read to the end: a browser whose sending is cut off shows a broken connection in
	// place of the refusal.
	drainBytes = 64 << 20
	drainTime  = time.Minute
)

// UploadBody is a body that a handler reads itself, after it has made sure that it wants it. Exported because the
// framework looks only into such embedded structs.
type UploadBody struct {
	r *http.Request
	w http.ResponseWriter
}

// Resolve takes hold of the request before the handler runs.
func (b *UploadBody) Resolve(ctx huma.Context) []error {
	b.r, b.w = humachi.Unwrap(ctx)
	return nil
}

// form is a form with at most one file in it.
type form struct {
	values   map[string]string
	file     []byte
	filename string
	sent     bool // whether there was a file
}

// drain reads what a refusal has left of the body.
func (b *UploadBody) drain() {
	defer b.limitTime(drainTime)()
	_, _ = io.CopyN(io.Discard, b.r.Body, drainBytes)
}

// limitTime gives the body's reading an end; the returned function takes it away.
func (b *UploadBody) limitTime(limit time.Duration) func() {
	_ = huma.SetReadDeadline(b.w, time.Now().Add(limit)) //nolint:forbidigo // the network keeps the machine's time
	return func() { _ = huma.SetReadDeadline(b.w, time.Time{}) }
}

// mediaType is what the body says it is.
func (b *UploadBody) mediaType() string {
	kind, _, _ := mime.ParseMediaType(b.r.Header.Get("Content-Type")) // "" for what is none
	return kind
}

// form reads multipart/form-data with a file in the field "file", of which it keeps one byte more than most. Returns MULTIPART_EXPECTED,
// MEDIA_TOO_LARGE, VALIDATION and MALFORMED.
func (b *UploadBody) form(most int64) (form, error) {
	defer b.limitTime(formTime)()
	whole := b.r.Body
	b.r.Body = http.MaxBytesReader(b.w, whole, most+formExtra)
	defer func() { b.r.Body = whole }()
	parts, err := b.r.MultipartReader()
	if err != nil {
		return form{}, errs.New(errs.Unsupported, "MULTIPART_EXPECTED").With(err)
	}
	out := form{values: map[string]string{}}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err == nil {
			err = out.add(part, most)
		}
		if err != nil {
			return form{}, formError(err, most)
		}
	}
}

func (f *form) add(part *multipart.Part, most int64) error {
	name := part.FormName()
	if name != "file" {
		text, err := io.ReadAll(part)
		f.values[name] = string(text)
		return err
	}
	if f.sent {
		var c errs.Collector
		c.Add(name, "TOO_MANY", "max", 1)
		return c.Err()
	}
	f.sent, f.filename = true, part.FileName()
	content, err := io.ReadAll(io.LimitReader(part, most+1)) // one more tells what is too large
	f.file = content
	return err
}

// formError says whose fault a form was that could not be read.
func formError(err error, most int64) error {
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return media.ErrTooLarge(most)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errs.New(errs.Unavailable, "TIMEOUT").With(err)
	}
	return errs.New(errs.Malformed, "MALFORMED").With(err)
}

// multipartBody describes a form with a file for the document.
func multipartBody(fields map[string]*huma.Schema) *huma.RequestBody {
	schema := &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary", Description: "The file"}},
	}
	for name, field := range fields {
		schema.Properties[name] = field
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: schema}}}
}

// isJSON tells whether a media type is JSON (RFC 6839 section 3.1).
func isJSON(kind string) bool { return kind == "application/json" || strings.HasSuffix(kind, "+json") }
