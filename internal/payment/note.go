package payment

import "strings"

// NoteCode says why a payment took a step, or why money goes back, for programs.
type NoteCode string

// The codes of steps.
const (
	NoteOpened        NoteCode = "OPENED"
	NoteHandedOver    NoteCode = "HANDED_OVER"
	NoteNoPage        NoteCode = "NO_PAGE"
	NoteAtCounter     NoteCode = "AT_COUNTER"
	NotePaidAtCounter NoteCode = "PAID_AT_COUNTER"
	NoteBookingMoved  NoteCode = "BOOKING_MOVED"
	// NoteBookingBecame goes with the status of the booking.
	NoteBookingBecame NoteCode = "BOOKING_BECAME"
	NotePaidByAnother NoteCode = "PAID_BY_ANOTHER"
	NotePageUnused    NoteCode = "PAGE_UNUSED"
	// NoteGivenUp goes with the reason that somebody wrote, if any.
	NoteGivenUp NoteCode = "GIVEN_UP"
	// NoteGatewaySays goes with the gateway's own words.
	NoteGatewaySays NoteCode = "GATEWAY_SAYS"
	// NoteMismatch goes with what does not match (D15), for the records.
	NoteMismatch NoteCode = "MISMATCH"
	// NoteGivenBack and NoteTakenBack go with how much is given back by then, in dirham.
	NoteGivenBack NoteCode = "GIVEN_BACK"
	NoteTakenBack NoteCode = "TAKEN_BACK"
)

// The codes of refunds.
const (
	ReasonCancelled   NoteCode = "BOOKING_CANCELLED"
	ReasonCostsLess   NoteCode = "COSTS_LESS"
	ReasonCostsMore   NoteCode = "COSTS_MORE"
	ReasonPaidTwice   NoteCode = "PAID_TWICE"
	ReasonTaken       NoteCode = "TAKEN"
	ReasonCameTooLate NoteCode = "CAME_TOO_LATE"
)

// noteTexts are the sentences for the records; what goes with a code stands in place of the %.
var noteTexts = map[NoteCode]string{
	NoteOpened: "opened", NoteHandedOver: "handed to the gateway", NoteNoPage: "the gateway gave no pay page",
	NoteAtCounter: "taken at the counter", NotePaidAtCounter: "paid at the counter",
	NoteBookingMoved: "the booking was moved", NoteBookingBecame: "the booking became %",
	NotePaidByAnother: "another payment paid the booking", NotePageUnused: "the pay page was left unused",
	NoteGivenUp: "given up by hand: %", NoteGatewaySays: "the gateway says %", NoteMismatch: resultUnmatched + "%",
	NoteGivenBack: "% given back", NoteTakenBack: "a refund was taken back; % given back",
	ReasonCancelled: "the booking was cancelled", ReasonCostsLess: "the booking was moved and costs less",
	ReasonCostsMore: "the booking was moved and costs more", ReasonPaidTwice: "the booking was paid twice",
	ReasonTaken:       "the payment came after its window and the motorcycle was taken",
	ReasonCameTooLate: "the payment came after the booking was cancelled",
}

// NoteCodes are those of steps, ReasonCodes those of refunds.
var (
	NoteCodes = []NoteCode{
		NoteOpened, NoteHandedOver, NoteNoPage, NoteAtCounter, NotePaidAtCounter, NoteBookingMoved, NoteBookingBecame,
		NotePaidByAnother, NotePageUnused, NoteGivenUp, NoteGatewaySays, NoteMismatch, NoteGivenBack, NoteTakenBack,
	}
	ReasonCodes = []NoteCode{ReasonCancelled, ReasonCostsLess, ReasonCostsMore, ReasonPaidTwice, ReasonTaken, ReasonCameTooLate}
)

// Note is why something happened: a code and what goes with it, or somebody's own words without a code.
type Note struct {
	Code  NoteCode
	Value string
}

// String is the note as a sentence for the records.
func (n Note) String() string {
	if n.Code == "" {
		return n.Value
	}
	return strings.TrimSuffix(strings.ReplaceAll(noteTexts[n.Code], "%", n.Value), ": ")
}
