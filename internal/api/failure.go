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
	"rihla/internal/platform/money"
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

// failures are the responses that an operation refuses with, by status. Those with the same codes are one component.
func failures(op Operation, published *huma.Operation, shared map[string]*huma.Response) map[string]*huma.Response {
	out := map[string]*huma.Response{}
	for status, codes := range codesOf(op, published) {
		name := responseName(codes)
		if status == http.StatusRequestTimeout {
			name = "RequestTimeout" // TIMEOUT has two statuses
		}
		if shared[name] == nil {
			shared[name] = refusal(status, codes)
		}
		out[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + name}
	}
	for _, status := range op.OwnFailures {
		out[strconv.Itoa(status)] = refusal(status, codesOf(op, published)[status])
	}
	return out
}

// responseName is "FranchiseNotFoundOrSupplementNotFound".
func responseName(codes []string) string {
	var name strings.Builder
	for i, code := range codes {
		if i > 0 {
			name.WriteString("Or")
		}
		for word := range strings.SplitSeq(code, "_") {
			name.WriteString(word[:1] + strings.ToLower(word[1:]))
		}
	}
	return name.String()
}

// refusal is a response that carries one of codes, each of which is an example.
func refusal(status int, codes []string) *huma.Response {
	out := &huma.Response{Description: http.StatusText(status), Content: map[string]*huma.MediaType{}}
	if len(codes) == 0 {
		return out
	}
	out.Description += ": " + strings.Join(codes, ", ")
	examples := map[string]*huma.Example{}
	for _, code := range codes {
		examples[code] = &huma.Example{Summary: code, Value: exampleProblem(status, code)}
	}
	out.Content["application/problem+json"] = &huma.MediaType{Schema: &huma.Schema{Ref: schemaPrefix + "Problem"}, Examples: examples}
	return out
}

// exampleParams fill the placeholders of every text in examples.
var exampleParams = errs.Params{
	"id": exampleID, "name": "GPS", "code": "CASA", "count": 2, "difference": money.Amount(15000), "min": 1, "max": 100, "total": money.Amount(135000), "refund": money.Amount(67500), "status": 503,
	"start": "2027-05-01T09:00:00Z", "end": "2027-05-04T09:00:00Z", "from": "COMPLETED", "to": "CONFIRMED", "values": "PER_RENTAL, PER_DAY",
	"feature": "ABS", "motorcycle": "Honda CB500X", "number": "12345-A-6", "device": "ML-20418", "km": 18250,
	"megabytes": 10, "megapixels": 40, "types": "JPEG, PNG, WebP, GIF",
	"motorcycles": 2, "bookings": 3, "users": 1, "parkingPoints": 1, "supplements": 0, "features": 0,
}

// exampleProblem is a refusal as a caller reads it in English.
func exampleProblem(status int, code string) any {
	kind, _ := errs.KindOf(code)
	e := errs.New(kind, code)
	e.Params = exampleParams
	if code == "VALIDATION" {
		e.Fields = []errs.Field{{Field: "name", Code: "REQUIRED"}}
	}
	written, _ := json.Marshal(newProblem(request{language: i18n.English, id: exampleID}, status, e)) // made of texts and numbers
	var out any
	_ = json.Unmarshal(written, &out)
	return out
}
