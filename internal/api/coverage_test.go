package api_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// covered is a sentence of the specification, with the operations that keep it and the tests that show so.
type covered struct {
	section int
	// words are a few of the sentence's own, by which it is found.
	words      string
	operations string
	// tests are functions of Go tests, or files of the site's.
	tests string
}

var update = flag.Bool("update", false, "write docs/api-coverage.md anew")

const coveragePage = "../../docs/api-coverage.md"

// Coverage maps the sentences of the specification's sections 5 to 9 to operations and tests, none of which may be made
// up, and keeps the page that tells of it. go test ./internal/api -run Coverage -update writes the page.
func TestCoverage(t *testing.T) {
	t.Parallel()
	operations, known := readDocument(t).operations(), testNames(t)
	named := map[string]bool{}
	for _, c := range coverage {
		require.NotEmpty(t, strings.Fields(c.operations+c.tests), "%q is kept by nothing", c.words)
		require.NotEmpty(t, c.tests, "%q is shown by no test", c.words)
		for _, id := range strings.Fields(c.operations) {
			require.Contains(t, operations, id, "%q names an operation that is none", c.words)
			named[id] = true
		}
		for _, test := range strings.Fields(c.tests) {
			if strings.HasPrefix(test, "web/") {
				require.FileExists(t, filepath.Join("../..", test), "%q", c.words)
				continue
			}
			require.Contains(t, known, test, "%q names a test that is none", c.words)
		}
	}
	var missing []string
	for id := range operations {
		if !named[id] {
			missing = append(missing, id)
		}
	}
	slices.Sort(missing)
	require.Empty(t, missing, "add them to internal/api/coverage_table_test.go: which sentence, or which addition, are they for?")
	page := renderCoverage(operations)
	if *update {
		require.NoError(t, os.WriteFile(coveragePage, []byte(page), 0o600))
	}
	written, err := os.ReadFile(coveragePage)
	require.NoError(t, err)
	require.Equal(t, page, string(written), "go test ./internal/api -run Coverage -update")
}

// sectionTitles name the sections of the specification; additions are what they imply or the decisions add.
var sectionTitles = map[int]string{
	5: "5. Validation rules", 6: "6. Roles and permissions", 7: "7. The calls it makes", 8: "8. Error catalogue",
	9: "9. Business constants and limits", additions: "Additions",
}

const additions = 10

func renderCoverage(operations map[string]operation) string {
	var b strings.Builder
	b.WriteString("# What the API covers\n\nMade by `go test ./internal/api -run Coverage -update`; do not edit. Every sentence of the specification's sections 5 to 9\n" +
		"with the operations that keep it and the tests that show so. Operations are described at `/docs`.\n\n" +
		"Everything is also walked as every kind of caller (TestPolicyWalk), sent random requests (TestAnyRequest) and members that\n" +
		"nobody asked for (TestExtraMembersSetNothing), and every answer of every test is held against the OpenAPI document.\n")
	fmt.Fprintf(&b, "\nOperations: %d.\n", len(operations))
	section := 0
	for _, c := range coverage {
		if c.section != section {
			section = c.section
			fmt.Fprintf(&b, "\n## %s\n\n| Specification | Operations | Shown by |\n| --- | --- | --- |\n", sectionTitles[section])
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.ReplaceAll(c.words, "|", `\|`), listed(c.operations), listed(c.tests))
	}
	return b.String()
}

func listed(names string) string {
	fields := strings.Fields(names)
	if len(fields) == 0 {
		return "(the site)"
	}
	return "`" + strings.Join(fields, "`, `") + "`"
}

// testNames are the functions of all Go tests.
func testNames(t *testing.T) []string {
	t.Helper()
	var names []string
	require.NoError(t, filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names = append(names, f.Name.Name)
			}
		}
		return nil
	}))
	slices.Sort(names)
	return names
}
