package app

import (
	"net/url"

	"rihla/internal/config"
)

// mapOrigins are the outside origins that the site's pages may reach for the sake of maps.
type mapOrigins struct{ connect, images []string }

// originsOfMaps are those that the configured maps need, and no others: Mapbox is asked for places and gives its own
// pictures; other tiles are only pictures, and not used beside Mapbox's (D13).
func originsOfMaps(c config.Config) mapOrigins {
	if c.MapboxToken != "" {
		mapbox := []string{"https://api.mapbox.com"}
		return mapOrigins{connect: mapbox, images: mapbox}
	}
	tiles, err := url.Parse(c.MapTilesURL)
	if err != nil || tiles.Host == "" {
		return mapOrigins{}
	}
	return mapOrigins{images: []string{tiles.Scheme + "://" + tiles.Host}}
}
