package apptest

import (
	"encoding/json"
	"slices"
	"strings"
)

// Schema is a JSON schema of the document, references followed.
type Schema struct{ members map[string]any }

// Parameter is a parameter of an operation.
type Parameter struct {
	Name, In string
	Schema   Schema
}

// Input returns the parameters of an operation and the schema of its body.
func (c *Contract) Input(method, path string) ([]Parameter, Schema) {
	methods, _ := c.Document["paths"].(map[string]any)[path].(map[string]any)
	operation, _ := methods[strings.ToLower(method)].(map[string]any)
	listed, _ := operation["parameters"].([]any)
	parameters := make([]Parameter, 0, len(listed))
	for _, p := range listed {
		of := p.(map[string]any)
		parameters = append(parameters, Parameter{of["name"].(string), of["in"].(string), c.follow(of["schema"])})
	}
	body, _ := operation["requestBody"].(map[string]any)
	content, _ := body["content"].(map[string]any)
	media, _ := content["application/json"].(map[string]any)
	return parameters, c.follow(media["schema"])
}

// follow reads a schema: what a reference points to, what it is when it is not null.
func (c *Contract) follow(raw any) Schema {
	s, _ := raw.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		components := c.Document["components"].(map[string]any)["schemas"].(map[string]any)
		return c.follow(components[ref[strings.LastIndex(ref, "/")+1:]])
	}
	if choices, ok := s["anyOf"].([]any); ok {
		return c.follow(choices[0])
	}
	return Schema{s}
}

// Type is the name of its type that is not null, "" when it has none.
func (s Schema) Type() string {
	switch of := s.members["type"].(type) {
	case string:
		return of
	case []any:
		for _, name := range of {
			if name != "null" {
				return name.(string)
			}
		}
	}
	return ""
}

// Format of a text.
func (s Schema) Format() string {
	format, _ := s.members["format"].(string)
	return format
}

// Enum is its closed list.
func (s Schema) Enum() []any {
	list, _ := s.members["enum"].([]any)
	return slices.Clone(list)
}

// Bounds are the least and the largest number, or these.
func (s Schema) Bounds(least, largest float64) (float64, float64) {
	read := func(name string, otherwise float64) float64 {
		number, ok := s.members[name].(json.Number)
		if !ok {
			return otherwise
		}
		value, err := number.Float64()
		if err != nil {
			return otherwise
		}
		return value
	}
	low := read("minimum", least)
	high := min(read("maximum", max(largest, low)), max(largest, low))
	return low, high
}

// Items is the schema of a list's items.
func (s Schema) Items() Schema { return Published().follow(s.members["items"]) }

// Properties are the schemas of an object's members.
func (s Schema) Properties() map[string]Schema {
	listed, _ := s.members["properties"].(map[string]any)
	out := make(map[string]Schema, len(listed))
	for name, of := range listed {
		out[name] = Published().follow(of)
	}
	return out
}
