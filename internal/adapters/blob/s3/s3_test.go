package s3_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/blob/s3"
	"rihla/internal/media"
	"rihla/internal/testkit/blobtest"
)

// bucketServer is a server that speaks the protocol, with one bucket.
func bucketServer(t *testing.T) (*s3mem.Backend, string) {
	t.Helper()
	backend := s3mem.New()
	require.NoError(t, backend.CreateBucket("rihla"))
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return backend, strings.TrimPrefix(server.URL, "http://")
}

func TestStore(t *testing.T) {
	t.Parallel()
	backend, host := bucketServer(t)
	store, err := s3.Open("s3://key:secret@" + host + "/rihla/uploads?region=eu-west-3&insecure=true")
	require.NoError(t, err)
	blobtest.Run(t, store)
	object, err := backend.HeadObject("rihla", "uploads/public/0199/480.jpg")
	require.NoError(t, err, "below the folder of the address")
	require.Equal(t, "image/jpeg", object.Metadata["Content-Type"])
}

// Trouble with the bucket is the company's and must not look like a file that is not there.
func TestBucketInTrouble(t *testing.T) {
	t.Parallel()
	_, host := bucketServer(t)
	missing, err := s3.Open("s3://key:secret@" + host + "/elsewhere?region=eu-west-3&insecure=true")
	require.NoError(t, err)
	require.Error(t, missing.Put(t.Context(), "public/a/1.jpg", "image/jpeg", []byte("x")))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer server.Close()
	store, err := s3.Open("s3://key:secret@" + strings.TrimPrefix(server.URL, "http://") + "/rihla?region=eu-west-3&insecure=true")
	require.NoError(t, err)
	for _, err := range []error{
		store.Put(t.Context(), "public/a/1.jpg", "image/jpeg", []byte("x")), store.Remove(t.Context(), "public/a/1.jpg"),
	} {
		require.Error(t, err)
		require.NotContains(t, err.Error(), "secret")
	}
	_, err = store.Open(t.Context(), "public/a/1.jpg")
	require.Error(t, err)
	require.NotErrorIs(t, err, media.ErrNoBlob)
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "s3://", "s3://host/bucket", "s3://key@host/bucket", "s3://key:t0psecret@host", "s3://key:t0psecret@host/",
		"https://key:t0psecret@host/bucket", "s3://key:t0psecret@host/bucket?insecure=maybe", "s3://key:t0psecret@ho st/bucket", "s3://key:t0psecret@host:x/b",
	} {
		_, err := s3.Open(address)
		require.ErrorContains(t, err, "RIHLA_BLOB_URL", address)
		require.NotContains(t, err.Error(), "t0psecret")
	}
	_, err := s3.Open("s3://key:secret@s3.eu-west-3.amazonaws.com/rihla?region=eu-west-3")
	require.NoError(t, err)
}
