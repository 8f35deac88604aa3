package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/franchise"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/week"
)

// franchiseView is a franchise; the members from status on are for those who administer it (D19).
type franchiseView struct {
	ID             uuid.UUID  `json:"id"`
	Name           string     `json:"name"`
	Code           string     `json:"code"`
	Address        string     `json:"address"`
	Latitude       *float64   `json:"latitude"`
	Longitude      *float64   `json:"longitude"`
	ContactPhone   string     `json:"contactPhone"`
	ContactEmail   string     `json:"contactEmail"`
	OperatingHours week.Hours `json:"operatingHours" doc:"Per weekday, monday to sunday, on the clock of Casablanca"`

	Status               *franchise.Status `json:"status,omitempty" doc:"This and what follows: for those who administer the franchise"`
	CommissionRate       *float64          `json:"commissionRate,omitempty" doc:"The platform's part of what the franchise earns, 0 to 1"`
	GraceMinutes         optional[int]     `json:"graceMinutes,omitzero" doc:"How far past the last full day is not billed; null: the platform's"`
	HoldAutonomMinutes   optional[int]     `json:"holdAutonomMinutes,omitzero" doc:"How long an unpaid booking holds its motorcycle; null: the platform's"`
	HoldDeliveryMinutes  optional[int]     `json:"holdDeliveryMinutes,omitzero" doc:"The same for delivery; null: the platform's"`
	TurnaroundMinutes    *int              `json:"turnaroundMinutes,omitempty" doc:"How long a motorcycle stays taken after a rental"`
	FullRefundHours      *int              `json:"fullRefundHours,omitempty" doc:"Until so long before the start, all is given back"`
	PartialRefundHours   *int              `json:"partialRefundHours,omitempty" doc:"Until so long before the start, a part is given back"`
	PartialRefundPercent *int              `json:"partialRefundPercent,omitempty"`
	PlatformSettings     *platformSettings `json:"platformSettings,omitempty"`
	CreatedAt            *time.Time        `json:"createdAt,omitempty"`
	UpdatedAt            *time.Time        `json:"updatedAt,omitempty" doc:"To be sent back with a change, so that nobody's change is lost"`
}

// platformSettings are what holds where a franchise's own setting is null.
type platformSettings struct {
	GraceMinutes        int `json:"graceMinutes"`
	HoldAutonomMinutes  int `json:"holdAutonomMinutes"`
	HoldDeliveryMinutes int `json:"holdDeliveryMinutes"`
}

func (a *API) toFranchiseView(f franchise.Franchise) franchiseView {
	v := franchiseView{
		ID: f.ID, Name: f.Name, Code: f.Code, Address: f.Address, Latitude: f.Latitude, Longitude: f.Longitude,
		ContactPhone: f.ContactPhone, ContactEmail: f.ContactEmail, OperatingHours: f.OperatingHours,
	}
	if f.Administration != nil {
		v.administer(f, a.Services.Franchise.Defaults())
	}
	return v
}

func (v *franchiseView) administer(f franchise.Franchise, defaults franchise.Defaults) {
	own, policy := f.Administration, f.Settings.Policy
	v.Status, v.CommissionRate, v.CreatedAt, v.UpdatedAt = &own.Status, &own.CommissionRate, &own.CreatedAt, &own.UpdatedAt
	v.GraceMinutes, v.HoldAutonomMinutes, v.HoldDeliveryMinutes = minutesOf(own.Grace), minutesOf(own.HoldAutonom), minutesOf(own.HoldDelivery)
	v.TurnaroundMinutes = minutesOf(&f.Settings.Turnaround).value
	v.FullRefundHours, v.PartialRefundHours, v.PartialRefundPercent = &policy.FullHours, &policy.PartialHours, &policy.Percent
	v.PlatformSettings = &platformSettings{
		*minutesOf(&defaults.Grace).value, *minutesOf(&defaults.HoldAutonom).value, *minutesOf(&defaults.HoldDelivery).value,
	}
}

// minutesOf is a member that is written, null when there is no such span.
func minutesOf(span *time.Duration) optional[int] {
	if span == nil {
		return optional[int]{sent: true}
	}
	whole := int(*span / time.Minute)
	return optional[int]{sent: true, value: &whole}
}

// spanOf is how services take minutes: nil leaves what is, a pointer to nil takes it away.
func spanOf(minutes optional[int]) **time.Duration {
	if !minutes.sent {
		return nil
	}
	span := plainSpan(minutes.value)
	return &span
}

