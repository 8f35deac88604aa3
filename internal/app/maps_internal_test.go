package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/config"
)

// What the pages may reach is exactly what the settings name.
func TestOriginsOfMaps(t *testing.T) {
	t.Parallel()
	mapbox := []string{"https://api.mapbox.com"}
	tiles := "https://tiles.example:8443/styles/day/{z}/{x}/{y}.png?key=k"
	for name, c := range map[string]struct {
		token, tiles string
		want         mapOrigins
	}{
		"the outline needs nothing":       {},
		"Mapbox: places and pictures":     {token: "pk.abc", want: mapOrigins{connect: mapbox, images: mapbox}},
		"tiles: pictures only":            {tiles: tiles, want: mapOrigins{images: []string{"https://tiles.example:8443"}}},
		"Mapbox first, the others unused": {token: "pk.abc", tiles: tiles, want: mapOrigins{connect: mapbox, images: mapbox}},
	} {
		require.Equal(t, c.want, originsOfMaps(config.Config{MapboxToken: c.token, MapTilesURL: c.tiles}), name)
	}
}
