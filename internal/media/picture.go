package media

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"strconv"
	"time"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/webp"
	"golang.org/x/sync/semaphore"

	"rihla/internal/platform/errs"
)

// Limits of pictures.
const (
	// MaxPixels a picture may have; phones make 12 to 48 million.
	MaxPixels = 40_000_000
	// maxSide keeps a picture from being a line.
	maxSide = 20_000
	// maxHeight of what is stored: twice the largest width.
	maxHeight = 3200
	// maxDrawing is how long a picture may take to be drawn anew. A file can be made to take for ever.
	maxDrawing = 10 * time.Second
	// quality of JPEG, at which a photograph loses nothing that a visitor would see.
	quality = 82
)

// widths in which a picture is stored, from the largest; it is never made larger than it came.
var widths = []int{1600, 960, 480}

// kind is what the bytes of a file are.
type kind int

const (
	unknownKind kind = iota
	jpegKind
	pngKind
	gifKind
	webpKind
	pdfKind
)

// kindOf looks at the content alone: a name says what somebody wants a file to be.
func kindOf(b []byte) kind {
	begins := func(mark string) bool { return bytes.HasPrefix(b, []byte(mark)) }
	switch {
	case begins("\xFF\xD8\xFF"):
		return jpegKind
	case begins("\x89PNG\r\n\x1a\n"):
		return pngKind
	case begins("GIF87a"), begins("GIF89a"):
		return gifKind
	case begins("RIFF") && len(b) >= 12 && string(b[8:12]) == "WEBP":
		return webpKind
	case begins("%PDF-"):
		return pdfKind
	}
	return unknownKind
}

