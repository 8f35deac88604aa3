package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"rihla/internal/api"
	"rihla/internal/platform/clock"
)

// Contract is the interface's own document (D26), by which every answer that a test gets is judged: a status, a media
// type, a member or a code of refusal that an operation does not declare fails the test that met it.
type Contract struct {
	// Document is the decoded OpenAPI document.
	Document map[string]any
	router   chi.Router
	compiler *jsonschema.Compiler
	mutex    sync.Mutex
	schemas  map[string]*jsonschema.Schema
}

// documentURL names the document within the schemas' compiler.
const documentURL = "https://rihla.example/openapi.json"

// Published is the contract of the program under test.
var Published = sync.OnceValue(func() *Contract {
	made := api.New(chi.NewRouter(), api.Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}})
	written, err := json.Marshal(made.OpenAPI())
	if err != nil {
		panic(err) // the document is compiled in
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		panic(err)
	}
	c := &Contract{
		Document: decoded.(map[string]any), router: chi.NewRouter(), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{},
	}
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource(documentURL, c.Document); err != nil {
		panic(err)
	}
	for path, methods := range c.Document["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			c.router.MethodFunc(strings.ToUpper(method), path, func(http.ResponseWriter, *http.Request) {})
		}
	}
	return c
})

// operation finds what a request is answered by: its path in the document, "" for what is no operation.
func (c *Contract) operation(method, target string) (string, map[string]any) {
	u, err := url.Parse(target)
	if err != nil {
		return "", nil
	}
	pattern := c.router.Find(chi.NewRouteContext(), method, u.EscapedPath())
	methods, _ := c.Document["paths"].(map[string]any)[pattern].(map[string]any)
	found, _ := methods[strings.ToLower(method)].(map[string]any)
	return pattern, found
}

// Check returns how an answer breaks the contract, nil when it keeps it.
func (c *Contract) Check(method, target string, answer Answer) error {
	pattern, operation := c.operation(method, target)
	if operation == nil {
		return nil
	}
	status := strconv.Itoa(answer.Status)
	response, declared := operation["responses"].(map[string]any)[status].(map[string]any)
	place := []string{"paths", pattern, strings.ToLower(method), "responses", status}
	if ref, ok := response["$ref"].(string); ok {
		place = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		response, declared = c.Document["components"].(map[string]any)["responses"].(map[string]any)[place[2]].(map[string]any)
	}
	if !declared {
		return fmt.Errorf("%s does not declare status %s%s", operation["operationId"], status, remedy(answer))
	}
	content, _ := response["content"].(map[string]any)
	if len(answer.Body) == 0 {
		return nil
	}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	media, declared := content[kind].(map[string]any)
	if !declared {
		return fmt.Errorf("%s does not declare %s for status %s", operation["operationId"], kind, status)
	}
	if kind == "application/problem+json" {
		var p Problem
		if err := json.Unmarshal(answer.Body, &p); err != nil {
			return err
		}
		examples, _ := media["examples"].(map[string]any)
		if _, declared := examples[p.Code]; !declared {
			return fmt.Errorf("%s does not declare what it answered%s", operation["operationId"], remedy(answer))
		}
		if err := c.knowsMembers(answer.Body); err != nil {
			return err
		}
	}
	if !strings.HasSuffix(kind, "json") {
		return nil
	}
	return c.Matches(answer.Body, append(place, "content", kind, "schema")...)
}

// knowsMembers tells which member of a refusal the document is silent about.
func (c *Contract) knowsMembers(written []byte) error {
	var members map[string]any
	if err := json.Unmarshal(written, &members); err != nil {
		return err
	}
	known := c.follow(map[string]any{"$ref": "#/components/schemas/Problem"}).Properties()
	for name := range members {
		if _, declared := known[name]; !declared {
			return fmt.Errorf("no problem has a member %q: add it to problemExtras in internal/api/schema.go", name)
		}
	}
	return nil
}

// remedy says what to add where an operation is registered.
func remedy(answer Answer) string {
	var p Problem
	if json.Unmarshal(answer.Body, &p) != nil || p.Code == "" {
		return ""
	}
	return fmt.Sprintf(": add %q to its Operation.Errors (and to package errs' catalogue, when it is new)", p.Code)
}

// Matches tells how written JSON breaks the schema at a place of the document.
func (c *Contract) Matches(written []byte, place ...string) error {
	schema, err := c.schema(place)
	if err != nil {
		return err
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	if err := schema.Validate(decoded); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(place[:min(3, len(place))], " "), err)
	}
	return nil
}

func (c *Contract) schema(place []string) (*jsonschema.Schema, error) {
	var pointer strings.Builder
	for _, step := range place {
		pointer.WriteString("/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(step)))
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known, ok := c.schemas[pointer.String()]; ok {
		return known, nil
	}
	compiled, err := c.compiler.Compile(documentURL + "#" + pointer.String())
	if err == nil {
		c.schemas[pointer.String()] = compiled
	}
	return compiled, err
}
