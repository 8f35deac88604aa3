package spa_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"rihla/internal/platform/clock"
	"rihla/internal/spa"
)

// built is the site's own page and texts, as a build has them.
func built(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, from := range map[string]string{
		"index.html": "index.html", "locales/en.json": "public/locales/en.json", "locales/fr.json": "public/locales/fr.json",
		"locales/ar.json": "public/locales/ar.json",
	} {
		body, err := os.ReadFile(filepath.Join("../../web", from))
		require.NoError(t, err)
		files[name] = &fstest.MapFile{Data: body}
	}
	return files
}

// shown are motorcycles for pages to speak of.
type shown struct {
	motorcycles map[uuid.UUID]spa.Motorcycle
	failing     error
	asked       int
}

func (s *shown) Motorcycle(_ context.Context, id uuid.UUID) (spa.Motorcycle, error) {
	if s.failing != nil {
		return spa.Motorcycle{}, s.failing
	}
	m, found := s.motorcycles[id]
	if !found {
		return spa.Motorcycle{}, spa.ErrNoMotorcycle
	}
	return m, nil
}

func (s *shown) Listed(_ context.Context, limit int) ([]spa.Listed, error) {
	s.asked++
	var out []spa.Listed
	for id := range s.motorcycles {
		if len(out) < limit {
			out = append(out, spa.Listed{ID: id, UpdatedAt: time.Date(2027, 4, 1, 9, 30, 0, 0, time.UTC)})
		}
	}
	return out, s.failing
}

// document is a page as a crawler reads it.
type document struct {
	status                  int
	language, direction     string
	title                   string
	meta, alternates, links map[string]string
	scripts                 []*html.Node
	data                    []map[string]any
	root                    *html.Node
}

func read(t *testing.T, site *spa.Site, address string) document {
	t.Helper()
	answer := ask(t, site, address, "Accept", "text/html")
	require.NotNil(t, answer, address)
	require.Contains(t, answer.Header().Get("Content-Security-Policy"), "script-src 'self';")
	root, err := html.Parse(answer.Body)
	require.NoError(t, err)
	d := document{
		status: answer.Code, meta: map[string]string{}, alternates: map[string]string{}, links: map[string]string{}, root: root,
	}
	for node := range root.Descendants() {
		attributes := map[string]string{}
		for _, a := range node.Attr {
			attributes[a.Key] = a.Val
		}
		switch node.Data {
		case "html":
			d.language, d.direction = attributes["lang"], attributes["dir"]
		case "title":
			require.Empty(t, d.title, "a page has one title")
			d.title = node.FirstChild.Data
		case "meta":
			d.meta[attributes["name"]+attributes["property"]] = attributes["content"]
		case "link":
			if attributes["hreflang"] != "" {
				d.alternates[attributes["hreflang"]] = attributes["href"]
			} else {
				d.links[strings.TrimSpace(attributes["rel"]+" "+attributes["as"])] = attributes["href"]
			}
		case "script":
			d.scripts = append(d.scripts, node)
			if attributes["type"] == "application/ld+json" {
				var object map[string]any
				require.NoError(t, json.Unmarshal([]byte(node.FirstChild.Data), &object))
				d.data = append(d.data, object)
			}
		}
	}
	return d
}

func siteOf(t *testing.T, options spa.Options) *spa.Site {
	t.Helper()
	options.BaseURL = "https://rihla.example"
	site, err := spa.New(built(t), options)
	require.NoError(t, err)
	return site
}

func TestPagesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	site := siteOf(t, spa.Options{})

	home := read(t, site, "/")
	require.Equal(t, http.StatusOK, home.status)
	require.Equal(t, []string{"en", "ltr"}, []string{home.language, home.direction})
	require.Equal(t, "Motorcycles and scooters to rent in Morocco · Rihla", home.title)
	require.Equal(t, "https://rihla.example/", home.links["canonical"])
	require.Equal(t, map[string]string{
		"en": "https://rihla.example/", "fr": "https://rihla.example/?lang=fr", "ar": "https://rihla.example/?lang=ar",
		"x-default": "https://rihla.example/",
	}, home.alternates)
	require.Equal(t, home.title, home.meta["og:title"])
	require.Equal(t, home.meta["description"], home.meta["og:description"])
	require.Equal(t, "https://rihla.example/pictures/share.png", home.meta["og:image"])
	require.NotContains(t, home.meta, "robots")
	require.Len(t, home.data, 1)
	require.Equal(t, "Organization", home.data[0]["@type"])

	arabic := read(t, site, "/about-us/?lang=ar&utm_source=x")
	require.Equal(t, []string{"ar", "rtl"}, []string{arabic.language, arabic.direction})
	require.Equal(t, "من نحن · Rihla", arabic.title)
	require.Equal(t, "https://rihla.example/about-us?lang=ar", arabic.links["canonical"], "its own, not the English one's")
	require.Equal(t, "https://rihla.example/about-us", arabic.alternates["en"])
	require.Equal(t, "ar_MA", arabic.meta["og:locale"])

	city := read(t, site, "/results?lang=fr&location=address:Fez&startDate=2027-05-01")
	require.Equal(t, "Location de motos et de scooters à Fès · Rihla", city.title)
	require.Contains(t, city.meta["description"], "Fès")
	require.Equal(t, "https://rihla.example/results?location=address:Fez&lang=fr", city.links["canonical"])
	elsewhere := read(t, site, `/results?location=address:"><script>`)
	require.Equal(t, "https://rihla.example/results", elsewhere.links["canonical"])

	require.Equal(t, "en", read(t, site, "/?lang=de").language)
}

