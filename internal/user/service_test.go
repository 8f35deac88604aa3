package user_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/dbtest"
	"rihla/internal/user"
)

func register(t *testing.T, db *postgres.DB, in user.RegisterInput) (user.User, error) {
	t.Helper()
	service := newService(db)
	draft, err := service.DraftCustomer(t.Context(), in)
	require.NoError(t, err)
	var created user.User
	err = db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
		created, err = service.InsertTx(ctx, tx, draft)
		return err
	})
	return created, err
}

func TestRegisterStoresWhatWasTyped(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	in := salma()
	in.Email, in.FirstName, in.PhoneNumber = " Salma@Rihla.Test ", " Salma ", " +212 612 345 678 "

	created, err := register(t, db, in)
	require.NoError(t, err)
	require.Equal(t, "Salma@Rihla.Test", created.Email)
	require.Equal(t, "Salma", created.FirstName)
	require.Equal(t, "+212 612 345 678", *created.PhoneNumber)
	require.Equal(t, authz.Customer, created.Role)
	require.Nil(t, created.FranchiseID)
	require.Equal(t, i18n.French, created.Language)
	require.Nil(t, created.EmailVerifiedAt)
	require.Equal(t, uuid.Version(7), created.ID.Version())

	read, err := newService(db).ByID(t.Context(), created.ID)
	require.NoError(t, err)
	require.Equal(t, created, read)

	credentials, err := newService(db).CredentialsByEmail(t.Context(), "sALMA@rihla.test ")
	require.NoError(t, err)
	require.Equal(t, user.Credentials{User: created, PasswordHash: "hashed:" + in.Password}, credentials)
}

func TestEmailIsTakenInAnyCapitals(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	_, err := register(t, db, salma())
	require.NoError(t, err)

	again := salma()
	again.Email = "SALMA@Rihla.TEST"
	_, err = register(t, db, again)
	require.ErrorIs(t, err, user.ErrEmailTaken)
}

func TestAbsentUsers(t *testing.T) {
	t.Parallel()
	service := newService(&postgres.DB{Pool: dbtest.New(t)})
	_, err := service.ByID(t.Context(), uuid.Must(uuid.NewV7()))
	require.ErrorIs(t, err, user.ErrNotFound)
	_, err = service.CredentialsByEmail(t.Context(), "nobody@rihla.test")
	require.ErrorIs(t, err, user.ErrNotFound)
}

func TestCreateStaff(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	service, ctx := newService(db), authz.AsSystem(t.Context(), "test")
	franchise := uuid.Must(uuid.NewV7())
	_, err := db.Exec(ctx, `insert into franchises (id, name, code, contact_email) values ($1, 'Casablanca', 'CASA', 'casa@rihla.test')`, franchise)
	require.NoError(t, err)

	in := user.CreateStaffInput{
		FirstName: "Karim", LastName: "Idrissi", Email: "karim@rihla.test", Password: "Abcdefg1",
		Role: authz.FranchiseAdmin, FranchiseID: &franchise, Language: i18n.Arabic,
	}
	created, err := service.CreateStaff(ctx, in)
	require.NoError(t, err)
	require.Equal(t, authz.FranchiseAdmin, created.Role)
	require.Equal(t, &franchise, created.FranchiseID)
	require.Equal(t, i18n.Arabic, created.Language)

	_, err = service.CreateStaff(ctx, in)
	require.ErrorIs(t, err, user.ErrEmailTaken)

	unknown := uuid.Must(uuid.NewV7())
	in.Email, in.FranchiseID = "other@rihla.test", &unknown
	_, err = service.CreateStaff(ctx, in)
	require.Equal(t, "FRANCHISE_NOT_FOUND", errs.CodeOf(err))

	plain, err := service.CreateStaff(ctx, user.CreateStaffInput{FirstName: "A", LastName: "B", Email: "plain@rihla.test", Password: "Abcdefg1"})
	require.NoError(t, err)
	require.Equal(t, authz.Customer, plain.Role)
	require.Equal(t, i18n.French, plain.Language)
}

// A hash is replaced only while it is the one that was checked.
func TestReplaceHash(t *testing.T) {
	t.Parallel()
	db := &postgres.DB{Pool: dbtest.New(t)}
	service := newService(db)
	created, err := register(t, db, salma())
	require.NoError(t, err)
	for _, step := range []struct{ from, to, want string }{
		{"hashed:Other", "late", "hashed:Atlas-2026"},
		{"hashed:Atlas-2026", "stronger", "stronger"},
	} {
		require.NoError(t, db.InTx(t.Context(), func(ctx context.Context, tx pgx.Tx) error {
			return service.ReplaceHashTx(ctx, tx, created.ID, step.from, step.to)
		}))
		credentials, err := service.CredentialsByEmail(t.Context(), created.Email)
		require.NoError(t, err)
		require.Equal(t, step.want, credentials.PasswordHash)
	}
}
