package ledger

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rihla/internal/platform/money"
)

// TestRefundsLeaveNothingBehind gives a payment back in any number of parts, some of which fail and are given back
// again: every entry adds up to nothing, nobody pays for what was not theirs, and at the end nothing of the payment is
// left on any account but what was kept.
func TestRefundsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		captured := money.Amount(rapid.Int64Range(1, int64(money.Max)).Draw(t, "captured"))
		p := position{credit: captured}
		if rapid.Bool().Draw(t, "paid a booking") {
			p.earned = money.Amount(rapid.Int64Range(1, int64(captured)).Draw(t, "earned"))
			p.commission = money.Amount(rapid.Int64Range(0, int64(p.earned)).Draw(t, "commission"))
			p.credit -= p.earned
		}
		unearned := p.credit
		left := captured
		for left > 0 {
			amount := money.Amount(rapid.Int64Range(1, int64(left)).Draw(t, "refund"))
			e := p.refund(amount)
			require.Zero(t, sum(e))
			on := map[Account]money.Amount{}
			for _, l := range e {
				on[l.account] = l.amount
			}
			require.Equal(t, -amount, on[Refund])
			for _, account := range []Account{Customer, Franchise, Commission} {
				require.GreaterOrEqual(t, on[account], money.Amount(0), account)
			}
			require.Equal(t, min(p.credit, amount), on[Customer], "what is nobody's income goes first")
			p.credit -= on[Customer]
			p.returned += on[Franchise] + on[Commission]
			p.commissionReturned += on[Commission]
			require.LessOrEqual(t, p.returned, p.earned)
			require.LessOrEqual(t, p.commissionReturned, p.commission)
			requireNearest(t, p)
			if rapid.IntRange(0, 4).Draw(t, "fails") == 0 {
				p.credit += amount
				continue
			}
			left -= amount
		}
		require.Zero(t, p.credit)
		require.Equal(t, captured-unearned, p.returned)
		require.Equal(t, p.commission, p.commissionReturned, "the commission of a booking that was given back whole")
	})
}

// requireNearest states half up with exact numbers: the commission returned is within half a centime of its proportion.
func requireNearest(t *rapid.T, p position) {
	if p.earned == 0 {
		return
	}
	exact := big.NewRat(int64(p.commission), int64(p.earned))
	exact.Mul(exact, big.NewRat(int64(p.returned), 1))
	off := new(big.Rat).Sub(big.NewRat(int64(p.commissionReturned), 1), exact)
	require.Positive(t, off.Cmp(big.NewRat(-1, 2)), "%s is too low", off)
	require.LessOrEqual(t, off.Cmp(big.NewRat(1, 2)), 0, "%s is too high", off)
}

func TestWhatTheBooksDoNotKnowOfStaysOnTheCustomer(t *testing.T) {
	t.Parallel()
	require.Equal(t, entry{{Customer, 50}, {Refund, -50}}, position{}.refund(50).lines())
	require.Equal(t, entry{{Customer, 30}, {Franchise, 17}, {Commission, 3}, {Refund, -50}},
		position{earned: 100, commission: 15, returned: 80, commissionReturned: 12}.refund(50).lines())
}

func sum(e entry) money.Amount {
	var total money.Amount
	for _, l := range e {
		total += l.amount
	}
	return total
}
