package money

import (
	"errors"
	"math/big"
	"strings"
)

// Rate is what one unit of a foreign currency costs, in millionths of a dirham: 10800000 is 10.80 MAD for 1 EUR.
type Rate int64

// rateDecimals is how many decimals a rate has at most.
const rateDecimals = 6

// MaxRate is the highest rate that is accepted: ten thousand dirham for one.
const MaxRate Rate = 10_000_000_000

var errRate = errors.New("money: a rate is a number above 0 and up to 10000, with at most six decimals")

// ParseRate reads a decimal number ("10.8") exactly.
func ParseRate(s string) (Rate, error) {
	whole, part, _ := strings.Cut(s, ".")
	if whole == "" || len(s) > 20 || len(part) > rateDecimals || strings.Trim(whole+part, "0123456789") != "" {
		return 0, errRate
	}
	digits, ok := new(big.Int).SetString(whole+part+strings.Repeat("0", rateDecimals-len(part)), 10)
	if !ok || !digits.IsInt64() || digits.Sign() == 0 || Rate(digits.Int64()) > MaxRate {
		return 0, errRate
	}
	return Rate(digits.Int64()), nil
}

// String is the rate with two decimals at least and no more than it needs: "10.80".
func (r Rate) String() string {
	whole := big.NewRat(int64(r), 1_000_000).FloatString(rateDecimals)
	for strings.HasSuffix(whole, "0") && len(whole)-strings.IndexByte(whole, '.') > 3 {
		whole = whole[:len(whole)-1]
	}
	return whole
}

// MarshalJSON writes a number.
func (r Rate) MarshalJSON() ([]byte, error) { return []byte(r.String()), nil }

// Convert is what an amount in dirham is in the foreign currency, rounded half up to its hundredth. Amounts are not
// negative and at most Max.
func (r Rate) Convert(mad Amount) Amount {
	const unit = 1_000_000
	return Amount((int64(mad)*unit*2 + int64(r)) / (2 * int64(r)))
}
