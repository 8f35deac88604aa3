package motorcycle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/motorcycle"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/refusal"
)

// shown are the addresses of a motorcycle's pictures as the public sees them, in their order.
func (y yard) shown(t *testing.T, id uuid.UUID) []string {
	t.Helper()
	m, err := y.fleet.Get(t.Context(), id)
	require.NoError(t, err)
	urls := make([]string, len(m.Images))
	for i, image := range m.Images {
		urls[i] = image.URL
	}
	return urls
}

// The newest primary picture is the primary one.
func TestPrimaryImage(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	id, err := y.fleet.Create(system(t), y.good())
	require.NoError(t, err)
	var first motorcycle.Image
	for _, url := range []string{"/a.svg", "https://example.com/b.jpg"} {
		added, err := y.fleet.AddImage(system(t), id, motorcycle.NewImage{URL: url, Primary: true})
		require.NoError(t, err)
		if url == "/a.svg" {
			first = added
		}
	}
	m, err := y.fleet.Get(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, m.Images, 2)
	require.Equal(t, "https://example.com/b.jpg", m.Images[0].URL)
	require.True(t, m.Images[0].Primary)
	require.False(t, m.Images[1].Primary)

	again, err := y.fleet.UpdateImage(system(t), id, first.ID, motorcycle.UpdateImageInput{Primary: ptr(true), AltText: ptr("Vue de face")})
	require.NoError(t, err)
	require.Equal(t, "Vue de face", again.AltText)
	require.Equal(t, []string{"/a.svg", "https://example.com/b.jpg"}, y.shown(t, id))

	for _, url := range []string{"", "javascript:alert(1)", "ftp://example.com/a", "//example.com/a", "a.svg", "http://"} {
		_, err = y.fleet.AddImage(system(t), id, motorcycle.NewImage{URL: url})
		require.Contains(t, refusal.Fields(t, err), "imageUrl", url)
	}
	_, err = y.fleet.UpdateImage(system(t), id, first.ID, motorcycle.UpdateImageInput{AltText: ptr(strings.Repeat("é", 501))})
	require.Equal(t, map[string]string{"altText": "TOO_LONG"}, refusal.Fields(t, err))
}

func TestOrderAndDeleteImages(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	in := y.good()
	id, err := y.fleet.Create(system(t), in)
	require.NoError(t, err)
	in.RegistrationNumber = "2-B-6"
	another, err := y.fleet.Create(system(t), in)
	require.NoError(t, err)
	var ids []uuid.UUID
	for _, url := range []string{"/a.svg", "/b.svg", "/c.svg"} {
		added, err := y.fleet.AddImage(system(t), id, motorcycle.NewImage{URL: url})
		require.NoError(t, err)
		ids = append(ids, added.ID)
	}
	require.Equal(t, []string{"/a.svg", "/b.svg", "/c.svg"}, y.shown(t, id), "a new one stands last")

	require.NoError(t, y.fleet.OrderImages(system(t), id, []uuid.UUID{ids[2], ids[0], ids[1]}))
	require.Equal(t, []string{"/c.svg", "/a.svg", "/b.svg"}, y.shown(t, id))
	for name, order := range map[string][]uuid.UUID{
		"none": nil, "too few": ids[:2], "one twice": {ids[0], ids[1], ids[1]}, "a strange one": {ids[0], ids[1], uuid.New()},
		"too many": append(slices.Clone(ids), uuid.New()),
	} {
		require.Equal(t, map[string]string{"imageIds": "INCOMPLETE"}, refusal.Fields(t, y.fleet.OrderImages(system(t), id, order)), name)
	}

	_, err = y.fleet.DeleteImage(system(t), another, ids[0])
	require.ErrorIs(t, err, motorcycle.ErrImageNotFound, "another motorcycle's picture")
	url, err := y.fleet.DeleteImage(system(t), id, ids[0])
	require.NoError(t, err)
	require.Equal(t, "/a.svg", url)
	_, err = y.fleet.AddImage(system(t), id, motorcycle.NewImage{URL: "/d.svg"})
	require.NoError(t, err)
	require.Equal(t, []string{"/c.svg", "/b.svg", "/d.svg"}, y.shown(t, id))
}

func TestImagesOfOthers(t *testing.T) {
	t.Parallel()
	y := newYard(t)
	theirs, err := y.fleet.Create(staffOf(t, y.other), motorcycle.CreateInput{
		RegistrationNumber: "3-C-6", Make: "Honda", Model: "PCX", Year: 2025, DayPrice: 20000,
	})
	require.NoError(t, err)
	image, err := y.fleet.AddImage(system(t), theirs, motorcycle.NewImage{URL: "/a.svg"})
	require.NoError(t, err)

	staff := staffOf(t, y.one)
	require.ErrorIs(t, y.fleet.CheckImageCreate(staff, theirs), motorcycle.ErrNotFound)
	require.ErrorIs(t, y.fleet.CheckImageCreate(staff, uuid.New()), motorcycle.ErrNotFound)
	require.NoError(t, y.fleet.CheckImageCreate(staffOf(t, y.other), theirs))
	require.ErrorIs(t, y.fleet.CheckImageCreate(t.Context(), theirs), authz.ErrUnauthenticated)
	customer := authz.Into(t.Context(), authz.Subject{UserID: uuid.New(), Role: authz.Customer})
	require.ErrorIs(t, y.fleet.CheckImageCreate(customer, theirs), authz.ErrForbidden)

	_, err = y.fleet.AddImage(staff, theirs, motorcycle.NewImage{URL: "/b.svg"})
	require.ErrorIs(t, err, motorcycle.ErrNotFound)
	_, err = y.fleet.UpdateImage(staff, theirs, image.ID, motorcycle.UpdateImageInput{Primary: ptr(true)})
	require.ErrorIs(t, err, motorcycle.ErrNotFound)
	_, err = y.fleet.DeleteImage(staff, theirs, image.ID)
	require.ErrorIs(t, err, motorcycle.ErrNotFound)
	require.ErrorIs(t, y.fleet.OrderImages(staff, theirs, []uuid.UUID{image.ID}), motorcycle.ErrNotFound)
}
