//go:build linux || darwin

package embedded

import (
	"errors"
	"strings"
)

var (
	// ErrNotBundled says that this program was built without a PostgreSQL.
	ErrNotBundled = errors.New("this rihla was built without its PostgreSQL: run `make build`, or set RIHLA_DATABASE_URL")

	// ErrLocked says that another program uses the data folder.
	ErrLocked = errors.New("the data folder is in use")

	// ErrOtherVersion says that the data folder was made by another major version.
	ErrOtherVersion = errors.New("the data folder belongs to another PostgreSQL version")
)

// Error is a failure of the built-in PostgreSQL in one sentence, with what
// the server itself said about it.
type Error struct {
	Sentence string
	Log      string // the last lines of the server's log, may be empty
	Err      error  // may be nil
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Sentence)
	if e.Log != "" {
		b.WriteString("\nPostgreSQL said:\n\t")
		b.WriteString(strings.ReplaceAll(e.Log, "\n", "\n\t"))
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// failed is the error of a step that could not be done.
func failed(step string, err error, log *serverLog) *Error {
	e := &Error{Sentence: "the built-in PostgreSQL could not " + step, Err: err}
	if err != nil {
		e.Sentence += ": " + err.Error()
	}
	if log != nil {
		e.Log = log.tail()
	}
	return e
}
