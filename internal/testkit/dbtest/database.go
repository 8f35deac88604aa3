//go:build linux || darwin

package dbtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

const (
	// testPrefix begins the name of a test's database.
	testPrefix = "test_"

	// templatePrefix begins the name of a finished template.
	templatePrefix = "template_"

	// emptyTemplate is PostgreSQL's own.
	emptyTemplate = "template0"

	// cloneStrategy copies files instead of writing every page to the WAL
	// first: ten times as fast where nothing waits for the disk.
	cloneStrategy = "file_copy"

	// keptNote is the comment on a failed test's database.
	keptNote = "kept: its test failed"
)

// server is where databases are made: a connection string of any database
// there, as a URL.
type server struct{ base *url.URL }

func newServer(raw string) (server, error) {
	base, err := url.Parse(raw)
	if err != nil || (base.Scheme != "postgres" && base.Scheme != "postgresql") {
		return server{}, errors.New("the test server's address must look like postgres://user:password@host:5432/postgres")
	}
	return server{base: base}, nil
}

// url is the connection string of a database, with the tests' time zone.
func (s server) url(database string) string {
	u := *s.base
	u.Path = "/" + database
	query := u.Query()
	query.Set("timezone", timeZone)
	u.RawQuery = query.Encode()
	return u.String()
}

// admin is a session that makes and drops databases.
type admin struct {
	server server
	conn   *pgx.Conn
}

func (s server) connect(ctx context.Context) (admin, error) {
	conn, err := pgx.Connect(ctx, s.base.String())
	if err != nil {
		return admin{}, fmt.Errorf("connect to the test server: %w", err)
	}
	return admin{server: s, conn: conn}, nil
}

func (a admin) close() { _ = a.conn.Close(context.Background()) }

func (a admin) exec(ctx context.Context, format, name string, args ...any) error {
	_, err := a.conn.Exec(ctx, fmt.Sprintf(format, append([]any{quote(name)}, args...)...))
	return err
}

func (a admin) clone(ctx context.Context, name, source string) error {
	if err := a.exec(ctx, "create database %s template %s strategy "+cloneStrategy, name, quote(source)); err != nil {
		return fmt.Errorf("clone %s: %w", source, err)
	}
	return nil
}

func (a admin) drop(ctx context.Context, name string) error {
	return a.exec(ctx, "drop database if exists %s with (force)", name)
}

func (a admin) keep(ctx context.Context, name string) error {
	return a.exec(ctx, "comment on database %s is '"+keptNote+"'", name)
}

func (a admin) exists(ctx context.Context, name string) (bool, error) {
	var found bool
	err := a.conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", name).Scan(&found)
	return found, err
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// ensured remembers the templates that this process has seen finished.
var ensured sync.Map

// ensure makes the template unless the server has it, and returns its name.
// Of several processes with the same wish one works and the others wait.
func (tpl Template) ensure(ctx context.Context, a admin) (string, error) {
	name := templatePrefix + tpl.Key
	if _, ok := ensured.Load(name); ok {
		return name, nil
	}
	if err := tpl.make(ctx, a, name); err != nil {
		return "", fmt.Errorf("make the template database %s: %w", name, err)
	}
	ensured.Store(name, true)
	return name, nil
}

func (tpl Template) make(ctx context.Context, a admin, name string) error {
	if !regexp.MustCompile(`^[a-z0-9_]{1,40}$`).MatchString(tpl.Key) {
		return fmt.Errorf("the key %q has other than 1 to 40 letters, digits and underscores", tpl.Key)
	}
	// The lock ends with the session.
	if _, err := a.conn.Exec(ctx, "select pg_advisory_lock(hashtext($1))", name); err != nil {
		return err
	}
	if found, err := a.exists(ctx, name); err != nil || found {
		return err
	}
	unfinished := name + "_unfinished"
	if err := a.drop(ctx, unfinished); err != nil {
		return err
	}
	if err := a.clone(ctx, unfinished, emptyTemplate); err != nil {
		return err
	}
	if err := tpl.Build(ctx, a.server.url(unfinished)); err != nil {
		return err
	}
	// A session left in a template would make every clone wait for it.
	if err := a.exec(ctx, "alter database %s allow_connections false", unfinished); err != nil {
		return err
	}
	if _, err := a.conn.Exec(ctx, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", unfinished); err != nil {
		return err
	}
	return a.exec(ctx, "alter database %s rename to %s", unfinished, quote(name))
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// databaseName is unique, and tells people whose database it is. PostgreSQL
// cuts names at 63 bytes.
func databaseName(test string) string {
	readable := strings.Trim(notInName.ReplaceAllString(strings.ToLower(test), "_"), "_")
	unique := make([]byte, 6)
	_, _ = rand.Read(unique) // it never fails
	return testPrefix + readable[:min(len(readable), 44)] + "_" + hex.EncodeToString(unique)
}
