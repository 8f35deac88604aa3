package api

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
)

// A text that no member stands in need of is about something that has gone, or is said elsewhere.
func TestMemberTextsAreUsed(t *testing.T) {
	t.Parallel()
	document := New(chi.NewRouter(), Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}).OpenAPI()
	used := map[string]bool{}
	for name, component := range document.Components.Schemas.Map() {
		for member, s := range component.Properties {
			for _, key := range []string{name + "." + member, member} {
				if text := memberTexts[key]; text != "" {
					said, _, _ := strings.Cut(text, "; null:")
					used[key] = used[key] || strings.HasPrefix(s.Description, said)
					break
				}
			}
		}
	}
	var unused []string
	for key := range memberTexts {
		if !used[key] {
			unused = append(unused, key)
		}
	}
	require.Empty(t, unused)
}
