package spa

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"

	"rihla/internal/platform/i18n"
)

// head is what a page says of itself to who does not run its code: search engines and previews of links.
type head struct {
	language           i18n.Language
	title, description string
	// canonical is the path and query under which the page is known, in English; empty: it is not to be listed.
	canonical string
	// picture is an address of a bitmap, which is all that previews take; empty: the site's own.
	picture string
	// kind is the page's Open Graph type; empty: website.
	kind string
	// data are objects of schema.org.
	data []map[string]any
	// early is the picture that the page begins with; nil: none, or one that it asks for itself.
	early *earlyPicture
	// first is what the page's root holds until its code has run.
	first string
	// code are the tags that fetch the page's code.
	code string
	// answers is the data block with what the page asks first.
	answers string
}

const (
	siteName = "Rihla"
	// sharedPicture is what previews of links show of pages without a picture of their own.
	sharedPicture = "/pictures/share.png"
	// The size of sharedPicture in pixels.
	sharedWidth, sharedHeight = 1200, 630
	// longestDescription in letters; search engines show no more.
	longestDescription = 300
)

// regional are the languages as Open Graph names them, of the country.
var regional = map[i18n.Language]string{i18n.English: "en_GB", i18n.French: "fr_MA", i18n.Arabic: "ar_MA"}

// direction of a language's writing.
func direction(language i18n.Language) string {
	if language == i18n.Arabic {
		return "rtl"
	}
	return "ltr"
}

// codeAfterPaint keeps a page's code back until the browser has painted what the page begins with: web/src/first-paint.ts.
const codeAfterPaint = `<template id="code">%s</template>`

// write renders the tags. base is the origin that the site is reached by.
func (h head) write(base string) string {
	var b strings.Builder
	meta := func(attribute, name, content string) {
		if content != "" {
			fmt.Fprintf(&b, `<meta %s="%s" content="%s" />`, attribute, name, html.EscapeString(content))
		}
	}
	title := siteName
	if h.title != "" {
		title = h.title + " · " + siteName
	}
	description := shorten(h.description)
	fmt.Fprintf(&b, "<title>%s</title>", html.EscapeString(title))
	meta("name", "description", description)
	if h.first != "" && h.code != "" {
		fmt.Fprintf(&b, codeAfterPaint, h.code)
	} else {
		b.WriteString(h.code)
	}
	if h.early != nil {
		fmt.Fprintf(&b, `<link rel="preload" as="image" fetchpriority="high" data-of="%s" %s />`, html.EscapeString(h.early.page),
			h.early.attributes("href", "imagesrcset", "imagesizes"))
	}
	b.WriteString(h.answers)
	if h.canonical == "" {
		meta("name", "robots", "noindex")
		return b.String()
	}
	address := base + in(h.language, h.canonical)
	fmt.Fprintf(&b, `<link rel="canonical" href="%s" />`, html.EscapeString(address))
	alternate := func(code string, language i18n.Language) {
		fmt.Fprintf(&b, `<link rel="alternate" hreflang="%s" href="%s" />`, code, html.EscapeString(base+in(language, h.canonical)))
	}
	for _, language := range i18n.Languages {
		alternate(string(language), language)
	}
	alternate("x-default", i18n.English)

	kind := h.kind
	if kind == "" {
		kind = "website"
	}
	meta("property", "og:type", kind)
	meta("property", "og:site_name", siteName)
	meta("property", "og:title", title)
	meta("property", "og:description", description)
	meta("property", "og:url", address)
	meta("property", "og:locale", regional[h.language])
	for _, language := range i18n.Languages {
		if language != h.language {
			meta("property", "og:locale:alternate", regional[language])
		}
	}
	if h.picture == "" {
		meta("property", "og:image", base+sharedPicture)
		meta("property", "og:image:width", strconv.Itoa(sharedWidth))
		meta("property", "og:image:height", strconv.Itoa(sharedHeight))
	} else {
		meta("property", "og:image", absolute(base, h.picture))
	}
	meta("name", "twitter:card", "summary_large_image")
	for _, object := range h.data {
		// json.Marshal writes <, > and & as escapes, so that no text can end the element; a data block is not run, so the
		// content security policy has nothing to say to it.
		if body, err := json.Marshal(object); err == nil {
			fmt.Fprintf(&b, `<script type="application/ld+json">%s</script>`, body)
		}
	}
	return b.String()
}

// absolute is an address that also means something outside the site.
func absolute(base, address string) string {
	if strings.HasPrefix(address, "/") {
		return base + address
	}
	return address
}

// shorten keeps a text on one line and within longestDescription.
func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	letters := []rune(text)
	if len(letters) <= longestDescription {
		return text
	}
	return strings.TrimSpace(string(letters[:longestDescription-1])) + "…"
}
