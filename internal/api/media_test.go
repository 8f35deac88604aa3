package api_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/platform/authz"
	"rihla/internal/testkit/apptest"
)

type mediaRow struct {
	ID                                  uuid.UUID
	URL, ContentType, Filename, Purpose string
	Size                                int64
	Width, Height                       *int
	IsPrivate                           bool
	Variants                            []struct {
		Width int
		URL   string
	}
}

func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = byte(i / 7)
	}
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 255
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, nil))
	return b.Bytes()
}

const onePDF = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// form writes a form with a file, none when content is nil; fields are name, value, name, value.
func form(t *testing.T, filename string, content []byte, fields ...string) (string, []byte) {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for i := 0; i < len(fields); i += 2 {
		require.NoError(t, writer.WriteField(fields[i], fields[i+1]))
	}
	if content != nil {
		part, err := writer.CreateFormFile("file", filename)
		require.NoError(t, err)
		_, err = part.Write(content)
		require.NoError(t, err)
	}
	require.NoError(t, writer.Close())
	return writer.FormDataContentType(), body.Bytes()
}

// send posts a form.
func send(t *testing.T, c *apptest.Caller, path, filename string, content []byte, fields ...string) apptest.Answer {
	t.Helper()
	kind, body := form(t, filename, content, fields...)
	return c.With("Content-Type", kind).Post(path, body)
}

func upload(t *testing.T, c *apptest.Caller, filename string, content []byte, fields ...string) mediaRow {
	t.Helper()
	answer := send(t, c, "/media/upload", filename, content, fields...)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	m := apptest.Data[struct{ Media mediaRow }](answer).Media
	require.Equal(t, m.URL, answer.Header.Get("Location"))
	return m
}

type linkRow struct {
	URL       string
	ExpiresAt *time.Time
}

func linkTo(c *apptest.Caller, m mediaRow) linkRow {
	return apptest.Data[struct{ Link linkRow }](c.Post("/media/"+m.ID.String()+"/link", nil)).Link
}

// files lists what lies in the store.
func (a testApp) files(t *testing.T) []string {
	t.Helper()
	var found []string
	root := filepath.Join(a.Config.DataDir, "media")
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, strings.TrimPrefix(path, root+"/"))
		}
		return err
	}))
	return found
}

func TestUploadedPicture(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	staff, visitor := a.Staff(authz.FranchiseAdmin, &stage.FranchiseID), a.Visitor()
	m := upload(t, staff, "../دراجة\u202e.JPEG", photo(t, 2000, 1000))
	require.Equal(t, "دراجة.JPEG", m.Filename)
	require.Equal(t, "MOTORCYCLE_IMAGE", m.Purpose)
	require.False(t, m.IsPrivate)
	require.Equal(t, []int{1600, 800}, []int{*m.Width, *m.Height})
	require.Len(t, m.Variants, 3)
	require.Equal(t, m.URL, m.Variants[2].URL)
	require.NotContains(t, m.URL, "JPEG", "the server names what it stores")

	for _, v := range m.Variants {
		answer := visitor.Get(v.URL)
		require.Equal(t, http.StatusOK, answer.Status)
		shown, err := jpeg.DecodeConfig(bytes.NewReader(answer.Body))
		require.NoError(t, err)
		require.Equal(t, v.Width, shown.Width)
		for header, want := range map[string]string{
			"Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox", "Accept-Ranges": "bytes", "Content-Disposition": "",
		} {
			require.Equal(t, want, answer.Header.Get(header), header)
		}
		tag := answer.Header.Get("ETag")
		require.NotEmpty(t, tag)
		require.Equal(t, http.StatusNotModified, visitor.With("If-None-Match", tag).Get(v.URL).Status)
		part := visitor.With("Range", "bytes=2-11").Get(v.URL)
		require.Equal(t, http.StatusPartialContent, part.Status)
		require.Equal(t, answer.Body[2:12], part.Body)
		require.Contains(t, visitor.With("Range", "bytes=0-1,4-5").Get(v.URL).Header.Get("Content-Type"), "multipart/byteranges")
		require.Equal(t, http.StatusRequestedRangeNotSatisfiable, visitor.With("Range", "bytes=99999999-").Get(v.URL).Status)
		head := visitor.Do(http.MethodHead, v.URL, nil)
		require.Equal(t, []any{http.StatusOK, 0}, []any{head.Status, len(head.Body)})
	}
	require.EqualValues(t, len(visitor.Get(m.URL).Body), m.Size)
	require.Equal(t, linkRow{URL: m.URL}, linkTo(staff, m), "anybody's address needs no link")

	for _, path := range []string{
		"/media/" + m.ID.String() + "/1601.jpg", "/media/" + m.ID.String() + "/480.png", "/media/" + uuid.NewString() + "/480.jpg",
		"/media/x/480.jpg", "/media/" + m.ID.String() + "/..%2F..%2F..%2Fsigning.key", "/media/..%2F..%2Fsigning.key/480.jpg",
		"/media/" + m.ID.String() + "/%00.jpg", m.URL + "?link=x",
	} {
		require.Equal(t, "MEDIA_NOT_FOUND", visitor.Get(path).Problem().Code, path)
	}
}

