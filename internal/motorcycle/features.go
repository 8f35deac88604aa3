package motorcycle

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/franchise"
	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/check"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/postgres"
)

// CatalogFeature is an entry of the feature catalogue: what motorcycles can have.
type CatalogFeature struct {
	ID          uuid.UUID
	Name        string
	Description string
	IconURL     *string
	// FranchiseID is nil for a feature of the whole platform.
	FranchiseID          *uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// featureEntity is what the audit log calls a feature.
const featureEntity = "motorcycle-feature"

// FeatureOrders are the orders of the feature catalogue.
var FeatureOrders = listing.Orders{"name": "lower(name)", "createdAt": "created_at", "updatedAt": "updated_at"}

// FeatureListInput narrows the feature catalogue; nil and empty fields do not.
type FeatureListInput struct {
	Page listing.Page
	// FranchiseID is for what this franchise's motorcycles can have: its own features and the platform's.
	FranchiseID *uuid.UUID
	// Search is part of a name or description, Name of a name.
	Search, Name string
}

// Features returns a page of the feature catalogue by name, and how many there are. Public; a franchise administrator
// gets what it administers: the platform's features and its own.
func (s *Service) Features(ctx context.Context, in FeatureListInput) ([]CatalogFeature, listing.Total, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureList)
	if err != nil {
		scope = authz.Filter{} // the public sees every feature
	}
	rows, total, err := listing.Read[motorcycledb.MotorcycleFeature](ctx, s.db, in.query(scope), in.Page)
	features := make([]CatalogFeature, len(rows))
	for i, row := range rows {
		features[i] = featureFromDB(row)
	}
	return features, total, err
}

// ExportFeatures hands the features that the caller administers to yield.
func (s *Service) ExportFeatures(ctx context.Context, in FeatureListInput, yield func(CatalogFeature) error) error {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureList)
	if err != nil {
		return err
	}
	return listing.Each(ctx, s.db, in.query(scope), in.Page.Sort, func(row motorcycledb.MotorcycleFeature) error { return yield(featureFromDB(row)) })
}

func (in FeatureListInput) query(scope authz.Filter) listing.Query {
	rows := listing.Select("*").From("motorcycle_features")
	listing.Contains(rows, in.Search, "name", "description")
	listing.Contains(rows, in.Name, "name")
	for _, franchiseID := range []*uuid.UUID{scope.FranchiseID, in.FranchiseID} {
		if franchiseID != nil {
			rows.Where(rows.Or("franchise_id is null", rows.Equal("franchise_id", *franchiseID)))
		}
	}
	return listing.Query{Rows: rows, Orders: FeatureOrders, Default: "name", Key: "id"}
}

// Feature returns an entry of the feature catalogue, or ErrFeatureNotFound. Public.
func (s *Service) Feature(ctx context.Context, id uuid.UUID) (CatalogFeature, error) {
	row, err := motorcycledb.New(s.db).GetFeature(ctx, id)
	if postgres.NoRows(err) {
		return CatalogFeature{}, ErrFeatureNotFound.With(err)
	}
	if err != nil {
		return CatalogFeature{}, fmt.Errorf("get feature: %w", err)
	}
	return featureFromDB(row), nil
}

// CreateFeatureInput is a new entry of the feature catalogue.
type CreateFeatureInput struct {
	Name        string
	Description string
	IconURL     *string
	FranchiseID *uuid.UUID // nil: the whole platform's; a franchise administrator's own franchise
}

// CreateFeature adds to the feature catalogue. Returns VALIDATION, FRANCHISE_NOT_FOUND and FEATURE_NAME_TAKEN.
func (s *Service) CreateFeature(ctx context.Context, in CreateFeatureInput) (CatalogFeature, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureCreate)
	if err != nil {
		return CatalogFeature{}, err
	}
	if in.FranchiseID == nil {
		in.FranchiseID = scope.FranchiseID
	}
	if !scope.Allows(uuid.Nil, in.FranchiseID) {
		return CatalogFeature{}, errNoFranchise(in.FranchiseID)
	}
	wanted := CatalogFeature{
		Name: strings.TrimSpace(in.Name), Description: strings.TrimSpace(in.Description), IconURL: withoutEmpty(in.IconURL),
		FranchiseID: in.FranchiseID,
	}
	if err := wanted.check(); err != nil {
		return CatalogFeature{}, err
	}
	var created CatalogFeature
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		row, err := motorcycledb.New(tx).InsertFeature(ctx, motorcycledb.InsertFeatureParams{
			ID: uuid.Must(uuid.NewV7()), Name: wanted.Name, Description: wanted.Description, IconUrl: wanted.IconURL,
			FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("insert feature: %w", wanted.refusal(err))
		}
		created = featureFromDB(row)
		return s.recordFeatureTx(ctx, tx, authz.MotorcycleFeatureCreate, nil, &created)
	})
	return created, err
}

// UpdateFeatureInput changes a feature: a nil field stays as it is.
type UpdateFeatureInput struct {
	Name        *string
	Description *string
	IconURL     **string
	FranchiseID **uuid.UUID
	// Seen is the feature's UpdatedAt as the caller knows it; nil: whatever it is.
	Seen *time.Time
}

