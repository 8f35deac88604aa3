package spa

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"

	"rihla/internal/platform/i18n"
)

// longestAsking is how long a page waits for its answers; a page without them asks for itself.
const longestAsking = 300 * time.Millisecond

// question is a call of the interface that a page begins with.
type question struct{ path, query string }

// questionsOf are the calls that a page's code would make first (docs/speed.md). They have to be the very same: an answer to
// another question stays unused. value is the segment of the address that stands for what the page is about.
func questionsOf(p page, value string, query url.Values) []question {
	switch p.pattern {
	case resultsPattern:
		return []question{{"/motorcycles/search", searchOf(query).Encode()}}
	case motorcyclePattern:
		return motorcycleQuestion(value)
	case bookingPattern:
		asked := motorcycleQuestion(query.Get("motorcycleId"))
		if franchise := query.Get("franchiseId"); len(asked) > 0 && franchise != "" {
			extras := url.Values{"isActive": {"true"}, "page": {"1"}, "limit": {"100"}, "franchiseId": {franchise}}
			asked = append(asked, question{"/supplements", extras.Encode()})
		}
		return asked
	}
	return nil
}

func motorcycleQuestion(id string) []question {
	if uuid.Validate(id) != nil {
		return nil
	}
	return []question{{path: "/motorcycles/" + id}}
}

// searchOf is the search that an address of the results means: toSearchQuery in web/src/features/results/results.search.ts.
func searchOf(address url.Values) url.Values {
	asked := url.Values{"page": {"1"}, "limit": {"5"}}
	for _, name := range []string{
		"location", "radius", "startDate", "endDate", "startTime", "endTime", "page", "limit", "franchiseId", "category", "transmission",
		"minPrice", "maxPrice", "minEngineCc", "maxEngineCc", "featureId", "sort",
	} {
		if address.Get(name) != "" {
			asked[name] = address[name]
		}
	}
	dated := asked.Has("startDate") && asked.Has("endDate")
	for _, name := range []string{"startDate", "endDate", "startTime", "endTime"} {
		switch {
		case !dated:
			asked.Del(name)
		case !asked.Has(name):
			asked.Set(name, "10:00")
		}
	}
	return asked
}

// answer is what the interface said to a question.
type answer struct {
	Path  string          `json:"path"`
	Query string          `json:"query"`
	Body  json.RawMessage `json:"body"`
}

// answers are a page's, in one language. They are those that a visitor gets: nobody's session is asked for.
type answers struct {
	// At is when they were given, in Unix milliseconds: a page that the browser kept must not take them for new.
	At       int64         `json:"at"`
	Language i18n.Language `json:"language"`
	Answers  []answer      `json:"answers"`
}

// ask puts a page's questions to the interface, as the visitor without a session would, for as long as longestAsking. Whatever
// is refused, fails or comes too late is left out.
func (s *Site) ask(r *http.Request, questions []question) answers {
	out := answers{At: s.now().UnixMilli(), Language: spokenBy(r)}
	if s.api == nil || len(questions) == 0 {
		return out
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestAsking)
	defer cancel()
	for _, q := range questions {
		call, err := http.NewRequestWithContext(ctx, http.MethodGet, q.path, nil)
		if err != nil {
			continue
		}
		call.URL.RawQuery = q.query
		call.RemoteAddr, call.Host = r.RemoteAddr, r.Host
		call.Header.Set("Accept", "application/json")
		call.Header.Set("Accept-Language", string(out.Language))
		for _, name := range []string{"X-Forwarded-For", "User-Agent"} {
			call.Header[name] = r.Header[name] // limits count whoever asks for the page
		}
		var said recorder
		s.api.ServeHTTP(&said, call)
		if said.status == http.StatusOK && json.Valid(said.body.Bytes()) {
			out.Answers = append(out.Answers, answer{q.path, q.query, said.body.Bytes()})
		}
	}
	return out
}

// spokenBy is the language that a browser's page will most likely be in: the address's, else the browser's.
func spokenBy(r *http.Request) i18n.Language {
	if named := i18n.Language(r.URL.Query().Get(languageParameter)); slices.Contains(i18n.Languages, named) {
		return named
	}
	return i18n.Match(r.Header.Get("Accept-Language"))
}

// write renders the answers as a data block; empty without any. json.Marshal writes <, > and & as escapes in them too, so
// that no text can end the element.
func (a answers) write() string {
	if len(a.Answers) == 0 {
		return ""
	}
	body, err := json.Marshal(a)
	if err != nil {
		return ""
	}
	return `<script id="rihla-answers" type="application/json">` + string(body) + `</script>`
}

// picture is the address of the picture of the first motorcycle that the answers are about; empty without one.
func (a answers) picture() string {
	type image struct {
		ImageURL  string `json:"imageUrl"`
		IsPrimary bool   `json:"isPrimary"`
	}
	type pictured struct {
		Images []image `json:"images"`
	}
	for _, one := range a.Answers {
		var said struct {
			Data struct {
				Motorcycle  pictured   `json:"motorcycle"`
				Motorcycles []pictured `json:"motorcycles"`
			} `json:"data"`
		}
		if json.Unmarshal(one.Body, &said) != nil {
			continue
		}
		images := append(said.Data.Motorcycles, said.Data.Motorcycle)[0].Images
		if primary := slices.IndexFunc(images, func(i image) bool { return i.IsPrimary }); primary >= 0 {
			return images[primary].ImageURL
		}
		if len(images) > 0 {
			return images[0].ImageURL
		}
	}
	return ""
}

// recorder keeps an answer of the interface.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header {
	if r.header == nil {
		r.header = http.Header{}
	}
	return r.header
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(body []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(body)
}
