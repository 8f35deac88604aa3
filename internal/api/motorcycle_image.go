package api

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
)

// ImagePath is the picture of a motorcycle that the path names. Exported because the framework describes only such
// embedded structs.
type ImagePath struct {
	IDPath
	ImageID string `path:"imageId" doc:"UUID"`
}

func (p ImagePath) parseBoth() (uuid.UUID, uuid.UUID, error) {
	id, err := p.parse(noMotorcycle)
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	imageID, err := IDPath{ID: p.ImageID}.parse(func(string) *errs.Error { return motorcycle.ErrImageNotFound })
	return id, imageID, err
}

type updateImageRequest struct {
	ImagePath
	Body struct {
		AltText   *string `json:"altText,omitempty" doc:"Up to 500 characters"`
		IsPrimary *bool   `json:"isPrimary,omitempty" doc:"True: in the place of the primary one before"`
	}
}

type orderImagesRequest struct {
	IDPath
	Body struct {
		ImageIDs []uuid.UUID `json:"imageIds" doc:"Every picture of the motorcycle, once"`
	}
}

type imageData struct {
	Image imageView `json:"image"`
}

type imageAnswer data[imageData]

func (a *API) registerMotorcycleImages() {
	register(a, Operation{
		Method: http.MethodPut, Path: "/motorcycles/{id}/images", ID: "orderMotorcycleImages", Tag: "motorcycles",
		Permission: authz.MotorcycleImageCreate, Status: http.StatusNoContent, Summary: "Put a motorcycle's pictures in order",
		Description: "The primary one is shown first all the same.", Errors: []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.orderMotorcycleImages)
	register(a, Operation{
		Method: http.MethodPut, Path: "/motorcycles/{id}/images/{imageId}", ID: "updateMotorcycleImage", Tag: "motorcycles",
		Permission: authz.MotorcycleImageCreate, Summary: "Describe a picture or make it the primary one",
		Errors: []string{"MOTORCYCLE_NOT_FOUND", "MOTORCYCLE_IMAGE_NOT_FOUND"},
	}, a.updateMotorcycleImage)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/motorcycles/{id}/images/{imageId}", ID: "deleteMotorcycleImage", Tag: "motorcycles",
		Permission: authz.MotorcycleImageDelete, Status: http.StatusNoContent, Summary: "Take a picture away",
		Errors: []string{"MOTORCYCLE_NOT_FOUND", "MOTORCYCLE_IMAGE_NOT_FOUND"},
	}, a.deleteMotorcycleImage)
}

func (a *API) orderMotorcycleImages(ctx context.Context, in *orderImagesRequest) (*struct{}, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Motorcycle.OrderImages(ctx, id, in.Body.ImageIDs)
}

func (a *API) updateMotorcycleImage(ctx context.Context, in *updateImageRequest) (*imageAnswer, error) {
	id, imageID, err := in.parseBoth()
	if err != nil {
		return nil, err
	}
	image, err := a.Services.Motorcycle.UpdateImage(ctx, id, imageID, motorcycle.UpdateImageInput{AltText: in.Body.AltText, Primary: in.Body.IsPrimary})
	if err != nil {
		return nil, err
	}
	out := &imageAnswer{}
	out.Body.Data.Image = toImageViews([]motorcycle.Image{image})[0]
	return out, nil
}

func (a *API) deleteMotorcycleImage(ctx context.Context, in *ImagePath) (*struct{}, error) {
	id, imageID, err := in.parseBoth()
	if err != nil {
		return nil, err
	}
	_, err = a.Services.Motorcycle.DeleteImage(ctx, id, imageID)
	return nil, err
}
