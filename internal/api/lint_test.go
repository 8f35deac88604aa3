package api_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// linted is an operation of the document with what the rules look at.
type linted struct {
	OperationID, Summary, Description string
	Tags                              []string
	Parameters                        []struct {
		Name, In, Description string
		Required              bool
		Example               json.RawMessage
	}
	RequestBody *struct{ Content map[string]linkedMedia }
	Responses   map[string]linkedResponse
}

type linkedResponse struct {
	Ref         string `json:"$ref"`
	Description string
	Content     map[string]linkedMedia
}

type linkedMedia struct {
	Example  json.RawMessage
	Examples map[string]struct{ Value json.RawMessage }
}

// TestDocumentKeepsTheRules holds the document against the rules of a good one: everything is named, described and shown
// by an example that is what it is an example of.
func TestDocumentKeepsTheRules(t *testing.T) {
	t.Parallel()
	contract := apptest.Published()
	written, err := json.Marshal(contract.Document)
	require.NoError(t, err)
	var d struct {
		OpenAPI    string
		Info       struct{ Title, Version, Description string }
		Paths      map[string]map[string]linted
		Components struct {
			Schemas   map[string]json.RawMessage
			Responses map[string]linkedResponse
		}
	}
	require.NoError(t, json.Unmarshal(written, &d))
	require.Equal(t, "3.1.0", d.OpenAPI)
	require.NotEmpty(t, d.Info.Description)

	var wrong []string
	note := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	show := func(what string, example json.RawMessage, place ...string) {
		if example == nil {
			note("%s has no example", what)
		} else if err := contract.Matches(example, place...); err != nil {
			note("the example of %s is none: %v", what, err)
		}
	}
	for path, methods := range d.Paths {
		for method, op := range methods {
			lintOperation(op, path, note)
			at := []string{"paths", path, method}
			for i, p := range op.Parameters {
				if p.Description == "" {
					note("%s?%s says nothing: give its field a doc tag, or add it to parameterTexts in internal/api/example.go", op.OperationID, p.Name)
				}
				show(op.OperationID+"?"+p.Name, p.Example, append(at, "parameters", strconv.Itoa(i), "schema")...)
			}
			if op.RequestBody != nil {
				for kind, media := range op.RequestBody.Content {
					if kind == "application/json" {
						show(op.OperationID+"'s body", media.Example, append(at, "requestBody", "content", kind, "schema")...)
					}
				}
			}
			for status, response := range op.Responses {
				for kind, media := range response.Content {
					if kind == "application/problem+json" && len(media.Examples) == 0 {
						note("%s's refusals %s name no code", op.OperationID, status)
					}
				}
				if media, ok := response.Content["application/json"]; ok {
					show(op.OperationID+"'s answer "+status, media.Example, append(at, "responses", status, "content", "application/json", "schema")...)
				}
			}
		}
	}
	for name, response := range d.Components.Responses {
		for code, example := range response.Content["application/problem+json"].Examples {
			show("the refusal "+code, example.Value, "components", "responses", name, "content", "application/problem+json", "schema")
			if strings.Contains(string(example.Value), "no value") {
				note("the text of %s has a placeholder that exampleParams in internal/api/failure.go does not fill", code)
			}
		}
	}
	for name := range d.Components.Schemas {
		if !strings.Contains(string(written), `"#/components/schemas/`+name+`"`) {
			note("the schema %s is used nowhere", name)
		}
	}
	slices.Sort(wrong)
	require.True(t, len(wrong) == 0, strings.Join(wrong, "\n"))
}

var (
	lowerCamel = regexp.MustCompile(`^[a-z][a-zA-Z]*$`)
	kebabPath  = regexp.MustCompile(`^(/([a-z]+(-[a-z]+)*|\{[a-z][a-zA-Z]*\}))+$`)
)

// lintOperation notes what is wrong with an operation's own words and place.
func lintOperation(op linted, path string, note func(string, ...any)) {
	if !lowerCamel.MatchString(op.OperationID) {
		note("%s is no name of an operation", op.OperationID)
	}
	if !kebabPath.MatchString(path) {
		note("%s is no path of ours", path)
	}
	if op.Summary == "" || strings.HasSuffix(op.Summary, ".") || len(op.Summary) > 100 {
		note("%s: a summary is a short line without a full stop: %q", op.OperationID, op.Summary)
	}
	if op.Description == "" || !strings.HasSuffix(op.Description, ".") {
		note("%s: a description is sentences: %q", op.OperationID, op.Description)
	}
	if len(op.Tags) != 1 {
		note("%s has the tags %v, not one", op.OperationID, op.Tags)
	}
	var named []string
	for _, p := range op.Parameters {
		if p.In == "path" {
			named = append(named, "{"+p.Name+"}")
			if !p.Required {
				note("%s: the path's %s is required", op.OperationID, p.Name)
			}
		}
	}
	inPath := pathParameter.FindAllString(path, -1)
	slices.Sort(named)
	slices.Sort(inPath)
	if !slices.Equal(named, inPath) {
		note("%s declares %v of the path's %v", op.OperationID, named, inPath)
	}
	succeeds := false
	for status, response := range op.Responses {
		if status < "300" {
			succeeds = true
		}
		if response.Ref == "" && response.Description == "" {
			note("%s: %s says nothing", op.OperationID, status)
		}
	}
	if !succeeds {
		note("%s never succeeds", op.OperationID)
	}
}
