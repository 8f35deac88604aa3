package api

import (
	"context"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"rihla/internal/booking"
	"rihla/internal/document"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
)

type bookingDocumentRequest struct {
	IDPath
	Language string `query:"lang" enum:"en,fr,ar" doc:"Left out: the language that the customer had when it was made"`
}

func (a *API) registerBookingDocuments() {
	for _, d := range []struct {
		kind                     document.Kind
		path, id, summary, about string
	}{
		{
			document.Contract, "/bookings/{id}/contract", "getBookingContract", "The rental contract of a booking, as a PDF",
			"There is one once the booking is confirmed. One that is moved gets another; after the rental it stays as it was.",
		},
		{
			document.Receipt, "/bookings/{id}/receipt", "getBookingReceipt", "The receipt of a booking, as a PDF",
			"There is one once money was taken. It tells what was taken and given back so far.",
		},
	} {
		register(a, Operation{
			Method: http.MethodGet, Path: d.path, ID: d.id, Tag: "bookings", Permission: authz.BookingGetByID, Produces: pdfType,
			Summary: d.summary, Description: d.about + " Each use is in the audit log.", Errors: []string{"BOOKING_NOT_FOUND", "DOCUMENT_NOT_FOUND"},
		}, func(ctx context.Context, in *bookingDocumentRequest) (*huma.StreamResponse, error) {
			id, err := in.parse(booking.ErrNotFound)
			if err != nil {
				return nil, err
			}
			return answerFile(a.Services.Document.Get(ctx, d.kind, id, i18n.Language(in.Language)))
		})
	}
}

const pdfType = "application/pdf"

// answerFile hands a document out, or refuses.
func answerFile(file document.File, err error) (*huma.StreamResponse, error) {
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		_, w := humachi.Unwrap(ctx)
		handOut(w, file)
	}}, nil
}

// handOut answers a document to be saved. It is about somebody: nothing on the way keeps it.
func handOut(w http.ResponseWriter, file document.File) {
	h := w.Header()
	h.Set("Content-Type", pdfType)
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	_, _ = w.Write(file.Content) // whoever left has no use for an error
}