// format reads one kind of picture. Of an animation only the first frame is read.
type format struct {
	size   func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = map[kind]format{
	jpegKind: {jpeg.DecodeConfig, jpeg.Decode},
	pngKind:  {png.DecodeConfig, png.Decode},
	gifKind:  {gif.DecodeConfig, gif.Decode},
	webpKind: {webp.DecodeConfig, webp.Decode},
}

// stored is one file that goes into the store.
type stored struct {
	name    string
	content []byte
}

// drawn is a picture in every size, from the smallest, without anything that came with it but its pixels.
type drawn struct {
	files         []stored
	width, height int
}

// studio draws pictures anew. However many come at once, no more pixels are at work than one picture may have.
type studio struct{ pixels *semaphore.Weighted }

func newStudio() *studio { return &studio{semaphore.NewWeighted(MaxPixels)} }

var (
	errBroken = errs.New(errs.Invalid, "MEDIA_BROKEN")
	errTooBig = errs.New(errs.Invalid, "MEDIA_TOO_MANY_PIXELS", "megapixels", MaxPixels/1_000_000)
)

// draw reads a picture of a known kind and draws it in every size. What its header claims is looked at before anything
// is decoded. Returns MEDIA_BROKEN and MEDIA_TOO_MANY_PIXELS.
func (s *studio) draw(ctx context.Context, k kind, content []byte) (drawn, error) {
	claimed, err := formats[k].size(bytes.NewReader(content))
	if err != nil {
		return drawn{}, errBroken.With(err)
	}
	if claimed.Width <= 0 || claimed.Height <= 0 {
		return drawn{}, errBroken
	}
	if claimed.Width > maxSide || claimed.Height > maxSide || claimed.Width*claimed.Height > MaxPixels {
		return drawn{}, errTooBig
	}
	pixels := int64(claimed.Width) * int64(claimed.Height)
	if err := s.pixels.Acquire(ctx, pixels); err != nil {
		return drawn{}, fmt.Errorf("wait to draw a picture: %w", err)
	}
	defer s.pixels.Release(pixels)

	limited, cancel := context.WithTimeout(ctx, maxDrawing)
	defer cancel()
	picture, err := formats[k].decode(&patientReader{limited, bytes.NewReader(content)})
	if ctx.Err() != nil {
		return drawn{}, ctx.Err()
	}
	if err != nil {
		return drawn{}, errBroken.With(err)
	}
	if size := picture.Bounds().Size(); size.X > claimed.Width || size.Y > claimed.Height {
		return drawn{}, errBroken
	}
	return encode(upright(shrink(picture, orientation(k, content)), orientation(k, content)))
}

// patientReader ends a decoder that takes too long: decoders cannot be told to stop, but all of them read on.
type patientReader struct {
	ctx context.Context //nolint:containedctx // it lives as long as one decoder's call
	in  io.Reader
}

func (r *patientReader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(b)
}

// shrink draws a picture at the size from which the largest variant is made, averaging whole blocks of pixels: at least
// that variant's size and less than twice of it. Straight from a large picture the finer filter would need ten times
// the memory.
func shrink(picture image.Image, turned int) *image.RGBA {
	from := picture.Bounds()
	across, down := from.Dx(), from.Dy()
	if turned >= 5 {
		across, down = down, across
	}
	block := max(1, min(int(1/scaleOf(across, down)), from.Dx(), from.Dy()))
	strip := image.NewRGBA(image.Rect(0, 0, from.Dx(), block))
	out := image.NewRGBA(image.Rect(0, 0, from.Dx()/block, from.Dy()/block))
	for y := range out.Rect.Dy() {
		draw.Draw(strip, strip.Rect, picture, image.Pt(from.Min.X, from.Min.Y+y*block), draw.Src)
		average(out.Pix[y*out.Stride:], strip, block)
	}
	return out
}

// average fills a row of pixels from blocks of strip, which is one block high.
func average(row []byte, strip *image.RGBA, block int) {
	count := block * block
	for x := range strip.Rect.Dx() / block {
		var sum [4]int
		for dy := range block {
			line := strip.Pix[dy*strip.Stride+x*block*4:][:block*4]
			for i := 0; i < len(line); i += 4 {
				sum[0] += int(line[i])
				sum[1] += int(line[i+1])
				sum[2] += int(line[i+2])
				sum[3] += int(line[i+3])
			}
		}
		for i, total := range sum {
			row[x*4+i] = byte((total + count/2) / count)
		}
	}
}

// scaleOf is how much smaller the largest variant is; 1 at most.
func scaleOf(width, height int) float64 {
	return min(1, float64(widths[0])/float64(width), float64(maxHeight)/float64(height))
}

// upright turns a picture as its camera was held (Exif 2.3, tag 0x0112).
func upright(in *image.RGBA, turned int) *image.RGBA {
	if turned <= 1 {
		return in
	}
	w, h := in.Rect.Dx(), in.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if turned >= 5 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			fx, fy := x, y
			switch turned {
			case 2:
				fx = w - 1 - x
			case 3:
				fx, fy = w-1-x, h-1-y
			case 4:
				fy = h - 1 - y
			case 5:
				fx, fy = y, x
			case 6:
				fx, fy = y, h-1-x
			case 7:
				fx, fy = w-1-y, h-1-x
			case 8:
				fx, fy = w-1-y, x
			}
			copy(out.Pix[y*out.Stride+x*4:][:4], in.Pix[fy*in.Stride+fx*4:][:4])
		}
	}
	return out
}

// encode writes every size: PNG when something shows through, else JPEG.
func encode(picture *image.RGBA) (drawn, error) {
	extension, write := ".jpg", func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, &jpeg.Options{Quality: quality}) }
	if !picture.Opaque() {
		extension, write = ".png", png.Encode
	}
	var out drawn
	for _, width := range sizes(picture.Rect.Dx(), picture.Rect.Dy()) {
		picture = resize(picture, width)
		var content bytes.Buffer
		if err := write(&content, picture); err != nil {
			return drawn{}, fmt.Errorf("encode a picture: %w", err)
		}
		if out.width == 0 {
			out.width, out.height = picture.Rect.Dx(), picture.Rect.Dy()
		}
		file := stored{strconv.Itoa(width) + extension, content.Bytes()}
		out.files = append([]stored{file}, out.files...)
	}
	return out, nil
}

// sizes are the widths that a picture is stored in, from the largest.
func sizes(width, height int) []int {
	largest := max(1, int(math.Round(float64(width)*scaleOf(width, height))))
	out := []int{largest}
	for _, w := range widths {
		if w < largest {
			out = append(out, w)
		}
	}
	return out
}

func resize(in *image.RGBA, width int) *image.RGBA {
	w, h := in.Rect.Dx(), in.Rect.Dy()
	if w == width {
		return in
	}
	height := max(1, int(math.Round(float64(h)*float64(width)/float64(w))))
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	xdraw.CatmullRom.Scale(out, out.Rect, in, in.Rect, xdraw.Src, nil)
	return out
}
