// Package money holds amounts as integer centimes. Outside the program an amount is a JSON number with two decimals
// (D4); inside, nothing is ever a float. It must not know what an amount is for.
package money

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Amount is a sum in centimes: 12550 is 125.50.
type Amount int64

// Max is the largest amount that is accepted from outside: a billion dirham, far from where sums of products overflow.
const Max Amount = 100_000_000_000

// Tolerance is how far a caller's total may be off before it counts as another price (specification section 9).
const Tolerance Amount = 1

// String is the amount in major units with two decimals and no currency: "125.50".
func (a Amount) String() string {
	sign := ""
	if a < 0 {
		sign, a = "-", -a
	}
	return fmt.Sprintf("%s%d.%02d", sign, int64(a)/100, int64(a)%100)
}

// MarshalJSON writes a number with two decimals.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalJSON reads a JSON number, rounding half away from zero to the centime: a caller's 0.1+0.2 is 0.30.
func (a *Amount) UnmarshalJSON(b []byte) error {
	parsed, err := Parse(string(b))
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}

// Parse reads major units ("125.5", "1e3") exactly and rounds half away from zero to the centime.
func Parse(s string) (Amount, error) {
	// big.Rat would happily build 1e999999999 digit by digit.
	if mantissa, exponent, has := strings.Cut(strings.ToLower(s), "e"); has || len(mantissa) > 40 {
		if e, err := strconv.Atoi(exponent); len(mantissa) > 40 || err != nil || e > 12 || e < -40 {
			return 0, fmt.Errorf("money: %.40q is not an amount", s)
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || strings.ContainsAny(s, "/xXpPoObB_") {
		return 0, fmt.Errorf("money: %.40q is not an amount", s)
	}
	centimes := r.Mul(r, big.NewRat(100, 1))
	twice := new(big.Int).Mul(centimes.Num(), big.NewInt(2))
	if centimes.Sign() >= 0 {
		twice.Add(twice, centimes.Denom())
	} else {
		twice.Sub(twice, centimes.Denom())
	}
	rounded := twice.Quo(twice, new(big.Int).Mul(centimes.Denom(), big.NewInt(2)))
	if !rounded.IsInt64() || rounded.Int64() > int64(Max) || rounded.Int64() < -int64(Max) {
		return 0, fmt.Errorf("money: %.40q is out of range", s)
	}
	return Amount(rounded.Int64()), nil
}

// Percent returns percent hundredths of a, rounded half up: the customer's part of a refund is never a centime short.
func (a Amount) Percent(percent int) Amount {
	return Amount((int64(a)*int64(percent) + 50) / 100)
}

// Near tells whether b is the same price as a, give or take the tolerance.
func (a Amount) Near(b Amount) bool {
	d := a - b
	return d >= -Tolerance && d <= Tolerance
}
