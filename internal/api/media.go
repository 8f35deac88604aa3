package api

import (
	"context"
	"maps"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/google/uuid"

	"rihla/internal/media"
	"rihla/internal/platform/authz"
)

type mediaView struct {
	ID          uuid.UUID          `json:"id"`
	Purpose     media.Purpose      `json:"purpose"`
	URL         string             `json:"url" doc:"What other things name the file by: its largest variant, or the document"`
	Filename    string             `json:"filename" doc:"As its uploader called it"`
	ContentType string             `json:"contentType" doc:"As it is stored, whatever it came as"`
	Size        int64              `json:"size" doc:"Bytes at url"`
	Width       *int               `json:"width" doc:"Pixels at url; null: a document"`
	Height      *int               `json:"height"`
	Variants    []mediaVariantView `json:"variants" doc:"From the smallest; none of a document"`
	IsPrivate   bool               `json:"isPrivate" doc:"True: its addresses answer only by a link"`
	CreatedAt   time.Time          `json:"createdAt"`
}

type mediaVariantView struct {
	Width int    `json:"width"`
	URL   string `json:"url"`
}

func toMediaView(m media.Media) mediaView {
	v := mediaView{
		ID: m.ID, Purpose: m.Purpose, URL: m.URL(), Filename: m.Filename, ContentType: m.ContentType, Size: m.Size, Width: m.Width,
		Height: m.Height, Variants: []mediaVariantView{}, IsPrivate: m.Purpose.Private(), CreatedAt: utc(m.CreatedAt),
	}
	if m.Width != nil {
		v.Variants = views(m.Variants, func(x media.Variant) mediaVariantView { return mediaVariantView(x) })
	}
	return v
}

type mediaData struct {
	Media mediaView `json:"media"`
}

type mediaCreatedAnswer created[mediaData]

type uploadMediaRequest struct{ UploadBody }

// MediaPath names a file. Exported because the framework describes only such embedded structs.
type MediaPath struct {
	ID string `path:"id" doc:"Id, address or place in the store, URL-encoded"`
}

type mediaLinkView struct {
	URL       string     `json:"url"`
	ExpiresAt *time.Time `json:"expiresAt" doc:"Null: a picture that anybody may see"`
}

type mediaLinkData struct {
	Link mediaLinkView `json:"link"`
}

type mediaLinkAnswer data[mediaLinkData]

type mediaFileRequest struct {
	ID   string `path:"id" doc:"UUID"`
	File string `path:"file" doc:"Name of a variant, as its address has it"`
	Link string `query:"link" maxLength:"1000" doc:"What a link to a private file carries"`
}

// uploadErrors are what any operation that takes a file may refuse with.
var uploadErrors = []string{
	"MULTIPART_EXPECTED", "MEDIA_TOO_LARGE", "MEDIA_TYPE", "MEDIA_BROKEN", "MEDIA_TOO_MANY_PIXELS", "MEDIA_QUOTA", "RATE_LIMITED",
}

func (a *API) registerMedia() {
	register(a, Operation{
		Method: http.MethodPost, Path: "/media/upload", ID: "uploadMedia", Tag: "media", Permission: authz.MediaUpload,
		Status: http.StatusCreated, Summary: "Upload a file",
		Description: "Pictures (JPEG, PNG, WebP, the first frame of a GIF) are drawn anew in up to three widths, without what else was in the " +
			"file. Papers are private and may be PDF. What nothing names is removed after a day.",
		Errors: uploadErrors, RequestBody: multipartBody(map[string]*huma.Schema{
			"purpose": {Type: huma.TypeString, Enum: enum(media.Purposes), Description: "Left out: a customer's identity card, anybody else's picture of a motorcycle"},
		}),
	}, a.uploadMedia)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/media/{id}", ID: "deleteMedia", Tag: "media", Permission: authz.MediaDelete,
		Status: http.StatusNoContent, Summary: "Remove a file that nothing names", Errors: []string{"MEDIA_NOT_FOUND", "MEDIA_IN_USE"},
	}, a.deleteMedia)
	register(a, Operation{
		Method: http.MethodPost, Path: "/media/{id}/link", ID: "linkMedia", Tag: "media", Permission: authz.MediaLink,
		Summary: "A link to a private file, good for five minutes", Errors: []string{"MEDIA_NOT_FOUND"},
		Description: "For who uploaded it, whom it is about, and the staff of the franchise whose motorcycle or account it belongs to or from " +
			"which the person rents. Each link and each use of one is in the audit log.",
	}, a.linkMedia)
	register(a, Operation{
		Method: http.MethodGet, Path: "/media/{id}/{file}", ID: "getMediaFile", Tag: "media", IgnoreToken: true,
		Summary: "The bytes of a file", Description: "Takes ranges. A public picture never changes under its address.",
		Errors: []string{"MEDIA_NOT_FOUND", "MEDIA_LINK_EXPIRED"}, Responses: fileResponses(),
	}, a.getMediaFile)
	a.registerPictures()
}

