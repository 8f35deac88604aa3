package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// kind is what sort of read an operation is; each is measured in its own way.
type kind int

const (
	single kind = iota // one thing, or figures
	list               // pages of rows
	export             // all rows as a file
)

// operation is a GET of the interface, as its own document describes it.
type operation struct {
	id, path   string
	kind       kind
	parameters []parameter
}

// parameter is one of the query.
type parameter struct {
	name string
	enum []string
}

// operations reads the running program's document, so that an operation added later is not forgotten.
func (b *bench) operations(ctx context.Context) ([]operation, error) {
	body, err := b.client.get(ctx, "/openapi.json")
	if err != nil {
		return nil, err
	}
	type schema struct {
		Ref   string `json:"$ref"`
		Enum  []any
		Items *struct{ Enum []any }
	}
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				Name, In string
				Schema   schema
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(body, &document); err != nil {
		return nil, fmt.Errorf("read the interface's document: %w", err)
	}
	var operations []operation
	for path, methods := range document.Paths {
		get, is := methods[strings.ToLower(http.MethodGet)]
		if !is {
			continue
		}
		op := operation{id: get.OperationID, path: path}
		for _, p := range get.Parameters {
			if p.In != "query" {
				continue
			}
			shape := p.Schema
			if name, is := strings.CutPrefix(shape.Ref, "#/components/schemas/"); is {
				shape = document.Components.Schemas[name]
			}
			if shape.Items != nil {
				shape.Enum = shape.Items.Enum
			}
			op.parameters = append(op.parameters, parameter{p.Name, texts(shape.Enum)})
		}
		switch {
		case strings.HasSuffix(path, "/export"):
			op.kind = export
		case op.has("page") && op.has("limit"):
			op.kind = list
		}
		operations = append(operations, op)
	}
	slices.SortFunc(operations, func(x, y operation) int { return strings.Compare(x.path, y.path) })
	return operations, nil
}

func (op operation) has(name string) bool {
	return slices.ContainsFunc(op.parameters, func(p parameter) bool { return p.name == name })
}

// texts are the values of a closed list, without the empty one and null.
func texts(values []any) []string {
	var out []string
	for _, value := range values {
		if text, is := value.(string); is && text != "" {
			out = append(out, text)
		}
	}
	return out
}
