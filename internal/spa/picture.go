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

// pictureSizes is how wide the page of a motorcycle shows its picture, as its gallery states it.
const pictureSizes = "(min-width: 64rem) 48rem, 100vw"

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