func TestPagesThatAreNotListed(t *testing.T) {
	t.Parallel()
	site := siteOf(t, spa.Options{})
	for _, address := range []string{"/auth/login", "/booking", "/booking/1", "/booking/payment/1", "/my-bookings", "/profile"} {
		page := read(t, site, address)
		require.Equal(t, http.StatusOK, page.status, address)
		require.Equal(t, "noindex", page.meta["robots"], address)
		require.NotContains(t, page.links, "canonical", address)
		require.Empty(t, page.alternates, address)
		require.NotEqual(t, "Rihla", page.title, address)
	}
	for _, address := range []string{"/nothing", "/booking/a/b", "/motorcycle", "/motorcycle/1", "/motorcycle/" + uuid.NewString()} {
		page := read(t, site, address)
		require.Equal(t, http.StatusNotFound, page.status, address)
		require.Equal(t, "noindex", page.meta["robots"], address)
		require.NotEmpty(t, page.scripts, "the site itself, which says so to people")
	}
}

func TestAMotorcycleForMachines(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	latitude, longitude := 33.59, -7.62
	one := spa.Motorcycle{
		ID: id, Make: "Honda", Model: "PCX 125", Description: "Light and quick.", Year: 2024, EngineSizeCC: 125, Transmission: "AUTOMATIC",
		Category: "SCOOTER", DayPrice: 25050, Pictures: []string{"/pictures/scooter-mint.svg", "/media/1/960.jpg"}, FranchiseName: "Atlas",
		Place: spa.Place{Name: "Casa Port", Address: "1, Boulevard", Latitude: &latitude, Longitude: &longitude},
	}
	catalogue := &shown{motorcycles: map[uuid.UUID]spa.Motorcycle{id: one}}
	site := siteOf(t, spa.Options{Catalogue: catalogue})

	page := read(t, site, "/motorcycle/"+id.String()+"?lang=fr")
	require.Equal(t, http.StatusOK, page.status)
	require.Equal(t, "Louer la Honda PCX 125 2024 · Rihla", page.title)
	require.Contains(t, page.meta["description"], "250,50 MAD")
	require.Equal(t, "product", page.meta["og:type"])
	require.Equal(t, "https://rihla.example/media/1/960.jpg", page.meta["og:image"], "previews take bitmaps only")
	require.Equal(t, "/pictures/scooter-mint.svg", page.links["preload image"])
	require.Len(t, page.data, 1)
	require.Equal(t, []any{"Product", "Motorcycle"}, page.data[0]["@type"])
	require.Equal(t, "Honda PCX 125", page.data[0]["name"])
	require.Equal(t, "Light and quick.", page.data[0]["description"])
	offer, _ := page.data[0]["offers"].(map[string]any)
	require.Equal(t, []any{"250.50", "MAD"}, []any{offer["price"], offer["priceCurrency"]})
	require.Equal(t, "https://rihla.example/motorcycle/"+id.String()+"?lang=fr", offer["url"])

	// The picture is on the page before any code of it, in the widths that there are.
	one.Pictures = []string{"/media/1/1600.jpg"}
	catalogue.motorcycles[id] = one
	source := ask(t, site, "/motorcycle/"+id.String(), "Accept", "text/html").Body.String()
	const widths = `srcset="/media/1/480.jpg 480w, /media/1/960.jpg 960w, /media/1/1600.jpg 1600w" `
	require.Contains(t, source, `data-of="/motorcycle/`+id.String()+`" href="/media/1/1600.jpg" image`+widths+`imagesizes=`)
	_, root, _ := strings.Cut(source, `<div id="root">`)
	require.Regexp(t, `^\s*<div class="[^"]+"> <div .+ src="/media/1/1600.jpg" `+widths+`sizes=`, root)
	require.NotContains(t, source, "<template")
	require.Equal(t, 1, strings.Count(source, "/pictures/logo-mark.svg"), "below the site's header")
	require.Contains(t, ask(t, site, "/", "Accept", "text/html").Body.String(), `<img src="/pictures/hero.svg"`)
	require.Contains(t, ask(t, site, "/about-us", "Accept", "text/html").Body.String(), `<img src="/pictures/logo-mark.svg"`)
	require.Contains(t, ask(t, site, "/auth/login", "Accept", "text/html").Body.String(), `<div id="root"></div>`, "it has no header")

	catalogue.failing = errors.New("the database is away")
	broken := read(t, site, "/motorcycle/"+id.String())
	require.Equal(t, http.StatusServiceUnavailable, broken.status, "crawlers come back")
	require.Empty(t, broken.data)
	require.Equal(t, "Rihla", broken.title)
}

