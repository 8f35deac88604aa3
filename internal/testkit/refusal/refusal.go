// Package refusal reads, for tests, what a service refused.
package refusal

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
)

// Fields returns field and code of every complaint in err, none for nil. Any other error than VALIDATION, two complaints
// about a field, and a complaint without words fail the test.
func Fields(t testing.TB, err error) map[string]string {
	t.Helper()
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*errs.Error](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, "VALIDATION", e.Code)
	codes := map[string]string{}
	for _, f := range e.Fields {
		require.NotContains(t, codes, f.Field, "one complaint a field")
		require.True(t, i18n.Known("FIELD_"+f.Code), f.Code)
		codes[f.Field] = f.Code
	}
	return codes
}
