package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// codesOf are the codes that an operation may answer, by status: those it declares, and those that any call of its kind
// may.
func codesOf(op Operation, published *huma.Operation) map[int][]string {
	codes := []string{"INTERNAL", "UNAVAILABLE", "TIMEOUT"}
	if len(published.Parameters) > 0 || published.RequestBody != nil {
		codes = append(codes, "VALIDATION")
	}
	if published.RequestBody != nil {
		codes = append(codes, "MALFORMED", "TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
	}
	if !op.IgnoreToken {
		codes = append(codes, "INVALID_TOKEN")
	}
	if op.Permission != "" {
		codes = append(codes, "UNAUTHENTICATED", "FORBIDDEN")
	}
	if op.Limit != noLimit {
		codes = append(codes, "RATE_LIMITED")
	}
	out := map[int][]string{}
	for _, code := range append(codes, op.Errors...) {
		if kind, known := errs.KindOf(code); known && !slices.Contains(out[statusOf[kind]], code) {
			out[statusOf[kind]] = append(out[statusOf[kind]], code)
		}
	}
	if published.RequestBody != nil {
		out[http.StatusRequestTimeout] = []string{"TIMEOUT"} // the body did not come in time
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// failures are the responses that an operation refuses with: a status each, the codes in its words and as examples.
func failures(op Operation, published *huma.Operation) map[string]*huma.Response {
	out := map[string]*huma.Response{}
	for status, codes := range codesOf(op, published) {
		examples := map[string]*huma.Example{}
		for _, code := range codes {
			examples[code] = &huma.Example{Summary: code, Value: exampleProblem(status, code, published)}
		}
		out[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status) + ": " + strings.Join(codes, ", "),
			Content: map[string]*huma.MediaType{"application/problem+json": {
				Schema: &huma.Schema{Ref: schemaPrefix + "Problem"}, Examples: examples,
			}},
		}
	}
	return out
}

// failed is the response of a status, added when there is none.
func failed(responses map[string]*huma.Response, status int) *huma.Response {
	name := strconv.Itoa(status)
	if responses[name] == nil {
		responses[name] = &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{}}
	}
	return responses[name]
}

// exampleParams fill the placeholders of every text in examples.
var exampleParams = errs.Params{
	"id": exampleID, "name": "GPS", "code": "CASA", "count": 2, "min": 1, "max": 100, "total": "1350.00", "status": 503,
	"start": "2027-05-01T09:00:00Z", "end": "2027-05-04T09:00:00Z", "from": "COMPLETED", "to": "CONFIRMED", "values": "PER_RENTAL, PER_DAY",
	"feature": "ABS", "megabytes": 10, "megapixels": 40, "types": "JPEG, PNG, WebP, GIF", "motorcycle": "Honda CB500X", "registration": "12345-A-6", "registrationNumber": "12345-A-6",
}

// exampleProblem is a refusal as a caller reads it in English.
func exampleProblem(status int, code string, published *huma.Operation) any {
	kind, _ := errs.KindOf(code)
	e := errs.New(kind, code)
	e.Params = exampleParams
	if code == "VALIDATION" {
		e.Fields = []errs.Field{{Field: exampleField(published), Code: "REQUIRED"}}
	}
	about := request{language: i18n.English, id: exampleID, path: strings.ReplaceAll(published.Path, "{id}", exampleID)}
	written, _ := json.Marshal(newProblem(about, status, e)) // made of texts and numbers
	var out any
	_ = json.Unmarshal(written, &out)
	return out
}

// exampleField names something that a request to the operation must have.
func exampleField(op *huma.Operation) string {
	for _, p := range op.Parameters {
		if p.In == "query" {
			return p.Name
		}
	}
	return "name"
}
