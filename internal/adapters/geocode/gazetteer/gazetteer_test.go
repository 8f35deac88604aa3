package gazetteer

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/i18n"
)

func compiled(t *testing.T) *Gazetteer {
	t.Helper()
	g, err := New()
	require.NoError(t, err)
	return g
}

func TestSuggestBeginnings(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for query, want := range map[string]string{
		"casa": "casablanca", "MARRA": "marrakech", "fès": "fes", "fes": "fes", "tange": "tanger", "tangi": "tanger",
		"الدا": "casablanca", "بيضاء": "casablanca", "اكادير": "agadir", "أكادير": "agadir", "  rabat ": "rabat",
		"guéli": "gueliz", "maarif": "maarif", "menara marrakech": "menara",
	} {
		places, err := g.Suggest(t.Context(), query, i18n.French, 5)
		require.NoError(t, err)
		require.NotEmpty(t, places, query)
		require.Equal(t, want, places[0].ID, query)
	}
}

func TestSuggestSpeaksTheLanguage(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for language, want := range map[i18n.Language]string{i18n.French: "Tanger", i18n.English: "Tangier", i18n.Arabic: "طنجة"} {
		places, err := g.Suggest(t.Context(), "tang", language, 1)
		require.NoError(t, err)
		require.Len(t, places, 1)
		require.Equal(t, want, places[0].Name)
	}
}

func TestSuggestNothing(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for _, query := range []string{"", "   ", "!?", "zzzzzz", "\x00", "\xff\xfe"} {
		places, err := g.Suggest(t.Context(), query, i18n.French, 5)
		require.NoError(t, err)
		require.Empty(t, places, "%q", query)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for text, want := range map[string]string{
		"Casablanca":                           "casablanca",
		"Casablanca, Maroc":                    "casablanca",
		"Guéliz, Marrakech":                    "gueliz",
		"gueliz marrakech":                     "gueliz",
		"Maarif, Casablanca, Morocco":          "maarif",
		"Médina, Rabat":                        "medina-rabat",
		"12 rue de la Liberté, Agadir":         "agadir",
		"14, boulevard Al Massira, Agadir":     "agadir",
		"Avenue Mohammed VI Marrakech":         "marrakech",
		"مراكش":                                "marrakech",
		"كليز، مراكش":                          "gueliz",
		"aéroport mohammed v (casablanca)":     "aeroport-casablanca",
		"Rue inconnue, Fès":                    "fes",
		"hôtel des Almohades, Tanger, Morocco": "tanger",
	} {
		place, ok, err := g.Find(t.Context(), text, i18n.French)
		require.NoError(t, err)
		require.True(t, ok, text)
		require.Equal(t, want, place.ID, text)
	}
	for _, text := range []string{"", ",", "Maroc", "Reykjavík", "zz, yy", strings.Repeat("x", 100_000), "\x00"} {
		_, ok, err := g.Find(t.Context(), text, i18n.French)
		require.NoError(t, err)
		require.False(t, ok, "%.40q", text)
	}
}

// What Suggest offers must lead back to the same place, in every language; a hamlet that shares name and region with
// another may lead to that one.
func TestAddressLeadsBack(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for _, language := range i18n.Languages {
		for _, e := range g.entries {
			offered := g.in(e, language)
			place, ok, err := g.Find(t.Context(), offered.Address, language)
			require.NoError(t, err)
			require.True(t, ok, offered.Address)
			require.Equal(t, offered.Region, place.Region, "%s gave %s", offered.Address, place.ID)
			require.Contains(t, g.entries[g.index(place.ID)].folded, fold(offered.Name), "%s gave %s", offered.Address, place.ID)
		}
	}
}

// A region is named as the reader names it, and every region that a place lies in has its Arabic name.
func TestRegionsInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	for _, e := range g.entries {
		if e.place.Region == "" {
			continue
		}
		require.Contains(t, regions, e.place.Region, e.place.ID)
		require.Regexp(t, `^[\p{Arabic}\s-]+$`, g.in(e, i18n.Arabic).Region, e.place.ID)
	}
	found, err := g.Suggest(t.Context(), "تطوان", i18n.Arabic, 1)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "طنجة-تطوان-الحسيمة", found[0].Region)
	found, err = g.Suggest(t.Context(), "oujda", i18n.English, 1)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "Oriental", found[0].Region)
}

func (g *Gazetteer) index(id string) int {
	return slices.IndexFunc(g.entries, func(e entry) bool { return e.place.ID == id })
}

func TestNear(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	place, ok, err := g.Near(t.Context(), 33.589, -7.611, i18n.English)
	require.NoError(t, err)
	require.True(t, ok)
	require.Contains(t, place.Region, "Casablanca")
	_, ok, err = g.Near(t.Context(), 48.85, 2.35, i18n.English)
	require.NoError(t, err)
	require.False(t, ok, "Paris is not within 50 km of Morocco")
}

func TestNothingPanics(t *testing.T) {
	t.Parallel()
	g := compiled(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		_, _, err := g.Find(t.Context(), text, i18n.Arabic)
		require.NoError(t, err)
		places, err := g.Suggest(t.Context(), text, i18n.English, 3)
		require.NoError(t, err)
		require.LessOrEqual(t, len(places), 3)
	})
}

func TestReadRefusesBrokenData(t *testing.T) {
	t.Parallel()
	head := strings.Join(placeColumns, ",") + "\n"
	const aliases = "id,alias\n"
	for name, csv := range map[string][2]string{
		"header":    {"id,name\n", aliases},
		"twice":     {head + "a,A,A,,R,30,-8,1,CITY\na,A,A,,R,30,-8,1,CITY\n", aliases},
		"off":       {head + "a,A,A,,R,130,-8,1,CITY\n", aliases},
		"kind":      {head + "a,A,A,,R,30,-8,1,PLANET\n", aliases},
		"no name":   {head + "a,,A,,R,30,-8,1,CITY\n", aliases},
		"alias":     {head + "a,A,A,,R,30,-8,1,CITY\n", aliases + "b,B\n"},
		"no number": {head + "a,A,A,,R,x,-8,1,CITY\n", aliases},
	} {
		_, err := read(strings.NewReader(csv[0]), strings.NewReader(csv[1]))
		require.Error(t, err, name)
	}
}
