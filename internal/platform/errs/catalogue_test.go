package errs_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// kindNames are the kinds as source text names them.
var kindNames = map[string]errs.Kind{
	"Internal": errs.Internal, "Malformed": errs.Malformed, "Unauthenticated": errs.Unauthenticated, "Forbidden": errs.Forbidden,
	"NotFound": errs.NotFound, "Conflict": errs.Conflict, "TooLarge": errs.TooLarge, "Unsupported": errs.Unsupported,
	"Invalid": errs.Invalid, "TooMany": errs.TooMany, "Gateway": errs.Gateway, "Unavailable": errs.Unavailable,
}

// source is what the tests read in a program's text.
type source struct {
	// made are the codes that errs.New is called with, with the kinds beside them and a place.
	made []madeError
	// fields are the codes of broken fields.
	fields map[string]string
	// texts is every string literal.
	texts map[string]bool
}

type madeError struct{ kind, code, place string }

// maker is a function that makes errors of one kind from a code that it is given.
type maker struct {
	argument int
	kind     string
}

var codeLike = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// readSource reads every Go file under internal that goes into the program.
func readSource(t *testing.T) source {
	t.Helper()
	out := source{fields: map[string]string{}, texts: map[string]bool{}}
	folders := map[string][]*ast.File{}
	files := token.NewFileSet()
	require.NoError(t, filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testkit":
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err == nil {
			folders[filepath.Dir(path)] = append(folders[filepath.Dir(path)], file)
		}
		return err
	}))
	require.Greater(t, len(folders), 20, "the program was not found")
	for _, folder := range folders {
		out.read(t, files, folder)
	}
	return out
}

// read reads a package: its constants first, which codes may be given by, and the functions that take a code.
func (s *source) read(t *testing.T, files *token.FileSet, folder []*ast.File) {
	t.Helper()
	constants, makers := map[string]string{}, map[string]maker{}
	for _, file := range folder {
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.GenDecl:
				constantsOf(d, constants)
			case *ast.FuncDecl:
				if m, ok := makerOf(d); ok {
					makers[d.Name.Name] = m
				}
			}
		}
	}
	text := func(e ast.Expr) (string, bool) {
		switch e := e.(type) {
		case *ast.BasicLit:
			value, err := strconv.Unquote(e.Value)
			return value, err == nil && e.Kind == token.STRING
		case *ast.Ident:
			value, ok := constants[e.Name]
			return value, ok
		}
		return "", false
	}
	for _, file := range folder {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if value, ok := text(n); ok {
					s.texts[value] = true
				}
			case *ast.CallExpr:
				s.call(t, files.Position(n.Pos()).String(), n, text, makers)
			}
			return true
		})
	}
}

// call notes a call that makes an error or notes a broken field.
func (s *source) call(t *testing.T, place string, n *ast.CallExpr, text func(ast.Expr) (string, bool), makers map[string]maker) {
	t.Helper()
	switch f := n.Fun.(type) {
	case *ast.SelectorExpr:
		if on, ok := f.X.(*ast.Ident); ok && on.Name == "errs" && f.Sel.Name == "New" {
			if code, ok := text(n.Args[1]); ok {
				s.made = append(s.made, madeError{n.Args[0].(*ast.SelectorExpr).Sel.Name, code, place})
				return
			}
			_, passed := n.Args[1].(*ast.Ident)
			require.True(t, passed, "%s: a code that no reader can find", place)
			return
		}
		if len(n.Args) > 1 && (f.Sel.Name == "Add" || f.Sel.Name == "Check") {
			for _, argument := range n.Args[1:] {
				if code, ok := text(argument); ok && codeLike.MatchString(code) {
					s.fields[code] = place
					break
				}
			}
		}
	case *ast.Ident:
		m, ok := makers[f.Name]
		if !ok {
			return
		}
		code, ok := text(n.Args[m.argument])
		require.True(t, ok, "%s: a code that no reader can find", place)
		s.made = append(s.made, madeError{m.kind, code, place})
	}
}

