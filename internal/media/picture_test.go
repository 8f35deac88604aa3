package media

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/errs"
)

// quarters is a picture with another colour in each corner: red, green, blue and white, clockwise from the upper left.
func quarters(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for i, corner := range []image.Rectangle{
		image.Rect(0, 0, w/2, h/2), image.Rect(w/2, 0, w, h/2), image.Rect(w/2, h/2, w, h), image.Rect(0, h/2, w/2, h),
	} {
		draw.Draw(m, corner, image.NewUniform(cornerColours[i]), image.Point{}, draw.Src)
	}
	return m
}

var cornerColours = []color.NRGBA{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 255}, {R: 255, G: 255, B: 255, A: 255}}

// corners names the colours of a picture's corners, clockwise from the upper left.
func corners(t *testing.T, content []byte) []int {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(content))
	require.NoError(t, err)
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	var out []int
	for _, p := range []image.Point{{w / 8, h / 8}, {w * 7 / 8, h / 8}, {w * 7 / 8, h * 7 / 8}, {w / 8, h * 7 / 8}} {
		r, g, b, _ := m.At(p.X, p.Y).RGBA()
		nearest, least := 0, math.MaxFloat64
		for i, c := range cornerColours {
			cr, cg, cb, _ := c.RGBA()
			if d := math.Hypot(math.Hypot(float64(r)-float64(cr), float64(g)-float64(cg)), float64(b)-float64(cb)); d < least {
				nearest, least = i, d
			}
		}
		require.Less(t, least, 9000.0, "the colour is none of the four")
		out = append(out, nearest)
	}
	return out
}

func jpegOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}))
	return b.Bytes()
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// tiffWith is a TIFF header with an orientation behind another tag.
func tiffWith(order binary.AppendByteOrder, turned uint16) []byte {
	b := []byte("II*\x00")
	if order == binary.BigEndian {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	for _, entry := range [][2]uint16{{0x010F, 7}, {0x0112, turned}} {
		b = order.AppendUint16(b, entry[0])
		b = order.AppendUint16(b, 3)
		b = order.AppendUint32(b, 1)
		b = order.AppendUint16(b, entry[1])
		b = order.AppendUint16(b, 0)
	}
	return order.AppendUint32(b, 0)
}

// withSegment puts a segment behind the start of a JPEG.
func withSegment(jpeg []byte, marker byte, body []byte) []byte {
	out := append(bytes.Clone(jpeg[:2]), 0xFF, marker)
	out = binary.BigEndian.AppendUint16(out, uint16(len(body)+2))
	return append(append(out, body...), jpeg[2:]...)
}

// withChunk puts a chunk behind the header of a PNG.
func withChunk(png []byte, name string, body []byte) []byte {
	const header = 8 + 25
	out := binary.BigEndian.AppendUint32(bytes.Clone(png[:header]), uint32(len(body)))
	named := append([]byte(name), body...)
	out = append(out, named...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(named))
	return append(out, png[header:]...)
}

func redraw(t *testing.T, content []byte) (drawn, error) {
	t.Helper()
	return newStudio().draw(t.Context(), kindOf(content), content)
}

func TestSizesOfPictures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h  int
		names []string
		wide  int
		high  int
	}{
		{2400, 1200, []string{"480.jpg", "960.jpg", "1600.jpg"}, 1600, 800},
		{5000, 3000, []string{"480.jpg", "960.jpg", "1600.jpg"}, 1600, 960},
		{1000, 500, []string{"480.jpg", "960.jpg", "1000.jpg"}, 1000, 500},
		{480, 480, []string{"480.jpg"}, 480, 480},
		{1, 1, []string{"1.jpg"}, 1, 1},
		{20, 10000, []string{"6.jpg"}, 6, 3333},
		{1200, 9600, []string{"400.jpg"}, 400, 3200},
	} {
		got, err := redraw(t, jpegOf(t, quarters(c.w, c.h)))
		require.NoError(t, err)
		var names []string
		for _, f := range got.files {
			names = append(names, f.name)
		}
		require.Equal(t, c.names, names, "%d x %d", c.w, c.h)
		require.Equal(t, []int{c.wide, c.high}, []int{got.width, got.height})
		last, err := jpeg.DecodeConfig(bytes.NewReader(got.files[len(got.files)-1].content))
		require.NoError(t, err)
		require.Equal(t, []int{c.wide, c.high}, []int{last.Width, last.Height})
		if c.w > 100 {
			for _, f := range got.files {
				require.Equal(t, []int{0, 1, 2, 3}, corners(t, f.content))
			}
		}
	}
}

