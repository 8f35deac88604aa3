package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/franchise"
	"rihla/internal/motorcycle"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/week"
	"rihla/internal/search"
)

type imageView struct {
	ID        uuid.UUID `json:"id"`
	ImageURL  string    `json:"imageUrl"`
	AltText   string    `json:"altText"`
	IsPrimary bool      `json:"isPrimary"`
}

func toImageViews(images []motorcycle.Image) []imageView {
	out := make([]imageView, len(images))
	for i, image := range images {
		out[i] = imageView{ID: image.ID, ImageURL: image.URL, AltText: image.AltText, IsPrimary: image.Primary}
	}
	return out
}

type featureView struct {
	ID      uuid.UUID `json:"id"`
	Name    string    `json:"name"`
	IconURL *string   `json:"iconUrl"`
}

func toFeatureViews(features []motorcycle.Feature) []featureView {
	out := make([]featureView, len(features))
	for i, f := range features {
		out[i] = featureView{ID: f.ID, Name: f.Name, IconURL: f.IconURL}
	}
	return out
}

// placeView is where a motorcycle stands (D11).
type placeView struct {
	ID        uuid.UUID            `json:"id"`
	Kind      motorcycle.PlaceKind `json:"kind"`
	Name      string               `json:"name"`
	Address   string               `json:"address"`
	Latitude  *float64             `json:"latitude"`
	Longitude *float64             `json:"longitude"`
}

// MotorcycleView is a motorcycle as anyone may see it (D19). Exported because the framework describes only such
// embedded structs.
type MotorcycleView struct {
	ID              uuid.UUID                `json:"id"`
	Make            string                   `json:"make"`
	Model           string                   `json:"model"`
	Year            int                      `json:"year"`
	Description     string                   `json:"description"`
	Category        *motorcycle.Category     `json:"category"`
	EngineSizeCC    *int                     `json:"engineSizeCc"`
	Transmission    *motorcycle.Transmission `json:"transmission"`
	BasePricePerDay MAD                      `json:"basePricePerDay"`
	FranchiseID     uuid.UUID                `json:"franchiseId"`
	FranchiseName   string                   `json:"franchiseName"`
	Images          []imageView              `json:"images"`
	Features        []featureView            `json:"features"`
	Place           placeView                `json:"place"`
	DistanceKm      *float64                 `json:"distanceKm" doc:"From the place of the search"`
	Quote           *quote                   `json:"quote,omitempty" doc:"The price of the searched period, without extras"`
}

func toMotorcycleView(m motorcycle.Card) MotorcycleView {
	return MotorcycleView{
		ID: m.ID, Make: m.Make, Model: m.Model, Year: m.Year, Description: m.Description, Category: m.Category,
		EngineSizeCC: m.EngineSizeCC, Transmission: m.Transmission, BasePricePerDay: MAD(m.DayPrice), FranchiseID: m.FranchiseID,
		FranchiseName: m.FranchiseName, Images: toImageViews(m.Images), Features: toFeatureViews(m.Features), Place: placeView(m.Place),
	}
}

func toFoundView(f search.Found) MotorcycleView {
	v := toMotorcycleView(f.Card)
	v.DistanceKm = f.DistanceKm
	if f.Quote != nil {
		q := toQuote(booking.QuoteResult{Quote: *f.Quote, Grace: f.Grace, Available: true})
		v.Quote = &q
	}
	return v
}

type searchRequest struct {
	Location     string                  `query:"location" doc:"A parking point's id, current:lat,lng or address:text"`
	Radius       numberText              `query:"radius" doc:"Kilometres around the location, 0.1 to 100; when empty 10 to 25, by what it is"`
	StartDate    dateText                `query:"startDate" doc:"First day, 2006-01-02, in Casablanca"`
	EndDate      dateText                `query:"endDate" doc:"Last day"`
	StartTime    string                  `query:"startTime" doc:"Time of pick-up, 15:04; 10:00 when empty"`
	EndTime      string                  `query:"endTime" doc:"Time of return, 15:04; 10:00 when empty"`
	FranchiseID  string                  `query:"franchiseId" doc:"Only this franchise's"`
	Category     []motorcycle.Category   `query:"category,explode" doc:"Any of these"`
	Transmission motorcycle.Transmission `query:"transmission"`
	MinPrice     numberText              `query:"minPrice" doc:"MAD a day"`
	MaxPrice     numberText              `query:"maxPrice" doc:"MAD a day"`
	MinEngineCC  numberText              `query:"minEngineCc" doc:"Cubic centimetres"`
	MaxEngineCC  numberText              `query:"maxEngineCc" doc:"Cubic centimetres"`
	FeatureID    []string                `query:"featureId,explode" doc:"All of these"`
	Sort         search.Sort             `query:"sort" doc:"price when empty"`
	Page         int                     `query:"page" default:"1" doc:"Page, from 1"`
	Limit        int                     `query:"limit" default:"5" doc:"Rows a page, 1 to 100"`
}

