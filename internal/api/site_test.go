package api_test

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/testkit/apptest"
)

// realSite has the site's own page and its English texts.
func realSite(t *testing.T) apptest.Option {
	t.Helper()
	files := fstest.MapFS{}
	for name, from := range map[string]string{"index.html": "index.html", "locales/en.json": "public/locales/en.json"} {
		body, err := os.ReadFile("../../web/" + from)
		require.NoError(t, err)
		files[name] = &fstest.MapFile{Data: body}
	}
	return func(o *app.Options) { o.Site = files }
}

// What a page says of a motorcycle is what anybody may find, nothing else.
func TestPagesOfMotorcycles(t *testing.T) {
	t.Parallel()
	a := newApp(t, realSite(t))
	stage := a.Stage()
	hidden := a.Motorcycle(stage, apptest.DayPrice)
	_, err := a.DB().Exec(t.Context(), "update motorcycles set status = 'MAINTENANCE' where id = $1", hidden)
	require.NoError(t, err)
	browser := a.Visitor().With("Accept", "text/html")

	page := browser.Get("/motorcycle/" + stage.MotorcycleID.String())
	require.Equal(t, http.StatusOK, page.Status)
	require.Contains(t, string(page.Body), "<title>Rent the Honda CB500 2024 · Rihla</title>")
	require.Contains(t, string(page.Body), `"price":"450.00","priceCurrency":"MAD"`)
	require.NotContains(t, string(page.Body), "-A-6", "its plate is not public (D19)")

	admin := a.Staff("ADMIN", nil).With("Accept", "text/html")
	for _, caller := range []*apptest.Caller{browser, admin} {
		page = caller.Get("/motorcycle/" + hidden.String())
		require.Equal(t, http.StatusNotFound, page.Status)
		require.NotContains(t, string(page.Body), "Honda")
	}

	list := string(a.Visitor().Get("/sitemap.xml").Body)
	require.Contains(t, list, a.BaseURL()+"/motorcycle/"+stage.MotorcycleID.String()+"?lang=fr")
	require.NotContains(t, list, hidden.String())

	_, err = a.DB().Exec(t.Context(), "update parking_points set is_active = false where id = $1", stage.ParkingPointID)
	require.NoError(t, err)
	require.Equal(t, http.StatusNotFound, browser.Get("/motorcycle/"+stage.MotorcycleID.String()).Status, "its parking point is closed")
}

// What pages ask first comes with them: what a visitor reads, to whomever they are sent.
func TestPagesCarryTheirAnswers(t *testing.T) {
	t.Parallel()
	a := newApp(t, realSite(t))
	stage := a.Stage()
	id := stage.MotorcycleID.String()
	for _, path := range []string{"/results", "/motorcycle/" + id, "/booking?motorcycleId=" + id} {
		for _, caller := range []*apptest.Caller{a.Visitor(), a.Staff("ADMIN", nil)} {
			page := caller.With("Accept", "text/html").Get(path)
			require.Equal(t, http.StatusOK, page.Status, path)
			_, rest, found := strings.Cut(string(page.Body), `<script id="rihla-answers" type="application/json">`)
			require.True(t, found, path)
			answers, _, _ := strings.Cut(rest, "</script>")
			require.Contains(t, answers, `"make":"Honda"`, path)
			require.Contains(t, answers, id)
			require.NotContains(t, answers, "registrationNumber", "staff read that for themselves (D19)")
			require.NotContains(t, answers, "-A-6")
		}
	}
	_, err := a.DB().Exec(t.Context(), "update motorcycles set status = 'MAINTENANCE' where id = $1", stage.MotorcycleID)
	require.NoError(t, err)
	for _, path := range []string{"/motorcycle/" + id, "/booking?motorcycleId=" + id} {
		page := a.Staff("ADMIN", nil).With("Accept", "text/html").Get(path)
		require.NotContains(t, string(page.Body), "Honda", path)
	}
}