// A camera that was turned is turned back, whatever the format and the order of its bytes; then nothing says so any more.
func TestOrientation(t *testing.T) {
	t.Parallel()
	plain := quarters(400, 200)
	plainJPEG, plainPNG := jpegOf(t, plain), pngOf(t, plain)
	want := map[uint16][]int{
		0: {0, 1, 2, 3}, 1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {2, 3, 0, 1}, 4: {3, 2, 1, 0},
		5: {0, 3, 2, 1}, 6: {3, 0, 1, 2}, 7: {2, 1, 0, 3}, 8: {1, 2, 3, 0}, 9: {0, 1, 2, 3},
	}
	for turned, expected := range want {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			tiff := tiffWith(order, turned)
			for name, content := range map[string][]byte{
				"jpeg": withSegment(withSegment(plainJPEG, 0xE1, append([]byte("Exif\x00\x00"), tiff...)), 0xE0, []byte("JFIF\x00")),
				"png":  withChunk(plainPNG, "eXIf", tiff),
			} {
				got, err := redraw(t, content)
				require.NoError(t, err)
				require.Equal(t, expected, corners(t, got.files[0].content), "%s turned %d", name, turned)
				require.Equal(t, turned >= 5 && turned <= 8, got.width < got.height)
				require.NotContains(t, string(got.files[0].content), "Exif")
			}
		}
	}
}

// A picture on its side is as large as it is upright.
func TestSizeOfTurnedPicture(t *testing.T) {
	t.Parallel()
	content := withSegment(jpegOf(t, image.NewGray(image.Rect(0, 0, 6400, 2000))), 0xE1, append([]byte("Exif\x00\x00"), tiffWith(binary.BigEndian, 6)...))
	got, err := redraw(t, content)
	require.NoError(t, err)
	require.Equal(t, []int{1000, 3200}, []int{got.width, got.height})
}

// What lies about its directory is upright, and no walk leaves the file.
func TestBrokenOrientation(t *testing.T) {
	t.Parallel()
	whole := jpegOf(t, quarters(16, 16))
	good := tiffWith(binary.BigEndian, 6)
	for cut := range good {
		content := withSegment(whole, 0xE1, append([]byte("Exif\x00\x00"), good[:cut]...))
		require.Contains(t, []int{1, 6}, orientation(jpegKind, content))
	}
	far := bytes.Clone(good)
	binary.BigEndian.PutUint32(far[4:], math.MaxUint32)
	require.Equal(t, 1, orientationOf(far))
	for cut := range 40 {
		require.Equal(t, 1, orientation(pngKind, append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, cut)...)))
		require.Equal(t, 1, orientation(webpKind, append([]byte("RIFF\x00\x00\x00\x00WEBP"), make([]byte, cut)...)))
	}
	webp := append([]byte("RIFF\x00\x00\x00\x00WEBPVP8 \x03\x00\x00\x00abc\x00EXIF"), binary.LittleEndian.AppendUint32(nil, uint32(len(good)))...)
	require.Equal(t, 6, orientation(webpKind, append(webp, good...)))
}

func TestTransparencyStays(t *testing.T) {
	t.Parallel()
	m := quarters(700, 700)
	for y := 200; y < 500; y++ {
		for x := 200; x < 500; x++ {
			m.SetNRGBA(x, y, color.NRGBA{})
		}
	}
	got, err := redraw(t, pngOf(t, m))
	require.NoError(t, err)
	require.Equal(t, "480.png", got.files[0].name)
	small, err := png.Decode(bytes.NewReader(got.files[0].content))
	require.NoError(t, err)
	_, _, _, alpha := small.At(240, 240).RGBA()
	require.Zero(t, alpha)
	_, _, _, alpha = small.At(10, 10).RGBA()
	require.EqualValues(t, 0xFFFF, alpha)
}

func TestFirstFrameOfAnimation(t *testing.T) {
	t.Parallel()
	frame := func(c color.Color) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 60, 40), color.Palette{c})
	}
	var b bytes.Buffer
	require.NoError(t, gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame(color.NRGBA{R: 255, A: 255}), frame(color.Black)}, Delay: []int{1, 1}}))
	got, err := redraw(t, b.Bytes())
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 0, 0}, corners(t, got.files[0].content))
}

// WebP of one pixel, lossy and lossless.
func TestWebP(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
	} {
		content, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		require.Equal(t, webpKind, kindOf(content))
		got, err := redraw(t, content)
		require.NoError(t, err)
		require.Equal(t, []int{1, 1}, []int{got.width, got.height})
	}
}

