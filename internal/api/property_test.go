package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/i18n"
	"rihla/internal/testkit/apptest"
)

// patience is how long an answer may take, on a machine that does other things too.
const patience = 15 * time.Second

// anyRequest is a valid request of an operation with something about it changed.
type anyRequest struct {
	as       string
	language i18n.Language
	method   string
	target   string
	header   http.Header
	body     any
}

func (r anyRequest) String() string {
	written, _ := json.Marshal(r.body)
	if raw, ok := r.body.(string); ok {
		written = []byte(raw)
	}
	return fmt.Sprintf("as %s in %s %v: %s %.1000q %.2000s", r.as, r.language, r.header, r.method, r.target, written)
}

// Whatever is sent, the answer is one that the document declares and never our fault; a refusal says in the caller's
// language what is wrong and leaves every row as it was.
func TestAnyRequest(t *testing.T) {
	t.Parallel()
	operations := walkedOperations(t)
	// Two programs side by side: the rows of one are looked at after every request, so nobody else may write them.
	for half := range 2 {
		t.Run(strconv.Itoa(half), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			rows := w.tables(t)
			for i, op := range operations {
				if i%2 == half {
					t.Run(op.OperationID, func(t *testing.T) { w.anyRequests(t, op, rows) })
				}
			}
		})
	}
}

// anyRequests sends requests of an operation.
func (w *world) anyRequests(t *testing.T, op walked, rows string) {
	t.Helper()
	samples := map[string]sample{}
	people := map[string]caller{}
	before := w.state(t, rows)
	rapid.Check(t, func(rt *rapid.T) {
		// Administrators get furthest.
		name := rapid.SampledFrom([]string{"admin", "admin", "admin", "staff", "owner", "visitor"}).Draw(rt, "as")
		if _, made := samples[name]; !made {
			people[name], samples[name] = w.sampleFor(op, name)
			before = w.settled(t, rows)
		}
		c, s := people[name], samples[name]
		r := change(rt, op, s)
		r.as = name
		sender := *c.In(string(r.language))
		maps.Copy(sender.Header, r.header)
		began := time.Now()
		answer := sender.Do(r.method, r.target, r.body)
		require.Less(rt, time.Since(began), patience, "%s", r)
		requireAnswer(rt, r, answer)
		if answer.Status < http.StatusBadRequest {
			if op.method != http.MethodGet {
				clear(samples) // what the sample is about may be gone, or its caller
			}
			return
		}
		after := w.state(t, rows)
		if !slices.Equal(before, after) {
			// A job of the program may have done it: a request that does it will do it again.
			before = w.settled(t, rows)
			answer = sender.Do(r.method, r.target, r.body)
			after = w.state(t, rows)
		}
		require.Equal(rt, before, after, "a refused request changed rows\n%s\n%d %s", r, answer.Status, answer.Body)
	})
}

// sampleFor is the valid request of an operation by somebody.
func (w *world) sampleFor(op walked, name string) (caller, sample) {
	at := slices.IndexFunc(w.callers, func(c caller) bool { return c.name == name })
	c := w.callers[at]
	s := walkTable[op.OperationID](w, c)
	if s.alone {
		c = w.twin(c)
		s = walkTable[op.OperationID](w, c)
	}
	return c, s
}

var arabic = regexp.MustCompile(`\p{Arabic}`)

// requireAnswer asserts what must hold of every answer.
func requireAnswer(t *rapid.T, r anyRequest, answer apptest.Answer) {
	t.Helper()
	told := fmt.Sprintf("%s\n%d %.1000s", r, answer.Status, answer.Body)
	require.Less(t, answer.Status, http.StatusInternalServerError, told)
	require.NoError(t, apptest.Published().Check(r.method, r.target, answer), told)
	if answer.Status < http.StatusBadRequest || answer.Header.Get("Content-Type") != "application/problem+json" {
		return
	}
	p := answer.Problem()
	require.NotEmpty(t, p.Code, told)
	words := []string{p.Message}
	if p.Code == "VALIDATION" {
		require.NotEmpty(t, p.Errors, told)
	}
	for _, f := range p.Errors {
		require.NotEmpty(t, f.Code, told)
		words = append(words, f.Message)
	}
	require.Equal(t, string(r.language), answer.Header.Get("Content-Language"), told)
	for _, text := range words {
		require.NotEmpty(t, text, told)
		require.NotContains(t, text, "<no value>", told)
		require.NotRegexp(t, `^[A-Z_]+$`, text, told)
		if r.language == i18n.Arabic {
			require.Regexp(t, arabic, text, told)
		}
	}
}

