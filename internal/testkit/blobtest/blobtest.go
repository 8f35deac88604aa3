// Package blobtest says what any store of uploaded files must do, for the tests of each.
package blobtest

import (
	"bytes"
	"crypto/rand"
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/media"
)

// Run holds a store against the rules of media.Store.
func Run(t *testing.T, store media.Store) {
	t.Helper()
	content := make([]byte, 300_000)
	_, err := rand.Read(content)
	require.NoError(t, err)
	ctx, name := t.Context(), "public/0199/1600.jpg"

	_, err = store.Open(ctx, name)
	require.ErrorIs(t, err, media.ErrNoBlob, "nothing there yet")
	require.NoError(t, store.Remove(ctx, name), "removing nothing is no error")

	require.NoError(t, store.Put(ctx, name, "image/jpeg", content))
	require.NoError(t, store.Put(ctx, "public/0199/480.jpg", "image/jpeg", []byte("small")))
	file, err := store.Open(ctx, name)
	require.NoError(t, err)
	whole, err := io.ReadAll(file)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, whole))
	end, err := file.Seek(0, io.SeekEnd)
	require.NoError(t, err)
	require.EqualValues(t, len(content), end)
	_, err = file.Seek(250_000, io.SeekStart)
	require.NoError(t, err)
	tail, err := io.ReadAll(file)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content[250_000:], tail), "a range")
	require.NoError(t, file.Close())

	require.NoError(t, store.Remove(ctx, name))
	_, err = store.Open(ctx, name)
	require.ErrorIs(t, err, media.ErrNoBlob)
	other, err := store.Open(ctx, "public/0199/480.jpg")
	require.NoError(t, err, "its neighbour stays")
	require.NoError(t, other.Close())

	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			if err := store.Put(ctx, "private/at-once/"+string(rune('a'+i)), "image/png", content); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for i := range 8 {
		file, err := store.Open(ctx, "private/at-once/"+string(rune('a'+i)))
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
}
