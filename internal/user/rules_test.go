package user_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/refusal"
	"rihla/internal/user"
)

// plainHasher marks a password instead of hashing it.
type plainHasher struct{}

func (plainHasher) Hash(_ context.Context, password string) (string, error) {
	return "hashed:" + password, nil
}

func newService(db *postgres.DB) *user.Service {
	return user.New(db, clock.NewFake(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)), plainHasher{}, nil, nil)
}

func salma() user.RegisterInput {
	return user.RegisterInput{
		FirstName: "Salma", LastName: "Benali", Email: "salma@rihla.test", Password: "Atlas-2026", Language: i18n.French,
	}
}

// Every rule of specification section 5 on an account, at both sides of each limit.
func TestRules(t *testing.T) {
	t.Parallel()
	text := strings.Repeat
	rules := map[string]struct {
		set   func(*user.RegisterInput, string)
		fine  []string
		wrong map[string]string
	}{
		"firstName": {
			set:   func(in *user.RegisterInput, v string) { in.FirstName = v },
			fine:  []string{"S", text("é", 50), "  سلمى  ", "Anne-Marie O'Neil"},
			wrong: map[string]string{"": "REQUIRED", " \t ": "REQUIRED", text("é", 51): "TOO_LONG", "Sal\r\nBcc: x": "INVALID_FORMAT", "Sal\x00ma": "INVALID_FORMAT"},
		},
		"lastName": {
			set:   func(in *user.RegisterInput, v string) { in.LastName = v },
			fine:  []string{"B", text("x", 50)},
			wrong: map[string]string{"": "REQUIRED", text("x", 51): "TOO_LONG"},
		},
		"email": {
			set: func(in *user.RegisterInput, v string) { in.Email = v },
			fine: []string{
				"a@b.ma", " salma@rihla.test ", "Salma.Benali+velo@Mail.Rihla.Test", text("l", 64) + "@rihla.test",
				text("l", 60) + "@" + text(text("d", 46)+".", 4) + "maroc",
			},
			wrong: map[string]string{
				"": "REQUIRED", "  ": "REQUIRED", "salma": "INVALID_EMAIL", "salma@": "INVALID_EMAIL", "@rihla.test": "INVALID_EMAIL",
				"salma@rihla": "INVALID_EMAIL", "salma@rihla..test": "INVALID_EMAIL", "salma@-rihla.test": "INVALID_EMAIL",
				"Salma <salma@rihla.test>": "INVALID_EMAIL", "<salma@rihla.test>": "INVALID_EMAIL", "salma@rihla.test (me)": "INVALID_EMAIL",
				"a@b.test, c@d.test": "INVALID_EMAIL", "salma@[127.0.0.1]": "INVALID_EMAIL", "salma@127.0.0.1": "INVALID_EMAIL",
				"sal ma@rihla.test": "INVALID_EMAIL", "سلمى@rihla.test": "INVALID_EMAIL", `"a@b"@rihla.test`: "INVALID_EMAIL",
				"salma@rihla.test\x00": "INVALID_EMAIL", "salma@rihla.test\nBcc:x@y.z": "INVALID_EMAIL", ".salma@rihla.test": "INVALID_EMAIL",
				text("l", 65) + "@rihla.test":                               "INVALID_EMAIL",
				text("l", 60) + "@" + text(text("d", 46)+".", 4) + "maroc1": "TOO_LONG",
			},
		},
		"password": {
			set:  func(in *user.RegisterInput, v string) { in.Password = v },
			fine: []string{"Abcdefg1", "   Abcde1", "كلمةSecrète1", "Aa1" + text("x", 197)},
			wrong: map[string]string{
				"": "REQUIRED", "Abcdef1": "TOO_SHORT", "abcdefg1": "PASSWORD_WEAK", "ABCDEFG1": "PASSWORD_WEAK", "Abcdefgh": "PASSWORD_WEAK",
				"12345678": "PASSWORD_WEAK", "Aa1" + text("x", 198): "TOO_LONG",
			},
		},
		"phoneNumber": {
			set:  func(in *user.RegisterInput, v string) { in.PhoneNumber = v },
			fine: []string{"", "  ", "+212 6 12 34 56 78", "0612345678", "(05) 22-12.34.56", "123456", "123456789012345"},
			wrong: map[string]string{
				"call me": "INVALID_FORMAT", "12345": "INVALID_FORMAT", "1234567890123456": "INVALID_FORMAT", "++212612345678": "INVALID_FORMAT",
				"06123\x0045678": "INVALID_FORMAT", "٠٦١٢٣٤٥٦٧٨": "INVALID_FORMAT", "+212 6 12 34 56 78             ,": "TOO_LONG",
			},
		},
		"language": {
			set:   func(in *user.RegisterInput, v string) { in.Language = i18n.Language(v) },
			fine:  []string{"en", "fr", "ar"},
			wrong: map[string]string{"": "INVALID_CHOICE", "de": "INVALID_CHOICE", "FR": "INVALID_CHOICE"},
		},
	}
	service := newService(nil)
	for field, rule := range rules {
		for _, value := range rule.fine {
			in := salma()
			rule.set(&in, value)
			_, err := service.DraftCustomer(t.Context(), in)
			require.NoError(t, err, "%s %q", field, value)
		}
		for value, code := range rule.wrong {
			in := salma()
			rule.set(&in, value)
			_, err := service.DraftCustomer(t.Context(), in)
			require.Equal(t, map[string]string{field: code}, refusal.Fields(t, err), "%s %q", field, value)
		}
	}
}

func TestEveryBrokenFieldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := newService(nil).DraftCustomer(t.Context(), user.RegisterInput{PhoneNumber: "x", Password: "x"})
	require.Equal(t, map[string]string{
		"firstName": "REQUIRED", "lastName": "REQUIRED", "email": "REQUIRED", "password": "TOO_SHORT",
		"phoneNumber": "INVALID_FORMAT", "language": "INVALID_CHOICE",
	}, refusal.Fields(t, err))
}

func TestStaffRules(t *testing.T) {
	t.Parallel()
	ctx := authz.AsSystem(t.Context(), "test")
	in := user.CreateStaffInput{FirstName: "A", LastName: "B", Email: "a@rihla.test", Password: "Abcdefg1"}

	in.Role = authz.System
	_, err := newService(nil).CreateStaff(ctx, in)
	require.Equal(t, map[string]string{"role": "INVALID_CHOICE"}, refusal.Fields(t, err))

	in.Role = authz.FranchiseAdmin
	_, err = newService(nil).CreateStaff(ctx, in)
	require.Equal(t, map[string]string{"franchiseId": "REQUIRED"}, refusal.Fields(t, err))
}

// Visitors and customers make no accounts for others (specification section 6).
func TestCreateStaffIsForStaff(t *testing.T) {
	t.Parallel()
	for role, want := range map[authz.Role]error{
		authz.Anonymous: authz.ErrUnauthenticated, authz.Customer: authz.ErrForbidden,
	} {
		ctx := authz.Into(t.Context(), authz.Subject{Role: role})
		_, err := newService(nil).CreateStaff(ctx, user.CreateStaffInput{})
		require.ErrorIs(t, err, want, "%s", role)
	}
}
