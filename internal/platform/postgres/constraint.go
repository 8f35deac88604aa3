package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rihla/internal/platform/errs"
)

// constraints is the one place where the database's refusals get their meaning: constraint name to kind and code.
// Features check first, for a message with names and numbers in it; these stand for whoever lost a race.
var constraints = map[string]*errs.Error{
	// The address of an uploaded file that is gone, or that is not for what it was written into.
	"media_references_media_id_fkey": errs.New(errs.Conflict, "MEDIA_GONE"),
	"media_references_fit":           errs.New(errs.Invalid, "MEDIA_MISPLACED"),

	// A parking point that was deleted after it was looked up.
	"bookings_pickup_parking_point_id_fkey":  errs.New(errs.NotFound, "PARKING_POINT_NOT_FOUND"),
	"bookings_dropoff_parking_point_id_fkey": errs.New(errs.NotFound, "PARKING_POINT_NOT_FOUND"),

	"calendar_entries_no_overlap":    errs.New(errs.Conflict, "BOOKING_CONFLICT"),
	"payments_live_key":              errs.New(errs.Conflict, "PAYMENT_EXISTS"),
	"payment_refunds_within_capture": errs.New(errs.Conflict, "REFUND_EXCEEDS_PAYMENT"),
	"bookings_of_living_users":       errs.New(errs.NotFound, "USER_NOT_FOUND"),
}

// Translate turns a violation of a known constraint into its error, keeping the cause; anything else passes through.
func Translate(err error) error {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	if known, ok := constraints[pgErr.ConstraintName]; ok {
		return known.With(err)
	}
	return err
}

// Violates tells whether err is a violation of the named constraint.
func Violates(err error, constraint string) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pgErr.ConstraintName == constraint
}

// NoRows tells whether err says that a query found nothing.
func NoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
