// Package disk keeps uploaded files in a directory. It is for one machine: replicas on several need a store that all of
// them reach.
package disk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"rihla/internal/media"
)

// Store is a directory. Nothing reaches outside of it, whatever a name says.
type Store struct{ root *os.Root }

// partial is the folder of files that are being written.
const partial = "partial"

// partialAge is how long a file may take to be written: a command may open the store while the program is at work.
const partialAge = time.Hour

// Open returns the store in dir, which is made when missing.
func Open(dir string, now time.Time) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("rihla cannot make its directory of uploads: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("rihla cannot open its directory of uploads: %w", err)
	}
	s := &Store{root}
	if err := s.tidy(now.Add(-partialAge)); err != nil {
		return nil, errors.Join(fmt.Errorf("rihla cannot write to its directory of uploads: %w", err), root.Close())
	}
	return s, nil
}

// tidy removes what crashes before then left half-written.
func (s *Store) tidy(then time.Time) error {
	if err := s.root.MkdirAll(partial, 0o700); err != nil {
		return err
	}
	leftovers, err := fs.ReadDir(s.root.FS(), partial)
	if err != nil {
		return err
	}
	for _, leftover := range leftovers {
		if about, err := leftover.Info(); err != nil || about.ModTime().After(then) {
			continue
		}
		if err := s.root.Remove(path.Join(partial, leftover.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Close lets go of the directory.
func (s *Store) Close() error { return s.root.Close() }

// Put writes content beside its place and moves it there whole.
func (s *Store) Put(_ context.Context, name, _ string, content []byte) error {
	if err := s.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return fmt.Errorf("make a folder for an upload: %w", err)
	}
	draft := path.Join(partial, rand.Text())
	if err := s.write(draft, content); err != nil {
		return errors.Join(fmt.Errorf("write an upload: %w", err), s.root.Remove(draft))
	}
	if err := s.root.Rename(draft, name); err != nil {
		return errors.Join(fmt.Errorf("place an upload: %w", err), s.root.Remove(draft))
	}
	return nil
}

func (s *Store) write(name string, content []byte) error {
	file, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// Open opens a file.
func (s *Store) Open(_ context.Context, name string) (io.ReadSeekCloser, error) {
	file, err := s.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, media.ErrNoBlob
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Remove removes a file, and its folder with the last one.
func (s *Store) Remove(_ context.Context, name string) error {
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove an upload: %w", err)
	}
	_ = s.root.Remove(path.Dir(name)) // refused while there are others
	return nil
}
