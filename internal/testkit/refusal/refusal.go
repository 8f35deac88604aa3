// Package refusal reads, for tests, what a service refused.
package refusal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/errs"
)

// Fields returns the code of every broken field; err must be VALIDATION.
func Fields(t testing.TB, err error) map[string]string {
	t.Helper()
	var e *errs.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "VALIDATION", e.Code)
	codes := map[string]string{}
	for _, f := range e.Fields {
		codes[f.Field] = f.Code
	}
	return codes
}
