package api

import (
	"context"
	"net/http"
	"strconv"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
)

// included is what stands beside a booking.
type included struct{ user, motorcycle, payment, franchise, points, supplements bool }

// What stands beside bookings when nobody says otherwise: everything beside one, what a customer's page needs beside
// many.
var (
	everything = included{user: true, motorcycle: true, payment: true, franchise: true, points: true, supplements: true}
	usual      = included{motorcycle: true, payment: true, points: true, supplements: true}
)

// BookingIncludes choose what stands beside bookings (specification section 5). Exported because the framework describes
// only such embedded structs.
type BookingIncludes struct {
	IncludeUser          flagText `query:"includeUser" doc:"The customer; in lists false when left out"`
	IncludeMotorcycle    flagText `query:"includeMotorcycle" doc:"True when left out"`
	IncludePayment       flagText `query:"includePayment" doc:"True when left out"`
	IncludeFranchise     flagText `query:"includeFranchise" doc:"In lists false when left out"`
	IncludeParkingPoints flagText `query:"includeParkingPoints" doc:"Where the motorcycle is handed over and taken back; true when left out"`
	IncludeSupplements   flagText `query:"includeSupplements" doc:"True when left out"`
}

func (in BookingIncludes) include(out included) (included, error) {
	var f filters
	for _, choice := range []struct {
		name   string
		text   flagText
		target *bool
	}{
		{"includeUser", in.IncludeUser, &out.user}, {"includeMotorcycle", in.IncludeMotorcycle, &out.motorcycle},
		{"includePayment", in.IncludePayment, &out.payment}, {"includeFranchise", in.IncludeFranchise, &out.franchise},
		{"includeParkingPoints", in.IncludeParkingPoints, &out.points}, {"includeSupplements", in.IncludeSupplements, &out.supplements},
	} {
		if chosen := f.flag(choice.name, choice.text); chosen != nil {
			*choice.target = *chosen
		}
	}
	return out, f.Err()
}

// BookingFilters narrow a list of bookings (specification section 5). Exported because the framework describes only such
// embedded structs.
type BookingFilters struct {
	SearchText
	UserID                string           `query:"userId"`
	MotorcycleID          string           `query:"motorcycleId"`
	FranchiseID           string           `query:"franchiseId"`
	Status                []booking.Status `query:"status,explode" enum:"PENDING_PAYMENT,CONFIRMED,ACTIVE,COMPLETED,CANCELLED_BY_USER,CANCELLED_BY_ADMIN" maxItems:"20"`
	PaymentStatus         []payment.Status `query:"paymentStatus,explode" enum:"PENDING,PROCESSING,COMPLETED,FAILED,CANCELLED,REFUNDED,PARTIALLY_REFUNDED" maxItems:"20" doc:"Of the payment that counts: the one that is open or was captured, else the latest"`
	BookingType           []booking.Type   `query:"bookingType,explode" enum:"AUTONOM,DELIVERY" maxItems:"20"`
	StartDatetimeAfter    timeText         `query:"startDatetimeAfter" doc:"Or at"`
	StartDatetimeBefore   timeText         `query:"startDatetimeBefore" doc:"Or at"`
	EndDatetimeAfter      timeText         `query:"endDatetimeAfter" doc:"Or at"`
	EndDatetimeBefore     timeText         `query:"endDatetimeBefore" doc:"Or at"`
	CreatedAfter          timeText         `query:"createdAfter" doc:"Or at"`
	CreatedBefore         timeText         `query:"createdBefore" doc:"Or at"`
	CancelledAfter        timeText         `query:"cancelledAfter" doc:"Or at; when it was cancelled, of those that are"`
	CancelledBefore       timeText         `query:"cancelledBefore" doc:"Or at"`
	IsLapsed              flagText         `query:"isLapsed" doc:"Of those that are cancelled: whether that was for not having been paid in time"`
	PickupParkingPointID  string           `query:"pickupParkingPointId"`
	DropoffParkingPointID string           `query:"dropoffParkingPointId"`
	MinTotalAmount        numberText       `query:"minTotalAmount"`
	MaxTotalAmount        numberText       `query:"maxTotalAmount"`
}

func (in BookingFilters) input(page listing.Page) (booking.ListInput, error) {
	var f filters
	out := booking.ListInput{
		Page: page, Search: in.Q, UserID: f.id("userId", in.UserID), MotorcycleID: f.id("motorcycleId", in.MotorcycleID),
		FranchiseID: f.id("franchiseId", in.FranchiseID), Statuses: in.Status, Types: in.BookingType,
		PickupPointID:  f.id("pickupParkingPointId", in.PickupParkingPointID),
		DropoffPointID: f.id("dropoffParkingPointId", in.DropoffParkingPointID),
		Start: booking.Range{
			After: f.instant("startDatetimeAfter", in.StartDatetimeAfter), Before: f.instant("startDatetimeBefore", in.StartDatetimeBefore),
		},
		End: booking.Range{
			After: f.instant("endDatetimeAfter", in.EndDatetimeAfter), Before: f.instant("endDatetimeBefore", in.EndDatetimeBefore),
		},
		Created: booking.Range{After: f.instant("createdAfter", in.CreatedAfter), Before: f.instant("createdBefore", in.CreatedBefore)},
		Cancelled: booking.Range{
			After: f.instant("cancelledAfter", in.CancelledAfter), Before: f.instant("cancelledBefore", in.CancelledBefore),
		},
		Lapsed:   f.flag("isLapsed", in.IsLapsed),
		MinTotal: f.amount("minTotalAmount", in.MinTotalAmount), MaxTotal: f.amount("maxTotalAmount", in.MaxTotalAmount),
	}
	for _, status := range in.PaymentStatus {
		out.PaymentStatuses = append(out.PaymentStatuses, string(status))
	}
	return out, f.Err()
}

