package api

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"rihla/internal/platform/money"
)

// amountText describes an amount that nobody has said more of.
const amountText = "Moroccan dirham, two decimals"

// MAD is an amount of money on the wire: a JSON number with two decimals (D4).
type MAD money.Amount

// MarshalJSON writes two decimals.
func (m MAD) MarshalJSON() ([]byte, error) { return money.Amount(m).MarshalJSON() }

// UnmarshalJSON rounds to the centime.
func (m *MAD) UnmarshalJSON(b []byte) error { return (*money.Amount)(m).UnmarshalJSON(b) }

// Schema describes the number.
func (MAD) Schema(huma.Registry) *huma.Schema {
	limit := float64(money.Max) / 100
	lowest := -limit
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Minimum: &lowest, Maximum: &limit, Description: amountText, Examples: []any{450.00}}
}

// exchangeRate is what one unit of a currency costs, on the wire.
type exchangeRate money.Rate

// MarshalJSON writes two to six decimals.
func (r exchangeRate) MarshalJSON() ([]byte, error) { return money.Rate(r).MarshalJSON() }

// Schema describes the number.
func (exchangeRate) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double", Minimum: new(0.0), Description: "Moroccan dirham for one unit", Examples: []any{10.80}}
}

// utc writes an instant as D23 has it.
func utc(t time.Time) time.Time { return t.UTC() }

func utcPointer(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}
