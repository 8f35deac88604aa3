package api

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
)

// A member that some refusal has beside the standard ones is in the document.
func TestExtraMembersOfProblemsAreDeclared(t *testing.T) {
	t.Parallel()
	problem := New(chi.NewRouter(), Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}).OpenAPI().Components.Schemas.Map()["Problem"]
	added := regexp.MustCompile(`WithExtra\("(\w+)"`)
	found := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range added.FindAllStringSubmatch(string(text), -1) {
			found++
			require.Contains(t, problem.Properties, match[1], "%s: add %q to problemExtras in internal/api/schema.go", path, match[1])
		}
		return err
	}))
	require.Positive(t, found)
}

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
