package spa

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"sync"
	"time"

	"rihla/internal/platform/i18n"
)

const (
	// maxListed motorcycles stand in the site map. Three languages of each are far below the 50,000 addresses that a site map
	// may have (sitemaps.org).
	maxListed = 10_000
	// siteMapAge is how long a site map is good for; whoever asks for it in between gets the same one.
	siteMapAge = 10 * time.Minute
)

// robots tells crawlers where there is nothing for them (RFC 9309): pages about somebody, forms of accounts, tools.
const robots = `User-agent: *
Disallow: /admin
Disallow: /auth/
Disallow: /booking
Disallow: /my-bookings
Disallow: /profile
Disallow: /dev/

Sitemap: `

// siteMap is the list of pages that crawlers are asked to look at. It is made when asked for and kept for siteMapAge.
type siteMap struct {
	mu    sync.Mutex
	body  []byte
	asked time.Time
}

type siteMapEntry struct {
	Location string `xml:"loc"`
	Changed  string `xml:"lastmod,omitempty"`
}

func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	body := []byte(robots + s.base + "/sitemap.xml\n")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	serve(w, r, file{body: body, contentType: contentType("robots.txt"), etag: etag(body)}, http.StatusOK)
}

func (s *Site) serveSiteMap(w http.ResponseWriter, r *http.Request) {
	body, err := s.listed(r.Context())
	if err != nil {
		w.Header().Set("Retry-After", "60")
		http.Error(w, "the list of pages cannot be made at the moment", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	serve(w, r, file{body: body, gzip: pack(body), contentType: contentType("sitemap.xml"), etag: etag(body)}, http.StatusOK)
}

// listed returns the site map, made anew when it is older than siteMapAge. One caller makes it, the others wait for it.
func (s *Site) listed(ctx context.Context) ([]byte, error) {
	m := &s.siteMap
	m.mu.Lock()
	defer m.mu.Unlock()
	now := s.now()
	if m.body != nil && now.Sub(m.asked) < siteMapAge {
		return m.body, nil
	}
	var motorcycles []Listed
	if s.catalogue != nil {
		var err error
		if motorcycles, err = s.catalogue.Listed(ctx, maxListed); err != nil {
			return nil, err
		}
	}
	body, err := s.makeSiteMap(motorcycles)
	if err != nil {
		return nil, err
	}
	m.body, m.asked = body, now
	return body, nil
}

func (s *Site) makeSiteMap(motorcycles []Listed) ([]byte, error) {
	var list struct {
		XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []siteMapEntry `xml:"url"`
	}
	add := func(address, changed string) {
		for _, language := range i18n.Languages {
			list.URLs = append(list.URLs, siteMapEntry{s.base + in(language, address), changed})
		}
	}
	for _, p := range pages {
		if p.listed && p.pattern != motorcyclePattern {
			add(p.pattern, "")
		}
	}
	for _, city := range cities {
		add(resultsPattern+"?"+inCity(city), "")
	}
	for _, m := range motorcycles {
		add(motorcyclePath(m.ID), m.UpdatedAt.UTC().Format(time.RFC3339))
	}
	out := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(out).Encode(list); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
