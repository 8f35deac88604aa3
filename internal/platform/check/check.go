// Package check holds the rules that fields of several features share: texts, addresses on the web, positions on the
// Earth, choices. A rule that only one feature has stands in that feature.
package check

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"rihla/internal/platform/errs"
)

// Text notes a text that is shorter than least or longer than most characters, or that PostgreSQL cannot keep. A text
// of which there must be some and is none is REQUIRED.
func Text(c *errs.Collector, field, text string, least, most int) {
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && least > 0:
		c.Add(field, "REQUIRED")
	case n < least:
		c.Add(field, "TOO_SHORT", "min", least)
	case n > most:
		c.Add(field, "TOO_LONG", "max", most)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		c.Add(field, "INVALID_FORMAT")
	}
}

// Position notes coordinates off the Earth. NaN is off it too.
func Position(c *errs.Collector, latitudeField, longitudeField string, latitude, longitude float64) {
	Within(c, latitudeField, latitude, -90, 90)
	Within(c, longitudeField, longitude, -180, 180)
}

// Within notes a number outside least to most.
func Within(c *errs.Collector, field string, n, least, most float64) {
	switch {
	case math.IsNaN(n):
		c.Add(field, "INVALID_FORMAT")
	case n < least:
		c.Add(field, "TOO_SMALL", "min", least)
	case n > most:
		c.Add(field, "TOO_LARGE", "max", most)
	}
}

// URL notes what is no address: absolute over http or https, or a path on this site.
func URL(c *errs.Collector, field, address string) {
	const longest = 2000
	Text(c, field, address, 1, longest)
	u, err := url.Parse(address)
	web := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
	local := err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(address, "/")
	c.Check(address == "" || web || local, field, "INVALID_FORMAT")
}

// Choice notes a value that is none of allowed.
func Choice[T ~string](c *errs.Collector, field string, value T, allowed []T) {
	if slices.Contains(allowed, value) {
		return
	}
	words := make([]string, len(allowed))
	for i, v := range allowed {
		words[i] = string(v)
	}
	c.Add(field, "INVALID_CHOICE", "values", strings.Join(words, ", "))
}
