package i18n_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/i18n"
)

var placeholder = regexp.MustCompile(`{{\.(\w+)}}`)

// forms returns every text of a language: message id, or id and plural form.
func forms(t *testing.T, l i18n.Language) map[string]string {
	t.Helper()
	content, err := os.ReadFile("locales/" + string(l) + ".json")
	require.NoError(t, err)
	var raw map[string]any
	require.NoError(t, json.Unmarshal(content, &raw))
	out := map[string]string{}
	for id, v := range raw {
		if text, ok := v.(string); ok {
			out[id] = text
			continue
		}
		for form, text := range v.(map[string]any) {
			out[id+"/"+form] = text.(string)
		}
	}
	return out
}

func names(text string) []string {
	matches := placeholder.FindAllStringSubmatch(text, -1)
	out := make([]string, 0, len(matches))
	for _, m := range matches {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Every message exists in every language with the same placeholders, and the plural forms that its language needs.
func TestCataloguesAgree(t *testing.T) {
	t.Parallel()
	plural := map[i18n.Language][]string{
		i18n.English: {"one", "other"}, i18n.French: {"one", "many", "other"},
		i18n.Arabic: {"zero", "one", "two", "few", "many", "other"},
	}
	english := forms(t, i18n.English)
	for _, l := range i18n.Languages {
		own := forms(t, l)
		for id, text := range own {
			require.NotEmpty(t, text, "%s %s", l, id)
		}
		for id, text := range english {
			if base, form, isPlural := cut(id); isPlural {
				if form == "other" {
					for _, want := range plural[l] {
						require.Contains(t, own, base+"/"+want, "%s", l)
					}
				}
				continue
			}
			require.Contains(t, own, id, "%s", l)
			require.Equal(t, names(text), names(own[id]), "placeholders of %s in %s", id, l)
		}
		for id := range own {
			base, _, isPlural := cut(id)
			if isPlural {
				require.Contains(t, english, base+"/other", "%s has %s, English has not", l, id)
				continue
			}
			require.Contains(t, english, id, "%s has %s, English has not", l, id)
		}
	}
}

// cut takes "base/form" apart; false for the id of a text without plural forms.
func cut(id string) (string, string, bool) {
	i := slices.Index([]byte(id), '/')
	if i < 0 {
		return id, "", false
	}
	return id[:i], id[i+1:], true
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]i18n.Language{
		"": i18n.English, "fr-MA,fr;q=0.9": i18n.French, "ar-MA": i18n.Arabic, "de": i18n.English,
		"de, ar;q=0.5": i18n.Arabic, ";;;": i18n.English, "fr;q=0.2, en;q=0.9": i18n.English,
	} {
		require.Equal(t, want, i18n.Match(header), header)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Booking not found: x", i18n.Text(i18n.English, "BOOKING_NOT_FOUND", map[string]any{"id": "x"}))
	require.Equal(t, "NO_SUCH_CODE", i18n.Text(i18n.Arabic, "NO_SUCH_CODE", nil))
	require.Equal(t, "Must be at most 1000000", i18n.Text(i18n.English, "FIELD_TOO_LARGE", map[string]any{"max": 1e6}))
	require.Equal(t, "Must be at least 0.01", i18n.Text(i18n.English, "FIELD_TOO_SMALL", map[string]any{"min": 0.01}))
	require.True(t, i18n.Known("VALIDATION"))
	require.False(t, i18n.Known("NO_SUCH_CODE"))
}
