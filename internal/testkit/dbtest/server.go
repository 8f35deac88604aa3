//go:build linux || darwin

package dbtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// Environment variables that choose the server.
const (
	envURL     = "RIHLA_TEST_DATABASE_URL"
	envVersion = "RIHLA_TEST_POSTGRES"
)

// found is the server of this process.
var found struct {
	sync.Mutex
	server *server
}

// findServer finds or starts the server, once per process.
func findServer(ctx context.Context) (server, error) {
	found.Lock()
	defer found.Unlock()
	if found.server != nil {
		return *found.server, nil
	}
	raw, err := serverURL(ctx)
	if err != nil {
		return server{}, err
	}
	s, err := newServer(raw)
	if err != nil {
		return server{}, err
	}
	found.server = &s
	return s, nil
}

func serverURL(ctx context.Context) (string, error) {
	if raw := os.Getenv(envURL); raw != "" {
		return raw, nil
	}
	version := os.Getenv(envVersion)
	archive, err := archiveOf(version)
	if err != nil {
		return "", err
	}
	dir, err := sharedDir(version)
	if err != nil {
		return "", fmt.Errorf("find a folder for the test server: %w", err)
	}
	url, err := shared{dir: dir, archive: archive}.join(ctx)
	if err != nil {
		return "", fmt.Errorf("start the test server in %s: %w", dir, err)
	}
	return url, nil
}

// archiveOf is the archive of the PostgreSQL version to test with, empty for
// the one inside the program.
func archiveOf(version string) (string, error) {
	if version == "" {
		return "", nil
	}
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	folder := filepath.Join("tools", "postgres", version)
	archive := filepath.Join(root, folder, "postgres.tar.gz")
	if _, err := os.Stat(archive); err != nil {
		return "", fmt.Errorf("%s=%s needs %s: run `npm ci --prefix %s && go run ./tools/postgres/bundle -from %[4]s -out %[4]s/postgres.tar.gz`",
			envVersion, version, archive, folder)
	}
	return archive, nil
}

// moduleRoot is the folder of go.mod; tests run in their package's folder.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("the tests run outside the module")
		}
		dir = filepath.Dir(dir)
	}
}

// sharedDir is the folder that all test processes of this user share: in the
// user's cache or, where there is none to write to, among the temporary files.
func sharedDir(version string) (string, error) {
	if version == "" {
		version = "built-in"
	}
	name := fmt.Sprintf("rihla-test-postgres-%d", os.Geteuid())
	if cache, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(cache, name, version)
		if os.MkdirAll(dir, 0o700) == nil {
			return dir, nil
		}
	}
	dir := filepath.Join(os.TempDir(), name, version)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	// Anybody can make a folder there.
	info, err := os.Stat(filepath.Dir(dir))
	if err != nil {
		return "", err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
		return "", fmt.Errorf("%s belongs to somebody else", filepath.Dir(dir))
	}
	return dir, nil
}