// UpdateFeature changes a feature wherever it is shown. Returns ErrFeatureNotFound, VALIDATION, CHANGED_MEANWHILE,
// FRANCHISE_NOT_FOUND, FEATURE_NAME_TAKEN, and FEATURE_IN_USE when it is to become one franchise's and another's
// motorcycles have it.
func (s *Service) UpdateFeature(ctx context.Context, id uuid.UUID, in UpdateFeatureInput) (CatalogFeature, error) {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureUpdate)
	if err != nil {
		return CatalogFeature{}, err
	}
	var updated CatalogFeature
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockFeatureTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := audit.CheckFresh(ctx, tx, featureEntity, id, in.Seen, was.UpdatedAt); err != nil {
			return err
		}
		wanted := in.apply(was)
		if !scope.Allows(uuid.Nil, wanted.FranchiseID) {
			return errNoFranchise(wanted.FranchiseID)
		}
		if err := wanted.check(); err != nil {
			return err
		}
		queries := motorcycledb.New(tx)
		row, err := queries.UpdateFeature(ctx, motorcycledb.UpdateFeatureParams{
			ID: id, Name: wanted.Name, Description: wanted.Description, IconUrl: wanted.IconURL, FranchiseID: wanted.FranchiseID, Now: s.clock.Now(),
		})
		if err != nil {
			return fmt.Errorf("update feature: %w", wanted.refusal(err))
		}
		if wanted.FranchiseID != nil {
			foreign, err := queries.CountForeignMotorcyclesWithFeature(ctx,
				motorcycledb.CountForeignMotorcyclesWithFeatureParams{FeatureID: id, FranchiseID: *wanted.FranchiseID})
			if err != nil {
				return fmt.Errorf("count motorcycles with the feature: %w", err)
			}
			if foreign > 0 {
				return errs.New(errs.Conflict, "FEATURE_IN_USE", "count", int(foreign))
			}
		}
		updated = featureFromDB(row)
		return s.recordFeatureTx(ctx, tx, authz.MotorcycleFeatureUpdate, &was, &updated)
	})
	return updated, err
}

// DeleteFeature removes a feature from the catalogue and from every motorcycle that has it. Returns ErrFeatureNotFound.
func (s *Service) DeleteFeature(ctx context.Context, id uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureDelete)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		was, err := lockFeatureTx(ctx, tx, scope, id)
		if err != nil {
			return err
		}
		if err := motorcycledb.New(tx).DeleteFeature(ctx, id); err != nil {
			return fmt.Errorf("delete feature: %w", err)
		}
		return s.recordFeatureTx(ctx, tx, authz.MotorcycleFeatureDelete, &was, nil)
	})
}

// apply returns was with the changes of in.
func (in UpdateFeatureInput) apply(was CatalogFeature) CatalogFeature {
	if in.Name != nil {
		was.Name = strings.TrimSpace(*in.Name)
	}
	if in.Description != nil {
		was.Description = strings.TrimSpace(*in.Description)
	}
	if in.IconURL != nil {
		was.IconURL = withoutEmpty(*in.IconURL)
	}
	if in.FranchiseID != nil {
		was.FranchiseID = *in.FranchiseID
	}
	return was
}

// withoutEmpty takes an address that was left empty, as forms send it, as none.
func withoutEmpty(address *string) *string {
	if address == nil || strings.TrimSpace(*address) == "" {
		return nil
	}
	return address
}

// check holds the rules of specification section 5.
func (f CatalogFeature) check() error {
	var c errs.Collector
	check.Text(&c, "name", f.Name, 1, 100)
	check.Text(&c, "description", f.Description, 0, longestText)
	if f.IconURL != nil {
		check.URL(&c, "iconUrl", *f.IconURL)
	}
	return c.Err()
}

// refusal gives the database's refusal of f its meaning.
func (f CatalogFeature) refusal(err error) error {
	switch {
	case postgres.Violates(err, "motorcycle_features_franchise_id_fkey"):
		return errNoFranchise(f.FranchiseID)
	case postgres.Violates(err, "motorcycle_features_name_key"):
		return errs.New(errs.Conflict, "FEATURE_NAME_TAKEN").With(err)
	default:
		return err
	}
}

func lockFeatureTx(ctx context.Context, tx pgx.Tx, scope authz.Filter, id uuid.UUID) (CatalogFeature, error) {
	row, err := motorcycledb.New(tx).LockFeature(ctx, id)
	if err != nil && !postgres.NoRows(err) {
		return CatalogFeature{}, fmt.Errorf("lock feature: %w", err)
	}
	if err != nil || !scope.Allows(uuid.Nil, row.FranchiseID) {
		return CatalogFeature{}, ErrFeatureNotFound
	}
	return featureFromDB(row), nil
}

// recordFeatureTx writes what became of a feature into the audit log; nil stands for one that is not there.
func (s *Service) recordFeatureTx(ctx context.Context, tx pgx.Tx, action authz.Permission, was, is *CatalogFeature) error {
	row := is
	if row == nil {
		row = was
	}
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: featureEntity, EntityID: row.ID, FranchiseID: row.FranchiseID,
		Changes: audit.Diff(was.snapshot(), is.snapshot()),
	})
}

func (f *CatalogFeature) snapshot() map[string]any {
	if f == nil {
		return nil
	}
	return map[string]any{"name": f.Name, "description": f.Description, "iconUrl": f.IconURL, "franchiseId": f.FranchiseID}
}

func featureFromDB(row motorcycledb.MotorcycleFeature) CatalogFeature {
	return CatalogFeature{
		ID: row.ID, Name: row.Name, Description: row.Description, IconURL: row.IconUrl, FranchiseID: row.FranchiseID,
		CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
}

func errNoFranchise(id *uuid.UUID) error {
	named := ""
	if id != nil {
		named = id.String()
	}
	return franchise.ErrNotFound(named)
}
