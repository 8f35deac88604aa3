package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
)

// StaffFields are what only a motorcycle's staff read (D19). Activation codes are in no answer. Exported because the
// framework describes only such embedded structs.
type StaffFields struct {
	RegistrationNumber string            `json:"registrationNumber"`
	Status             motorcycle.Status `json:"status"`
	ParkingPointID     *uuid.UUID        `json:"parkingPointId"`
	SmartLockDeviceID  *string           `json:"smartLockDeviceId"`
	GrayCardURL        *string           `json:"grayCardUrl" doc:"A private paper: ask for a link to it"`
	InsuranceURL       *string           `json:"insuranceUrl" doc:"A private paper: ask for a link to it"`
	OdometerKM         *int              `json:"odometerKm" doc:"What its meter showed last; null: nobody has looked yet"`
	CreatedAt          time.Time         `json:"createdAt"`
	UpdatedAt          time.Time         `json:"updatedAt"`
}

func toStaffFields(m motorcycle.Motorcycle) StaffFields {
	return StaffFields{
		RegistrationNumber: m.RegistrationNumber, Status: m.Status, ParkingPointID: m.ParkingPointID, SmartLockDeviceID: m.SmartLockDeviceID,
		GrayCardURL: m.GrayCardURL, InsuranceURL: m.InsuranceURL, OdometerKM: m.OdometerKM, CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt,
	}
}

// administeredView is a motorcycle in the list of its staff.
type administeredView struct {
	ListedView
	StaffFields
}

type administeredData struct {
	Motorcycles []administeredView `json:"motorcycles"`
	Pagination  pagination         `json:"pagination"`
}

type administeredAnswer data[administeredData]

type motorcycleCreatedAnswer created[motorcycleData]

type createMotorcycleRequest struct {
	Body struct {
		RegistrationNumber string                   `json:"registrationNumber" doc:"1 to 50 characters"`
		Make               string                   `json:"make" doc:"1 to 100 characters"`
		Model              string                   `json:"model" doc:"1 to 100 characters"`
		Year               int                      `json:"year" doc:"1900 to the next calendar year"`
		Description        string                   `json:"description,omitempty" doc:"Up to 5000 characters"`
		BasePricePerDay    MAD                      `json:"basePricePerDay" doc:"At least 0.01"`
		Status             motorcycle.Status        `json:"status,omitempty" doc:"AVAILABLE when left out; never BOOKED, which follows the rentals"`
		FranchiseID        *uuid.UUID               `json:"franchiseId,omitempty" doc:"Left out: a franchise administrator's own"`
		ParkingPointID     *uuid.UUID               `json:"parkingPointId,omitempty" doc:"Of the franchise or of the platform"`
		Category           *motorcycle.Category     `json:"category,omitempty"`
		EngineSizeCC       *int                     `json:"engineSizeCc,omitempty" doc:"1 to 5000"`
		Transmission       *motorcycle.Transmission `json:"transmission,omitempty"`
		SmartLockDeviceID  *string                  `json:"smartLockDeviceId,omitempty" doc:"Up to 100 characters"`
		GrayCardURL        *string                  `json:"grayCardUrl,omitempty"`
		InsuranceURL       *string                  `json:"insuranceUrl,omitempty"`
		FeatureIDs         []uuid.UUID              `json:"featureIds,omitempty" doc:"Of the franchise or of the platform"`
	}
}

type updateMotorcycleRequest struct {
	IDPath
	Body struct {
		RegistrationNumber *string                           `json:"registrationNumber,omitempty"`
		Make               *string                           `json:"make,omitempty"`
		Model              *string                           `json:"model,omitempty"`
		Year               *int                              `json:"year,omitempty"`
		Description        *string                           `json:"description,omitempty"`
		BasePricePerDay    *MAD                              `json:"basePricePerDay,omitempty"`
		Status             *motorcycle.Status                `json:"status,omitempty" doc:"BOOKED comes and goes with the rentals"`
		FranchiseID        *uuid.UUID                        `json:"franchiseId,omitempty" doc:"Another one: by an administrator, and only without open bookings"`
		ParkingPointID     optional[uuid.UUID]               `json:"parkingPointId,omitempty"`
		Category           optional[motorcycle.Category]     `json:"category,omitempty"`
		EngineSizeCC       optional[int]                     `json:"engineSizeCc,omitempty"`
		Transmission       optional[motorcycle.Transmission] `json:"transmission,omitempty"`
		SmartLockDeviceID  optional[string]                  `json:"smartLockDeviceId,omitempty"`
		GrayCardURL        optional[string]                  `json:"grayCardUrl,omitempty"`
		InsuranceURL       optional[string]                  `json:"insuranceUrl,omitempty"`
		OdometerKM         optional[int]                     `json:"odometerKm,omitempty" doc:"Corrects the meter: hand-overs only ever add to it"`
		FeatureIDs         *[]uuid.UUID                      `json:"featureIds,omitempty" doc:"All that it has from now on"`
		UpdatedAt          *time.Time                        `json:"updatedAt,omitempty" doc:"As it was read; 409 CHANGED_MEANWHILE when it is not that any more"`
	}
}