type searchData struct {
	Motorcycles []MotorcycleView `json:"motorcycles"`
	Pagination  pagination       `json:"pagination"`
	Search      searchView       `json:"search"`
	Facets      *facetsView      `json:"facets" doc:"What was found, whatever price was asked for; null when nothing was"`
	Nearest     *nearestView     `json:"nearest" doc:"When nothing is free: the next period with something"`
	Elsewhere   []elsewhereView  `json:"elsewhere" doc:"When nothing is near the place: the nearest places with something, at most three"`
}

type searchAnswer data[searchData]

type searchView struct {
	Place         *searchPlace `json:"place"`
	StartDatetime *time.Time   `json:"startDatetime"`
	EndDatetime   *time.Time   `json:"endDatetime"`
	Days          *int         `json:"days" doc:"Billable days at the platform's grace"`
}

type searchPlace struct {
	Label     string  `json:"label"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	RadiusKm  float64 `json:"radiusKm"`
}

type facetsView struct {
	PriceMin MAD `json:"priceMin"`
	PriceMax MAD `json:"priceMax"`
}

type nearestView struct {
	StartDatetime time.Time `json:"startDatetime"`
	EndDatetime   time.Time `json:"endDatetime"`
	Total         int       `json:"total"`
}

type elsewhereView struct {
	Kind       motorcycle.PlaceKind `json:"kind"`
	Name       string               `json:"name"`
	Location   string               `json:"location" doc:"Value for the location parameter that means this place"`
	DistanceKm float64              `json:"distanceKm"`
	Total      int                  `json:"total"`
}

type motorcycleData struct {
	Motorcycle motorcycleDetails `json:"motorcycle"`
}

type motorcycleAnswer data[motorcycleData]

// motorcycleDetails are one motorcycle; the fields of its staff are absent for everybody else.
type motorcycleDetails struct {
	MotorcycleView
	*StaffFields
	Franchise ownerView `json:"franchise"`
}

// ownerView is the franchise beside its motorcycle: whom to call and what cancelling costs.
type ownerView struct {
	ID                 uuid.UUID  `json:"id"`
	Name               string     `json:"name"`
	Address            string     `json:"address"`
	ContactPhone       string     `json:"contactPhone"`
	Latitude           *float64   `json:"latitude"`
	Longitude          *float64   `json:"longitude"`
	OperatingHours     week.Hours `json:"operatingHours"`
	CancellationPolicy policyView `json:"cancellationPolicy"`
	GraceHours         float64    `json:"graceHours"`
}

type policyView struct {
	FullRefundHours      int `json:"fullRefundHours"`
	PartialRefundHours   int `json:"partialRefundHours"`
	PartialRefundPercent int `json:"partialRefundPercent"`
}

type availabilityRequest struct {
	IDPath
	StartDate time.Time `query:"startDate" required:"true" doc:"Instant of pick-up"`
	EndDate   time.Time `query:"endDate" required:"true" doc:"Instant of return"`
}

type availabilityData struct {
	Available bool     `json:"available"`
	NextFree  *period  `json:"nextFree" doc:"The next period of the same length that is free; null when this one is, or none is in sight"`
	Conflicts []period `json:"conflicts" doc:"What is taken of the period, in order"`
}

type availabilityAnswer data[availabilityData]

func (a *API) registerMotorcycles() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/search", ID: "searchMotorcycles", Tag: "motorcycles",
		Summary:     "Motorcycles that are free near a place for a period, priced",
		Description: "Every parameter is optional; an empty one is a missing one.",
		Errors:      []string{"PARKING_POINT_NOT_FOUND"},
	}, a.searchMotorcycles)
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/{id}", ID: "getMotorcycle", Tag: "motorcycles",
		Summary: "One motorcycle, with its franchise; its staff read more of it, and of any status",
		Errors:  []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.getMotorcycle)
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/{id}/availability", ID: "getMotorcycleAvailability", Tag: "motorcycles",
		Summary: "Whether a motorcycle is free for a period, and if not, when next",
		Errors:  []string{"MOTORCYCLE_NOT_FOUND"},
	}, a.motorcycleAvailability)
}

func (a *API) searchMotorcycles(ctx context.Context, in *searchRequest) (*searchAnswer, error) {
	result, err := a.Services.Search.Search(ctx, search.Input{
		Location: in.Location, Radius: string(in.Radius), StartDate: string(in.StartDate), EndDate: string(in.EndDate), StartTime: in.StartTime,
		EndTime: in.EndTime, FranchiseID: in.FranchiseID, Categories: texts(in.Category), Transmission: string(in.Transmission),
		MinPrice: string(in.MinPrice), MaxPrice: string(in.MaxPrice), MinEngineCC: string(in.MinEngineCC),
		MaxEngineCC: string(in.MaxEngineCC), FeatureIDs: in.FeatureID, Sort: string(in.Sort), Page: in.Page, Limit: in.Limit,
		Language: requestOf(ctx).language,
	})
	if err != nil {
		return nil, err
	}
	out := &searchAnswer{}
	d := &out.Body.Data
	d.Motorcycles = make([]MotorcycleView, len(result.Motorcycles))
	for i, f := range result.Motorcycles {
		d.Motorcycles[i] = toFoundView(f)
	}
	d.Pagination = paginate(result.Page, result.Limit, listing.Total{Rows: result.Total})
	if p := result.Place; p != nil {
		d.Search.Place = &searchPlace{Label: p.Label, Latitude: p.Latitude, Longitude: p.Longitude, RadiusKm: p.RadiusKm}
	}
	if p := result.Period; p != nil {
		d.Search.StartDatetime, d.Search.EndDatetime, d.Search.Days = utcPointer(&p.Start), utcPointer(&p.End), &result.Days
	}
	if r := result.Prices; r != nil {
		d.Facets = &facetsView{MAD(r.Min), MAD(r.Max)}
	}
	if n := result.Nearest; n != nil {
		d.Nearest = &nearestView{utc(n.Start), utc(n.End), n.Total}
	}
	d.Elsewhere = views(result.Elsewhere, func(e search.Elsewhere) elsewhereView { return elsewhereView(e) })
	return out, nil
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func noMotorcycle(string) *errs.Error { return motorcycle.ErrNotFound }

func (a *API) getMotorcycle(ctx context.Context, in *IDPath) (*motorcycleAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	return a.motorcycle(ctx, id)
}

// motorcycle answers with a motorcycle as its caller may see it.
func (a *API) motorcycle(ctx context.Context, id uuid.UUID) (*motorcycleAnswer, error) {
	m, err := a.Services.Motorcycle.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	view := motorcycleDetails{MotorcycleView: toMotorcycleView(m.Card), Franchise: toOwnerView(m.Franchise)}
	if m.Staff != nil {
		fields := toStaffFields(*m.Staff)
		view.StaffFields = &fields
	}
	out := &motorcycleAnswer{}
	out.Body.Data.Motorcycle = view
	return out, nil
}

func toOwnerView(f franchise.Franchise) ownerView {
	return ownerView{
		ID: f.ID, Name: f.Name, Address: f.Address, ContactPhone: f.ContactPhone, Latitude: f.Latitude, Longitude: f.Longitude,
		OperatingHours: f.OperatingHours, GraceHours: f.Settings.Grace.Hours(),
		CancellationPolicy: policyView{
			FullRefundHours: f.Settings.Policy.FullHours, PartialRefundHours: f.Settings.Policy.PartialHours,
			PartialRefundPercent: f.Settings.Policy.Percent,
		},
	}
}

func (a *API) motorcycleAvailability(ctx context.Context, in *availabilityRequest) (*availabilityAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	found, err := a.Services.Motorcycle.Availability(ctx, id, calendar.Period{Start: in.StartDate, End: in.EndDate})
	if err != nil {
		return nil, err
	}
	out := &availabilityAnswer{}
	out.Body.Data = availabilityData{
		Available: found.Available, NextFree: toPeriod(found.NextFree),
		Conflicts: views(found.Conflicts, func(p calendar.Period) period { return *toPeriod(&p) }),
	}
	return out, nil
}
