package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"rihla/internal/testkit/apptest"
)

// hostileTexts are texts that break programs which do not expect them.
var hostileTexts = []string{
	"", " ", "\t\r\n", "null", "undefined", "NaN", "Infinity", "-0", "1e308", "1e400", "0x10", "1,5", "-1", "0", "99999999999999999999", "true",
	"'; drop table users; --", `" or ""="`, "%", "_", `\`, "%00", "<script>alert(1)</script>", "{{.}}", "${7*7}", "../../etc/passwd",
	"=HYPERLINK(\"http://example.com\")", "طنجة", "مرحبا \u202eabc", "\u200f\u200e", "😀👨‍👩‍👧‍👦", "e\u0301", "ı İ ß ﬃ", "\x00", "a\x00b", "\ufeff", "\ufffd",
	strings.Repeat("x", 10_000), strings.Repeat("م", 300), strings.Repeat("[", 5000),
	"2027-02-30", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2027-05-01T09:00:00", "10000-01-01T00:00:00Z", "2027-05-01T09:00:00+99:00",
	"00000000-0000-0000-0000-000000000000", "{00000000-0000-0000-0000-000000000000}", "urn:uuid:00000000-0000-0000-0000-000000000000",
	"a@b", "a@b@c", "javascript:alert(1)", "http://[::1", "//example.com", "file:///etc/passwd", "-name", "name,price", "sort", "24:00", "9:5",
	"current:91,0", "current:NaN,NaN", "address:", "address:\x00",
}

var (
	hostileText = rapid.OneOf(rapid.SampledFrom(hostileTexts), rapid.String(), rapid.Custom(func(t *rapid.T) string {
		return uuid.NewSHA1(uuid.Nil, []byte(rapid.String().Draw(t, "seed"))).String()
	}))
	// hostilePath is a text as part of a path: the two that mean folders are no part.
	hostilePath = hostileText.Filter(func(s string) bool { return s != "" && s != "." && s != ".." })
	// headerText is a text that HTTP lets through in a header.
	headerText = rapid.Map(hostileText, func(s string) string {
		return strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return -1
			}
			return r
		}, s)
	})
	hostileValue = rapid.OneOf(
		rapid.SampledFrom([]any{
			nil, true, false, 0, -1, 1, 0.001, 0.005, 1e308, -1e308, math.MaxInt64, json.Number("9223372036854775808"), json.Number("1e400"),
			json.Number("-0"), []any{}, object{}, []any{nil}, []any{[]any{}}, object{"": nil}, json.RawMessage(`"\ud800"`), json.RawMessage("\"\xff\xfe\""),
			manyIDs, json.RawMessage(strings.Repeat("[", 500) + strings.Repeat("]", 500)),
		}),
		rapid.Map(hostileText, func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.Int64(), func(n int64) any { return n }),
	)
	wholeBody = rapid.SampledFrom([]any{
		"", " ", "null", "[]", "{}", `""`, "0", "true", "{", "}", `{"a":NaN}`, `{"a":1e400}`, `{"a":1,"a":2}`, "\x00", "\xff\xfe", `{"a":"` + "\x01" + `"}`,
		strings.Repeat("[", 20_000), strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000), `{"a":"` + strings.Repeat("x", 2<<20) + `"}`,
		"--boundary\r\n\r\n--boundary--", "a=1&b=2", "<xml/>",
	})
)

var manyIDs = func() []any {
	out := make([]any, 10_000)
	for i := range out {
		out[i] = uuid.NewSHA1(uuid.Nil, fmt.Append(nil, i)).String()
	}
	return out
}()

// valueOf generates values that a schema takes, as far as schemas tell.
func valueOf(s apptest.Schema, depth int) *rapid.Generator[any] {
	if choices := s.Enum(); len(choices) > 0 {
		return rapid.SampledFrom(choices)
	}
	switch s.Type() {
	case "boolean":
		return rapid.Map(rapid.Bool(), func(b bool) any { return b })
	case "integer":
		low, high := s.Bounds(-10, 1000)
		return rapid.Map(rapid.IntRange(int(low), int(high)), func(n int) any { return n })
	case "number":
		low, high := s.Bounds(-1000, 100_000)
		return rapid.Map(rapid.IntRange(int(low*100), int(high*100)), func(n int) any { return float64(n) / 100 })
	case "array":
		if depth == 0 {
			return rapid.Just[any]([]any{})
		}
		return rapid.Map(rapid.SliceOfN(valueOf(s.Items(), depth-1), 0, 3), func(list []any) any { return list })
	case "object":
		return rapid.Custom(func(t *rapid.T) any {
			out := object{}
			members := s.Properties()
			for _, name := range slices.Sorted(maps.Keys(members)) {
				if depth > 0 && rapid.Bool().Draw(t, name) {
					out[name] = valueOf(members[name], depth-1).Draw(t, name)
				}
			}
			return out
		})
	default:
		return rapid.Map(textOf(s), func(s string) any { return s })
	}
}

// textOf generates texts that a schema takes, also of what is no text, as parameters have it.
func textOf(s apptest.Schema) *rapid.Generator[string] {
	if choices := s.Enum(); len(choices) > 0 {
		return rapid.Map(rapid.SampledFrom(choices), func(v any) string { return fmt.Sprint(v) })
	}
	switch s.Type() {
	case "boolean":
		return rapid.SampledFrom([]string{"true", "false"})
	case "integer":
		low, high := s.Bounds(-10, 1000)
		return rapid.Map(rapid.IntRange(int(low), int(high)), strconv.Itoa)
	case "number":
		return rapid.Map(rapid.IntRange(-1000, 100_000), func(n int) string { return fmt.Sprintf("%.2f", float64(n)/100) })
	case "array":
		return textOf(s.Items())
	}
	switch s.Format() {
	case "uuid":
		return rapid.SampledFrom([]string{uuid.Nil.String(), "019b1f3c-5a00-7c41-9d2e-3f6b8a1c4d70"})
	case "date-time":
		return rapid.Map(rapid.IntRange(0, 800), func(days int) string { return soon.AddDate(0, 0, days-100).Format("2006-01-02T15:04:05Z") })
	case "date":
		return rapid.Map(rapid.IntRange(0, 800), func(days int) string { return soon.AddDate(0, 0, days-100).Format("2006-01-02") })
	}
	return rapid.OneOf(rapid.StringMatching(`[A-Za-z]{1,20}`), rapid.String())
}
