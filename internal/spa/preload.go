package spa

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// chunk is a file of the build, as Vite's manifest has it.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
	IsEntry bool     `json:"isEntry"`
}

// Sources of the site whose chunks every page needs, and where the routes are.
const (
	application = "src/app/app.tsx"
	routes      = "src/routes/"
	// split marks the part of a route that is loaded when it is shown.
	split = "?tsr-split=component"
)

// early are the tags that have the browser fetch a page's code together, by the page's pattern. Without them each chunk is
// only asked for once the one that wants it has come and run: four journeys to the server instead of one. They are of low
// priority, and on a page that begins with something to paint they wait for that (codeAfterPaint), so that they keep
// neither its styles nor its picture waiting.
type early map[string]string

// readEarly reads the build's manifest. A build without one, as tests use, begins without.
func readEarly(dist fs.FS) (early, error) {
	body, err := fs.ReadFile(dist, ".vite/manifest.json")
	if err != nil {
		return early{}, nil //nolint:nilerr // nothing is early then, and everything works
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(body, &manifest); err != nil {
		return nil, fmt.Errorf("manifest of the site: %w", err)
	}
	named := map[string]bool{}
	for source, c := range manifest {
		if c.IsEntry {
			for _, file := range files(manifest, source) {
				named[file] = true // index.html has it already
			}
		}
	}
	tags := early{}
	for _, p := range pages {
		wanted := []string{application}
		// Who asks for a page of the admin area is only known once the application runs, and customers get nothing of it.
		if !strings.HasPrefix(p.pattern, adminPattern) {
			wanted = append(wanted, sourcesOf(manifest, p.pattern)...)
		}
		var b strings.Builder
		written := map[string]bool{}
		for _, file := range files(manifest, wanted...) {
			if named[file] || written[file] {
				continue
			}
			written[file] = true
			if path.Ext(file) == ".css" {
				fmt.Fprintf(&b, `<link rel="preload" as="style" crossorigin href="/%s" />`, html.EscapeString(file))
			} else {
				fmt.Fprintf(&b, `<link rel="modulepreload" crossorigin fetchpriority="low" href="/%s" />`, html.EscapeString(file))
			}
		}
		tags[p.pattern] = b.String()
	}
	return tags, nil
}

// files are those of some sources and of all that they import at once.
func files(manifest map[string]chunk, sources ...string) []string {
	var out []string
	seen := map[string]bool{}
	var visit func(string)
	visit = func(source string) {
		c, found := manifest[source]
		if !found || seen[source] {
			return
		}
		seen[source] = true
		out = append(append(out, c.File), c.CSS...)
		for _, next := range c.Imports {
			visit(next)
		}
	}
	for _, source := range sources {
		visit(source)
	}
	return out
}

// sourcesOf are the sources of a page: its route, and those around it, which the folders above have (route.tsx).
func sourcesOf(manifest map[string]chunk, pattern string) []string {
	var out []string
	for source := range manifest {
		name, isRoute := strings.CutPrefix(source, routes)
		if !isRoute || addressOf(strings.TrimSuffix(name, split)) != pattern {
			continue
		}
		out = append(out, source)
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			out = append(out, routes+folder+"/route.tsx"+split)
		}
	}
	slices.Sort(out)
	return out
}

// addressOf is the address of a route's file: folders that start with an underscore have none, dots part it as slashes do.
// What is around pages has none either.
func addressOf(file string) string {
	name := strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), ".", "/")
	segments := slices.DeleteFunc(strings.Split(name, "/"), func(s string) bool { return strings.HasPrefix(s, "_") })
	switch path.Base(name) {
	case "route":
		return ""
	case "index":
		segments = segments[:len(segments)-1]
	}
	return "/" + strings.Join(segments, "/")
}
