//go:build linux || darwin

// Package embedded runs the PostgreSQL that the rihla program carries inside
// itself, so that one program and a folder are all an installation needs.
//
// The server belongs to the program that started it: it listens on a private
// Unix socket only, ends with the program, and whatever an earlier program
// left behind after a kill or a power cut is cleared away by the next Start.
//
// Inside Options.DataDir:
//
//	rihla.lock              held for as long as a program uses the folder
//	postgres/data           the cluster (PGDATA)
//	postgres/run            the socket, when its path is short enough
//	postgres/postgres.log   what the server says
//	postgres/pgsql-*        the unpacked programs
//
// It knows nothing of schemas, pools or features. What must not go in:
// anything that would also be needed with a PostgreSQL that somebody else
// runs.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// How long Stop waits for each signal to work, longest kindness first.
const (
	fastShutdown      = 30 * time.Second
	immediateShutdown = 5 * time.Second
)

// Options say where a server lives and how it behaves.
type Options struct {
	// DataDir is the folder of the installation. It is made when missing.
	DataDir string

	// Throwaway trades safety for speed: a crash of the machine may lose
	// everything. For tests only.
	Throwaway bool

	// Reset starts from an empty cluster. It needs Throwaway.
	Reset bool

	// Settings override the server's settings (postgresql.conf names).
	Settings map[string]string

	// Archive is a PostgreSQL archive made by tools/postgres/bundle, to use
	// instead of the one inside this program.
	Archive string

	// BinDir is where the programs are unpacked, to be shared by several
	// data folders. Empty: inside DataDir.
	BinDir string
}

// Server is a running PostgreSQL.
type Server struct {
	layout layout
	lock   *dirLock
	proc   *process
	log    *serverLog

	stopOnce sync.Once
	stopErr  error
}

// Start brings the server of o.DataDir up and returns once it answers,
// however long its crash recovery takes; ctx bounds the wait. The folder is
// prepared on first use.
//
// Errors are for people to read as they are (see Error); errors.Is tells
// ErrNotBundled, ErrLocked and ErrOtherVersion.
func Start(ctx context.Context, o Options) (_ *Server, err error) {
	lay, err := newLayout(o)
	if err != nil {
		return nil, err
	}
	lock, err := lockDir(lay.root)
	if err != nil {
		return nil, err
	}
	s := &Server{layout: lay, lock: lock, log: newServerLog(lay.log)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
		}
	}()

	if err := stopLeftovers(ctx, lay.data); err != nil {
		return nil, err
	}
	if o.Reset && o.Throwaway {
		if err := os.RemoveAll(lay.data); err != nil {
			return nil, failed("throw its old data away", err, nil)
		}
	}
	programs, err := unpack(o.Archive, lay.bin, !o.Throwaway)
	if err != nil {
		return nil, err
	}
	if o.BinDir == "" {
		removeOldPrograms(lay.bin, programs.dir)
	}
	cluster := cluster{programs: programs, layout: lay, log: s.log, options: o}
	if err := cluster.prepare(ctx); err != nil {
		return nil, err
	}
	if s.proc, err = cluster.serve(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// URL is the connection string of the installation's own database.
func (s *Server) URL() string { return s.layout.url(databaseName) }

// URLOf is the connection string of another database of this server.
func (s *Server) URLOf(database string) string { return s.layout.url(database) }

// Done is closed when the server has ended, whoever ended it.
func (s *Server) Done() <-chan struct{} { return s.proc.done }

// Stop ends the server: sessions are cut, transactions in flight are rolled
// back, everything committed is on the disk. When that takes too long, or ctx
// ends, the server is stopped hard and the next Start recovers. Further calls
// return the first call's result.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() {
		s.stopErr = errors.Join(s.proc.stop(ctx, s.log), s.release())
	})
	return s.stopErr
}

// release gives the folder back.
func (s *Server) release() error {
	return errors.Join(s.layout.removeTemporary(), s.lock.release())
}

// layout is where everything is.
type layout struct {
	root   string // Options.DataDir, absolute
	data   string // PGDATA
	log    string
	bin    string // parent of the unpacked programs
	socket socketDir
}

func newLayout(o Options) (layout, error) {
	if o.DataDir == "" {
		return layout{}, errors.New("the built-in PostgreSQL needs a data folder")
	}
	root, err := filepath.Abs(o.DataDir)
	if err != nil {
		return layout{}, failed("find the data folder", err, nil)
	}
	home := filepath.Join(root, "postgres")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return layout{}, failed("make the data folder", err, nil)
	}
	// The server reports its data folder with links resolved; so do we, to
	// recognise it.
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return layout{}, failed("find the data folder", err, nil)
	}
	home = filepath.Join(root, "postgres")
	lay := layout{
		root: root,
		data: filepath.Join(home, "data"),
		log:  filepath.Join(home, "postgres.log"),
		bin:  o.BinDir,
	}
	if lay.bin == "" {
		lay.bin = home
	}
	if lay.socket, err = newSocketDir(filepath.Join(home, "run"), root); err != nil {
		return layout{}, err
	}
	return lay, nil
}

func (l layout) removeTemporary() error {
	if err := l.socket.remove(); err != nil {
		return fmt.Errorf("remove the socket folder: %w", err)
	}
	return nil
}
