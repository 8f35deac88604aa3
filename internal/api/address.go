package api

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// addressOf is where a request comes from: the peer, or behind trusted proxies the nearest address in X-Forwarded-For
// that none of them has. What stands further left is whatever the client wrote.
func addressOf(r *http.Request, trusted []netip.Prefix) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	is := func(address netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(address) })
	}
	address := plain(peer.Addr())
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !is(address) {
			break
		}
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		address = plain(next)
	}
	return address.String()
}

// subscriberOf is whom a rate limit counts: an IPv4 address or the /64 that an IPv6 subscriber has to itself.
func subscriberOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Is4() {
		return address
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// plain writes an address one way: no IPv4 inside IPv6, no zone.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }
