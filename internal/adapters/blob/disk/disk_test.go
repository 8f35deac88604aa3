package disk_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/blob/disk"
	"rihla/internal/testkit/blobtest"
)

func TestStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, err := disk.Open(dir, time.Now())
	require.NoError(t, err)
	blobtest.Run(t, store)
	require.NoError(t, store.Put(t.Context(), "public/one/480.jpg", "image/jpeg", []byte("x")))
	require.NoError(t, store.Close())

	again, err := disk.Open(dir, time.Now())
	require.NoError(t, err)
	file, err := again.Open(t.Context(), "public/one/480.jpg")
	require.NoError(t, err, "it survives a restart")
	require.NoError(t, file.Close())
	require.NoError(t, again.Remove(t.Context(), "public/one/480.jpg"))
	require.NoDirExists(t, filepath.Join(dir, "public", "one"), "its folder goes with the last file")
	require.NoError(t, again.Close())
}

// Whatever a name says, nothing outside of the directory is touched.
func TestNamesStayInside(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o600))
	store, err := disk.Open(filepath.Join(outside, "media"), time.Now())
	require.NoError(t, err)
	require.NoError(t, os.Symlink(outside, filepath.Join(outside, "media", "away")))
	for _, name := range []string{"../secret", "away/secret", filepath.Join(outside, "secret")} {
		_, err := store.Open(t.Context(), name)
		require.Error(t, err, name)
		require.Error(t, store.Put(t.Context(), name, "image/jpeg", []byte("y")), name)
		require.Error(t, store.Remove(t.Context(), name), name)
	}
	require.FileExists(t, filepath.Join(outside, "secret"))
	require.NoError(t, store.Close())
}

// A crash leaves no half-written file behind for ever, and a start takes none from a program at work.
func TestLeftoversAreRemoved(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), time.Now()
	old, fresh := filepath.Join(dir, "partial", "cut-off"), filepath.Join(dir, "partial", "being-written")
	require.NoError(t, os.MkdirAll(filepath.Dir(old), 0o700))
	for _, name := range []string{old, fresh} {
		require.NoError(t, os.WriteFile(name, []byte("half"), 0o600))
	}
	require.NoError(t, os.Chtimes(old, now, now.Add(-2*time.Hour)))
	store, err := disk.Open(dir, now)
	require.NoError(t, err)
	require.NoFileExists(t, old)
	require.FileExists(t, fresh)
	require.NoError(t, store.Close())
}

func TestUnusableDirectory(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := disk.Open(file, time.Now())
	require.ErrorContains(t, err, "directory of uploads")
}
