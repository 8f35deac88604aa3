package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/postgres"
	"rihla/internal/testkit/apptest"
)

func TestDeleteMedia(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, colleague := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	others, rider := a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID), a.Customer()
	picture, card := upload(t, staff, "a.jpg", photo(t, 600, 300)), upload(t, rider, "b.jpg", photo(t, 90, 60))
	remove := func(c *apptest.Caller, id string) apptest.Answer {
		return c.Do(http.MethodDelete, "/media/"+url.PathEscape(id), nil)
	}
	for _, c := range []*apptest.Caller{others, rider} {
		require.Equal(t, "MEDIA_NOT_FOUND", remove(c, picture.ID.String()).Problem().Code)
	}
	require.Equal(t, "MEDIA_NOT_FOUND", remove(staff, card.ID.String()).Problem().Code, "somebody's card is no franchise's")
	for _, id := range []string{"", "x", uuid.NewString(), "../" + uuid.NewString(), "\x00", strings.Repeat("é", 10_000)} {
		if id != "" {
			require.Equal(t, http.StatusNotFound, remove(staff, id).Status)
		}
	}

	_, err := a.DB().Exec(t.Context(), "insert into motorcycle_images (id, motorcycle_id, image_url) values ($1, $2, $3)",
		uuid.New(), ours.MotorcycleID, picture.URL)
	require.NoError(t, err)
	require.Equal(t, "MEDIA_IN_USE", remove(staff, picture.ID.String()).Problem().Code)
	_, err = a.DB().Exec(t.Context(), "delete from motorcycle_images")
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, remove(colleague, "public/"+picture.ID.String()).Status, "by its place in the store")
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(picture.URL).Status)
	require.Equal(t, http.StatusNotFound, remove(staff, picture.ID.String()).Status)
	require.Equal(t, http.StatusNoContent, remove(rider, card.URL).Status, "by its address")
	require.Empty(t, a.files(t))
	require.Equal(t, []string{"MEDIA_UPLOAD FRANCHISE_ADMIN", "MEDIA_DELETE FRANCHISE_ADMIN"}, a.mediaAudit(t, picture.ID))
	a.requireRows(t, 0, "media_removals")
}

// What nothing names for a day goes, with its bytes; what is named stays, and what the store would not let go of is
// tried again.
func TestSweep(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	admin := a.Staff(authz.Admin, nil)
	sweep := func() error { return a.Services().Media.Sweep(t.Context()) }
	named, unnamed := upload(t, admin, "a.jpg", photo(t, 500, 300)), upload(t, admin, "b.jpg", photo(t, 500, 300))
	_, err := a.DB().Exec(t.Context(), "insert into motorcycle_images (id, motorcycle_id, image_url) values ($1, $2, $3)",
		uuid.New(), stage.MotorcycleID, named.URL)
	require.NoError(t, err)
	a.Clock.Advance(24 * time.Hour)
	fresh := upload(t, a.Staff(authz.Admin, nil), "c.jpg", photo(t, 20, 20))
	require.NoError(t, sweep())
	a.requireRows(t, 3, "media_files")

	a.Clock.Advance(time.Second)
	stuck := filepath.Join(a.Config.DataDir, "media", "public", unnamed.ID.String(), "480.jpg")
	require.NoError(t, os.Remove(stuck))
	require.NoError(t, os.MkdirAll(filepath.Join(stuck, "in the way"), 0o700))
	require.Error(t, sweep(), "the store does not let go")
	a.requireRows(t, 2, "media_files")
	a.requireRows(t, 1, "media_removals")
	require.NoError(t, os.Remove(filepath.Join(stuck, "in the way")))
	require.NoError(t, sweep())
	require.NoError(t, sweep(), "safe to run twice")
	a.requireRows(t, 0, "media_removals")
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(unnamed.URL).Status)
	for _, m := range []mediaRow{named, fresh} {
		require.Equal(t, http.StatusOK, a.Visitor().Get(m.URL).Status)
	}
	require.Equal(t, []string{"MEDIA_UPLOAD ADMIN", "MEDIA_DELETE SYSTEM"}, a.mediaAudit(t, unnamed.ID))

	_, err = a.DB().Exec(t.Context(), "delete from motorcycle_images")
	require.NoError(t, err)
	require.NoError(t, sweep())
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(named.URL).Status, "its picture was taken away")
}

