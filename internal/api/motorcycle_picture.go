package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"rihla/internal/media"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
)

type imageCreatedAnswer created[imageData]

type addImageRequest struct {
	IDPath
	UploadBody
}

// imageAddress is a picture that lies somewhere already (specification section 5).
type imageAddress struct {
	ImageURL  string `json:"imageUrl"`
	IsPrimary bool   `json:"isPrimary"`
	AltText   string `json:"altText"`
}

func (a *API) registerPictures() {
	primary := &huma.Schema{Type: huma.TypeBoolean, Description: "In the place of the primary one before; false when left out"}
	words := &huma.Schema{Type: huma.TypeString, Description: "What the picture shows, up to 500 characters"}
	body := multipartBody(map[string]*huma.Schema{"isPrimary": primary, "altText": words})
	body.Content["application/json"] = &huma.MediaType{Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"imageUrl"}, Properties: map[string]*huma.Schema{
			"imageUrl": {Type: huma.TypeString, Description: "An address on the web or a path on this site"}, "isPrimary": primary, "altText": words,
		},
	}}
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles/{id}/images", ID: "addMotorcycleImage", Tag: "motorcycles",
		Permission: authz.MotorcycleImageCreate, Status: http.StatusCreated,
		Summary: "Add a picture, uploaded with the call or named by its address", Description: "A file is treated as by uploadMedia.",
		Errors: append([]string{"MOTORCYCLE_NOT_FOUND", "MEDIA_GONE", "MEDIA_MISPLACED"}, uploadErrors...), RequestBody: body,
	}, a.addImage)
}

func (a *API) addImage(ctx context.Context, in *addImageRequest) (*imageCreatedAnswer, error) {
	defer in.drain()
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	if err := a.Services.Motorcycle.CheckImageCreate(ctx, id); err != nil {
		return nil, err
	}
	var added motorcycle.Image
	if isJSON(in.mediaType()) {
		address, failed := in.imageAddress()
		if failed != nil {
			return nil, failed
		}
		added, err = a.Services.Motorcycle.AddImage(ctx, id, motorcycle.NewImage{
			URL: address.ImageURL, AltText: address.AltText, Primary: address.IsPrimary,
		})
	} else {
		sent, leave, failed := a.admitForm(ctx, &in.UploadBody)
		if failed != nil {
			return nil, failed
		}
		defer leave()
		var f filters
		primary := f.flag("isPrimary", flagText(sent.values["isPrimary"]))
		if err := f.Err(); err != nil {
			return nil, err
		}
		added, err = a.Services.Media.UploadImage(ctx, id, media.UploadImageInput{
			Filename: sent.filename, Content: sent.file, AltText: sent.values["altText"], Primary: primary != nil && *primary,
		})
	}
	if err != nil {
		return nil, err
	}
	out := &imageCreatedAnswer{Location: "/motorcycles/" + id.String() + "/images/" + added.ID.String()}
	out.Body.Data.Image = toImageViews([]motorcycle.Image{added})[0]
	return out, nil
}

// imageAddress reads a JSON body. Returns MALFORMED, TOO_LARGE and VALIDATION.
func (b *UploadBody) imageAddress() (imageAddress, error) {
	var out imageAddress
	defer b.limitTime(formTime)()
	err := json.NewDecoder(http.MaxBytesReader(b.w, b.r.Body, formExtra)).Decode(&out)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		var c errs.Collector
		c.Add(wrong.Field, "INVALID_TYPE")
		return out, c.Err()
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return out, errs.New(errs.TooLarge, "TOO_LARGE").With(err)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return out, errs.New(errs.Malformed, "MALFORMED").With(err)
	}
	return out, nil // nothing at all lacks an address, which the fleet says
}