// change makes a request of s with some of it changed.
func change(t *rapid.T, op walked, s sample) anyRequest {
	r := anyRequest{
		method: op.method, language: rapid.SampledFrom(i18n.Languages).Draw(t, "language"), header: http.Header{}, body: copied(s.body),
	}
	maps.Copy(r.header, s.header)
	query, err := url.ParseQuery(s.query)
	require.NoError(t, err)
	parameters, body := apptest.Published().Input(op.method, op.path)
	ways := []func(){func() { query.Add(hostileText.Draw(t, "unknown parameter"), "1") }}
	if strings.Contains(op.path, "{") {
		ways = append(ways, func() { s.path = []string{hostilePath.Draw(t, "path"), hostilePath.Draw(t, "path")} })
	}
	for _, p := range parameters {
		switch p.In {
		case "query":
			ways = append(ways, func() {
				query[p.Name] = rapid.SliceOfN(rapid.OneOf(textOf(p.Schema), hostileText), 1, 2).Draw(t, p.Name)
			})
		case "header":
			ways = append(ways, func() { r.header.Set(p.Name, headerText.Draw(t, p.Name)) })
		}
	}
	if members, ok := r.body.(object); ok {
		ways = append(ways,
			func() { changeMember(t, members, body) }, func() { changeMember(t, members, body) },
			func() { r.body = wholeBody.Draw(t, "body") })
	} else if op.method != http.MethodGet {
		ways = append(ways, func() { r.body = wholeBody.Draw(t, "body") })
	}
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		rapid.SampledFrom(ways).Draw(t, "way")()
	}
	s.query = query.Encode()
	r.target = s.target(op)
	return r
}

// copied is a body that may be changed.
func copied(body any) any {
	o, ok := body.(object)
	if !ok {
		return body
	}
	written, _ := json.Marshal(o)
	var out object
	_ = json.Unmarshal(written, &out)
	return out
}

// changeMember removes, breaks or renews a member of a request, or one within it.
func changeMember(t *rapid.T, members object, schema apptest.Schema) {
	names := slices.Sorted(maps.Keys(schema.Properties()))
	for name := range members {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return
	}
	name := rapid.SampledFrom(names).Draw(t, "member")
	of := schema.Properties()[name]
	if inner, ok := members[name].(object); ok && rapid.Bool().Draw(t, "within") {
		changeMember(t, inner, of)
		return
	}
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0:
		delete(members, name)
	case 1, 2:
		members[name] = valueOf(of, 3).Draw(t, "valid "+name)
	default:
		members[name] = hostileValue.Draw(t, "hostile "+name)
	}
}

// tables is a query that fingerprints every table whose rows a refused request must leave alone. Uploads are counted,
// forged callbacks kept and sessions ended also when a request is refused (D15, D20).
func (w *world) tables(t *testing.T) string {
	t.Helper()
	var names []string
	require.NoError(t, w.DB().QueryRow(t.Context(), `select array_agg(tablename::text order by tablename) from pg_tables
		where schemaname = 'public' and tablename !~ '^(river_|goose_)'
		and tablename not in ('audit_log', 'gateway_events', 'sessions', 'refresh_tokens', 'media_quotas')`).Scan(&names))
	require.Contains(t, names, "bookings")
	parts := make([]string, len(names))
	for i, name := range names {
		// The newest row version tells of additions and changes, the number of rows of removals.
		parts[i] = fmt.Sprintf("select '%[1]s ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as row from %[1]s", name)
	}
	return "select array_agg(row order by row) from (" + strings.Join(parts, " union all ") + ") x"
}

func (w *world) state(t *testing.T, rows string) []string {
	t.Helper()
	var state []string
	require.NoError(t, w.DB().QueryRow(t.Context(), rows).Scan(&state))
	return state
}

// settled is the state once no job is at work any more.
func (w *world) settled(t *testing.T, rows string) []string {
	t.Helper()
	w.Eventually(func() bool {
		var jobs int
		require.NoError(t, w.DB().QueryRow(t.Context(),
			"select count(*) from river_job where state in ('available', 'running', 'pending')").Scan(&jobs))
		return jobs == 0
	}, "the jobs are done")
	return w.state(t, rows)
}
