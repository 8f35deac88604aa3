package franchise

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"rihla/internal/platform/audit"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
	"rihla/internal/user"
)

// CreateInput is a new franchise. A nil field takes the default of specification section 5 or of the platform.
type CreateInput struct {
	Name                string
	Code                string
	Status              Status // empty: PENDING_APPROVAL
	Address             string
	Latitude, Longitude *float64
	ContactEmail        string
	ContactPhone        string
	OperatingHours      week.Hours
	CommissionRate      *float64
	Grace               *time.Duration
	HoldAutonom         *time.Duration
	HoldDelivery        *time.Duration
	Turnaround          time.Duration
	Policy              *pricing.Policy
}

// Defaults of a new franchise.
const defaultCommission = 0.15 // specification section 9

// DefaultPolicy is the cancellation ladder of a franchise that says nothing else (D10).
var DefaultPolicy = pricing.Policy{FullHours: 48, PartialHours: 24, Percent: 50}

// franchise is what in makes.
func (in CreateInput) franchise() Franchise {
	rate, policy := defaultCommission, DefaultPolicy
	set(&rate, in.CommissionRate)
	set(&policy, in.Policy)
	return Franchise{
		Name: strings.TrimSpace(in.Name), Code: strings.TrimSpace(in.Code), Address: strings.TrimSpace(in.Address),
		Latitude: in.Latitude, Longitude: in.Longitude, ContactEmail: strings.TrimSpace(in.ContactEmail),
		ContactPhone: strings.TrimSpace(in.ContactPhone), OperatingHours: in.OperatingHours,
		Settings: Settings{Turnaround: in.Turnaround, Policy: policy},
		Administration: &Administration{
			Status: cmp.Or(in.Status, PendingApproval), CommissionRate: rate, Grace: in.Grace, HoldAutonom: in.HoldAutonom,
			HoldDelivery: in.HoldDelivery,
		},
	}
}

// UpdateInput changes a franchise: a nil field stays as it is, a pointer to nil is taken away.
type UpdateInput struct {
	Name                             *string
	Code                             *string
	Status                           *Status
	Address                          *string
	Latitude, Longitude              **float64
	ContactEmail                     *string
	ContactPhone                     *string
	OperatingHours                   *week.Hours
	CommissionRate                   *float64
	Grace, HoldAutonom, HoldDelivery **time.Duration
	Turnaround                       *time.Duration
	// FullRefundHours, PartialRefundHours and PartialRefundPercent are the cancellation ladder (D10).
	FullRefundHours, PartialRefundHours, PartialRefundPercent *int
	// Seen is the franchise's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// apply returns was with the changes of in.
func (in UpdateInput) apply(was Franchise) Franchise {
	administration := *was.Administration
	was.Administration = &administration
	for _, text := range []struct{ target, value *string }{
		{&was.Name, in.Name}, {&was.Code, in.Code}, {&was.Address, in.Address}, {&was.ContactEmail, in.ContactEmail}, {&was.ContactPhone, in.ContactPhone},
	} {
		if text.value != nil {
			*text.target = strings.TrimSpace(*text.value)
		}
	}
	set(&was.Latitude, in.Latitude)
	set(&was.Longitude, in.Longitude)
	set(&was.OperatingHours, in.OperatingHours)
	set(&administration.Status, in.Status)
	set(&administration.CommissionRate, in.CommissionRate)
	set(&administration.Grace, in.Grace)
	set(&administration.HoldAutonom, in.HoldAutonom)
	set(&administration.HoldDelivery, in.HoldDelivery)
	set(&was.Settings.Turnaround, in.Turnaround)
	set(&was.Settings.Policy.FullHours, in.FullRefundHours)
	set(&was.Settings.Policy.PartialHours, in.PartialRefundHours)
	set(&was.Settings.Policy.Percent, in.PartialRefundPercent)
	return was
}

func set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}

// contacts are the members that a franchise's own administrator changes (D18).
var contacts = []string{"address", "contactEmail", "contactPhone", "latitude", "longitude", "operatingHours"}

// onlyContacts notes every other member that would change.
func onlyContacts(c *errs.Collector, was, wanted *Franchise) {
	for _, name := range slices.Sorted(maps.Keys(audit.Diff(was.snapshot(), wanted.snapshot()))) {
		c.Check(slices.Contains(contacts, name), name, "READ_ONLY")
	}
}