func TestTransparentPicture(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 64, 64))))
	m := upload(t, a.Staff(authz.Admin, nil), "abs.png", b.Bytes(), "purpose", "FEATURE_ICON")
	require.Equal(t, "image/png", m.ContentType)
	require.Equal(t, "image/png", a.Visitor().Get(m.URL).Header.Get("Content-Type"))
}

// A camera's position and its owner's name go no further than the upload.
func TestMetadataIsDropped(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	plain := photo(t, 300, 200)
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00GPS-33.5731,-7.5898")
	content := append([]byte{0xFF, 0xD8, 0xFF, 0xE1}, binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))...)
	content = append(append(content, exif...), plain[2:]...)
	m := upload(t, a.Staff(authz.Admin, nil), "gps.jpg", content)
	require.Equal(t, []int{200, 300}, []int{*m.Width, *m.Height}, "turned upright")
	stored := a.Visitor().Get(m.URL).Body
	require.NotContains(t, string(stored), "Exif")
	require.NotContains(t, string(stored), "GPS")
}

func TestRefusedUploads(t *testing.T) {
	t.Parallel()
	a := newApp(t, func(o *app.Options) { o.Config.MediaMaxBytes = 50_000 })
	staff := a.Staff(authz.Admin, nil)
	bomb := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xc3\x50\x00\x00\xc3\x50\x08\x06\x00\x00\x00"), 0x9a, 0x0c, 0x0f, 0xb5)
	for _, c := range []struct {
		name, code string
		status     int
		content    string
		fields     []string
	}{
		{"photo.jpg", "MEDIA_TYPE", 422, "PK\x03\x04 an archive", nil},
		{"photo.svg", "MEDIA_TYPE", 422, `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, nil},
		{"photo.jpg", "MEDIA_TYPE", 422, "<html><script>alert(1)</script>", nil},
		{"paper.pdf", "MEDIA_TYPE", 422, onePDF, nil},
		{"paper.pdf", "MEDIA_BROKEN", 422, onePDF[:20], []string{"purpose", "GRAY_CARD"}},
		{"photo.jpg", "MEDIA_BROKEN", 422, "\xff\xd8\xff\xe0 no more", nil},
		{"photo.jpg", "MEDIA_TOO_LARGE", 413, string(bytes.Repeat([]byte("\xff\xd8\xff"), 20_000)), nil},
		{"photo.jpg", "MEDIA_TOO_LARGE", 413, string(bytes.Repeat([]byte("\xff\xd8\xff"), 1_000_000)), nil},
		{"photo.jpg", "VALIDATION", 422, "", nil},
		{"photo.jpg", "VALIDATION", 422, "x", []string{"purpose", "'; drop table users; --"}},
		{"photo.jpg", "MEDIA_TOO_LARGE", 413, "x", []string{"purpose", strings.Repeat("ع", 1_000_000)}},
		{strings.Repeat("🏍", 10_000) + ".png", "MEDIA_BROKEN", 422, string(bomb), nil},
	} {
		answer := send(t, staff, "/media/upload", c.name, []byte(c.content), c.fields...)
		require.Equal(t, c.status, answer.Status, "%.50s: %s", c.content, answer.Body)
		require.Equal(t, c.code, answer.Problem().Code, "%.50s", c.content)
	}
	binary.BigEndian.PutUint32(bomb[29:], 0xf8d5bf8f)
	problem := send(t, staff.In("en"), "/media/upload", "bomb.png", withSum(bomb)).Problem()
	require.Equal(t, "MEDIA_TOO_MANY_PIXELS", problem.Code)
	require.Equal(t, "The picture is too large: at most 40 megapixels.", problem.Message)

	none := send(t, staff, "/media/upload", "", nil, "purpose", "INSURANCE").Problem()
	require.Equal(t, "REQUIRED", none.Field("file"))
	both := send(t, staff, "/media/upload", "x", []byte{}, "purpose", "HOLIDAY").Problem()
	require.Equal(t, []string{"REQUIRED", "INVALID_CHOICE"}, []string{both.Field("file"), both.Field("purpose")})
	require.Equal(t, "MULTIPART_EXPECTED", staff.Post("/media/upload", map[string]any{"file": "x"}).Problem().Code)
	for kind, want := range map[string]string{
		"multipart/form-data": "MULTIPART_EXPECTED", "multipart/form-data; boundary=x": "VALIDATION", "text/plain": "MULTIPART_EXPECTED",
	} {
		require.Equal(t, want, staff.With("Content-Type", kind).Post("/media/upload", "--y\r\n\r\n--y--").Problem().Code, kind)
	}
	twice := "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nb\r\n--x--\r\n"
	require.Equal(t, "TOO_MANY", staff.With("Content-Type", "multipart/form-data; boundary=x").Post("/media/upload", twice).Problem().Field("file"))

	require.Equal(t, "UNAUTHENTICATED", send(t, a.Visitor(), "/media/upload", "x.jpg", photo(t, 9, 9)).Problem().Code)
	a.requireRows(t, 0, "media_files")
	require.Empty(t, a.files(t), "nothing is left behind")
}

// An upload that breaks off leaves nothing.
func TestHalfAnUpload(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	staff := a.Staff(authz.Admin, nil)
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(a.BaseURL(), "http://"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(connection, "POST /media/upload HTTP/1.1\r\nHost: rihla.example\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n"+
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n\xff\xd8\xff", staff.Token)
	require.NoError(t, err)
	require.NoError(t, connection.(*net.TCPConn).CloseWrite())
	answer, err := textproto.NewConn(connection).ReadLine()
	require.NoError(t, err)
	require.Equal(t, "HTTP/1.1 400 Bad Request", answer)
	require.NoError(t, connection.Close())
	a.requireRows(t, 0, "media_files")
	require.Empty(t, a.files(t))
	upload(t, staff, "whole.jpg", photo(t, 20, 20))
}

// withSum mends the checksum of a PNG's header.
func withSum(header []byte) []byte {
	out := bytes.Clone(header[:29])
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1)))
	sum := crcOf(out[12:29])
	return append(binary.BigEndian.AppendUint32(out, sum), b.Bytes()[33:]...)
}

func crcOf(b []byte) uint32 {
	crc := ^uint32(0)
	for _, x := range b {
		crc ^= uint32(x)
		for range 8 {
			crc = crc>>1 ^ 0xEDB88320&-(crc&1)
		}
	}
	return ^crc
}

func TestWhoMayUploadWhat(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	rider := a.Customer()
	card := upload(t, rider, "cin.jpg", photo(t, 100, 60))
	require.Equal(t, "IDENTITY_CARD", card.Purpose)
	require.True(t, card.IsPrivate)
	for _, purpose := range []string{"MOTORCYCLE_IMAGE", "FEATURE_ICON", "GRAY_CARD", "INSURANCE"} {
		problem := send(t, rider, "/media/upload", "x.jpg", photo(t, 9, 9), "purpose", purpose).Problem()
		require.Equal(t, "INVALID_CHOICE", problem.Field("purpose"), purpose)
	}
	upload(t, a.Staff(authz.Admin, nil), "cin.jpg", photo(t, 100, 60), "purpose", "IDENTITY_CARD")
}

// mediaAudit reads what the audit log has of a file: "action by role: changed fields".
func (a testApp) mediaAudit(t *testing.T, id uuid.UUID) []string {
	t.Helper()
	rows, err := a.DB().Query(t.Context(), `
		select action || ' ' || actor_role || ' ' || coalesce((select string_agg(k, ' ' order by k) from jsonb_object_keys(changes) k
			where action = 'MEDIA_LINK'), '') from audit_log where entity = 'media' and entity_id = $1 order by id`, id)
	require.NoError(t, err)
	var out []string
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		out = append(out, strings.TrimSpace(line))
	}
	require.NoError(t, rows.Err())
	return out
}

// An identity card is seen by its owner, the platform and the franchise that its owner rents from: by a link of five
// minutes, each of which is recorded, and each use.
func TestIdentityCards(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	rider, stranger, admin := a.Customer(), a.Customer(), a.Staff(authz.Admin, nil)
	staff, others := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	card := upload(t, rider, "cin.jpg", photo(t, 800, 500))
	require.Equal(t, "MEDIA_NOT_FOUND", a.Visitor().Get(card.URL).Problem().Code)
	require.Equal(t, "MEDIA_NOT_FOUND", rider.Get(card.URL).Problem().Code, "an address alone opens nothing")

	me := "/users/" + rider.UserID.String()
	require.Equal(t, http.StatusOK, rider.Do(http.MethodPut, me, map[string]any{"identityCardFront": card.URL}).Status)
	refused := func(c *apptest.Caller) {
		require.Equal(t, "MEDIA_NOT_FOUND", c.Post("/media/"+card.ID.String()+"/link", nil).Problem().Code)
	}
	refused(staff)
	rider.Book(ours.BookingBody(soon))
	for _, c := range []*apptest.Caller{rider, staff, admin} {
		link := linkTo(c, card)
		require.Equal(t, a.Clock.Now().Add(5*time.Minute), link.ExpiresAt.UTC())
		answer := a.Visitor().Get(link.URL)
		require.Equal(t, http.StatusOK, answer.Status)
		require.Equal(t, "private, no-store", answer.Header.Get("Cache-Control"))
		require.Equal(t, "no-referrer", answer.Header.Get("Referrer-Policy"))
		require.Empty(t, answer.Header.Get("ETag"))
	}
	refused(others)
	refused(stranger)
	require.Equal(t, []string{
		"MEDIA_UPLOAD CUSTOMER", "MEDIA_LINK CUSTOMER link", "MEDIA_LINK CUSTOMER opened", "MEDIA_LINK FRANCHISE_ADMIN link",
		"MEDIA_LINK FRANCHISE_ADMIN opened", "MEDIA_LINK ADMIN link", "MEDIA_LINK ADMIN opened",
	}, a.mediaAudit(t, card.ID))

	link := linkTo(staff, card).URL
	small := strings.Replace(link, "/800.jpg", "/480.jpg", 1)
	require.Equal(t, http.StatusOK, a.Visitor().Get(small).Status, "a link opens every size")
	other := upload(t, rider, "cin2.jpg", photo(t, 800, 500))
	_, signed, _ := strings.Cut(link, "?link=")
	for _, forged := range []string{
		other.URL + "?link=" + signed, card.URL + "?link=" + signed[:len(signed)-2], card.URL + "?link=A" + signed[1:],
		card.URL + "?link=" + strings.Replace(signed, ".", "%2e.", 1), card.URL + "?link=.", strings.Replace(link, "/800.jpg", "/960.jpg", 1),
	} {
		require.Equal(t, "MEDIA_NOT_FOUND", a.Visitor().Get(forged).Problem().Code, forged)
	}
	a.Clock.Advance(5 * time.Minute)
	expired := a.Visitor().Get(link)
	require.Equal(t, http.StatusForbidden, expired.Status)
	require.Equal(t, "MEDIA_LINK_EXPIRED", expired.Problem().Code)
}

// Nobody takes a stranger's card for theirs, nor something else for a card; what is gone cannot be named.
func TestNamingFiles(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage := a.Stage()
	rider, stranger, admin := a.Customer(), a.Customer(), a.Staff(authz.Admin, nil)
	card, picture := upload(t, stranger, "cin.jpg", photo(t, 90, 60)), upload(t, admin, "moto.jpg", photo(t, 90, 60))
	forRider := upload(t, admin, "cin.jpg", photo(t, 90, 60), "purpose", "IDENTITY_CARD")
	name := func(address any) apptest.Answer {
		return rider.Do(http.MethodPut, "/users/"+rider.UserID.String(), map[string]any{"identityCardCover": address})
	}
	require.Equal(t, "MEDIA_MISPLACED", name(card.URL).Problem().Code)
	require.Equal(t, "MEDIA_MISPLACED", name(a.BaseURL()+card.URL).Problem().Code, "nor by its whole address")
	require.Equal(t, "MEDIA_MISPLACED", name(picture.URL).Problem().Code)
	require.Equal(t, "MEDIA_GONE", name("/media/"+uuid.NewString()+"/480.jpg").Problem().Code)
	require.Equal(t, http.StatusOK, name("https://elsewhere.example/media/"+uuid.NewString()).Status, "another site's file")
	require.Equal(t, http.StatusOK, name(forRider.URL).Status, "staff uploaded it for them")
	require.Equal(t, http.StatusOK, a.Visitor().Get(linkTo(rider, forRider).URL).Status)
	a.requireRows(t, 1, "media_references")
	require.Equal(t, http.StatusOK, name(forRider.URL+"?").Status)
	require.Equal(t, http.StatusOK, name(nil).Status)
	a.requireRows(t, 0, "media_references")

	bike := "/motorcycles/" + stage.MotorcycleID.String()
	for _, field := range []string{"grayCardUrl", "insuranceUrl"} {
		for address, code := range map[string]string{
			picture.URL: "MEDIA_MISPLACED", forRider.URL: "MEDIA_MISPLACED", "/media/" + uuid.NewString() + "/document.pdf": "MEDIA_GONE",
		} {
			require.Equal(t, code, admin.Do(http.MethodPut, bike, map[string]any{field: address}).Problem().Code, field)
		}
	}
	icon := map[string]any{"name": "ABS", "iconUrl": forRider.URL}
	require.Equal(t, "MEDIA_MISPLACED", admin.Post("/motorcycle-features", icon).Problem().Code)
	icon["iconUrl"] = a.BaseURL() + picture.URL
	require.Equal(t, http.StatusCreated, admin.Post("/motorcycle-features", icon).Status)
	require.Equal(t, "MEDIA_IN_USE", admin.Do(http.MethodDelete, "/media/"+picture.ID.String(), nil).Problem().Code)
}

// A grey card is its franchise's.
func TestPapersOfMotorcycles(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	ours, theirs := a.Stage(), a.Stage()
	staff, colleague := a.Staff(authz.FranchiseAdmin, &ours.FranchiseID), a.Staff(authz.FranchiseAdmin, &ours.FranchiseID)
	others := a.Staff(authz.FranchiseAdmin, &theirs.FranchiseID)
	paper := upload(t, staff, "carte grise n° 1.pdf", []byte(onePDF), "purpose", "GRAY_CARD")
	require.Nil(t, paper.Width)
	require.Empty(t, paper.Variants)
	link := "/media/" + paper.ID.String() + "/link"
	require.Equal(t, http.StatusNotFound, colleague.Post(link, nil).Status, "it belongs to nothing yet")

	named := map[string]any{"grayCardUrl": paper.URL}
	require.Equal(t, "MEDIA_MISPLACED", others.Do(http.MethodPut, "/motorcycles/"+theirs.MotorcycleID.String(), named).Problem().Code,
		"another franchise's paper")
	require.Equal(t, http.StatusOK, staff.Do(http.MethodPut, "/motorcycles/"+ours.MotorcycleID.String(), named).Status)
	opened := a.Visitor().Get(linkTo(colleague, paper).URL)
	require.Equal(t, onePDF, string(opened.Body))
	require.Equal(t, "application/pdf", opened.Header.Get("Content-Type"))
	require.Contains(t, opened.Header.Get("Content-Disposition"), "attachment")
	require.Contains(t, opened.Header.Get("Content-Disposition"), "carte%20grise%20n%C2%B0%201.pdf")
	require.Equal(t, http.StatusNotFound, others.Post(link, nil).Status)
	require.Equal(t, http.StatusNotFound, a.Customer().Post(link, nil).Status)
}
