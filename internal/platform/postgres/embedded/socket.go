//go:build linux || darwin

package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const (
	// maxSocketPath keeps the path of the socket under the limit of every
	// system: 104 bytes on macOS, 108 on Linux, the final zero included.
	maxSocketPath = 100

	// socketPort only names the socket file; nothing listens on TCP.
	socketPort = "5432"
	socketFile = ".s.PGSQL." + socketPort

	// userName is the superuser that owns the cluster and every database.
	userName     = "rihla"
	databaseName = "rihla"
)

// socketDir is the folder of the server's socket, open to its owner alone:
// that is what guards the database, as the server trusts every local
// connection.
type socketDir struct {
	path      string
	temporary bool
}

// newSocketDir makes the folder at preferred or, where a socket inside it
// could not be reached, a temporary one whose name follows from root, so that
// a killed program leaves no trail of them.
func newSocketDir(preferred, root string) (socketDir, error) {
	dir := socketDir{path: preferred}
	if !reachable(dir.path) {
		sum := sha256.Sum256([]byte(root))
		name := fmt.Sprintf("rihla-%d-%s", os.Geteuid(), hex.EncodeToString(sum[:6]))
		dir = socketDir{path: filepath.Join(os.TempDir(), name), temporary: true}
		if !reachable(dir.path) {
			dir.path = filepath.Join("/tmp", name)
		}
	}
	if err := os.Mkdir(dir.path, 0o700); err != nil && !os.IsExist(err) {
		return socketDir{}, failed("make the folder of its socket", err, nil)
	}
	if err := checkPrivate(dir.path); err != nil {
		return socketDir{}, failed("use the folder of its socket", err, nil)
	}
	return dir, nil
}

// reachable tells whether a socket in dir has a path that the system takes
// and that a connection string can name: a comma there means a second host.
func reachable(dir string) bool {
	return len(filepath.Join(dir, socketFile)) <= maxSocketPath && !strings.Contains(dir, ",")
}

// checkPrivate refuses a folder that somebody else prepared or can enter.
func checkPrivate(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.IsDir() || int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s is not a folder of this user", dir)
	}
	if info.Mode().Perm() != 0o700 {
		return os.Chmod(dir, 0o700) //nolint:gosec // a folder must be entered
	}
	return nil
}

func (d socketDir) remove() error {
	if !d.temporary {
		return nil
	}
	return os.RemoveAll(d.path)
}

// url is the connection string of a database on this server.
func (l layout) url(database string) string {
	query := url.Values{"host": {l.socket.path}, "port": {socketPort}, "sslmode": {"disable"}}
	u := url.URL{Scheme: "postgres", User: url.User(userName), Path: "/" + database, RawQuery: query.Encode()}
	return u.String()
}
