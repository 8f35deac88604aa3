package api_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/testkit/apptest"
)

// TestMain bounds the random requests of a usual run; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	const checks = "40"
	set := flag.Set("rapid.checks", checks)
	flag.Parse()
	if set != nil {
		panic(set) // the flag is the library's
	}
	os.Exit(m.Run())
}

// testApp adds checks to the kit's program.
type testApp struct{ *apptest.App }

func newApp(t *testing.T, options ...apptest.Option) testApp {
	t.Helper()
	return testApp{apptest.New(t, options...)}
}

func (a testApp) requireRows(t *testing.T, want int, table string) {
	t.Helper()
	var got int
	require.NoError(t, a.DB().QueryRow(t.Context(), "select count(*) from "+table).Scan(&got))
	require.Equal(t, want, got, "rows of %s", table)
}