// While files are swept, riders name theirs: each is either named and there, or refused and gone.
func TestSweepAgainstNaming(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	var riders []*apptest.Caller
	var cards []mediaRow
	for range 8 {
		riders = append(riders, a.Customer())
		cards = append(cards, upload(t, riders[len(riders)-1], "cin.jpg", photo(t, 60, 40)))
	}
	// The access tokens are too old by now: naming goes through the database, where the race is.
	a.Clock.Advance(25 * time.Hour)
	var group sync.WaitGroup
	outcome := make([]error, len(cards))
	for i, card := range cards {
		group.Go(func() {
			_, outcome[i] = a.DB().Exec(t.Context(), "update users set identity_card_front = $1 where id = $2", card.URL, riders[i].UserID)
		})
	}
	for range 3 {
		group.Go(func() {
			if err := a.Services().Media.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	stored := strings.Join(a.files(t), " ")
	for i, card := range cards {
		if outcome[i] != nil {
			require.True(t, postgres.Violates(outcome[i], "media_references_media_id_fkey"), "%v", outcome[i])
		}
		require.Equal(t, outcome[i] == nil, strings.Contains(stored, card.ID.String()))
	}
}

func TestUploadsOfADay(t *testing.T) {
	t.Parallel()
	a := newApp(t, func(o *app.Options) { o.Config.MediaPerDay = 2 })
	rider := a.Customer()
	upload(t, rider, "a.jpg", photo(t, 20, 20))
	require.Equal(t, http.StatusUnprocessableEntity, send(t, rider, "/media/upload", "a.txt", []byte("text")).Status, "counts for nothing")
	content, taken := photo(t, 20, 20), atomic.Int64{}
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			if answer := send(t, rider, "/media/upload", "b.jpg", content); answer.Status == http.StatusCreated {
				taken.Add(1)
			} else if answer.Status != http.StatusTooManyRequests {
				t.Errorf("%d: %s", answer.Status, answer.Body)
			}
		})
	}
	group.Wait()
	require.EqualValues(t, 1, taken.Load(), "one was left")
	a.requireRows(t, 2, "media_files")
	require.Len(t, a.files(t), 2)
	full := send(t, rider.In("fr"), "/media/upload", "b.jpg", photo(t, 20, 20))
	require.Equal(t, http.StatusTooManyRequests, full.Status)
	require.Equal(t, "MEDIA_QUOTA", full.Problem().Code)
	require.Equal(t, "Vous avez envoyé 2 fichiers aujourd'hui\u00a0; c'est la limite. Veuillez continuer demain.", full.Problem().Message)
	upload(t, a.Customer(), "a.jpg", photo(t, 20, 20))

	_, err := a.DB().Exec(t.Context(), "update media_quotas set day = day - 1")
	require.NoError(t, err)
	upload(t, rider, "c.jpg", photo(t, 20, 20))
	a.Clock.Advance(48 * time.Hour)
	require.NoError(t, a.Services().Media.Sweep(t.Context()))
	a.requireRows(t, 0, "media_quotas")
}

// The same with the files in a bucket.
func TestFilesInABucket(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	require.NoError(t, backend.CreateBucket("rihla"))
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	a := newApp(t, func(o *app.Options) {
		o.Config.BlobURL = strings.Replace(server.URL, "http://", "s3://key:secret@", 1) + "/rihla?region=eu-west-3&insecure=true"
	})
	rider := a.Customer()
	admin := a.Staff(authz.Admin, nil)
	picture, card := upload(t, admin, "moto.jpg", photo(t, 700, 400)), upload(t, rider, "cin.jpg", photo(t, 100, 60))
	whole := a.Visitor().Get(picture.URL)
	require.Equal(t, http.StatusOK, whole.Status)
	part := a.Visitor().With("Range", "bytes=-100").Get(picture.URL)
	require.Equal(t, http.StatusPartialContent, part.Status)
	require.Equal(t, whole.Body[len(whole.Body)-100:], part.Body)
	require.Equal(t, http.StatusNotFound, a.Visitor().Get(card.URL).Status)
	require.Equal(t, http.StatusOK, a.Visitor().Get(linkTo(rider, card).URL).Status)
	require.Equal(t, http.StatusNoContent, admin.Do(http.MethodDelete, "/media/"+picture.ID.String(), nil).Status)
	_, err := backend.HeadObject("rihla", strings.TrimPrefix(strings.Replace(picture.URL, "/media/", "public/", 1), "/"))
	require.Error(t, err)

	server.Close()
	failed := send(t, rider, "/media/upload", "x.jpg", photo(t, 20, 20))
	require.Equal(t, http.StatusServiceUnavailable, failed.Status)
	require.Equal(t, "UNAVAILABLE", failed.Problem().Code)
	a.requireRows(t, 1, "media_files")
	require.Equal(t, http.StatusServiceUnavailable, a.Visitor().Get(linkTo(rider, card).URL).Status)
}