func plainSpan(minutes *int) *time.Duration {
	if minutes == nil {
		return nil
	}
	span := time.Duration(*minutes) * time.Minute
	return &span
}

// FranchiseFilters narrow the list of franchises. Exported because the framework describes only such embedded structs.
type FranchiseFilters struct {
	SearchText
	Name   string             `query:"name" maxLength:"200" doc:"Part of the name"`
	Code   string             `query:"code" maxLength:"200" doc:"Part of the code"`
	Status []franchise.Status `query:"status,explode" maxItems:"100" doc:"Any of these; the public sees active ones"`
}

func (in FranchiseFilters) input(page listing.Page) franchise.ListInput {
	return franchise.ListInput{Page: page, Search: in.Q, Name: in.Name, Code: in.Code, Statuses: in.Status}
}

type listFranchisesRequest struct {
	ListQuery
	FranchiseFilters
}

type exportFranchisesRequest struct {
	SortQuery
	FranchiseFilters
}

type franchisesData struct {
	Franchises []franchiseView `json:"franchises"`
	Pagination pagination      `json:"pagination"`
}

type franchisesAnswer data[franchisesData]

type franchiseData struct {
	Franchise franchiseView `json:"franchise"`
}

type (
	franchiseAnswer        data[franchiseData]
	franchiseCreatedAnswer created[franchiseData]
)

type createFranchiseRequest struct {
	Body struct {
		Name                 string           `json:"name" doc:"2 to 100 characters"`
		Code                 string           `json:"code" doc:"2 to 20 of A-Z, 0-9, _ and -; no two franchises have the same"`
		Status               franchise.Status `json:"status,omitempty" doc:"PENDING_APPROVAL when left out"`
		Address              string           `json:"address,omitempty" doc:"Up to 500 characters"`
		Latitude             *float64         `json:"latitude,omitempty" doc:"-90 to 90, with longitude or not at all"`
		Longitude            *float64         `json:"longitude,omitempty" doc:"-180 to 180"`
		ContactEmail         string           `json:"contactEmail"`
		ContactPhone         string           `json:"contactPhone,omitempty" doc:"Up to 30 characters"`
		OperatingHours       week.Hours       `json:"operatingHours,omitempty" doc:"Per weekday, monday to sunday, HH:mm; a day left out is closed"`
		CommissionRate       *float64         `json:"commissionRate,omitempty" doc:"0 to 1, to four decimals; 0.15 when left out"`
		GraceMinutes         *int             `json:"graceMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"0 to 1440; left out: the platform's"`
		HoldAutonomMinutes   *int             `json:"holdAutonomMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"1 to 43200; left out: the platform's"`
		HoldDeliveryMinutes  *int             `json:"holdDeliveryMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"1 to 43200; left out: the platform's"`
		TurnaroundMinutes    int              `json:"turnaroundMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"0 to 10080; 0 when left out"`
		FullRefundHours      *int             `json:"fullRefundHours,omitempty" doc:"48 when left out"`
		PartialRefundHours   *int             `json:"partialRefundHours,omitempty" doc:"24 when left out; not above fullRefundHours"`
		PartialRefundPercent *int             `json:"partialRefundPercent,omitempty" doc:"0 to 100; 50 when left out"`
	}
}