// A page's code is named by the page: its own, the application's and what both stand on, each once.
func TestCodeIsFetchedTogether(t *testing.T) {
	t.Parallel()
	dist := built(t)
	dist[".vite/manifest.json"] = &fstest.MapFile{Data: []byte(`{
		"index.html": {"file": "assets/index.js", "imports": ["_base"], "isEntry": true},
		"_base": {"file": "assets/base.js"}, "_shared": {"file": "assets/shared.js", "imports": ["_base"], "css": ["assets/shared.css"]},
		"_later": {"file": "assets/later.js"},
		"src/app/app.tsx": {"file": "assets/app.js", "imports": ["_base"], "dynamicImports": ["_later"]},
		"src/routes/_site/route.tsx?tsr-split=component": {"file": "assets/around.js"},
		"src/routes/_site/_account/route.tsx?tsr-split=component": {"file": "assets/account.js"},
		"src/routes/_site/_account/profile.tsx?tsr-split=component": {"file": "assets/profile.js"},
		"src/routes/auth/route.tsx?tsr-split=component": {"file": "assets/auth.js"},
		"src/routes/_site/about-us.tsx?tsr-split=component": {"file": "assets/about.js"},
		"src/routes/auth/login.tsx?tsr-split=component": {"file": "assets/login.js"},
		"src/routes/admin/route.tsx?tsr-split=component": {"file": "assets/admin.js"},
		"src/routes/admin/supplements/index.tsx?tsr-split=component": {"file": "assets/supplements.js"},
		"src/routes/_site/index.tsx?tsr-split=component": {"file": "assets/home.js", "imports": ["_shared"]},
		"src/routes/_site/booking/index.tsx?tsr-split=component": {"file": "assets/booking.js"},
		"src/routes/_site/motorcycle.$id.tsx?tsr-split=component": {"file": "assets/motorcycle.js", "imports": ["_shared", "_base"]}
	}`)}
	id := uuid.New()
	site, err := spa.New(dist, spa.Options{Catalogue: &shown{motorcycles: map[uuid.UUID]spa.Motorcycle{id: {}}}})
	require.NoError(t, err)
	for address, want := range map[string]string{
		"/": "app around home shared", "/motorcycle/" + id.String(): "app around motorcycle shared", "/booking": "app around booking",
		"/auth/login": "app auth login", "/profile": "account app around profile", "/about-us": "about app around",
		"/admin/supplements": "app",
	} {
		answer := ask(t, site, address, "Accept", "text/html").Body.String()
		var got []string
		for _, match := range regexp.MustCompile(`<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/(\w+)\.js" />`).FindAllStringSubmatch(answer, -1) {
			got = append(got, match[1])
		}
		slices.Sort(got)
		require.Equal(t, want, strings.Join(got, " "), address)
		// Where there is something to paint before, the code waits for that: see src/first-paint.ts.
		painted := !strings.Contains(answer, `<div id="root"></div>`)
		waits := regexp.MustCompile(`<template id="code">(<link rel="(modulepreload|preload)" [^>]*>)+</template>`).MatchString(answer)
		require.Equal(t, painted, waits, address)
	}
	require.Contains(t, ask(t, site, "/", "Accept", "text/html").Body.String(), `as="style" crossorigin href="/assets/shared.css"`)
}

// What people call their motorcycles stays text wherever it stands.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	const hostile = `</title></script><script>alert(1)</script><!-- <script> "onload="x" 'y' &lt; ]]> </title></head>` + "\u2028\u202e\n\t"
	id := uuid.New()
	site := siteOf(t, spa.Options{Catalogue: &shown{motorcycles: map[uuid.UUID]spa.Motorcycle{id: {
		ID: id, Make: hostile, Model: "<!-- /head -->{{price}}", Description: hostile, Year: 2024, DayPrice: 100,
		Pictures: []string{`/media/x"onerror="alert(1).jpg`}, FranchiseName: hostile, Place: spa.Place{Name: hostile, Address: hostile},
	}}}})
	plain := len(read(t, site, "/about-us").scripts)

	page := read(t, site, "/motorcycle/"+id.String())
	require.Equal(t, http.StatusOK, page.status)
	require.Len(t, page.scripts, plain+1, "the data, and nothing that a name brought")
	require.Equal(t, hostile+" <!-- /head -->{{price}}", page.data[0]["name"])
	require.Contains(t, page.title, `</title></script><script>alert(1)</script>`, "it is text")
	require.Contains(t, page.meta["og:title"], `"onload="x"`)
	require.Equal(t, `https://rihla.example/media/x"onerror="alert(1).jpg`, page.meta["og:image"])
	for node := range page.root.Descendants() {
		for _, attribute := range node.Attr {
			require.False(t, strings.HasPrefix(attribute.Key, "on"), "%s became an attribute", attribute.Key)
		}
	}
}

