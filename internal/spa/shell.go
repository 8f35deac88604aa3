package spa

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/google/uuid"

	"rihla/internal/platform/i18n"
)

// shell is index.html, ready to be completed for one page. A build without the marks, as tests use, is always the same.
type shell struct {
	beforeLanguage, beforeHead, beforeRoot, rest []byte
	// first is what a page's root holds until its code has run, by the page's pattern; under none, what the others hold that
	// have the site's header.
	first map[string]string
}

// The places of index.html that are filled in for each page.
var (
	languageMark = []byte(`<html lang="en" dir="ltr">`)
	headBegins   = []byte(`<!-- head -->`)
	headEnds     = []byte(`<!-- /head -->`)
	rootOpens    = []byte(`<div id="root">`)
	firstPaints  = regexp.MustCompile(`(?s)\s*<template data-first="([^"]*)">(.*?)</template>`)
)

// pictureMark stands in a first paint for the attributes of the page's picture.
const pictureMark = "__PICTURE__"

func newShell(index []byte) shell {
	before, after, marked := bytes.Cut(index, languageMark)
	beforeHead, inside, begins := bytes.Cut(after, headBegins)
	_, rest, ends := bytes.Cut(inside, headEnds)
	if !marked || !begins || !ends {
		return shell{rest: index}
	}
	s := shell{beforeLanguage: before, beforeHead: beforeHead, first: map[string]string{}}
	for _, found := range firstPaints.FindAllSubmatch(rest, -1) {
		pattern, html := string(found[1]), strings.Join(strings.Fields(string(found[2])), " ")
		if pattern != "" {
			html = s.first[""] + html
		}
		s.first[pattern] = html
	}
	beforeRoot, rest, _ := bytes.Cut(firstPaints.ReplaceAll(rest, nil), rootOpens)
	s.beforeRoot, s.rest = slices.Concat(beforeRoot, rootOpens), rest
	return s
}

// with completes the page: its language, its head, and what it begins with.
func (s shell) with(language i18n.Language, head, first string) []byte {
	if s.beforeHead == nil {
		return s.rest
	}
	opening := `<html lang="` + string(language) + `" dir="` + direction(language) + `">`
	return slices.Concat(s.beforeLanguage, []byte(opening), s.beforeHead, []byte(head), s.beforeRoot, []byte(first), s.rest)
}

// describe says what a page shows of itself and with which status: 404 for one that does not exist, so that nobody
// keeps it, and 503 when the motorcycle cannot be looked up, so that whoever lists pages comes back.
func (s *Site) describe(ctx context.Context, p page, value string, query url.Values, said answers) (head, int) {
	language := languageOf(query.Get(languageParameter))
	text := s.texts[language]
	first := s.shell.first[p.pattern]
	if pictured := pictureSizes[p.pattern] != ""; (first == "" || pictured) && !strings.HasPrefix(p.pattern, "/auth/") {
		first = s.shell.first[""]
	}
	h := head{
		first: first, code: s.early[p.pattern], language: language, title: text.say(p.title), description: text.say("meta.description"),
		answers: said.write(),
	}
	if p.description != "" {
		h.description = text.say(p.description)
	}
	// The map covers the list that begins with the picture.
	if picture := said.picture(); picture != "" && query.Get("view") != "map" {
		s.begin(&h, p.pattern, p.pattern, picture)
	}
	switch p.pattern {
	case "":
		return h, http.StatusNotFound
	case homePattern:
		h.canonical = homePattern
		h.data = []object{organization(s.base, h.description)}
	case resultsPattern:
		h.canonical = resultsPattern
		if city, found := strings.CutPrefix(query.Get("location"), "address:"); found && slices.Contains(cities, city) {
			name := text.say("search.city." + city)
			h.title, h.description = text.say("meta.city.title", "city", name), text.say("meta.city.description", "city", name)
			h.canonical += "?" + inCity(city)
		}
	case motorcyclePattern:
		return s.describeMotorcycle(ctx, h, value)
	default:
		if p.listed {
			h.canonical = p.pattern
		}
	}
	return h, http.StatusOK
}

func (s *Site) describeMotorcycle(ctx context.Context, h head, value string) (head, int) {
	text := s.texts[h.language]
	h.title = text.say("motorcycle.gone.title")
	id, err := uuid.Parse(value)
	if err != nil || s.catalogue == nil {
		return h, http.StatusNotFound
	}
	m, err := s.catalogue.Motorcycle(ctx, id)
	if errors.Is(err, ErrNoMotorcycle) {
		return h, http.StatusNotFound
	}
	if err != nil {
		h.title = ""
		return h, http.StatusServiceUnavailable
	}
	about := []string{
		"name", m.Make + " " + m.Model, "year", year(m.Year), "place", m.Place.Name,
		"price", i18n.Decimal(h.language, strings.TrimSuffix(m.DayPrice.String(), ".00")),
	}
	h.title, h.description = text.say("meta.motorcycle.title", about...), text.say("meta.motorcycle.description", about...)
	h.canonical, h.kind = motorcyclePath(id), "product"
	description := h.description
	if m.Description != "" {
		description = m.Description
	}
	h.data = []object{vehicle(s.base, h.language, m, description)}
	if len(m.Pictures) > 0 {
		s.begin(&h, motorcyclePattern, h.canonical, m.Pictures[0])
	}
	for _, picture := range m.Pictures {
		if !strings.HasSuffix(picture, ".svg") {
			h.picture = picture
			break
		}
	}
	return h, http.StatusOK
}

func year(y int) string { return strconv.Itoa(y) }

var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// pack compresses what is made for one request.
func pack(body []byte) []byte {
	var out bytes.Buffer
	packer, _ := packers.Get().(*gzip.Writer)
	defer packers.Put(packer)
	packer.Reset(&out)
	_, _ = packer.Write(body) // a buffer takes everything
	_ = packer.Close()
	return out.Bytes()
}
