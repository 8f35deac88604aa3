package embedded

import "embed"

//go:embed all:bundle/linux-arm64
var bundled embed.FS
