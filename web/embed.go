// Package web carries the built site inside the program. It stands beside dist because a file can only embed what lies
// below it; without a build it is empty, so that the Go code compiles on its own.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the built site: index.html, assets, pictures, locales.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path
	}
	return dist
}
