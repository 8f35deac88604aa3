// Package archtest holds the import rules of ARCHITECTURE.md: edge to features to platform, adapters implementing what
// features own, and only the composition root seeing all.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// featureEdges are the features that a feature may import. A new one needs a reason in ARCHITECTURE.md.
var featureEdges = map[string][]string{
	"user":       {},
	"notify":     {},
	"auth":       {"user", "notify"},
	"pricing":    {},
	"calendar":   {},
	"dashboard":  {},
	"timeline":   {},
	"franchise":  {"user", "pricing"},
	"parking":    {},
	"supplement": {"pricing"},
	"motorcycle": {"franchise", "parking", "calendar"},
	"media":      {"motorcycle"},
	"search":     {"calendar", "motorcycle", "parking", "franchise", "pricing"},
	"booking":    {"motorcycle", "supplement", "pricing", "calendar", "user", "parking", "franchise"},
	"ledger":     {},
	"payment":    {"booking", "ledger"},
	"lock":       {"booking", "motorcycle"},
	"document":   {"booking", "payment", "ledger"},
	"notice":     {"notify", "auth", "user", "franchise", "booking", "payment", "document"},
}

// adapterOwners are the features whose interfaces an adapter implements.
var adapterOwners = map[string][]string{
	"blob/disk":                  {"media"},
	"blob/s3":                    {"media"},
	"gateway/conformance":        {"payment"},
	"gateway/paypal":             {"payment"},
	"gateway/paypal/simulator":   {},
	"gateway/payzone":            {"payment"},
	"gateway/simulator":          {},
	"gateway/simulator/courier":  {},
	"gateway/simulator/notebook": {},
	"gateway/simulator/paypage":  {},
	"gateway/stripe":             {"payment"},
	"gateway/stripe/simulator":   {},
	"geocode/gazetteer":          {"parking"},
	"masterlock":                 {"lock"},
	"masterlock/simulator":       {},
	"mail/smtp":                  {"notify"},
	"mail/mailbox":               {"notify"},
}

// simulatorParts are what simulated gateways share: they have the same pay page and post callbacks in the same way.
var simulatorParts = []string{
	"adapters/gateway/simulator/courier", "adapters/gateway/simulator/notebook", "adapters/gateway/simulator/paypage",
}

// edges may import any feature.
var edges = []string{"api", "demo"}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "rihla/...").Output()
	require.NoError(t, err)
	var all []pkg
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, p)
	}
}

func TestImportDirections(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, p := range packages(t) {
		from, inside := strings.CutPrefix(p.ImportPath, "rihla/internal/")
		if !inside {
			continue
		}
		for _, imported := range p.Imports {
			to, inside := strings.CutPrefix(imported, "rihla/internal/")
			if !inside {
				continue
			}
			seen++
			require.True(t, allowed(from, to), "%s must not import %s (ARCHITECTURE.md says who may import whom)", from, to)
		}
	}
	require.Greater(t, seen, 50, "the rules looked at nothing")
}

func allowed(from, to string) bool {
	fromRing, fromRoom, _ := strings.Cut(from, "/")
	toRing, toRoom, _ := strings.Cut(to, "/")
	_, fromFeature := featureEdges[fromRing]
	_, toFeature := featureEdges[toRing]
	generated := strings.HasSuffix(to, "db") && toFeature
	switch {
	case fromRing == toRing && toRing != "adapters":
		return true
	case fromRing == "app", fromRing == "testkit":
		return true
	case toRing == "app", toRing == "testkit", toRing == "api", toRing == "spa", generated:
		return false
	case toRing == "platform":
		// Adapters hold no SQL and put nothing into the queue.
		return fromRing != "adapters" || !slices.Contains([]string{"postgres", "job"}, strings.Split(toRoom, "/")[0])
	case fromRing == "platform":
		return false
	case slices.Contains(edges, fromRing):
		return toFeature
	case fromFeature:
		return slices.Contains(featureEdges[fromRing], toRing)
	case slices.Contains(simulatorParts, to):
		return strings.HasPrefix(fromRoom, "gateway/") && strings.Contains(fromRoom, "simulator")
	case fromRing == "adapters":
		return slices.Contains(adapterOwners[fromRoom], toRing)
	}
	return false
}

// Every feature and adapter is known to the rules.
func TestEveryRoomIsKnown(t *testing.T) {
	t.Parallel()
	known := append([]string{"api", "app", "spa", "config", "demo", "platform", "testkit", "adapters"}, edges...)
	for _, p := range packages(t) {
		room, inside := strings.CutPrefix(p.ImportPath, "rihla/internal/")
		if !inside {
			continue
		}
		ring, rest, _ := strings.Cut(room, "/")
		if ring == "adapters" {
			require.Contains(t, adapterOwners, rest)
			continue
		}
		_, feature := featureEdges[ring]
		require.True(t, feature || slices.Contains(known, ring), "%s is a room that no rule knows", ring)
	}
}

func TestTheRulesBite(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"calendar", "booking"}, {"platform/job", "booking"}, {"api", "booking/bookingdb"}, {"booking", "payment"},
		{"adapters/gateway/payzone", "platform/postgres"}, {"adapters/gateway/payzone", "booking"}, {"api", "adapters/gateway/payzone"},
		{"adapters/gateway/payzone", "adapters/gateway/simulator/paypage"}, {"adapters/gateway/simulator", "adapters/gateway/payzone"},
		{"booking", "api"}, {"payment", "motorcycle"}, {"spa", "booking"},
	} {
		require.False(t, allowed(c[0], c[1]), "%s -> %s", c[0], c[1])
	}
}
