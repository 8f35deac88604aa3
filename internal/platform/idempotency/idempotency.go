// Package idempotency makes a repeated request harmless (D25): the first one that carries a key claims it for the row it
// is about to make, in the same transaction, and every later one with the same key is led to that row. It must not know
// what a row is or how to show it.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rihla/internal/platform/errs"
)

// Errors of ClaimTx.
var (
	// ErrMismatch says that the key was used for another request.
	ErrMismatch = errs.New(errs.Invalid, "IDEMPOTENCY_MISMATCH")
	// ErrKeyInvalid says that the key is too long, or not text.
	ErrKeyInvalid = errs.New(errs.Invalid, "IDEMPOTENCY_KEY_INVALID")
)

const maxKeyLength = 255

// Retention is how long a key is remembered: longer than any client goes on repeating.
const Retention = 7 * 24 * time.Hour

// ClaimTx claims key for the resource newID. It returns true, and the resource that was made, when an earlier request with
// the same hash holds the key. A request that runs at the same moment is waited for: if it commits, this one
// replays it, and if it rolls back, this one claims. scope names the operation and the caller, since keys are the
// caller's own choice. An empty key claims nothing. It returns ErrMismatch when the key belongs to another request and
// ErrKeyInvalid when it is not a text of 1 to 255 characters.
func ClaimTx(ctx context.Context, tx pgx.Tx, scope, key string, requestHash []byte, newID uuid.UUID) (uuid.UUID, bool, error) {
	if key == "" {
		return uuid.Nil, false, nil
	}
	if !valid(key) {
		return uuid.Nil, false, ErrKeyInvalid
	}
	// On conflict the insert waits for the other transaction to end before it does nothing.
	tag, err := tx.Exec(ctx, `insert into idempotency_keys (scope, key, request_hash, resource_id)
		values ($1, $2, $3, $4) on conflict (scope, key) do nothing`, scope, key, requestHash, newID)
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("claim an idempotency key: %w", err)
	}
	if tag.RowsAffected() == 1 {
		return uuid.Nil, false, nil
	}
	existing, replay, err := find(ctx, tx, scope, key, requestHash)
	if err == nil && !replay {
		err = fmt.Errorf("idempotency key %q vanished while it was claimed", key)
	}
	return existing, replay, err
}

// Find tells which resource an earlier request with this key has made, without claiming anything: a repetition can be
// answered before the world is asked whether it still allows the request. Errors as ClaimTx.
func Find(ctx context.Context, db Querier, scope, key string, requestHash []byte) (uuid.UUID, bool, error) {
	if key == "" {
		return uuid.Nil, false, nil
	}
	if !valid(key) {
		return uuid.Nil, false, ErrKeyInvalid
	}
	return find(ctx, db, scope, key, requestHash)
}

func find(ctx context.Context, db Querier, scope, key string, requestHash []byte) (uuid.UUID, bool, error) {
	var (
		hash     []byte
		existing uuid.UUID
	)
	err := db.QueryRow(ctx, `select request_hash, resource_id from idempotency_keys where scope = $1 and key = $2`,
		scope, key).Scan(&hash, &existing)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("read an idempotency key: %w", err)
	}
	if !bytes.Equal(hash, requestHash) {
		return uuid.Nil, false, ErrMismatch
	}
	return existing, true, nil
}

func valid(key string) bool {
	return utf8.ValidString(key) && utf8.RuneCountInString(key) <= maxKeyLength && !strings.ContainsRune(key, 0)
}

// Hash identifies a request by what it asks for.
func Hash(request any) ([]byte, error) {
	encoded, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("hash a request: %w", err)
	}
	sum := sha256.Sum256(encoded)
	return sum[:], nil
}

// Querier is a pool or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Executor is a pool or a transaction.
type Executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Forget deletes the keys that were claimed longer than age ago, by the clock that stamped them: the database's.
func Forget(ctx context.Context, db Executor, age time.Duration) error {
	if _, err := db.Exec(ctx, `delete from idempotency_keys where created_at < now() - make_interval(secs => $1)`, age.Seconds()); err != nil {
		return fmt.Errorf("forget old idempotency keys: %w", err)
	}
	return nil
}
