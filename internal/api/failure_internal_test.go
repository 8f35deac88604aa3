package api

import (
	"log/slog"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
)

// What an operation declares to refuse with is in the catalogue, else the document would be silent about it.
func TestDeclaredCodesAreKnown(t *testing.T) {
	t.Parallel()
	for id, op := range New(chi.NewRouter(), Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}).ops {
		for _, code := range op.Errors {
			_, known := errs.KindOf(code)
			require.True(t, known, "%s: add %q to internal/platform/errs/catalogue.go", id, code)
		}
	}
}
