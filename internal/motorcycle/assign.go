package motorcycle

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/motorcycle/motorcycledb"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/postgres"
)

// AssignFeature gives a motorcycle a feature of the platform's or of its own franchise's catalogue. Returns ErrNotFound,
// ErrFeatureNotFound and FEATURE_ASSIGNED.
func (s *Service) AssignFeature(ctx context.Context, motorcycleID, featureID uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureAssign)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := lockTx(ctx, tx, scope, motorcycleID)
		if err != nil {
			return err
		}
		fitting, err := fittingTx(ctx, tx, m, []uuid.UUID{featureID})
		if err != nil {
			return err
		}
		err = motorcycledb.New(tx).InsertAssignment(ctx, motorcycledb.InsertAssignmentParams{
			MotorcycleID: motorcycleID, FeatureID: featureID, Now: s.clock.Now(),
		})
		switch {
		case postgres.Violates(err, "motorcycle_feature_assignments_key"):
			return errs.New(errs.Conflict, "FEATURE_ASSIGNED", "feature", fitting[0].Name, "motorcycle", m.RegistrationNumber).With(err)
		case err != nil:
			return fmt.Errorf("assign the feature: %w", noFeature(err))
		}
		return s.recordAssignmentTx(ctx, tx, authz.MotorcycleFeatureAssign, m, audit.Change{To: featureID})
	})
}

// UnassignFeature takes a feature from a motorcycle. Returns ErrNotFound, and ErrFeatureNotFound for one that it has not.
func (s *Service) UnassignFeature(ctx context.Context, motorcycleID, featureID uuid.UUID) error {
	scope, err := authz.Check(ctx, authz.MotorcycleFeatureUnassign)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err := lockTx(ctx, tx, scope, motorcycleID)
		if err != nil {
			return err
		}
		taken, err := motorcycledb.New(tx).DeleteAssignment(ctx, motorcycledb.DeleteAssignmentParams{MotorcycleID: motorcycleID, FeatureID: featureID})
		if err != nil {
			return fmt.Errorf("unassign the feature: %w", err)
		}
		if taken == 0 {
			return ErrFeatureNotFound
		}
		return s.recordAssignmentTx(ctx, tx, authz.MotorcycleFeatureUnassign, m, audit.Change{From: featureID})
	})
}

func (s *Service) recordAssignmentTx(ctx context.Context, tx pgx.Tx, action authz.Permission, m Motorcycle, change audit.Change) error {
	return audit.RecordTx(ctx, tx, audit.Entry{
		At: s.clock.Now(), Action: action, Entity: entity, EntityID: m.ID, FranchiseID: &m.FranchiseID,
		Changes: audit.Changes{"featureId": change},
	})
}

// checkFeatures notes more features than a motorcycle may have.
func checkFeatures(c *errs.Collector, ids []uuid.UUID) {
	c.Check(len(ids) <= mostFeatures, "featureIds", "TOO_MANY", "max", mostFeatures)
}

// setFeaturesTx leaves m with these features and no others, and returns them in the order of their ids. Returns
// ErrFeatureNotFound when one is neither the platform's nor its franchise's.
func (s *Service) setFeaturesTx(ctx context.Context, tx pgx.Tx, m Motorcycle, ids []uuid.UUID) ([]uuid.UUID, error) {
	ids = append([]uuid.UUID{}, ids...) // never nil: no features are an empty array, not an unknown one
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	ids = slices.Compact(ids)
	if _, err := fittingTx(ctx, tx, m, ids); err != nil {
		return nil, err
	}
	q := motorcycledb.New(tx)
	if err := q.DeleteOtherAssignments(ctx, motorcycledb.DeleteOtherAssignmentsParams{MotorcycleID: m.ID, FeatureIds: ids}); err != nil {
		return nil, fmt.Errorf("unassign features: %w", err)
	}
	err := q.InsertAssignments(ctx, motorcycledb.InsertAssignmentsParams{MotorcycleID: m.ID, FeatureIds: ids, Now: s.clock.Now()})
	if err != nil {
		return nil, fmt.Errorf("assign features: %w", noFeature(err))
	}
	return ids, nil
}

// fittingTx returns the features with ids, or ErrFeatureNotFound when one is not for m.
func fittingTx(ctx context.Context, tx pgx.Tx, m Motorcycle, ids []uuid.UUID) ([]motorcycledb.ListFittingFeaturesRow, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := motorcycledb.New(tx).ListFittingFeatures(ctx, motorcycledb.ListFittingFeaturesParams{Ids: ids, FranchiseID: &m.FranchiseID})
	if err != nil {
		return nil, fmt.Errorf("find the features: %w", err)
	}
	if len(rows) < len(ids) {
		return nil, ErrFeatureNotFound
	}
	return rows, nil
}

// noFeature is ErrFeatureNotFound when err says that a feature was deleted meanwhile.
func noFeature(err error) error {
	if postgres.Violates(err, "motorcycle_feature_assignments_feature_id_fkey") {
		return ErrFeatureNotFound.With(err)
	}
	return err
}