// listBookingsRequest has no upper bound on its limit (specification section 5).
type listBookingsRequest struct {
	Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Limit int `query:"limit" default:"10" minimum:"1"`
	SortQuery
	BookingFilters
	BookingIncludes
}

type exportBookingsRequest struct {
	SortQuery
	BookingFilters
}

type bookingsData struct {
	Bookings   []bookingView `json:"bookings"`
	Pagination pagination    `json:"pagination"`
}

type bookingsAnswer data[bookingsData]

func (a *API) registerBookingLists() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/bookings", ID: "listBookings", Tag: "bookings", Permission: authz.BookingList,
		Summary:     "The bookings that the caller may see, the newest first",
		Description: "q looks in references, registration numbers, and customers' names and addresses.",
	}, a.listBookings)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/bookings/export", ID: "exportBookings", Tag: "bookings", Permission: authz.BookingList,
		Summary: "The same list as CSV",
	}, "bookings", bookingColumns, a.exportBookings)
}

// bookingColumns are the columns of the export.
var bookingColumns = []column[booking.Exported]{
	{"id", func(b booking.Exported) string { return b.ID.String() }},
	{"reference", func(b booking.Exported) string { return b.Reference }},
	{"bookingStatus", func(b booking.Exported) string { return string(b.Status) }},
	{"bookingType", func(b booking.Exported) string { return string(b.Type) }},
	{"startDatetime", func(b booking.Exported) string { return timeTextOf(&b.Start) }},
	{"endDatetime", func(b booking.Exported) string { return timeTextOf(&b.End) }},
	{"days", func(b booking.Exported) string { return strconv.Itoa(b.Days) }},
	{"baseRentalPrice", func(b booking.Exported) string { return b.BaseRental.String() }},
	{"supplementsTotalPrice", func(b booking.Exported) string { return b.Supplements.String() }},
	{"totalAmount", func(b booking.Exported) string { return b.Total.String() }},
	{"paymentStatus", func(b booking.Exported) string { return b.PaymentStatus }},
	{"userId", func(b booking.Exported) string { return b.UserID.String() }},
	{"firstName", func(b booking.Exported) string { return b.Customer.FirstName }},
	{"lastName", func(b booking.Exported) string { return b.Customer.LastName }},
	{"email", func(b booking.Exported) string { return b.Customer.Email }},
	{"phoneNumber", func(b booking.Exported) string { return textOf(b.Customer.PhoneNumber) }},
	{"motorcycleId", func(b booking.Exported) string { return b.MotorcycleID.String() }},
	{"motorcycle", func(b booking.Exported) string { return b.Motorcycle }},
	{"registrationNumber", func(b booking.Exported) string { return b.RegistrationNumber }},
	{"franchiseId", func(b booking.Exported) string { return b.FranchiseID.String() }},
	{"franchise", func(b booking.Exported) string { return b.FranchiseName }},
	{"pickupParkingPointId", func(b booking.Exported) string { return idText(b.PickupParkingPointID) }},
	{"dropoffParkingPointId", func(b booking.Exported) string { return idText(b.DropoffParkingPointID) }},
	{"customerLocation", func(b booking.Exported) string { return textOf(b.CustomerLocation) }},
	{"notesByCustomer", func(b booking.Exported) string { return textOf(b.NotesByCustomer) }},
	{"notesByAdmin", func(b booking.Exported) string { return textOf(b.NotesByAdmin) }},
	{"createdAt", func(b booking.Exported) string { return timeTextOf(&b.CreatedAt) }},
	{"updatedAt", func(b booking.Exported) string { return timeTextOf(&b.UpdatedAt) }},
}

func (a *API) listBookings(ctx context.Context, in *listBookingsRequest) (*bookingsAnswer, error) {
	query, err := in.input(listing.Page{Number: in.Page, Limit: in.Limit, Sort: in.Sort})
	if err != nil {
		return nil, err
	}
	include, err := in.include(usual)
	if err != nil {
		return nil, err
	}
	query.WithoutExtras = !include.supplements
	bookings, total, err := a.Services.Booking.List(ctx, query)
	if err != nil {
		return nil, err
	}
	views, err := a.bookingViews(ctx, bookings, include)
	if err != nil {
		return nil, err
	}
	out := &bookingsAnswer{}
	out.Body.Data = bookingsData{Bookings: views, Pagination: paginate(in.Page, in.Limit, total)}
	return out, nil
}

func (a *API) exportBookings(in *exportBookingsRequest) (func(context.Context, func(booking.Exported) error) error, error) {
	input, err := in.input(in.page())
	return func(ctx context.Context, yield func(booking.Exported) error) error {
		return a.Services.Booking.Export(ctx, input, yield)
	}, err
}
