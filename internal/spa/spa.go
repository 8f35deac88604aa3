// Package spa serves the built site: its files, compressed ahead of time, and index.html for every path that the site
// routes itself, with the runtime configuration and what the page says of itself put in: title, description, addresses
// in other languages, data for search engines. It renders nothing else and knows no feature; what it says of
// motorcycles it asks a Catalogue for.
package spa

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
)

// Config is what the browser learns of the program it talks to.
type Config struct {
	// APIURL is the base address of the API; empty: where the page came from.
	APIURL      string `json:"apiUrl"`
	MapboxToken string `json:"mapboxToken"`
	MapTilesURL string `json:"mapTilesUrl"`
	// Demo tells the sign-in page to name the demo accounts.
	Demo        bool `json:"demo"`
	HoldMinutes int  `json:"holdMinutes"`
	// UploadMaxBytes is how large a file may be that is uploaded.
	UploadMaxBytes int64 `json:"uploadMaxBytes"`
	// Clock is Morocco's wall clock: pairs of an instant in Unix seconds and the offset from UTC, in seconds, from then on.
	Clock [][2]int64 `json:"clock"`
}

// Options are what the site's pages may reach besides their own origin.
type Options struct {
	Config Config
	// FormTargets are origins that a form may be posted to: the payment gateway.
	FormTargets []string
	// ConnectTargets are origins that scripts may call: the maps service.
	ConnectTargets []string
	// ImageTargets are origins that pictures may come from: map tiles.
	ImageTargets []string
	// BaseURL is the origin that the site is reached by, for addresses that have to be whole.
	BaseURL string
	// Catalogue knows the motorcycles; nil: there are none.
	Catalogue Catalogue
	// API answers what pages ask first, as a visitor without a session; nil: pages ask for everything themselves.
	API http.Handler
	// Clock tells how old the site map and the answers in a page are.
	Clock clock.Clock
}

// placeholder stands in index.html where the configuration goes.
const placeholder = "__RIHLA_CONFIG__"

// ErrNotBuilt says that the program was built without its site.
var ErrNotBuilt = errors.New("this rihla was built without its site: run `make build`")

type file struct {
	body, gzip, brotli []byte
	contentType, etag  string
	// vary names a header besides Accept-Encoding that the file depends on; empty: none.
	vary      string
	immutable bool
}

// Site serves one build of the site from memory.
type Site struct {
	files     map[string]file
	shell     shell
	texts     map[i18n.Language]texts
	early     early
	catalogue Catalogue
	api       http.Handler
	base, csp string
	now       func() time.Time
	siteMap   siteMap
}

// New reads the built site from dist. Returns ErrNotBuilt when there is none.
func New(dist fs.FS, options Options) (*Site, error) {
	s := &Site{
		files: map[string]file{}, csp: policy(options), catalogue: options.Catalogue, api: options.API, base: strings.TrimRight(options.BaseURL, "/"),
		now: clock.System{}.Now,
	}
	if options.Clock != nil {
		s.now = options.Clock.Now
	}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") || strings.HasPrefix(name, ".") {
			return err
		}
		body, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		base, encoding := name, ""
		for _, suffix := range []string{".gz", ".br"} {
			if strings.HasSuffix(name, suffix) {
				base, encoding = strings.TrimSuffix(name, suffix), suffix
			}
		}
		f := s.files["/"+base]
		switch encoding {
		case ".gz":
			f.gzip = body
		case ".br":
			f.brotli = body
		default:
			f.body, f.contentType, f.etag = body, contentType(base), etag(body)
			f.immutable = strings.HasPrefix(base, "assets/")
		}
		s.files["/"+base] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the built site: %w", err)
	}
	index, ok := s.files["/index.html"]
	if !ok {
		return nil, ErrNotBuilt
	}
	delete(s.files, "/index.html")
	config, err := json.Marshal(options.Config) // json.Marshal escapes <, > and &, so the text cannot end its script element
	if err != nil {
		return nil, err
	}
	s.shell = newShell(bytes.Replace(index.body, []byte(placeholder), config, 1))
	if s.texts, err = readTexts(dist); err != nil {
		return nil, err
	}
	if s.early, err = readEarly(dist); err != nil {
		return nil, err
	}
	return s, nil
}

// policy is the pages' Content-Security-Policy: scripts from our own origin only, never inline.
func policy(o Options) string {
	list := func(base string, more []string) string { return strings.Join(append([]string{base}, more...), " ") }
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'",
		"style-src 'self' 'unsafe-inline'", // positions of popups and map panes are style attributes
		list("img-src 'self' data: blob:", o.ImageTargets),
		list("connect-src 'self'", o.ConnectTargets),
		list("form-action 'self'", o.FormTargets),
		"base-uri 'none'",
		"object-src 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

// Serve answers with a file of the build, with what crawlers ask for, or with index.html to a browser that asks for a
// page. It returns false, having written nothing, for a path that is none of them.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	if f, ok := s.files[path.Clean(r.URL.Path)]; ok {
		cache := "no-cache"
		if f.immutable {
			cache = "public, max-age=31536000, immutable"
		}
		w.Header().Set("Cache-Control", cache)
		serve(w, r, f, http.StatusOK)
		return true
	}
	switch r.URL.Path {
	case "/robots.txt":
		s.serveRobots(w, r)
		return true
	case "/sitemap.xml":
		s.serveSiteMap(w, r)
		return true
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") && r.Header.Get("Accept") != "" && r.Header.Get("Accept") != "*/*" ||
		path.Ext(r.URL.Path) != "" {
		return false
	}
	query := r.URL.Query()
	p, value := match(r.URL.Path)
	said := s.ask(r, questionsOf(p, value, query))
	described, status := s.describe(r.Context(), p, value, query, said)
	body := s.shell.with(described.language, described.write(s.base), described.first)
	h := w.Header()
	h.Set("Content-Security-Policy", s.csp)
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Permissions-Policy", "geolocation=(self), camera=(), microphone=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("Cache-Control", "no-cache")
	page := file{body: body, gzip: pack(body), contentType: contentType("index.html"), etag: etag(body)}
	if len(said.Answers) > 0 {
		page.vary = "Accept-Language"
	}
	serve(w, r, page, status)
	return true
}

func serve(w http.ResponseWriter, r *http.Request, f file, status int) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	if f.vary != "" {
		h.Add("Vary", f.vary)
	}
	h.Set("ETag", f.etag)
	h.Del("Content-Language") // the page chooses its language itself
	if status == http.StatusOK && r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.body
	encodings := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && accepts(encodings, "br"):
		body = f.brotli
		h.Set("Content-Encoding", "br")
	case f.gzip != nil && accepts(encodings, "gzip"):
		body = f.gzip
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// accepts tells whether an Accept-Encoding header names coding with a weight above 0 (RFC 9110 section 12.5.3).
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		weight, given := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !given || err == nil && q > 0
	}
	return false
}

func etag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// contentType does not ask the machine's own tables, which differ.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".xml":
		return "application/xml; charset=utf-8"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}
