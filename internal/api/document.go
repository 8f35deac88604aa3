package api

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
)

//go:embed document.html
var documentHTML string

var documentTemplate = template.Must(template.New("document").Parse(documentHTML))

// registerDocument serves the OpenAPI document and a page to read it by (D26).
func (a *API) registerDocument(router chi.Router) {
	router.Get("/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_ = json.NewEncoder(w).Encode(a.OpenAPI())
	})
	router.Get("/docs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
		_ = documentTemplate.Execute(w, a.documentPage())
	})
}

// describe says of an operation what it declares, and who may call it (D18).
func describe(op Operation) string {
	said := op.Description
	if said == "" {
		said = op.Summary + "."
	}
	if op.Permission == "" {
		return said + " Needs no sign-in."
	}
	reaches := map[authz.Reach]string{authz.Own: "their own", authz.Franchise: "their franchise's", authz.All: "all"}
	var who []string
	for _, role := range authz.Roles {
		if reach, ok := reaches[authz.ReachOf(op.Permission, role)]; ok {
			who = append(who, string(role)+" ("+reach+")")
		}
	}
	return said + " Needs " + string(op.Permission) + ": " + strings.Join(who, ", ") + "."
}

type documentOperation struct {
	Method, Path, ID, Summary, Description, Permission string
	Parameters                                         []documentParameter
	Body, Example, Answer                              string
	Refusals                                           []documentRefusal
}

type documentRefusal struct {
	Status     int
	Code, Text string
}

type documentParameter struct {
	Name, In, Type, Doc string
	Required            bool
}

type documentGroup struct {
	Tag        string
	Operations []documentOperation
}

// documentPage arranges the document by tag, for the template.
func (a *API) documentPage() []documentGroup {
	groups := map[string]*documentGroup{}
	for path, item := range a.OpenAPI().Paths {
		for method, op := range map[string]*huma.Operation{
			"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete, "PATCH": item.Patch,
		} {
			if op == nil {
				continue
			}
			g := groups[op.Tags[0]]
			if g == nil {
				g = &documentGroup{Tag: op.Tags[0]}
				groups[op.Tags[0]] = g
			}
			g.Operations = append(g.Operations, a.documentOperation(method, path, op))
		}
	}
	out := make([]documentGroup, 0, len(groups))
	for _, g := range groups {
		slices.SortFunc(g.Operations, func(x, y documentOperation) int {
			return strings.Compare(x.Path+x.Method, y.Path+y.Method)
		})
		out = append(out, *g)
	}
	slices.SortFunc(out, func(x, y documentGroup) int { return strings.Compare(x.Tag, y.Tag) })
	return out
}

func (a *API) documentOperation(method, path string, op *huma.Operation) documentOperation {
	out := documentOperation{
		Method: method, Path: path, ID: op.OperationID, Summary: op.Summary, Description: op.Description,
		Permission: string(a.ops[op.OperationID].Permission),
	}
	for _, p := range op.Parameters {
		kind := ""
		if p.Schema != nil {
			kind = p.Schema.Type
		}
		out.Parameters = append(out.Parameters, documentParameter{Name: p.Name, In: p.In, Type: kind, Doc: p.Description, Required: p.Required})
	}
	if op.RequestBody != nil {
		for _, content := range op.RequestBody.Content {
			out.Body = a.sketch(content.Schema, 0)
			if example, err := json.MarshalIndent(content.Example, "", "  "); err == nil && content.Example != nil {
				out.Example = string(example)
			}
		}
	}
	for status, codes := range codesOf(a.ops[op.OperationID], op) {
		for _, code := range codes {
			text := i18n.Text(i18n.English, code, exampleParams)
			out.Refusals = append(out.Refusals, documentRefusal{Status: status, Code: code, Text: text})
		}
	}
	slices.SortFunc(out.Refusals, func(x, y documentRefusal) int {
		return cmp.Or(cmp.Compare(x.Status, y.Status), cmp.Compare(x.Code, y.Code))
	})
	for status, response := range op.Responses {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		for _, content := range response.Content {
			out.Answer = a.sketch(content.Schema, 0)
		}
	}
	return out
}

// sketch writes a schema as the JSON it stands for, a name and type a line.
func (a *API) sketch(s *huma.Schema, depth int) string {
	if s == nil || depth > 6 {
		return "…"
	}
	if s.Ref != "" {
		return a.sketch(a.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref), depth)
	}
	indent := strings.Repeat("  ", depth)
	switch s.Type {
	case huma.TypeArray:
		return "[" + a.sketch(s.Items, depth) + "]"
	case huma.TypeObject:
		if len(s.Properties) == 0 {
			return "{…}"
		}
		names := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		var b strings.Builder
		b.WriteString("{\n")
		for _, name := range names {
			mark := ""
			if !slices.Contains(s.Required, name) {
				mark = "?"
			}
			b.WriteString(indent + "  " + name + mark + ": " + a.sketch(s.Properties[name], depth+1) + "\n")
		}
		return b.String() + indent + "}"
	default:
		if s.Format != "" {
			return s.Type + " (" + s.Format + ")"
		}
		return s.Type
	}
}
