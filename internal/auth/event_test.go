package auth_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/auth"
	"rihla/internal/testkit/listener"
)

// Who registers and who signs in is told of, without where they are; who is refused is not.
func TestRegisteredAndLoggedInAreTold(t *testing.T) {
	t.Parallel()
	f := setup(t)
	l := listener.New(auth.EventRegistered, auth.EventLoggedIn)
	var err error
	f.Service, err = auth.New(auth.Config{Key: key}, auth.Deps{
		DB: f.db, Clock: f.clock, Users: f.users, Passwords: f.passwords, Log: slog.New(slog.DiscardHandler), Events: l.Bus,
	})
	require.NoError(t, err)
	var s auth.Session
	registered := l.Stands(t, func() error {
		s, err = f.Register(t.Context(), salma(), device)
		return err
	})
	require.Equal(t, auth.EventRegistered, registered.Type)
	require.Equal(t, s.User.ID, *registered.UserID)
	require.Equal(t, f.clock.Now(), registered.At)
	loggedIn := l.Stands(t, func() error {
		_, err := f.Login(t.Context(), auth.LoginInput{Email: salma().Email, Password: password}, device)
		return err
	})
	require.Equal(t, auth.EventLoggedIn, loggedIn.Type)
	require.Equal(t, s.User.ID, *loggedIn.UserID)
	require.JSONEq(t, "{}", string(loggedIn.Payload))
	require.Equal(t, 2, f.count(t, "select count(*) from sessions"), "what was refused opened none")
	_, err = f.Login(t.Context(), auth.LoginInput{Email: salma().Email, Password: "Atlas-2027"}, device)
	require.Error(t, err)
	f.requireAlive(t, s)
	require.Len(t, l.Told, 2, "neither a refused sign-in nor a renewed session is a sign-in")
}
