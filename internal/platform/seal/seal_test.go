package seal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/seal"
)

func box(t *testing.T, secret, purpose string) *seal.Box {
	t.Helper()
	b, err := seal.New([]byte(secret), purpose)
	require.NoError(t, err)
	return b
}

func TestOpenedOnlyByItsOwnBoxAtItsOwnPlace(t *testing.T) {
	t.Parallel()
	mine := box(t, "a secret", "locks")
	sealed := mine.Seal("48213", "lock_codes/1")
	require.NotContains(t, string(sealed), "48213")
	require.NotEqual(t, sealed, mine.Seal("48213", "lock_codes/1"), "equal secrets look different")

	text, err := box(t, "a secret", "locks").Open(sealed, "lock_codes/1")
	require.NoError(t, err, "after a restart too")
	require.Equal(t, "48213", text)

	altered := append([]byte{}, sealed...)
	altered[len(altered)-1] ^= 1
	for name, open := range map[string]func() (string, error){
		"another secret":  func() (string, error) { return box(t, "another", "locks").Open(sealed, "lock_codes/1") },
		"another purpose": func() (string, error) { return box(t, "a secret", "media").Open(sealed, "lock_codes/1") },
		"another place":   func() (string, error) { return mine.Open(sealed, "lock_codes/2") },
		"altered":         func() (string, error) { return mine.Open(altered, "lock_codes/1") },
		"cut off":         func() (string, error) { return mine.Open(sealed[:5], "lock_codes/1") },
		"nothing":         func() (string, error) { return mine.Open(nil, "lock_codes/1") },
	} {
		_, err := open()
		require.ErrorIs(t, err, seal.ErrUnreadable, name)
		require.NotContains(t, err.Error(), "48213")
	}
}
