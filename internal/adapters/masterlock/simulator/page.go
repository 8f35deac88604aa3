package simulator

import (
	_ "embed"
	"html/template"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
)

//go:embed page.html
var pageSource string

var page = template.Must(template.New("locks").Funcs(template.FuncMap{"join": strings.Join}).Parse(pageSource))

// shown is a lock on the page.
type shown struct {
	ID       string
	Codes    []string // what its keypad takes now
	Profiles []profile
}

// showLocks lists the locks and what they would take at this moment.
func (s *Simulator) showLocks(w http.ResponseWriter, r *http.Request) {
	now := s.clock.Now().UTC()
	s.mu.Lock()
	locks := make([]shown, 0, len(s.state.Devices))
	for _, id := range slices.Sorted(maps.Keys(s.state.Devices)) {
		start := now.Truncate(window)
		l := shown{ID: id, Codes: []string{s.codeOf(id, start), s.codeOf(id, start.Add(-window))}}
		for _, p := range s.state.Devices[id].Profiles {
			if p.Until.After(now) {
				l.Profiles = append(l.Profiles, p)
			}
		}
		locks = append(locks, l)
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Header().Set("Cache-Control", "no-store")
	err := page.Execute(w, struct {
		Now   string
		Locks []shown
	}{now.Format("2006-01-02 15:04"), locks})
	if err != nil {
		s.log.WarnContext(r.Context(), "test lock service: show the locks", slog.Any("error", err))
	}
}
