//go:build (linux || darwin) && !amd64 && !arm64

package embedded

import "embed"

// No PostgreSQL is packed for this architecture.
var bundled embed.FS