// What a header claims is enough to refuse: nothing of such a size is ever made.
func TestBombs(t *testing.T) {
	t.Parallel()
	small := pngOf(t, quarters(2, 2))
	claim := func(w, h uint32) []byte {
		b := bytes.Clone(small)
		binary.BigEndian.PutUint32(b[16:], w)
		binary.BigEndian.PutUint32(b[20:], h)
		binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
		return b
	}
	for _, size := range [][2]uint32{{50_000, 50_000}, {20_001, 1}, {1, 20_001}, {8_000, 5_001}} {
		_, err := redraw(t, claim(size[0], size[1]))
		require.Equal(t, "MEDIA_TOO_MANY_PIXELS", errs.CodeOf(err), size)
	}
	_, err := redraw(t, claim(3_000, 3_000))
	require.Equal(t, "MEDIA_BROKEN", errs.CodeOf(err), "it has less than it claims")
}

func TestBrokenPictures(t *testing.T) {
	t.Parallel()
	whole := jpegOf(t, quarters(300, 300))
	for name, content := range map[string][]byte{
		"half a JPEG": whole[:len(whole)/2], "a JPEG's mark": whole[:3], "a PNG's mark": []byte("\x89PNG\r\n\x1a\n"),
		"half a PNG": pngOf(t, quarters(300, 300))[:200], "a GIF's mark": []byte("GIF89a"), "a WebP's mark": []byte("RIFF\x04\x00\x00\x00WEBP"),
	} {
		_, err := redraw(t, content)
		require.Equal(t, "MEDIA_BROKEN", errs.CodeOf(err), name)
	}
}

// What hangs behind a picture's end is not stored: neither a script nor an archive.
func TestPolyglots(t *testing.T) {
	t.Parallel()
	payload := "<script>alert(1)</script>PK\x03\x04"
	for _, content := range [][]byte{
		append(jpegOf(t, quarters(64, 64)), payload...),
		withSegment(jpegOf(t, quarters(64, 64)), 0xFE, []byte(payload)),
		withChunk(pngOf(t, quarters(64, 64)), "tEXt", []byte("Comment\x00"+payload)),
	} {
		require.Contains(t, string(content), "<script>")
		got, err := redraw(t, content)
		require.NoError(t, err)
		for _, f := range got.files {
			require.NotContains(t, string(f.content), "script")
		}
	}
}

// A decoder that reads on for ever is ended.
func TestPatience(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	whole := jpegOf(t, quarters(64, 64))
	reader := &patientReader{ctx, bytes.NewReader(whole)}
	_, err := reader.Read(make([]byte, 10))
	require.NoError(t, err)
	cancel()
	_, err = jpeg.Decode(reader)
	require.ErrorIs(t, err, context.Canceled)
	_, err = newStudio().draw(ctx, jpegKind, whole)
	require.ErrorIs(t, err, context.Canceled, "who has left is not waited for")
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]kind{
		"": unknownKind, "PK\x03\x04": unknownKind, "<svg xmlns='http://www.w3.org/2000/svg'/>": unknownKind, "RIFF\x00\x00\x00\x00WAVE": unknownKind,
		"%PDF-1.7": pdfKind, "\xFF\xD8\xFF\xE0": jpegKind, "GIF89a": gifKind, "BM": unknownKind, "RIFF": unknownKind,
	} {
		require.Equal(t, want, kindOf([]byte(content)), "%q", content)
	}
}

func TestDisplayNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"moto.jpg": "moto.jpg", `C:\Users\me\carte grise.pdf`: "carte grise.pdf", "../../etc/passwd": "passwd", "دراجة 🏍.png": "دراجة 🏍.png",
		"a\u202egpj.exe": "agpj.exe", "a\x00b\r\nc": "abc", "\xff\xfe.jpg": ".jpg", "dir/": "", "  x  ": "x",
	} {
		require.Equal(t, want, displayName(name), "%q", name)
	}
	require.Len(t, []rune(displayName(string(bytes.Repeat([]byte("é"), 10_000)))), longestFilename)
}

func TestParseID(t *testing.T) {
	t.Parallel()
	const id = "019b1f3c-5a00-7c41-9d2e-3f6b8a1c4d70"
	for _, text := range []string{id, "public/" + id, "/media/" + id + "/1600.jpg", "https://rihla.example/media/" + id + "/document.pdf"} {
		got, err := ParseID(text)
		require.NoError(t, err, text)
		require.Equal(t, id, got.String())
	}
	for _, text := range []string{"", "x", id + "x", id + "/a/b", "%00", "x" + id} {
		_, err := ParseID(text)
		require.ErrorIs(t, err, ErrNotFound, text)
	}
}
