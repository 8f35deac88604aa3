//go:build linux || darwin

package embedded

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// programs is an unpacked PostgreSQL.
type programs struct {
	dir   string
	major int
}

func (p programs) initdb() string   { return filepath.Join(p.dir, "bin", "initdb") }
func (p programs) postgres() string { return filepath.Join(p.dir, "bin", "postgres") }

// unpackedPrefix begins the name of a folder of programs.
const unpackedPrefix = "pgsql-"

// unpack makes the programs of an archive (empty: the one in this program)
// available under parent, once: the folder is named after the archive's label
// and appears whole or not at all, so finding it is enough. durable waits for
// the disk, for a power cut must not leave a folder of empty files.
func unpack(archive, parent string, durable bool) (programs, error) {
	file, err := openArchive(archive)
	if err != nil {
		return programs{}, err
	}
	defer file.Close()
	zip, err := gzip.NewReader(file)
	if err != nil {
		return programs{}, failed("read its archive", err, nil)
	}
	label := zip.Comment
	major, err := majorOf(label)
	if err != nil {
		return programs{}, failed("read its archive", err, nil)
	}
	p := programs{dir: filepath.Join(parent, unpackedPrefix+label), major: major}
	if _, err := os.Stat(p.dir); err == nil {
		return p, nil
	}
	if err := unpackAtomically(zip, parent, p.dir, durable); err != nil {
		return programs{}, failed("unpack its programs into "+parent, err, nil)
	}
	return p, nil
}

func openArchive(archive string) (fs.File, error) {
	if archive != "" {
		f, err := os.Open(archive)
		if err != nil {
			return nil, failed("open its archive", err, nil)
		}
		return f, nil
	}
	name := path.Join("bundle", runtime.GOOS+"-"+runtime.GOARCH, "postgres.tar.gz")
	f, err := bundled.Open(name)
	if err != nil {
		return nil, &Error{Sentence: ErrNotBundled.Error(), Err: ErrNotBundled}
	}
	return f, nil
}

// majorOf reads the major version out of a label such as
// "18.4.0-beta.17-1a2b3c4d".
func majorOf(label string) (int, error) {
	number, _, _ := strings.Cut(label, ".")
	major, err := strconv.Atoi(number)
	if err != nil || strings.ContainsRune(label, '/') {
		return 0, fmt.Errorf("it is not labelled with a version: %q", label)
	}
	return major, nil
}

func unpackAtomically(from io.Reader, parent, dir string, durable bool) (err error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(parent, "."+unpackedPrefix)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()

	root, err := os.OpenRoot(tmp)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := extract(tar.NewReader(from), root, durable); err != nil {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		// Another program with the same idea may have been faster.
		if _, statErr := os.Stat(dir); statErr == nil {
			return nil
		}
		return err
	}
	return nil
}

// extract writes the entries of a tar file under root and cannot leave it.
func extract(from *tar.Reader, root *os.Root, durable bool) error {
	for {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := root.MkdirAll(path.Dir(h.Name), 0o755); err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, h.Name)
		case tar.TypeReg:
			err = extractFile(from, root, h, durable)
		default:
			err = fmt.Errorf("%s is neither a file nor a link", h.Name)
		}
		if err != nil {
			return err
		}
	}
}

func extractFile(from io.Reader, root *os.Root, h *tar.Header, durable bool) (err error) {
	f, err := root.OpenFile(h.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, h.FileInfo().Mode().Perm())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := io.Copy(f, from); err != nil {
		return err
	}
	if durable {
		return f.Sync()
	}
	return nil
}

// removeOldPrograms deletes what earlier versions and interrupted programs
// unpacked under parent. Failing to costs space and nothing else.
func removeOldPrograms(parent, current string) {
	for _, pattern := range []string{unpackedPrefix + "*", "." + unpackedPrefix + "*"} {
		found, _ := filepath.Glob(filepath.Join(parent, pattern))
		for _, dir := range found {
			if dir != current {
				_ = os.RemoveAll(dir)
			}
		}
	}
}
