// Package document makes the papers of a rental: the contract, once it is confirmed, and the receipt, once money was taken.
// It keeps what each said and never changes it; a booking that was moved, or money that was given back, makes another one.
// A franchise's monthly statement is made of the books whenever it is asked for, and kept nowhere. The package decides
// nothing about bookings or money, and how pages are set is platform/pdf's.
package document

import (
	"time"

	"rihla/internal/platform/errs"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

// Kind is what a document is.
type Kind string

// The kinds.
const (
	Contract Kind = "CONTRACT"
	Receipt  Kind = "RECEIPT"
)

// Kinds are all of them.
var Kinds = []Kind{Contract, Receipt}

// File is a document as it is handed out: a PDF.
type File struct {
	// Name to save it under: "rihla-contract-RH-7K3M9QX.pdf".
	Name    string
	Content []byte
}

// ErrNotFound says that a booking has no such document, or not yet.
var ErrNotFound = errs.New(errs.NotFound, "DOCUMENT_NOT_FOUND")

// facts are what a document says, as they were when it was made. They are kept as JSON: members may be added, and none
// may change its meaning.
type facts struct {
	Reference string        `json:"reference"`
	Language  i18n.Language `json:"language"`

	Customer   party      `json:"customer"`
	Franchise  party      `json:"franchise"`
	Motorcycle motorcycle `json:"motorcycle"`

	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Delivery bool      `json:"delivery"`
	Pickup   string    `json:"pickup"`
	Dropoff  string    `json:"dropoff"`

	Days     int          `json:"days"`
	DayPrice money.Amount `json:"dayPrice"`
	Rental   money.Amount `json:"rental"`
	Extras   []extra      `json:"extras"`
	Total    money.Amount `json:"total"`

	// Ladder is a contract's.
	Ladder *ladder `json:"ladder,omitempty"`
	// Taken and GivenBack are a receipt's.
	Taken     []movement `json:"taken,omitempty"`
	GivenBack []movement `json:"givenBack,omitempty"`
}

// party is one of the two sides of a contract.
type party struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	Email   string `json:"email"`
	Phone   string `json:"phone,omitempty"`
}

type motorcycle struct {
	Model        string `json:"model"`
	Year         int    `json:"year"`
	Registration string `json:"registration"`
	EngineCC     int    `json:"engineCc,omitempty"`
}

type extra struct {
	Name     string       `json:"name"`
	PerDay   bool         `json:"perDay"`
	Free     bool         `json:"free"`
	Price    money.Amount `json:"price"`
	Quantity int          `json:"quantity"`
	Amount   money.Amount `json:"amount"`
}

// ladder is what a cancellation gives back (D10).
type ladder struct {
	FullHours    int `json:"fullHours"`
	PartialHours int `json:"partialHours"`
	Percent      int `json:"percent"`
	// Forfeited is the part, in percent, that is lost already.
	Forfeited int `json:"forfeited,omitempty"`
}

// movement is money that was taken or given back.
type movement struct {
	At     time.Time    `json:"at"`
	Amount money.Amount `json:"amount"`
	// Charged is what that was in Currency; both are absent where it was the dirham.
	Charged  money.Amount `json:"charged,omitempty"`
	Currency string       `json:"currency,omitempty"`
	// Gateway took it, under its own name for it.
	Gateway   string `json:"gateway"`
	GatewayID string `json:"gatewayId,omitempty"`
}
