package api

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSubscriberOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "2001:db8:1:2:3::4": "2001:db8:1:2::/64", "2001:db8:1:2:ffff::": "2001:db8:1:2::/64", "@": "@",
	} {
		require.Equal(t, want, subscriberOf(address))
	}
}

func TestAddressOf(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		peer      string
		forwarded []string
		want      string
	}{
		{"203.0.113.9:4000", nil, "203.0.113.9"},
		{"203.0.113.9:4000", []string{"198.51.100.1"}, "203.0.113.9"}, // a stranger says whatever it likes
		{"10.0.0.2:4000", []string{"198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.2:4000", []string{"1.2.3.4, 198.51.100.1"}, "198.51.100.1"}, // the left one is the client's own claim
		{"10.0.0.2:4000", []string{"1.2.3.4", "198.51.100.1, 10.0.0.7"}, "198.51.100.1"},
		{"[fd00::1]:4000", []string{"2001:db8::5"}, "2001:db8::5"},
		{"[::ffff:10.0.0.2]:4000", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.2:4000", nil, "10.0.0.2"},
		{"10.0.0.2:4000", []string{"unknown"}, "10.0.0.2"},
		{"10.0.0.2:4000", []string{"198.51.100.1, garbage, 10.0.0.7"}, "10.0.0.7"},
		{"10.0.0.2:4000", []string{"10.0.0.3, 10.0.0.4"}, "10.0.0.3"},
		{"@", []string{"198.51.100.1"}, "@"}, // no address at all: a socket
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = c.peer, c.forwarded
		require.Equal(t, c.want, addressOf(r, trusted), c)
		if c.peer != "@" {
			peer, err := netip.ParseAddrPort(c.peer)
			require.NoError(t, err)
			require.Equal(t, plain(peer.Addr()).String(), addressOf(r, nil), "nobody is trusted")
		}
	}
}
