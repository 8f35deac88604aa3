package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/telemetry"
)

func TestQuiet(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := telemetry.Quiet(telemetry.NewLog(&out, "debug", false))
	log.Info("started")
	log.Error("cut short", "error", fmt.Errorf("begin: %w", context.Canceled))
	log.Error("cut short", "error", "context canceled")
	require.Empty(t, out.String())
	log.With("job", 7).Error("broken", "error", errors.New("no such table"))
	require.Contains(t, out.String(), "no such table")
	require.Contains(t, out.String(), "job=7")
}
