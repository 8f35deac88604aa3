package franchise

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"rihla/internal/franchise/franchisedb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
	"rihla/internal/user"
)

// Service reads and creates franchises.
type Service struct {
	db       *postgres.DB
	clock    clock.Clock
	defaults Defaults
}

// New returns the franchises in db; defaults stand for the settings that a franchise leaves open.
func New(db *postgres.DB, clock clock.Clock, defaults Defaults) *Service {
	return &Service{db: db, clock: clock, defaults: defaults}
}

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

// Limits of the settings, as the schema has them.
const (
	maxGrace      = 24 * time.Hour
	maxHold       = 30 * 24 * time.Hour
	maxTurnaround = 7 * 24 * time.Hour
	maxHours      = 365 * 24
)

const defaultCommission = 0.15 // specification section 9

var (
	codePattern   = regexp.MustCompile(`^[A-Z0-9_-]+$`)
	defaultPolicy = pricing.Policy{FullHours: 48, PartialHours: 24, Percent: 50} // D10
)

// Create adds a franchise. Returns VALIDATION and FRANCHISE_CODE_TAKEN.
func (s *Service) Create(ctx context.Context, in CreateInput) (Franchise, error) {
	if _, err := authz.Check(ctx, authz.FranchiseCreate); err != nil {
		return Franchise{}, err
	}
	in.Name, in.Address = strings.TrimSpace(in.Name), strings.TrimSpace(in.Address)
	in.ContactEmail, in.ContactPhone = strings.TrimSpace(in.ContactEmail), strings.TrimSpace(in.ContactPhone)
	in.Status = cmp.Or(in.Status, PendingApproval)
	if in.CommissionRate == nil {
		rate := defaultCommission
		in.CommissionRate = &rate
	}
	if in.Policy == nil {
		in.Policy = &defaultPolicy
	}
	if err := in.check(); err != nil {
		return Franchise{}, err
	}
	row, err := franchisedb.New(s.db).InsertFranchise(ctx, franchisedb.InsertFranchiseParams{
		ID: uuid.Must(uuid.NewV7()), Name: in.Name, Code: in.Code, Status: string(in.Status), Address: in.Address,
		Latitude: in.Latitude, Longitude: in.Longitude, ContactEmail: in.ContactEmail, ContactPhone: in.ContactPhone,
		OperatingHours: in.OperatingHours.Column(), CommissionRate: *in.CommissionRate,
		GraceMinutes: minutes(in.Grace), HoldAutonomMinutes: minutes(in.HoldAutonom), HoldDeliveryMinutes: minutes(in.HoldDelivery),
		TurnaroundMinutes: *minutes(&in.Turnaround), FullRefundHours: int32(in.Policy.FullHours),
		PartialRefundHours: int32(in.Policy.PartialHours), PartialRefundPercent: int32(in.Policy.Percent), Now: s.clock.Now(),
	})
	if err != nil {
		return Franchise{}, fmt.Errorf("insert franchise: %w", postgres.Translate(err))
	}
	return s.fromDB(row)
}

func (in CreateInput) check() error {
	var c errs.Collector
	check.Text(&c, "name", in.Name, 2, 100)
	check.Text(&c, "code", in.Code, 2, 20)
	c.Check(in.Code == "" || codePattern.MatchString(in.Code), "code", "INVALID_FORMAT")
	check.Choice(&c, "status", in.Status, statuses)
	check.Text(&c, "address", in.Address, 0, 500)
	user.CheckEmail(&c, "contactEmail", in.ContactEmail)
	check.Text(&c, "contactPhone", in.ContactPhone, 0, 30)
	in.OperatingHours.Check(&c, "operatingHours")
	check.Within(&c, "commissionRate", *in.CommissionRate, 0, 1)
	if (in.Latitude == nil) != (in.Longitude == nil) {
		c.Check(in.Latitude != nil, "latitude", "REQUIRED")
		c.Check(in.Longitude != nil, "longitude", "REQUIRED")
	} else if in.Latitude != nil {
		check.Position(&c, "latitude", "longitude", *in.Latitude, *in.Longitude)
	}
	spans := []struct {
		field       string
		value       *time.Duration
		least, most time.Duration
	}{
		{"graceMinutes", in.Grace, 0, maxGrace},
		{"holdAutonomMinutes", in.HoldAutonom, time.Minute, maxHold},
		{"holdDeliveryMinutes", in.HoldDelivery, time.Minute, maxHold},
		{"turnaroundMinutes", &in.Turnaround, 0, maxTurnaround},
	}
	for _, span := range spans {
		if span.value != nil {
			check.Within(&c, span.field, span.value.Minutes(), span.least.Minutes(), span.most.Minutes())
		}
	}
	check.Within(&c, "fullRefundHours", float64(in.Policy.FullHours), float64(in.Policy.PartialHours), maxHours)
	check.Within(&c, "partialRefundHours", float64(in.Policy.PartialHours), 0, maxHours)
	check.Within(&c, "partialRefundPercent", float64(in.Policy.Percent), 0, 100)
	return c.Err()
}

