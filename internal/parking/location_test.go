package parking_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/parking"
)

func TestParseLocation(t *testing.T) {
	t.Parallel()
	id := uuid.Must(uuid.NewV7())
	for text, want := range map[string]parking.Spec{
		id.String():                           {ParkingPointID: &id},
		"current:33.5,-7.6":                   {Latitude: 33.5, Longitude: -7.6},
		"current: +33.5 , -7.6e0":             {Latitude: 33.5, Longitude: -7.6},
		"current:-90,180":                     {Latitude: -90, Longitude: 180},
		"address: Guéliz, Marrakech ":         {Address: "Guéliz, Marrakech"},
		"address:current:1,1":                 {Address: "current:1,1"},
		"address:" + strings.Repeat("é", 500): {Address: strings.Repeat("é", 500)},
	} {
		got, err := parking.ParseLocation(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "x", "current:", "current:1", "current:1,", "current:1,2,3", "current:NaN,0", "current:Inf,0", "current:0x1,0", "current:1_0,0",
		"current:90.1,0", "current:0,-180.1", "current:1e9,0", "address:", "address:  ", "address:\x00", "address:\xff", "Current:1,1",
		"address:" + strings.Repeat("é", 501), "{" + id.String() + "}", "urn:uuid:" + id.String(), strings.ReplaceAll(id.String(), "-", ""),
	} {
		_, err := parking.ParseLocation(text)
		require.Equal(t, parking.ErrLocation, err, "%q", text)
	}
}

func TestParseLocationNeverPanics(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		prefix := rapid.SampledFrom([]string{"", "current:", "address:"}).Draw(t, "prefix")
		spec, err := parking.ParseLocation(prefix + rapid.String().Draw(t, "rest"))
		if err == nil {
			require.True(t, parking.ValidPosition(spec.Latitude, spec.Longitude))
		}
	})
}
