package embedded

import "embed"

//go:embed all:bundle/darwin-arm64
var bundled embed.FS