type updateFranchiseRequest struct {
	IDPath
	Body struct {
		Name                 *string           `json:"name,omitempty"`
		Code                 *string           `json:"code,omitempty"`
		Status               *franchise.Status `json:"status,omitempty"`
		Address              *string           `json:"address,omitempty"`
		Latitude             optional[float64] `json:"latitude,omitempty"`
		Longitude            optional[float64] `json:"longitude,omitempty"`
		ContactEmail         *string           `json:"contactEmail,omitempty"`
		ContactPhone         *string           `json:"contactPhone,omitempty"`
		OperatingHours       *week.Hours       `json:"operatingHours,omitempty" doc:"All days anew"`
		CommissionRate       *float64          `json:"commissionRate,omitempty"`
		GraceMinutes         optional[int]     `json:"graceMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"Null: the platform's"`
		HoldAutonomMinutes   optional[int]     `json:"holdAutonomMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"Null: the platform's"`
		HoldDeliveryMinutes  optional[int]     `json:"holdDeliveryMinutes,omitempty" minimum:"-100000000" maximum:"100000000" doc:"Null: the platform's"`
		TurnaroundMinutes    *int              `json:"turnaroundMinutes,omitempty" minimum:"-100000000" maximum:"100000000"`
		FullRefundHours      *int              `json:"fullRefundHours,omitempty"`
		PartialRefundHours   *int              `json:"partialRefundHours,omitempty"`
		PartialRefundPercent *int              `json:"partialRefundPercent,omitempty"`
		UpdatedAt            *time.Time        `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerFranchises() {
	const tag = "franchises"
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises", ID: "listFranchises", Tag: tag,
		Summary: "The active franchises by name", Description: "Staff get the franchises that they administer, of every status, with their administration.",
	}, a.listFranchises)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/franchises/export", ID: "exportFranchises", Tag: tag, Permission: authz.FranchiseList,
		Summary: "The franchises that the caller administers, as CSV",
	}, "franchises", franchiseColumns, a.exportFranchises)
	register(a, Operation{
		Method: http.MethodPost, Path: "/franchises", ID: "createFranchise", Tag: tag, Permission: authz.FranchiseCreate,
		Status: http.StatusCreated, Summary: "Add a franchise", Errors: []string{"FRANCHISE_CODE_TAKEN"},
	}, a.createFranchise)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/me", ID: "getMyFranchise", Tag: tag, Permission: authz.FranchiseMe,
		Summary: "The franchise that the caller administers", Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.getMyFranchise)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}", ID: "getFranchise", Tag: tag,
		Summary: "One active franchise; staff see theirs whatever its status, with its administration", Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.getFranchise)
	register(a, Operation{
		Method: http.MethodPut, Path: "/franchises/{id}", ID: "updateFranchise", Tag: tag, Permission: authz.FranchiseUpdate,
		Summary: "Change a franchise; what is left out stays",
		Description: "A franchise administrator changes address, coordinates, contactEmail, contactPhone and operatingHours of its own; any other " +
			"member that it sends must be as it is, else it is READ_ONLY and nothing is saved. A franchise that is not ACTIVE is out of the search " +
			"at once. Bookings keep the price and the cancellation terms that they were made at.",
		Errors: []string{"FRANCHISE_NOT_FOUND", "FRANCHISE_CODE_TAKEN", "CHANGED_MEANWHILE"},
	}, a.updateFranchise)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/franchises/{id}", ID: "deleteFranchise", Tag: tag, Permission: authz.FranchiseDelete,
		Status: http.StatusNoContent, Summary: "Remove a franchise on which nothing hangs",
		Description: "One that has rented is made INACTIVE instead.", Errors: []string{"FRANCHISE_NOT_FOUND", "FRANCHISE_IN_USE"},
	}, a.deleteFranchise)
	a.registerFinancials()
	a.registerStatements()
}

// franchiseColumns are the columns of the export.
var franchiseColumns = []column[franchise.Franchise]{
	{"id", func(f franchise.Franchise) string { return f.ID.String() }},
	{"name", func(f franchise.Franchise) string { return f.Name }},
	{"code", func(f franchise.Franchise) string { return f.Code }},
	{"status", func(f franchise.Franchise) string { return string(f.Administration.Status) }},
	{"address", func(f franchise.Franchise) string { return f.Address }},
	{"latitude", func(f franchise.Franchise) string { return degreesOrEmpty(f.Latitude) }},
	{"longitude", func(f franchise.Franchise) string { return degreesOrEmpty(f.Longitude) }},
	{"contactEmail", func(f franchise.Franchise) string { return f.ContactEmail }},
	{"contactPhone", func(f franchise.Franchise) string { return f.ContactPhone }},
	{"operatingHours", func(f franchise.Franchise) string { return string(f.OperatingHours.Column()) }},
	{"commissionRate", func(f franchise.Franchise) string { return degrees(f.Administration.CommissionRate) }},
	{"graceMinutes", func(f franchise.Franchise) string { return minutesText(&f.Settings.Grace) }},
	{"holdAutonomMinutes", func(f franchise.Franchise) string { return minutesText(&f.Settings.HoldAutonom) }},
	{"holdDeliveryMinutes", func(f franchise.Franchise) string { return minutesText(&f.Settings.HoldDelivery) }},
	{"turnaroundMinutes", func(f franchise.Franchise) string { return minutesText(&f.Settings.Turnaround) }},
	{"fullRefundHours", func(f franchise.Franchise) string { return strconv.Itoa(f.Settings.Policy.FullHours) }},
	{"partialRefundHours", func(f franchise.Franchise) string { return strconv.Itoa(f.Settings.Policy.PartialHours) }},
	{"partialRefundPercent", func(f franchise.Franchise) string { return strconv.Itoa(f.Settings.Policy.Percent) }},
	{"createdAt", func(f franchise.Franchise) string { return timeTextOf(&f.Administration.CreatedAt) }},
	{"updatedAt", func(f franchise.Franchise) string { return timeTextOf(&f.Administration.UpdatedAt) }},
}

func degreesOrEmpty(n *float64) string {
	if n == nil {
		return ""
	}
	return degrees(*n)
}

func minutesText(span *time.Duration) string { return strconv.Itoa(*minutesOf(span).value) }

func (a *API) listFranchises(ctx context.Context, in *listFranchisesRequest) (*franchisesAnswer, error) {
	list, total, err := a.Services.Franchise.List(ctx, in.input(in.page()))
	if err != nil {
		return nil, err
	}
	out := &franchisesAnswer{}
	out.Body.Data = franchisesData{Franchises: views(list, a.toFranchiseView), Pagination: paginate(in.Page, in.Limit, total)}
	return out, nil
}

func (a *API) exportFranchises(in *exportFranchisesRequest) (func(context.Context, func(franchise.Franchise) error) error, error) {
	input := in.input(in.page())
	return func(ctx context.Context, yield func(franchise.Franchise) error) error {
		return a.Services.Franchise.Export(ctx, input, yield)
	}, nil
}

func (a *API) createFranchise(ctx context.Context, in *createFranchiseRequest) (*franchiseCreatedAnswer, error) {
	b := in.Body
	policy := franchise.DefaultPolicy
	for _, part := range []struct{ target, value *int }{
		{&policy.FullHours, b.FullRefundHours}, {&policy.PartialHours, b.PartialRefundHours}, {&policy.Percent, b.PartialRefundPercent},
	} {
		if part.value != nil {
			*part.target = *part.value
		}
	}
	f, err := a.Services.Franchise.Create(ctx, franchise.CreateInput{
		Name: b.Name, Code: b.Code, Status: b.Status, Address: b.Address, Latitude: b.Latitude, Longitude: b.Longitude,
		ContactEmail: b.ContactEmail, ContactPhone: b.ContactPhone, OperatingHours: b.OperatingHours, CommissionRate: b.CommissionRate,
		Grace: plainSpan(b.GraceMinutes), HoldAutonom: plainSpan(b.HoldAutonomMinutes), HoldDelivery: plainSpan(b.HoldDeliveryMinutes),
		Turnaround: time.Duration(b.TurnaroundMinutes) * time.Minute, Policy: &policy,
	})
	if err != nil {
		return nil, err
	}
	out := &franchiseCreatedAnswer{Location: "/franchises/" + f.ID.String()}
	out.Body.Data.Franchise = a.toFranchiseView(f)
	return out, nil
}

func (a *API) getMyFranchise(ctx context.Context, _ *struct{}) (*franchiseAnswer, error) {
	return a.answerFranchise(a.Services.Franchise.Mine(ctx))
}

func (a *API) getFranchise(ctx context.Context, in *IDPath) (*franchiseAnswer, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	return a.answerFranchise(a.Services.Franchise.View(ctx, id))
}

func (a *API) updateFranchise(ctx context.Context, in *updateFranchiseRequest) (*franchiseAnswer, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	b := in.Body
	return a.answerFranchise(a.Services.Franchise.Update(ctx, id, franchise.UpdateInput{
		Name: b.Name, Code: b.Code, Status: b.Status, Address: b.Address, Latitude: b.Latitude.change(), Longitude: b.Longitude.change(),
		ContactEmail: b.ContactEmail, ContactPhone: b.ContactPhone, OperatingHours: b.OperatingHours, CommissionRate: b.CommissionRate,
		Grace: spanOf(b.GraceMinutes), HoldAutonom: spanOf(b.HoldAutonomMinutes), HoldDelivery: spanOf(b.HoldDeliveryMinutes),
		Turnaround: plainSpan(b.TurnaroundMinutes), FullRefundHours: b.FullRefundHours, PartialRefundHours: b.PartialRefundHours,
		PartialRefundPercent: b.PartialRefundPercent, Seen: b.UpdatedAt,
	}))
}

func (a *API) answerFranchise(f franchise.Franchise, err error) (*franchiseAnswer, error) {
	if err != nil {
		return nil, err
	}
	out := &franchiseAnswer{}
	out.Body.Data.Franchise = a.toFranchiseView(f)
	return out, nil
}

func (a *API) deleteFranchise(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Franchise.Delete(ctx, id)
}
