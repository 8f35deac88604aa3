package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// entry is one file or symbolic link of the archive.
type entry struct {
	name   string // path inside the archive, slashes
	source string // file to read; empty for a link
	link   string // what a link points to, relative to its own folder
}

// npmPackage is an installed @embedded-postgres package.
type npmPackage struct {
	version string
	entries []entry // sorted by name
}

// dropped are the parts of a PostgreSQL installation that a running server
// does not need: what is for compiling against it, manuals, translations, and
// procedural languages whose interpreters are not in the package either.
var dropped = regexp.MustCompile(strings.Join([]string{
	`\.(a|la|pc)$`,
	`^include/`, `^lib/pkgconfig/`, `^lib/postgresql/pgxs/`,
	`^lib/lib(ecpg|ecpg_compat|pgtypes)\.`,
	`^share/(postgresql/)?(doc|man|locale)/`,
	`/(psqlrc|pg_service\.conf)\.sample$`,
	`(plperl|plpython3?|pltcl)u?[^/]*$`,
}, "|"))

func readPackage(dir string) (*npmPackage, error) {
	var manifest struct {
		Version string `json:"version"`
	}
	if err := readJSON(filepath.Join(dir, "package.json"), &manifest); err != nil {
		return nil, err
	}
	native := filepath.Join(dir, "native")
	files, err := listFiles(native)
	if err != nil {
		return nil, err
	}
	links, err := listLinks(native, files)
	if err != nil {
		return nil, err
	}
	entries := slices.Concat(files, links)
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return &npmPackage{version: manifest.Version, entries: entries}, nil
}

// listFiles lists the regular files to keep. Links on the disk are left
// alone: whether npm has made them depends on its settings.
func listFiles(native string) ([]entry, error) {
	var entries []entry
	err := filepath.WalkDir(native, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(native, file)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if name != "pg-symlinks.json" && !dropped.MatchString(name) {
			entries = append(entries, entry{name: name, source: file})
		}
		return nil
	})
	return entries, err
}

// listLinks reads the package's own list of library links, which npm packages
// cannot hold as links, and keeps those that lead to a file that is kept.
func listLinks(native string, files []entry) ([]entry, error) {
	var list []struct {
		Source string `json:"source"` // the file
		Target string `json:"target"` // the link
	}
	if err := readJSON(filepath.Join(native, "pg-symlinks.json"), &list); err != nil {
		return nil, err
	}
	kept := make(map[string]bool, len(files))
	for _, f := range files {
		kept[f.name] = true
	}
	var entries []entry
	for _, l := range list {
		file := strings.TrimPrefix(l.Source, "native/")
		link := strings.TrimPrefix(l.Target, "native/")
		if path.Dir(file) != path.Dir(link) {
			return nil, fmt.Errorf("link %s leads out of its folder to %s", link, file)
		}
		if kept[file] && !kept[link] {
			entries = append(entries, entry{name: link, link: path.Base(file)})
		}
	}
	return entries, nil
}

func readJSON(file string, into any) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	return nil
}