// fileResponses are how a file is handed out (RFC 9110).
func fileResponses() map[string]*huma.Response {
	files := map[string]*huma.MediaType{}
	for _, kind := range []string{"image/jpeg", "image/png", "application/pdf"} {
		files[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	ranges := maps.Clone(files)
	ranges["multipart/byteranges"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return map[string]*huma.Response{
		"200": {Description: "The whole file", Content: files},
		"206": {Description: "The range or ranges that were asked for", Content: ranges},
		"304": {Description: "What the caller has is still good"},
		"416": {Description: "There is no such range", Content: map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}},
	}
}

func (a *API) uploadMedia(ctx context.Context, in *uploadMediaRequest) (*mediaCreatedAnswer, error) {
	defer in.drain()
	sent, leave, err := a.admitForm(ctx, &in.UploadBody)
	if err != nil {
		return nil, err
	}
	defer leave()
	m, err := a.Services.Media.Upload(ctx, media.UploadInput{
		Purpose: media.Purpose(sent.values["purpose"]), Filename: sent.filename, Content: sent.file,
	})
	if err != nil {
		return nil, err
	}
	out := &mediaCreatedAnswer{Location: m.URL()}
	out.Body.Data.Media = toMediaView(m)
	return out, nil
}

// admitForm reads a form once its sender may upload; leave gives back the place that the upload holds.
func (a *API) admitForm(ctx context.Context, body *UploadBody) (form, func(), error) {
	leave, err := a.Services.Media.Admit(ctx)
	if err != nil {
		return form{}, nil, err
	}
	sent, err := body.form(a.Services.Media.MaxBytes())
	if err != nil {
		leave()
		return form{}, nil, err
	}
	return sent, leave, nil
}

func (a *API) deleteMedia(ctx context.Context, in *MediaPath) (*struct{}, error) {
	id, err := media.ParseID(in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Media.Delete(ctx, id)
}

func (a *API) linkMedia(ctx context.Context, in *MediaPath) (*mediaLinkAnswer, error) {
	id, err := media.ParseID(in.ID)
	if err != nil {
		return nil, err
	}
	link, err := a.Services.Media.Link(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &mediaLinkAnswer{}
	out.Body.Data.Link = mediaLinkView{URL: link.URL, ExpiresAt: utcPointer(link.ExpiresAt)}
	return out, nil
}

func (a *API) getMediaFile(ctx context.Context, in *mediaFileRequest) (*huma.StreamResponse, error) {
	id, err := uuid.Parse(in.ID)
	if err != nil {
		return nil, media.ErrNotFound
	}
	file, err := a.Services.Media.Open(ctx, id, in.File, in.Link)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		r, w := humachi.Unwrap(ctx)
		serveFile(w, r, file)
	}}, nil
}

// serveFile hands out a file so that a browser does nothing with it but show or save it.
func serveFile(w http.ResponseWriter, r *http.Request, file media.File) {
	defer func() { _ = file.Close() }()
	h := w.Header()
	h.Set("Content-Type", file.ContentType)
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if file.Private {
		h.Set("Cache-Control", "private, no-store")
		h.Set("Referrer-Policy", "no-referrer") // the address is a key
	} else {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("ETag", `"`+file.Tag+`"`)
	}
	if file.Filename != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Filename}))
	}
	http.ServeContent(w, r, "", time.Time{}, file)
}
