// Package migrations holds the schema's history as goose files and brings a database up to date. It holds SQL that
// changes the schema and nothing else: no data, no query of a feature.
package migrations

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"sort"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// FS holds the goose files, numbered in the order they apply.
//
//go:embed *.sql
var FS embed.FS

// riverVersion is the newest migration of the job queue that this program knows; it stands in the fingerprint, so
// that a library upgrade with a new migration makes a new template database.
func riverVersion() (int, error) {
	migrator, err := rivermigrate.New[pgx.Tx](riverpgxv5.New(nil), nil)
	if err != nil {
		return 0, err
	}
	all := migrator.AllVersions()
	return all[len(all)-1].Version, nil
}

// Up applies every migration that the database at url lacks: first the product's own, then the job queue's. Several
// replicas may call it at once; a session lock lets one work and the others wait.
func Up(ctx context.Context, url string) error {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer pool.Close()
	db := stdlib.OpenDBFromPool(pool)
	defer func() { _ = db.Close() }()

	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, FS, goose.WithSessionLocker(locker))
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}

	queue, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return fmt.Errorf("migrate the job queue: %w", err)
	}
	if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate the job queue: %w", err)
	}
	if _, err := pool.Exec(ctx, dropUnread); err != nil {
		return fmt.Errorf("drop indexes of the job queue: %w", err)
	}
	return nil
}

// dropUnread drops the queue's indexes that only a search for jobs by what they are about would read. Nobody searches so here,
// and every job is written three times.
const dropUnread = "drop index if exists river_job_args_index, river_job_metadata_index"

// Pending tells how many of the product's own migrations the database still lacks; readiness asks it.
func Pending(ctx context.Context, pool *pgxpool.Pool) (int, error) {
	names, err := fs.Glob(FS, "*.sql")
	if err != nil {
		return 0, err
	}
	var applied int
	err = pool.QueryRow(ctx, "select count(*) from goose_db_version where version_id > 0 and is_applied").Scan(&applied)
	if err != nil {
		return 0, fmt.Errorf("count the applied migrations: %w", err)
	}
	return len(names) - applied, nil
}

// Fingerprint changes whenever the migrated schema would; tests name their template database by it.
func Fingerprint() (string, error) {
	names, err := fs.Glob(FS, "*.sql")
	if err != nil {
		return "", err
	}
	sort.Strings(names)
	sum := sha256.New()
	for _, name := range names {
		content, err := FS.ReadFile(name)
		if err != nil {
			return "", err
		}
		_, _ = fmt.Fprintf(sum, "%s %d\n", name, len(content))
		_, _ = sum.Write(content)
	}
	version, err := riverVersion()
	if err != nil {
		return "", err
	}
	_, _ = fmt.Fprintf(sum, "river %d %s\n", version, dropUnread)
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}
