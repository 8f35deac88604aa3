package payment

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/clock"
	"rihla/internal/platform/errs"
)

func TestTransitionTable(t *testing.T) {
	t.Parallel()
	allowed := map[Status]string{
		Pending: "PROCESSING COMPLETED FAILED CANCELLED", Processing: "COMPLETED FAILED CANCELLED", Failed: "COMPLETED",
		Cancelled: "COMPLETED", Completed: "REFUNDED PARTIALLY_REFUNDED", PartiallyRefunded: "REFUNDED COMPLETED", Refunded: "PARTIALLY_REFUNDED COMPLETED",
	}
	require.Len(t, allowed, len(Statuses))
	for _, from := range Statuses {
		for _, to := range Statuses {
			require.Equal(t, slices.Contains(strings.Fields(allowed[from]), string(to)), from.CanBecome(to), "%s to %s", from, to)
		}
	}
}

// A step that the table has not is refused before the database is asked: there is none here.
func TestEveryOtherStepIsRefused(t *testing.T) {
	t.Parallel()
	s := New(nil, nil, nil, clock.System{}, slog.New(slog.DiscardHandler), Config{})
	for _, from := range Statuses {
		for _, to := range Statuses {
			if from.CanBecome(to) {
				continue
			}
			_, err := s.moveTx(t.Context(), nil, Payment{Status: from}, move{to: to})
			require.Equal(t, "PAYMENT_TRANSITION", errs.CodeOf(err), "%s to %s", from, to)
		}
	}
}

// Nor does it write more than the history takes, whatever a gateway says.
func TestWhatIsKeptOfAnAnswer(t *testing.T) {
	t.Parallel()
	event := uuid.Must(uuid.NewV7())
	require.Nil(t, saying{}.kept())
	require.Nil(t, saying{event: &event, answer: []byte("more")}.kept(), "the callback is stored already")
	require.Equal(t, "a?b?c", *saying{answer: []byte("a\x00b\xff\xfec")}.kept())
	require.Len(t, *saying{answer: bytes.Repeat([]byte{0xff, 'x'}, maxAnswer)}.kept(), maxAnswer)
	require.LessOrEqual(t, len(*saying{answer: bytes.Repeat([]byte("é"), maxAnswer)}.kept()), maxAnswer)
	cut := *saying{answer: append([]byte("x"), bytes.Repeat([]byte("é"), maxAnswer)...)}.kept()
	require.True(t, utf8.ValidString(cut), "a character that is cut in two goes")
	require.LessOrEqual(t, len(cut), maxAnswer)
}