func TestTheListOfPages(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	catalogue := &shown{motorcycles: map[uuid.UUID]spa.Motorcycle{id: {ID: id}}}
	now := clock.NewFake(time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))
	site := siteOf(t, spa.Options{Catalogue: catalogue, Clock: now})

	answer := ask(t, site, "/sitemap.xml", "Accept", "*/*")
	require.Equal(t, http.StatusOK, answer.Code)
	require.Equal(t, "application/xml; charset=utf-8", answer.Header().Get("Content-Type"))
	var list struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	require.NoError(t, xml.Unmarshal(answer.Body.Bytes(), &list))
	found := map[string]string{}
	for _, entry := range list.URLs {
		found[entry.Loc] = entry.LastMod
	}
	for _, address := range []string{
		"/", "/?lang=ar", "/results", "/results?location=address:Fez&lang=fr", "/locations", "/terms-conditions", "/help-center?lang=fr",
	} {
		require.Contains(t, found, "https://rihla.example"+address)
	}
	require.Equal(t, "2027-04-01T09:30:00Z", found["https://rihla.example/motorcycle/"+id.String()+"?lang=ar"])
	for address := range found {
		require.NotRegexp(t, `/(auth|booking|profile|my-bookings|admin)|\$`, address)
		page := read(t, site, strings.TrimPrefix(address, "https://rihla.example"))
		require.Equal(t, http.StatusOK, page.status, address)
		require.Equal(t, address, page.links["canonical"], "what is listed is what the page is known under")
	}

	ask(t, site, "/sitemap.xml")
	require.Equal(t, 1, catalogue.asked, "nobody has it made anew at will")
	now.Advance(10 * time.Minute)
	catalogue.failing = errors.New("the database is away")
	require.Equal(t, http.StatusServiceUnavailable, ask(t, site, "/sitemap.xml").Code)

	rules := ask(t, site, "/robots.txt").Body.String()
	for _, private := range []string{"/admin", "/auth/", "/booking", "/my-bookings", "/profile", "/dev/"} {
		require.Contains(t, rules, "\nDisallow: "+private+"\n")
	}
	require.Contains(t, rules, "\nSitemap: https://rihla.example/sitemap.xml\n")
}

// The program knows every page that the site has, with the same title, so that no page is answered with 404.
func TestPagesAreThoseOfTheSite(t *testing.T) {
	t.Parallel()
	site := siteOf(t, spa.Options{Catalogue: &shown{motorcycles: map[uuid.UUID]spa.Motorcycle{uuid.Nil: {Make: "Honda", Model: "PCX"}}}})
	var texts map[string]any
	body, err := os.ReadFile("../../web/public/locales/en.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(body, &texts))

	address := regexp.MustCompile(`createFileRoute\('([^']+)'\)`)
	pathless := regexp.MustCompile(`/_[^/]+`)
	parameter := regexp.MustCompile(`\$\w+`)
	said := regexp.MustCompile(`(title|description): '([^']+)'`)
	seen := 0
	err = filepath.WalkDir("../../web/src/routes", func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || slices.Contains([]string{"route.tsx", "__root.tsx"}, entry.Name()) || filepath.Ext(name) != ".tsx" {
			return err
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		match := address.FindSubmatch(source)
		require.NotNil(t, match, name)
		path := parameter.ReplaceAllString(pathless.ReplaceAllString(string(match[1]), ""), uuid.Nil.String())
		page := read(t, site, path)
		require.Equal(t, http.StatusOK, page.status, "%s: internal/spa/page.go does not know it", path)
		for _, words := range said.FindAllStringSubmatch(string(source), -1) {
			want := texts
			keys := strings.Split(words[2], ".")
			for _, key := range keys[:len(keys)-1] {
				want, _ = want[key].(map[string]any)
			}
			text, _ := want[keys[len(keys)-1]].(string)
			if words[1] == "title" {
				text += " · Rihla"
				require.Equal(t, text, page.title, path)
				continue
			}
			require.Equal(t, text, page.meta["description"], path)
		}
		seen++
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, seen, 20)
}
