package spa_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"rihla/internal/platform/clock"
	"rihla/internal/spa"
)

// asked is an interface that remembers its calls and says to each path what it was told to.
type asked struct {
	says  map[string]string
	calls []*http.Request
}

func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.calls = append(a.calls, r)
	body, found := a.says[r.URL.Path]
	if !found {
		w.WriteHeader(http.StatusNotFound)
	}
	_, _ = w.Write([]byte(body))
}

// given are the answers that a page carries.
type given struct {
	At       int64
	Language string
	Answers  []struct {
		Path, Query string
		Body        json.RawMessage
	}
}

func answersOf(t *testing.T, d document) given {
	t.Helper()
	var out given
	for _, script := range d.scripts {
		if slices.Contains(script.Attr, html.Attribute{Key: "id", Val: "rihla-answers"}) {
			require.NoError(t, json.Unmarshal([]byte(script.FirstChild.Data), &out))
		}
	}
	return out
}

// pictures are the addresses of those that a page shows before its code has run, its own sign aside.
func pictures(d document) []string {
	var out []string
	for node := range d.root.Descendants() {
		for _, attribute := range node.Attr {
			if node.Data == "img" && attribute.Key == "src" && attribute.Val != "/pictures/logo-mark.svg" {
				out = append(out, attribute.Val)
			}
		}
	}
	return out
}

func TestPagesCarryWhatTheyAskFirst(t *testing.T) {
	t.Parallel()
	id, franchise := uuid.NewString(), uuid.NewString()
	found := `{"data":{"motorcycles":[{"images":[{"imageUrl":"/media/a/640.jpg"},{"imageUrl":"/media/b/640.jpg","isPrimary":true}]},{"images":[]}]}}`
	detail := `{"data":{"motorcycle":{"images":[{"imageUrl":"/pictures/scooter-mint.svg"}]}}}`
	now := clock.NewFake(time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC))
	for address, want := range map[string]struct {
		paths, queries, pictures []string
	}{
		"/results": {
			paths: []string{"/motorcycles/search"}, queries: []string{"limit=5&page=1"}, pictures: []string{"/media/b/640.jpg"},
		},
		"/results?location=address:Fez&startDate=2027-05-01&endDate=2027-05-04&startTime=09:00&sort=&category=CITY&category=QUAD&page=2&utm=x": {
			paths:    []string{"/motorcycles/search"},
			queries:  []string{"category=CITY&category=QUAD&endDate=2027-05-04&endTime=10:00&limit=5&location=address:Fez&page=2&startDate=2027-05-01&startTime=09:00"},
			pictures: []string{"/media/b/640.jpg"},
		},
		"/results?startDate=2027-05-01&startTime=09:00&view=map": {
			paths: []string{"/motorcycles/search"}, queries: []string{"limit=5&page=1"},
		},
		"/booking?motorcycleId=" + id + "&franchiseId=" + franchise: {
			paths:    []string{"/motorcycles/" + id, "/supplements"},
			queries:  []string{"", "franchiseId=" + franchise + "&isActive=true&limit=100&page=1"},
			pictures: []string{"/pictures/scooter-mint.svg"},
		},
		"/booking?motorcycleId=../users": {},
		"/about-us":                      {},
		"/my-bookings":                   {},
	} {
		api := &asked{says: map[string]string{"/motorcycles/search": found, "/motorcycles/" + id: detail, "/supplements": `{"data":{"supplements":[]}}`}}
		page := read(t, siteOf(t, spa.Options{API: api, Clock: now}), address)
		answers := answersOf(t, page)
		var paths, queries []string
		for _, one := range answers.Answers {
			query, err := url.QueryUnescape(one.Query)
			require.NoError(t, err)
			paths, queries = append(paths, one.Path), append(queries, query)
			require.JSONEq(t, api.says[one.Path], string(one.Body))
		}
		require.Equal(t, want.paths, paths, address)
		require.Equal(t, want.queries, queries, address)
		require.Equal(t, want.pictures, pictures(page), address)
		require.Len(t, api.calls, len(want.paths), address)
		if len(paths) > 0 {
			require.Equal(t, now.Now().UnixMilli(), answers.At)
			require.Equal(t, "en", answers.Language)
		}
	}
}

// What is asked for a page is asked for nobody: the page is the same for everybody, and the caller's address still counts.
func TestPagesAskForNobody(t *testing.T) {
	t.Parallel()
	api := &asked{says: map[string]string{"/motorcycles/search": `{"data":{"motorcycles":[]}}`}}
	site := siteOf(t, spa.Options{API: api})
	page := ask(
		t, site, "/results", "Accept", "text/html", "Authorization", "Bearer secret", "Cookie", "session=secret",
		"Accept-Language", "fr-MA", "X-Forwarded-For", "203.0.113.7",
	)
	require.Equal(t, "no-cache", page.Header().Get("Cache-Control"))
	require.Equal(t, []string{"Accept-Encoding", "Accept-Language"}, page.Header().Values("Vary"))
	require.Contains(t, page.Body.String(), `"language":"fr"`)
	require.Len(t, api.calls, 1)
	require.Empty(t, api.calls[0].Header.Get("Authorization"))
	require.Empty(t, api.calls[0].Header.Get("Cookie"))
	require.Equal(t, "fr", api.calls[0].Header.Get("Accept-Language"))
	require.Equal(t, "203.0.113.7", api.calls[0].Header.Get("X-Forwarded-For"))
	require.NotEmpty(t, api.calls[0].RemoteAddr)
	require.Contains(t, ask(t, site, "/results?lang=ar", "Accept", "text/html", "Accept-Language", "fr").Body.String(), `"language":"ar"`)
}

// A page waits for no slow database: it comes without answers, as it does when they are refused or are none.
func TestPagesWithoutAnswers(t *testing.T) {
	t.Parallel()
	for name, api := range map[string]http.HandlerFunc{
		"too slow": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"refused": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"code":"RATE_LIMITED"}`, http.StatusTooManyRequests)
		},
		"not whole": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"data":`)) },
	} {
		page := read(t, siteOf(t, spa.Options{API: api}), "/results")
		require.Equal(t, http.StatusOK, page.status, name)
		require.Empty(t, answersOf(t, page).Answers, name)
		require.Empty(t, pictures(page), name)
	}
}

// What franchises write stays text in the answers, and in what they name.
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	hostile := map[string]any{"data": map[string]any{"motorcycles": []any{map[string]any{
		"make":   "</script><script>alert(1)</script><!-- <script> \u2028",
		"images": []any{map[string]any{"imageUrl": `/media/x"onerror="alert(1)/640.jpg`, "altText": "</template></div>"}},
	}}}}
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(hostile))
	raw := plain.String()
	require.Contains(t, raw, "</script><script>alert(1)")
	site := siteOf(t, spa.Options{API: &asked{says: map[string]string{"/motorcycles/search": raw}}})
	usual := len(read(t, site, "/about-us").scripts)

	page := read(t, site, "/results")
	require.Len(t, page.scripts, usual+1)
	require.JSONEq(t, raw, string(answersOf(t, page).Answers[0].Body))
	require.Equal(t, []string{`/media/x"onerror="alert(1)/640.jpg`}, pictures(page))
	for node := range page.root.Descendants() {
		for _, attribute := range node.Attr {
			require.NotRegexp(t, "^on", attribute.Key)
		}
	}
}
