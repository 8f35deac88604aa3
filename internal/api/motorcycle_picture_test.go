package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type pictureRow struct {
	ID                uuid.UUID
	ImageURL, AltText string
	IsPrimary         bool
}

func pictureOf(answer apptest.Answer) pictureRow {
	return apptest.Data[struct{ Image pictureRow }](answer).Image
}

func TestPicturesOfAMotorcycle(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, others := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	path := "/motorcycles/" + ours.MotorcycleID.String() + "/images"

	answer := send(t, staff, path, "moto.jpg", photo(t, 1200, 800), "altText", "دراجة زرقاء 🏍", "isPrimary", "true")
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	first := pictureOf(answer)
	require.Equal(t, path+"/"+first.ID.String(), answer.Header.Get("Location"))
	require.True(t, first.IsPrimary)
	require.Equal(t, "دراجة زرقاء 🏍", first.AltText)
	require.Equal(t, http.StatusOK, a.Visitor().Get(first.ImageURL).Status)
	second := pictureOf(staff.Post(path, map[string]any{"imageUrl": "/pictures/city-sand.svg", "altText": "Left"}))
	require.False(t, second.IsPrimary)
	third := pictureOf(send(t, staff, path, "new.jpg", photo(t, 50, 50), "isPrimary", "true"))

	shown := apptest.Data[struct{ Motorcycle struct{ Images []pictureRow } }](a.Visitor().Get("/motorcycles/" + ours.MotorcycleID.String())).Motorcycle.Images
	require.Len(t, shown, 3)
	require.Equal(t, third.ID, shown[0].ID, "the new primary one first")
	require.False(t, shown[1].IsPrimary)

	for _, c := range []*apptest.Caller{others, a.Customer(), a.Visitor()} {
		require.Contains(t, []int{401, 403, 404}, send(t, c, path, "x.jpg", photo(t, 9, 9)).Status)
		require.Contains(t, []int{401, 403, 404}, c.Post(path, map[string]any{"imageUrl": "/pictures/x.svg"}).Status)
	}
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", others.Post(path, map[string]any{"imageUrl": "/pictures/x.svg"}).Problem().Code)
	require.Equal(t, "MOTORCYCLE_NOT_FOUND", send(t, staff, "/motorcycles/x/images", "x.jpg", photo(t, 9, 9)).Problem().Code)
	a.requireRows(t, 3, "motorcycle_images")
	a.requireRows(t, 2, "media_files")
}

// A picture that is refused leaves neither a file nor a row.
func TestRefusedPictures(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
	path := "/motorcycles/" + stage.MotorcycleID.String() + "/images"
	for field, c := range map[string][]string{"isPrimary": {"isPrimary", "maybe"}, "altText": {"altText", strings.Repeat("é", 501)}} {
		require.NotEmpty(t, send(t, staff, path, "x.jpg", photo(t, 9, 9), c...).Problem().Field(field), field)
	}
	require.Equal(t, "MEDIA_TYPE", send(t, staff, path, "x.pdf", []byte(onePDF)).Problem().Code)
	require.Equal(t, "REQUIRED", send(t, staff, path, "", nil, "altText", "x").Problem().Field("file"))
	for body, field := range map[string]string{
		`{}`: "imageUrl", ``: "imageUrl", `{"imageUrl": "javascript:alert(1)"}`: "imageUrl", `{"imageUrl": 1}`: "imageUrl",
		`{"imageUrl": "/x.svg", "isPrimary": "yes"}`: "isPrimary", `{"imageUrl": "/x.svg", "altText": "` + strings.Repeat("x", 501) + `"}`: "altText",
	} {
		require.NotEmpty(t, staff.Post(path, body).Problem().Field(field), body)
	}
	for body, code := range map[string]string{
		`[`: "MALFORMED", `"x"`: "MALFORMED", `{"altText": "` + strings.Repeat("x", 100_000) + `"}`: "TOO_LARGE",
		`{"imageUrl": "/media/` + uuid.NewString() + `/480.jpg"}`: "MEDIA_GONE",
	} {
		require.Equal(t, code, staff.Post(path, body).Problem().Code, "%.60s", body)
	}
	card := upload(t, a.Customer(), "cin.jpg", photo(t, 60, 40))
	require.Equal(t, "MEDIA_MISPLACED", staff.Post(path, map[string]any{"imageUrl": card.URL}).Problem().Code, "papers are no pictures")
	require.Equal(t, "MULTIPART_EXPECTED", staff.With("Content-Type", "image/jpeg").Post(path, photo(t, 9, 9)).Problem().Code)
	a.requireRows(t, 0, "motorcycle_images")
	a.requireRows(t, 1, "media_files")
	require.Len(t, a.files(t), 1)
}

// Ten who each make theirs the primary one: all are added, one of them is it.
func TestPrimaryPicturesAtOnce(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	path := "/motorcycles/" + stage.MotorcycleID.String() + "/images"
	content := photo(t, 40, 40)
	var group sync.WaitGroup
	for range 10 {
		staff := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID)
		group.Go(func() {
			if answer := send(t, staff, path, "x.jpg", content, "isPrimary", "true"); answer.Status != http.StatusCreated {
				t.Errorf("%d: %s", answer.Status, answer.Body)
			}
		})
	}
	group.Wait()
	a.requireRows(t, 10, "motorcycle_images")
	a.requireRows(t, 1, "motorcycle_images where is_primary")
}
