package mailbox_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rihla/internal/adapters/mail/mailbox"
	"rihla/internal/notify"
	"rihla/internal/platform/i18n"
)

type box []notify.Kept

func (b box) Messages(context.Context) ([]notify.Kept, error) { return b, nil }

func (b box) Message(_ context.Context, id int64) (notify.Kept, error) {
	if id < 1 || id > int64(len(b)) {
		return notify.Kept{}, notify.ErrNotKept
	}
	return b[id-1], nil
}

func get(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	page := mailbox.NewPage("/dev/mailbox", box{{
		ID: 1, Sent: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC), Message: notify.Message{
			To: "salma@example.com", Name: `<script>alert(1)</script>`, Language: i18n.Arabic, Subject: "مرحبًا <b>",
			Files: []notify.File{{Name: "a <b>.ics", Type: "text/calendar; charset=utf-8", Content: []byte("BEGIN:VCALENDAR")}},
			Text:  "Hello <b>\nhttps://rihla.example/?a=1&b=\"2\"\nbye\n", HTML: "<html><head></head><body><script>alert(1)</script></body></html>",
		},
	}})
	w := httptest.NewRecorder()
	page.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w
}

func TestPages(t *testing.T) {
	t.Parallel()
	list := get(t, "/dev/mailbox")
	require.Equal(t, http.StatusOK, list.Code)
	require.Contains(t, list.Body.String(), `<a href="/dev/mailbox/1"><bdi lang="ar">مرحبًا &lt;b&gt;</bdi></a>`)
	require.NotContains(t, list.Body.String(), "<script>")

	one := get(t, "/dev/mailbox/1")
	require.Contains(t, one.Body.String(), `<a href="https://rihla.example/?a=1&amp;b=&#34;2&#34;">`)
	require.Contains(t, one.Body.String(), "Hello &lt;b&gt;")
	require.NotContains(t, one.Body.String(), "<script>")
	require.Equal(t, "no-referrer", one.Header().Get("Referrer-Policy"))

	html := get(t, "/dev/mailbox/1/html")
	require.Contains(t, html.Header().Get("Content-Security-Policy"), "sandbox allow-popups")
	require.NotContains(t, html.Header().Get("Content-Security-Policy"), "allow-scripts")
	require.Contains(t, html.Body.String(), `<base target="_blank">`)

	require.Contains(t, one.Body.String(), `<a href="/dev/mailbox/1/files/0">a &lt;b&gt;.ics</a>`)
	file := get(t, "/dev/mailbox/1/files/0")
	require.Equal(t, "BEGIN:VCALENDAR", file.Body.String())
	require.Equal(t, "text/calendar; charset=utf-8", file.Header().Get("Content-Type"))
	require.Equal(t, `attachment; filename="a <b>.ics"`, file.Header().Get("Content-Disposition"))
	require.Equal(t, "nosniff", file.Header().Get("X-Content-Type-Options"))

	for _, path := range []string{"/dev/mailbox/1/files/1", "/dev/mailbox/1/files/-1", "/dev/mailbox/1/files/x", "/dev/mailbox/2/files/0", "/dev/mailbox/2", "/dev/mailbox/x", "/dev/mailbox/99999999999999999999/html"} {
		require.Equal(t, http.StatusNotFound, get(t, path).Code, path)
	}
}
