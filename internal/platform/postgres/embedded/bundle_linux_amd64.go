package embedded

import "embed"

//go:embed all:bundle/linux-amd64
var bundled embed.FS