// Limits of the settings, as the schema has them.
const (
	maxGrace      = 24 * time.Hour
	maxHold       = 30 * 24 * time.Hour
	maxTurnaround = 7 * 24 * time.Hour
	maxHours      = 365 * 24
)

var codePattern = regexp.MustCompile(`^[A-Z0-9_-]+$`)

// check holds the rules of specification section 5, and those of the settings.
func (f Franchise) check(c *errs.Collector) {
	a := f.Administration
	check.Text(c, "name", f.Name, 2, 100)
	check.Text(c, "code", f.Code, 2, 20)
	c.Check(f.Code == "" || codePattern.MatchString(f.Code), "code", "INVALID_FORMAT")
	check.Choice(c, "status", a.Status, Statuses)
	check.Text(c, "address", f.Address, 0, 500)
	user.CheckEmail(c, "contactEmail", f.ContactEmail)
	check.Text(c, "contactPhone", f.ContactPhone, 0, 30)
	f.OperatingHours.Check(c, "operatingHours")
	check.Within(c, "commissionRate", a.CommissionRate, 0, 1)
	if (f.Latitude == nil) != (f.Longitude == nil) {
		c.Check(f.Latitude != nil, "latitude", "REQUIRED")
		c.Check(f.Longitude != nil, "longitude", "REQUIRED")
	} else if f.Latitude != nil {
		check.Position(c, "latitude", "longitude", *f.Latitude, *f.Longitude)
	}
	spans := []struct {
		field       string
		value       *time.Duration
		least, most time.Duration
	}{
		{"graceMinutes", a.Grace, 0, maxGrace},
		{"holdAutonomMinutes", a.HoldAutonom, time.Minute, maxHold},
		{"holdDeliveryMinutes", a.HoldDelivery, time.Minute, maxHold},
		{"turnaroundMinutes", &f.Settings.Turnaround, 0, maxTurnaround},
	}
	for _, span := range spans {
		if span.value != nil {
			check.Within(c, span.field, span.value.Minutes(), span.least.Minutes(), span.most.Minutes())
		}
	}
	policy := f.Settings.Policy
	check.Within(c, "fullRefundHours", float64(policy.FullHours), float64(policy.PartialHours), maxHours)
	check.Within(c, "partialRefundHours", float64(policy.PartialHours), 0, maxHours)
	check.Within(c, "partialRefundPercent", float64(policy.Percent), 0, 100)
}

// refusal gives the database's refusal of f its meaning.
func (f Franchise) refusal(err error) error {
	if postgres.Violates(err, "franchises_code_key") {
		return errs.New(errs.Conflict, "FRANCHISE_CODE_TAKEN", "code", f.Code).With(err)
	}
	return err
}

// snapshot is a franchise by the names of its members in the interface.
func (f *Franchise) snapshot() map[string]any {
	if f == nil {
		return nil
	}
	a, policy := f.Administration, f.Settings.Policy
	return map[string]any{
		"name": f.Name, "code": f.Code, "status": a.Status, "address": f.Address, "latitude": f.Latitude, "longitude": f.Longitude,
		"contactEmail": f.ContactEmail, "contactPhone": f.ContactPhone, "operatingHours": f.OperatingHours, "commissionRate": a.CommissionRate,
		"graceMinutes": minutes(a.Grace), "holdAutonomMinutes": minutes(a.HoldAutonom), "holdDeliveryMinutes": minutes(a.HoldDelivery),
		"turnaroundMinutes": minutes(&f.Settings.Turnaround), "fullRefundHours": policy.FullHours,
		"partialRefundHours": policy.PartialHours, "partialRefundPercent": policy.Percent,
	}
}

func orDefault(minutes *int32, otherwise time.Duration) time.Duration {
	if own := span(minutes); own != nil {
		return *own
	}
	return otherwise
}

func span(minutes *int32) *time.Duration {
	if minutes == nil {
		return nil
	}
	d := time.Duration(*minutes) * time.Minute
	return &d
}

func minutes(d *time.Duration) *int32 {
	if d == nil {
		return nil
	}
	m := int32(math.Round(d.Minutes()))
	return &m
}
