//go:build linux || darwin

package embedded

import (
	"io"
	"os"
	"strings"
)

const (
	// maxLog is the size in bytes past which Start sets the log aside as
	// postgres.log.1, replacing the one before.
	maxLog = 10 << 20

	// maxTail is how much of the log an error carries, in bytes.
	maxTail = 2 << 10
)

// serverLog is the file that the server's messages go to. It is a file and
// not a pipe because the server must be able to write while it outlives a
// killed program.
type serverLog struct {
	path string
	from int64 // size when this program began; what is older is not its story
}

func newServerLog(path string) *serverLog {
	info, err := os.Stat(path)
	if err != nil {
		return &serverLog{path: path}
	}
	if info.Size() > maxLog && os.Rename(path, path+".1") == nil {
		return &serverLog{path: path}
	}
	return &serverLog{path: path, from: info.Size()}
}

func (l *serverLog) open() (*os.File, error) {
	return os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

// tail is the end of what was written since this program began, in whole
// lines. It is for people, so a log that cannot be read is an empty one.
func (l *serverLog) tail() string {
	f, err := os.Open(l.path)
	if err != nil {
		return ""
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return ""
	}
	start := max(l.from, size-maxTail)
	text, err := io.ReadAll(io.NewSectionReader(f, start, size-start))
	if err != nil {
		return ""
	}
	if start > l.from {
		if _, rest, ok := strings.Cut(string(text), "\n"); ok {
			return strings.TrimSpace(rest)
		}
	}
	return strings.TrimSpace(string(text))
}
