package spa_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"rihla/internal/spa"
)

func newSite(t *testing.T, options spa.Options) *spa.Site {
	t.Helper()
	site, err := spa.New(fstest.MapFS{
		"index.html":          {Data: []byte(`<script id="rihla-config" type="application/json">__RIHLA_CONFIG__</script>`)},
		"index.html.br":       {Data: []byte("the page before its configuration")},
		"assets/app-1.js":     {Data: []byte("plain")},
		"assets/app-1.js.br":  {Data: []byte("brotli")},
		"assets/app-1.js.gz":  {Data: []byte("gzip")},
		"locales/fr.json":     {Data: []byte("{}")},
		"sw.js":               {Data: []byte("worker")},
		"site.webmanifest":    {Data: []byte("{}")},
		"assets/.gitkeep":     {Data: []byte("not served")},
		".well-known/private": {Data: []byte("not served")},
	}, options)
	require.NoError(t, err)
	return site
}

// ask returns the answer, nil when the site has nothing.
func ask(t *testing.T, site *spa.Site, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	return send(t, site, http.MethodGet, path, header...)
}

func send(t *testing.T, site *spa.Site, method, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	if !site.Serve(answer, request) {
		require.Empty(t, answer.Header(), "nothing was written")
		require.Zero(t, answer.Body.Len())
		return nil
	}
	return answer
}

func TestFilesAreCompressedAsTheBrowserTakesThem(t *testing.T) {
	t.Parallel()
	site := newSite(t, spa.Options{})
	for accept, want := range map[string]string{
		"": "", "br": "br", "gzip, deflate, br": "br", "gzip": "gzip", "gzip;q=0.5": "gzip", "GZIP": "gzip", "identity": "",
		"br;q=0, gzip": "gzip", "br; q=0.0, gzip;q=0": "", "br;q=nan": "", "brotli, gzipped": "", ";;,,br;q": "br",
	} {
		answer := ask(t, site, "/assets/app-1.js", "Accept-Encoding", accept)
		require.Equal(t, want, answer.Header().Get("Content-Encoding"), accept)
		require.Equal(t, "Accept-Encoding", answer.Header().Get("Vary"))
		require.Equal(t, "public, max-age=31536000, immutable", answer.Header().Get("Cache-Control"))
		require.Equal(t, "text/javascript; charset=utf-8", answer.Header().Get("Content-Type"))
	}
	head := send(t, site, http.MethodHead, "/assets/app-1.js", "Accept-Encoding", "br")
	require.Equal(t, "6", head.Header().Get("Content-Length"))
	require.Zero(t, head.Body.Len())
	tag := ask(t, site, "/locales/fr.json").Header().Get("ETag")
	again := ask(t, site, "/locales/fr.json", "If-None-Match", tag)
	require.Equal(t, http.StatusNotModified, again.Code)
	require.Equal(t, "no-cache", again.Header().Get("Cache-Control"), "texts change with a release")
}

// Browsers ask for the worker anew each time, or pages would stay on an old release; it may look after the whole site.
func TestTheServiceWorkerIsNeverKept(t *testing.T) {
	t.Parallel()
	site := newSite(t, spa.Options{})
	worker := ask(t, site, "/sw.js", "Accept", "*/*")
	require.Equal(t, http.StatusOK, worker.Code)
	require.Equal(t, "no-cache", worker.Header().Get("Cache-Control"))
	require.Equal(t, "text/javascript; charset=utf-8", worker.Header().Get("Content-Type"))
	manifest := ask(t, site, "/site.webmanifest")
	require.Equal(t, "application/manifest+json", manifest.Header().Get("Content-Type"))
	require.Equal(t, "no-cache", manifest.Header().Get("Cache-Control"))
	page := ask(t, site, "/my-bookings", "Accept", "text/html").Header().Get("Content-Security-Policy")
	require.Contains(t, page, "default-src 'self';", "the worker and the manifest are our own")
	require.NotContains(t, page, "worker-src")
}

func TestPagesCarryTheConfiguration(t *testing.T) {
	t.Parallel()
	site := newSite(t, spa.Options{
		Config: spa.Config{MapboxToken: `</script><script>alert(1)`}, FormTargets: []string{"https://pay.example"},
	})
	for _, path := range []string{"/", "/results", "/booking/payment/1", "/index.html"} {
		answer := ask(t, site, path, "Accept", "text/html", "Accept-Encoding", "br")
		if path == "/index.html" {
			require.Nil(t, answer, "the page has no second address")
			continue
		}
		require.Equal(t, http.StatusOK, answer.Code, path)
		require.Contains(t, answer.Body.String(), `"mapboxToken":"\u003c/script\u003e`, "it cannot end its script element")
		require.NotContains(t, answer.Body.String(), "__RIHLA_CONFIG__")
		policy := answer.Header().Get("Content-Security-Policy")
		require.Contains(t, policy, "script-src 'self';")
		require.Contains(t, policy, "form-action 'self' https://pay.example")
		require.Contains(t, policy, "frame-ancestors 'none'")
	}
}

func TestWhatTheSiteDoesNotHave(t *testing.T) {
	t.Parallel()
	site := newSite(t, spa.Options{})
	require.Nil(t, ask(t, site, "/assets/app-2.js", "Accept", "*/*"))
	require.Nil(t, ask(t, site, "/results", "Accept", "application/json"))
	require.Nil(t, ask(t, site, "/assets/.gitkeep", "Accept", "image/png"))
	require.Nil(t, ask(t, site, "/.well-known/private", "Accept", "image/png"))
	require.Nil(t, ask(t, site, "/../../etc/passwd", "Accept", "image/png"))
	_, err := spa.New(fstest.MapFS{}, spa.Options{})
	require.ErrorIs(t, err, spa.ErrNotBuilt)
}