// Get returns an active franchise, or ErrNotFound. Public.
func (s *Service) Get(ctx context.Context, id uuid.UUID) (Franchise, error) {
	row, err := franchisedb.New(s.db).GetActiveFranchise(ctx, id)
	return s.found(id, row, err)
}

// List returns a page of the active franchises by name, and how many there are. Public.
func (s *Service) List(ctx context.Context, page, limit int) ([]Franchise, int, error) {
	q := franchisedb.New(s.db)
	rows, err := q.ListActiveFranchises(ctx, franchisedb.ListActiveFranchisesParams{MaxRows: int32(limit), Skip: int32(page-1) * int32(limit)})
	if err != nil {
		return nil, 0, fmt.Errorf("list franchises: %w", err)
	}
	total, err := q.CountActiveFranchises(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count franchises: %w", err)
	}
	list := make([]Franchise, len(rows))
	for i, row := range rows {
		if list[i], err = s.fromDB(row); err != nil {
			return nil, 0, err
		}
	}
	return list, int(total), nil
}

// Settings returns what a franchise of any status rents by, or ErrNotFound. It asks for no permission: the caller has.
func (s *Service) Settings(ctx context.Context, id uuid.UUID) (Settings, error) {
	return s.SettingsTx(ctx, s.db, id)
}

// SettingsTx is Settings through a caller's transaction.
func (s *Service) SettingsTx(ctx context.Context, q franchisedb.DBTX, id uuid.UUID) (Settings, error) {
	row, err := franchisedb.New(q).GetFranchise(ctx, id)
	f, err := s.found(id, row, err)
	return f.Settings, err
}

// Grace is a franchise's own grace, or the platform's when it has none (D2).
func (s *Service) Grace(minutes *int32) time.Duration { return orDefault(minutes, s.defaults.Grace) }

func (s *Service) found(id uuid.UUID, row franchisedb.Franchise, err error) (Franchise, error) {
	if postgres.NoRows(err) {
		return Franchise{}, ErrNotFound(id.String()).With(err)
	}
	if err != nil {
		return Franchise{}, fmt.Errorf("get franchise: %w", err)
	}
	return s.fromDB(row)
}

func (s *Service) fromDB(row franchisedb.Franchise) (Franchise, error) {
	hours, err := week.FromColumn(row.OperatingHours)
	if err != nil {
		return Franchise{}, fmt.Errorf("franchise %s: %w", row.ID, err)
	}
	return Franchise{
		ID: row.ID, Name: row.Name, Code: row.Code, Address: row.Address, Latitude: row.Latitude, Longitude: row.Longitude,
		ContactEmail: row.ContactEmail, ContactPhone: row.ContactPhone, OperatingHours: hours,
		Settings: Settings{
			Grace:        s.Grace(row.GraceMinutes),
			Turnaround:   time.Duration(row.TurnaroundMinutes) * time.Minute,
			HoldAutonom:  orDefault(row.HoldAutonomMinutes, s.defaults.HoldAutonom),
			HoldDelivery: orDefault(row.HoldDeliveryMinutes, s.defaults.HoldDelivery),
			Policy: pricing.Policy{
				FullHours: int(row.FullRefundHours), PartialHours: int(row.PartialRefundHours), Percent: int(row.PartialRefundPercent),
			},
		},
	}, nil
}

func orDefault(minutes *int32, otherwise time.Duration) time.Duration {
	if minutes == nil {
		return otherwise
	}
	return time.Duration(*minutes) * time.Minute
}

func minutes(d *time.Duration) *int32 {
	if d == nil {
		return nil
	}
	m := int32(math.Round(d.Minutes()))
	return &m
}
