package spa

import (
	"path"
	"strings"

	"rihla/internal/platform/i18n"
)

// page is one page of the site: where it lies and what it says of itself before any of its code runs.
type page struct {
	// pattern is its address; a segment that starts with $ stands for any one segment.
	pattern string
	// title and description are keys of the site's texts; empty: the site's own.
	title, description string
	// listed says that crawlers may list it. The others are about somebody or lead nowhere on their own.
	listed bool
}

// Addresses of pages whose heads depend on more than the path.
const (
	homePattern       = "/"
	resultsPattern    = "/results"
	motorcyclePattern = "/motorcycle/$id"
	bookingPattern    = "/booking"
	adminPattern      = "/admin"
)

// pages are all of them, as web/src/routes has them; a test compares the two.
var pages = append([]page{
	{homePattern, "home.documentTitle", "", true},
	{resultsPattern, "meta.results.title", "meta.results.description", true},
	{motorcyclePattern, "", "", true},
	{"/locations", "places.title", "places.lead", true},
	{"/about-us", "pages.about.title", "pages.about.lead", true},
	{"/contact-us", "pages.contact.title", "pages.contact.lead", true},
	{"/help-center", "pages.help.title", "pages.help.lead", true},
	{"/privacy-policy", "pages.privacy.title", "pages.privacy.lead", true},
	{"/terms-conditions", "pages.terms.title", "pages.terms.lead", true},
	{bookingPattern, "booking.title", "", false},
	{"/booking/oops", "booking.oops.title", "", false},
	{"/booking/thank-you", "booking.thanks.title", "", false},
	{"/booking/$bookingId", "bookings.detail.title", "", false},
	{"/booking/payment/$bookingId", "payment.title", "", false},
	{"/my-bookings", "nav.myBookings", "", false},
	{"/profile", "profile.title", "", false},
	{"/auth/login", "auth.login.title", "", false},
	{"/auth/register", "auth.register.title", "", false},
	{"/auth/forgot-password", "auth.forgot.title", "", false},
	{"/auth/reset-password", "auth.reset.title", "", false},
	{"/auth/confirm-email", "auth.confirm.title", "", false},
}, adminPages()...)

// adminPages are those of the admin area, which name themselves once its own texts are there.
func adminPages() []page {
	sections := []string{"", "/dashboard", "/calendar", "/payments", "/payments/$id", "/statements", "/audit-log", "/settings"}
	entities := []string{"/bookings", "/users", "/motorcycles", "/motorcycle-features", "/supplements", "/franchises", "/parking-points"}
	pages := make([]page, 0, len(sections)+3*len(entities))
	for _, section := range sections {
		pages = append(pages, adminPage(section))
	}
	for _, entity := range entities {
		pages = append(pages, adminPage(entity), adminPage(entity+"/add"), adminPage(entity+"/edit/$id"))
	}
	return pages
}

func adminPage(address string) page { return page{adminPattern + address, "nav.admin", "", false} }

// notFound is what every other address shows, with status 404.
var notFound = page{title: "errors.notFound.title"}

// match finds the page of a path and, when its pattern has one, the segment that stands for what it is about.
func match(address string) (page, string) {
	segments := strings.Split(path.Clean(address), "/")
	for _, p := range pages {
		if value, ok := p.match(segments); ok {
			return p, value
		}
	}
	return notFound, ""
}

func (p page) match(segments []string) (string, bool) {
	wanted := strings.Split(p.pattern, "/")
	if len(wanted) != len(segments) {
		return "", false
	}
	value := ""
	for i, segment := range segments {
		switch {
		case strings.HasPrefix(wanted[i], "$"):
			value = segment
		case wanted[i] != segment:
			return "", false
		}
	}
	return value, true
}

// cities are those that the home page leads to; results near one of them are a page of their own to crawlers.
var cities = []string{"Casablanca", "Marrakech", "Agadir", "Tangier", "Fez", "Rabat"}

// inCity is the query of the results near a city, as the site writes it.
func inCity(city string) string { return "location=address:" + city }

// languageParameter names a language in an address (docs/being-found.md).
const languageParameter = "lang"

// languageOf is the language that an address names, else English: who reads a page without its code states none that
// could be relied on.
func languageOf(value string) i18n.Language {
	for _, language := range i18n.Languages {
		if value == string(language) {
			return language
		}
	}
	return i18n.English
}

// in is an address in a language; English has the address without a language.
func in(language i18n.Language, address string) string {
	if language == i18n.English {
		return address
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return address + separator + languageParameter + "=" + string(language)
}
