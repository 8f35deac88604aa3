package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// archive is a tar file and the label that goes into the comment of its gzip
// header: the package's version and a digest of the content. The program reads
// the label without unpacking and names the unpacked folder after it.
type archive struct {
	tar   []byte
	label string
}

func (p *npmPackage) archive(licence string) (*archive, error) {
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	for _, e := range append(p.entries, entry{name: "LICENSE", source: licence}) {
		if err := add(w, e); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(buf.Bytes())
	return &archive{tar: buf.Bytes(), label: p.version + "-" + hex.EncodeToString(sum[:4])}, nil
}

func add(w *tar.Writer, e entry) error {
	if e.link != "" {
		return w.WriteHeader(&tar.Header{
			Typeflag: tar.TypeSymlink, Name: e.name, Linkname: e.link, Mode: 0o777,
		})
	}
	content, err := os.ReadFile(e.source)
	if err != nil {
		return err
	}
	mode := int64(0o644)
	if strings.HasPrefix(e.name, "bin/") {
		mode = 0o755
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: mode, Size: int64(len(content))}
	if err := w.WriteHeader(header); err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// write stores the archive and reports whether it had to. The file appears
// whole or not at all.
func (a *archive) write(out string) (bool, error) {
	if labelOf(out) == a.label {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return false, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(out), ".postgres-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(tmp.Name())
	defer tmp.Close()

	zip, err := gzip.NewWriterLevel(tmp, gzip.BestCompression)
	if err != nil {
		return false, err
	}
	zip.Comment = a.label
	if _, err := zip.Write(a.tar); err != nil {
		return false, err
	}
	if err := zip.Close(); err != nil {
		return false, err
	}
	if err := tmp.Chmod(0o644); err != nil {
		return false, err
	}
	if err := tmp.Close(); err != nil {
		return false, err
	}
	return true, os.Rename(tmp.Name(), out)
}

// labelOf is the label of an archive written earlier, empty when there is
// none that can be read.
func labelOf(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return ""
	}
	return zip.Comment
}
