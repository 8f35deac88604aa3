package notice

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/notify"
)

// A letter to a franchise that is added later is offered to its people too. That it was approved concerns the house, once.
func TestEveryLetterToAFranchiseCanBeChosen(t *testing.T) {
	t.Parallel()
	for _, letter := range notify.Letters {
		toFranchise := strings.HasPrefix(string(letter), "franchise_") && letter != notify.FranchiseApproved
		require.Equal(t, toFranchise, slices.Contains(Choosable, letter), letter)
	}
}
