package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakePackage lays out an npm package as npm leaves it when it runs no
// scripts, and returns its folder and its licence.
func fakePackage(t *testing.T) (string, string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"package.json": `{"version": "18.4.0-beta.17"}`,
		"native/pg-symlinks.json": `[
			{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"},
			{"source": "native/lib/libecpg.so.6.18", "target": "native/lib/libecpg.so.6"}]`,
		"native/bin/postgres":                            "server",
		"native/lib/libpq.so.5.18":                       "library",
		"native/lib/libecpg.so.6.18":                     "for compiling",
		"native/lib/libpq.a":                             "for compiling",
		"native/lib/pkgconfig/libpq.pc":                  "for compiling",
		"native/lib/postgresql/plpgsql.so":               "language",
		"native/lib/postgresql/plperl.so":                "no interpreter",
		"native/lib/postgresql/hstore_plpython3.so":      "no interpreter",
		"native/share/postgresql/postgresql.conf.sample": "for initdb",
		"native/share/postgresql/psqlrc.sample":          "for psql",
		"native/share/locale/fr/postgres.mo":             "translation",
		"LICENSE-PostgreSQL.txt":                         "licence",
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	}
	return dir, filepath.Join(dir, "LICENSE-PostgreSQL.txt")
}

func pack(t *testing.T, dir, licence string) *archive {
	t.Helper()
	pkg, err := readPackage(dir)
	require.NoError(t, err)
	packed, err := pkg.archive(licence)
	require.NoError(t, err)
	return packed
}

func TestArchiveHoldsWhatAServerNeeds(t *testing.T) {
	t.Parallel()
	dir, licence := fakePackage(t)
	packed := pack(t, dir, licence)
	require.Regexp(t, `^18\.4\.0-beta\.17-[0-9a-f]{8}$`, packed.label)

	modes := map[string]int64{}
	links := map[string]string{}
	for r := tar.NewReader(bytes.NewReader(packed.tar)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if h.Linkname != "" {
			links[h.Name] = h.Linkname
			continue
		}
		modes[h.Name] = h.Mode
	}
	require.Equal(t, map[string]int64{
		"bin/postgres":                            0o755,
		"lib/libpq.so.5.18":                       0o644,
		"lib/postgresql/plpgsql.so":               0o644,
		"share/postgresql/postgresql.conf.sample": 0o644,
		"LICENSE": 0o644,
	}, modes)
	require.Equal(t, map[string]string{"lib/libpq.so.5": "libpq.so.5.18"}, links)
}

func TestArchiveIsWrittenOnlyWhenItChanges(t *testing.T) {
	t.Parallel()
	dir, licence := fakePackage(t)
	out := filepath.Join(t.TempDir(), "linux-amd64", "postgres.tar.gz")
	written, err := pack(t, dir, licence).write(out)
	require.NoError(t, err)
	require.True(t, written)
	first, err := os.ReadFile(out)
	require.NoError(t, err)

	written, err = pack(t, dir, licence).write(out)
	require.NoError(t, err)
	require.False(t, written)

	other, otherLicence := fakePackage(t)
	again := filepath.Join(t.TempDir(), "postgres.tar.gz")
	_, err = pack(t, other, otherLicence).write(again)
	require.NoError(t, err)
	second, err := os.ReadFile(again)
	require.NoError(t, err)
	require.Equal(t, first, second, "the same package makes the same bytes")

	require.NoError(t, os.WriteFile(filepath.Join(dir, "native/bin/postgres"), []byte("newer"), 0o600))
	written, err = pack(t, dir, licence).write(out)
	require.NoError(t, err)
	require.True(t, written)
}

func TestAMissingPackageSaysWhatToRun(t *testing.T) {
	t.Parallel()
	err := run("tools/nothing", filepath.Join(t.TempDir(), "x"), "darwin", "arm64")
	require.ErrorContains(t, err, "run `npm ci --prefix tools/nothing --os=darwin --cpu=arm64` first")
	require.ErrorContains(t, run(".", "x", "linux", "riscv64"), "there is no PostgreSQL package for linux/riscv64")
}
