package spa

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// earlyPicture is a picture that the browser fetches and shows before the page's code asks for it.
type earlyPicture struct {
	// page is the address of the page that it belongs to.
	page            string
	url, set, sizes string
}

// pictureSizes are how wide pages show the picture that they begin with, as their code states it.
var pictureSizes = map[string]string{
	motorcyclePattern: "(min-width: 64rem) 48rem, 100vw",
	resultsPattern:    "(min-width: 40rem) 16rem, 100vw",
	bookingPattern:    "8rem",
}

// begin has the page begin with a picture, in the first paint of its pattern.
func (s *Site) begin(h *head, pattern, page, picture string) {
	h.early = &earlyPicture{page: page, url: picture, set: widthsOf(picture), sizes: pictureSizes[pattern]}
	h.first = strings.Replace(s.shell.first[pattern], pictureMark, h.early.attributes("src", "srcset", "sizes"), 1)
}

// attributes are those of an element that shows or fetches the picture, by the names that it has for them.
func (p earlyPicture) attributes(url, set, sizes string) string {
	out := fmt.Sprintf(`%s="%s"`, url, html.EscapeString(p.url))
	if p.set != "" {
		out += fmt.Sprintf(` %s="%s" %s="%s"`, set, html.EscapeString(p.set), sizes, html.EscapeString(p.sizes))
	}
	return out
}

var uploaded = regexp.MustCompile(`^(/media/[^/]+/)(\d{1,5})(\.(?:jpg|png))$`)

// widthsOf are the widths in which an uploaded picture is kept, as the attribute srcset has them; empty for others. The
// site reads them off the address in the same way (web/src/lib/picture-widths.ts).
func widthsOf(address string) string {
	match := uploaded.FindStringSubmatch(address)
	if match == nil {
		return ""
	}
	largest, _ := strconv.Atoi(match[2])
	var set []string
	widths := append(slices.DeleteFunc([]int{480, 960}, func(w int) bool { return w >= largest }), largest)
	for _, width := range widths {
		set = append(set, fmt.Sprintf("%s%d%s %dw", match[1], width, match[3], width))
	}
	return strings.Join(set, ", ")
}