func constantsOf(d *ast.GenDecl, constants map[string]string) {
	for _, spec := range d.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if !ok || d.Tok != token.CONST {
			continue
		}
		for i, name := range values.Names {
			if i < len(values.Values) {
				if literal, ok := values.Values[i].(*ast.BasicLit); ok && literal.Kind == token.STRING {
					constants[name.Name], _ = strconv.Unquote(literal.Value)
				}
			}
		}
	}
}

// makerOf tells whether a function hands one of its arguments to errs.New as the code.
func makerOf(d *ast.FuncDecl) (maker, bool) {
	arguments := map[string]int{}
	for _, group := range d.Type.Params.List {
		for _, name := range group.Names {
			arguments[name.Name] = len(arguments)
		}
	}
	found, is := maker{}, false
	ast.Inspect(d, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) < 2 {
			return true
		}
		f, ok := c.Fun.(*ast.SelectorExpr)
		if !ok || f.Sel.Name != "New" {
			return true
		}
		on, _ := f.X.(*ast.Ident)
		code, passed := c.Args[1].(*ast.Ident)
		kind, named := c.Args[0].(*ast.SelectorExpr)
		if on != nil && on.Name == "errs" && passed && named {
			if at, ok := arguments[code.Name]; ok {
				found, is = maker{at, kind.Sel.Name}, true
			}
		}
		return true
	})
	return found, is
}

// A code has one kind, wherever it is made, and the catalogue knows it.
func TestEveryCodeIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	used, wrong := map[string]bool{"VALIDATION": true}, []string{}
	s := readSource(t)
	for _, e := range s.made {
		want, ok := kindNames[e.kind]
		require.True(t, ok, "%s: kind %s", e.place, e.kind)
		used[e.code] = true
		switch got, known := errs.KindOf(e.code); {
		case !known:
			wrong = append(wrong, fmt.Sprintf("%s: add %q under %s to internal/platform/errs/catalogue.go", e.place, e.code, e.kind))
		case got != want:
			wrong = append(wrong, fmt.Sprintf("%s: %s is %s here and another kind in the catalogue", e.place, e.code, e.kind))
		}
	}
	require.Greater(t, len(s.made), 50, "the test reads nothing")
	for _, code := range errs.Codes() {
		if !used[code] {
			wrong = append(wrong, code+" is made nowhere: take it out of internal/platform/errs/catalogue.go")
		}
	}
	require.Empty(t, wrong)
}

// Every code has words in every language (package i18n sees to the languages), and no words lie about unused.
func TestEveryCodeHasWords(t *testing.T) {
	t.Parallel()
	s := readSource(t)
	wanted, wrong := map[string]string{}, []string{}
	for _, code := range errs.Codes() {
		wanted[code] = "the catalogue"
	}
	require.Greater(t, len(s.fields), 10, "the test reads nothing")
	for code, place := range s.fields {
		wanted["FIELD_"+code] = place
	}
	for id, place := range wanted {
		if !i18n.Known(id) {
			wrong = append(wrong, fmt.Sprintf("%s: add %s to internal/platform/i18n/locales/{en,fr,ar}.json", place, id))
		}
	}
	for text := range s.texts { // "TOO_SMALL|%v" is how the framework is taught to speak in codes
		code, _, _ := strings.Cut(text, "|")
		s.texts[code] = true
	}
	for id := range words(t) {
		code, _ := strings.CutPrefix(id, "FIELD_")
		if !s.texts[id] && !s.texts[code] {
			wrong = append(wrong, id+" is said nowhere: take it out of internal/platform/i18n/locales")
		}
	}
	require.Empty(t, wrong)
}

// words are the ids of all texts.
func words(t *testing.T) map[string]any {
	t.Helper()
	content, err := os.ReadFile("../i18n/locales/en.json")
	require.NoError(t, err)
	var texts map[string]any
	require.NoError(t, json.Unmarshal(content, &texts))
	return texts
}