func (a *API) registerMotorcycleAdmin() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/admin", ID: "listAllMotorcycles", Tag: "motorcycles", Permission: authz.MotorcycleGetAll,
		Summary: "The motorcycles that the caller administers, of any status",
	}, a.listAllMotorcycles)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/motorcycles/export", ID: "exportMotorcycles", Tag: "motorcycles", Permission: authz.MotorcycleGetAll,
		Summary: "The same list as CSV",
	}, "motorcycles", motorcycleColumns, a.exportMotorcycles)
	register(a, Operation{
		Method: http.MethodPost, Path: "/motorcycles", ID: "createMotorcycle", Tag: "motorcycles", Permission: authz.MotorcycleCreate,
		Status: http.StatusCreated, Summary: "Add a motorcycle",
		Errors: []string{"FRANCHISE_NOT_FOUND", "PARKING_POINT_NOT_FOUND", "FEATURE_NOT_FOUND", "REGISTRATION_TAKEN", "DEVICE_TAKEN", "MEDIA_GONE", "MEDIA_MISPLACED"},
	}, a.createMotorcycle)
	register(a, Operation{
		Method: http.MethodPut, Path: "/motorcycles/{id}", ID: "updateMotorcycle", Tag: "motorcycles", Permission: authz.MotorcycleUpdate,
		Summary: "Change a motorcycle; what is left out stays",
		Description: "Bookings keep the price they were made at. A motorcycle goes to another franchise only without open bookings, " +
			"and its parking point and features must be that franchise's or the platform's.",
		Errors: []string{
			"MOTORCYCLE_NOT_FOUND", "FRANCHISE_NOT_FOUND", "PARKING_POINT_NOT_FOUND", "FEATURE_NOT_FOUND", "MOTORCYCLE_HAS_BOOKINGS",
			"REGISTRATION_TAKEN", "DEVICE_TAKEN", "CHANGED_MEANWHILE", "MEDIA_GONE", "MEDIA_MISPLACED",
		},
	}, a.updateMotorcycle)
	register(a, Operation{
		Method: http.MethodDelete, Path: "/motorcycles/{id}", ID: "deleteMotorcycle", Tag: "motorcycles", Permission: authz.MotorcycleDelete,
		Status: http.StatusNoContent, Summary: "Remove a motorcycle that was never booked",
		Description: "Its pictures and availability blocks go with it. One that was booked is made UNAVAILABLE instead.",
		Errors:      []string{"MOTORCYCLE_NOT_FOUND", "MOTORCYCLE_IN_USE"},
	}, a.deleteMotorcycle)
}

// motorcycleColumns are the columns of the export.
var motorcycleColumns = []column[motorcycle.Motorcycle]{
	{"id", func(m motorcycle.Motorcycle) string { return m.ID.String() }},
	{"registrationNumber", func(m motorcycle.Motorcycle) string { return m.RegistrationNumber }},
	{"make", func(m motorcycle.Motorcycle) string { return m.Make }},
	{"model", func(m motorcycle.Motorcycle) string { return m.Model }},
	{"year", func(m motorcycle.Motorcycle) string { return strconv.Itoa(m.Year) }},
	{"category", func(m motorcycle.Motorcycle) string { return textOf(m.Category) }},
	{"engineSizeCc", func(m motorcycle.Motorcycle) string { return integerText(m.EngineSizeCC) }},
	{"transmission", func(m motorcycle.Motorcycle) string { return textOf(m.Transmission) }},
	{"basePricePerDay", func(m motorcycle.Motorcycle) string { return m.DayPrice.String() }},
	{"status", func(m motorcycle.Motorcycle) string { return string(m.Status) }},
	{"franchiseId", func(m motorcycle.Motorcycle) string { return m.FranchiseID.String() }},
	{"parkingPointId", func(m motorcycle.Motorcycle) string { return idText(m.ParkingPointID) }},
	{"smartLockDeviceId", func(m motorcycle.Motorcycle) string { return textOf(m.SmartLockDeviceID) }},
	{"grayCardUrl", func(m motorcycle.Motorcycle) string { return textOf(m.GrayCardURL) }},
	{"insuranceUrl", func(m motorcycle.Motorcycle) string { return textOf(m.InsuranceURL) }},
	{"description", func(m motorcycle.Motorcycle) string { return m.Description }},
	{"createdAt", func(m motorcycle.Motorcycle) string { return timeTextOf(&m.CreatedAt) }},
	{"updatedAt", func(m motorcycle.Motorcycle) string { return timeTextOf(&m.UpdatedAt) }},
	{"odometerKm", func(m motorcycle.Motorcycle) string { return integerText(m.OdometerKM) }},
}

