package embedded

import "embed"

//go:embed all:bundle/darwin-amd64
var bundled embed.FS