type listAllMotorcyclesRequest struct {
	ListQuery
	MotorcycleFilters
	MotorcycleIncludes
	FreeFrom timeText `query:"freeFrom" doc:"With freeTo: what nothing takes between the two, the turnaround after a rental included"`
	FreeTo   timeText `query:"freeTo" doc:"With freeFrom"`
}

func (a *API) listAllMotorcycles(ctx context.Context, in *listAllMotorcyclesRequest) (*administeredAnswer, error) {
	var f filters
	input, wanted := in.MotorcycleFilters.read(&f, in.page()), in.MotorcycleIncludes.read(&f)
	input.FreeFrom, input.FreeTo = f.instant("freeFrom", in.FreeFrom), f.instant("freeTo", in.FreeTo)
	if err := f.Err(); err != nil {
		return nil, err
	}
	found, total, err := a.Services.Motorcycle.ListAll(ctx, input)
	if err != nil {
		return nil, err
	}
	cards := views(found, func(m motorcycle.Administered) motorcycle.Card { return m.Card })
	shown, err := a.listed(ctx, cards, wanted)
	if err != nil {
		return nil, err
	}
	out := &administeredAnswer{}
	out.Body.Data = administeredData{Motorcycles: make([]administeredView, len(found)), Pagination: paginate(in.Page, in.Limit, total)}
	for i, m := range found {
		out.Body.Data.Motorcycles[i] = administeredView{shown[i], toStaffFields(m.Motorcycle)}
	}
	return out, nil
}

type exportMotorcyclesRequest struct {
	SortQuery
	MotorcycleFilters
}

func (a *API) exportMotorcycles(in *exportMotorcyclesRequest) (func(context.Context, func(motorcycle.Motorcycle) error) error, error) {
	var f filters
	input := in.read(&f, in.page())
	return func(ctx context.Context, yield func(motorcycle.Motorcycle) error) error {
		return a.Services.Motorcycle.Export(ctx, input, yield)
	}, f.Err()
}

func (a *API) createMotorcycle(ctx context.Context, in *createMotorcycleRequest) (*motorcycleCreatedAnswer, error) {
	b := in.Body
	id, err := a.Services.Motorcycle.Create(ctx, motorcycle.CreateInput{
		RegistrationNumber: b.RegistrationNumber, Make: b.Make, Model: b.Model, Year: b.Year, Description: b.Description,
		DayPrice: money.Amount(b.BasePricePerDay), Status: b.Status, FranchiseID: b.FranchiseID, ParkingPointID: b.ParkingPointID,
		Category: b.Category, EngineSizeCC: b.EngineSizeCC, Transmission: b.Transmission, SmartLockDeviceID: b.SmartLockDeviceID,
		GrayCardURL: b.GrayCardURL, InsuranceURL: b.InsuranceURL, FeatureIDs: b.FeatureIDs,
	})
	if err != nil {
		return nil, err
	}
	answer, err := a.motorcycle(ctx, id)
	if err != nil {
		return nil, err
	}
	return &motorcycleCreatedAnswer{Location: "/motorcycles/" + id.String(), Body: answer.Body}, nil
}

func (a *API) updateMotorcycle(ctx context.Context, in *updateMotorcycleRequest) (*motorcycleAnswer, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	b := in.Body
	err = a.Services.Motorcycle.Update(ctx, id, motorcycle.UpdateInput{
		RegistrationNumber: b.RegistrationNumber, Make: b.Make, Model: b.Model, Year: b.Year, Description: b.Description,
		DayPrice: (*money.Amount)(b.BasePricePerDay), Status: b.Status, FranchiseID: b.FranchiseID, ParkingPointID: b.ParkingPointID.change(),
		Category: b.Category.change(), EngineSizeCC: b.EngineSizeCC.change(), Transmission: b.Transmission.change(),
		SmartLockDeviceID: b.SmartLockDeviceID.change(), GrayCardURL: b.GrayCardURL.change(), InsuranceURL: b.InsuranceURL.change(), OdometerKM: b.OdometerKM.change(),
		FeatureIDs: b.FeatureIDs, Seen: b.UpdatedAt,
	})
	if err != nil {
		return nil, err
	}
	return a.motorcycle(ctx, id)
}

func (a *API) deleteMotorcycle(ctx context.Context, in *IDPath) (*struct{}, error) {
	id, err := in.parse(noMotorcycle)
	if err != nil {
		return nil, err
	}
	return nil, a.Services.Motorcycle.Delete(ctx, id)
}

// textOf and integerText are the cells of what may be missing.
func textOf[T ~string](text *T) string {
	if text == nil {
		return ""
	}
	return string(*text)
}

func integerText(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
