// Package ledger keeps the books: double entry in dirham centimes, only ever added to. Every fact about money, such as a
// captured payment or a promised refund, is one transaction whose lines add up to nothing, written in the database
// transaction that makes the fact true. What a franchise earned, what it is owed, statements and the check that payments
// and books agree are sums of it. It reads bookings and payments by its own SQL, changes none of them, and must not
// import other features.
package ledger

import (
	"math/bits"
	"slices"

	"rihla/internal/platform/money"
)

// Account is what a line is booked on; each has an owner. Above zero its owner owes the platform money, below zero the
// platform owes it to the owner.
type Account string

// The accounts.
const (
	// Customer is a customer's: money that came and paid nothing yet, or did not go back yet, is the customer's credit.
	Customer Account = "CUSTOMER"
	// Gateway is money that a gateway took and has not given back.
	Gateway Account = "GATEWAY"
	// AtCounter is money that a franchise took over its own counter and has not given back. It is posted as Gateway: which of
	// the two it is follows from the payment.
	AtCounter Account = "COUNTER"
	// Franchise is what a franchise earned.
	Franchise Account = "FRANCHISE"
	// Commission is what the platform earned.
	Commission Account = "PLATFORM_COMMISSION"
	// Refund is money on its way back through a gateway.
	Refund Account = "REFUND"
)

// Kind is a fact that is posted.
type Kind string

// The facts.
const (
	PaymentCaptured Kind = "PAYMENT_CAPTURED"
	BookingEarned   Kind = "BOOKING_EARNED"
	RefundPromised  Kind = "REFUND_PROMISED"
	RefundDone      Kind = "REFUND_DONE"
	RefundFailed    Kind = "REFUND_FAILED"
	RefundReversed  Kind = "REFUND_REVERSED"
	// Correction makes up for one of the others, by hand.
	Correction Kind = "CORRECTION"
)

// Facts are those that the program posts by itself, and that a correction can make up for.
var Facts = []Kind{PaymentCaptured, BookingEarned, RefundPromised, RefundDone, RefundFailed, RefundReversed}

// Kinds are everything that is posted.
var Kinds = append(slices.Clone(Facts), Correction)

// Correctable are the accounts of a correction's lines; Gateway stands for AtCounter where the payment was taken there.
var Correctable = []Account{Customer, Gateway, Franchise, Commission, Refund}

// Accounts are all of them.
var Accounts = append(slices.Clone(Correctable), AtCounter)

// line is an amount on an account.
type line struct {
	account Account
	amount  money.Amount
}

// entry moves amounts from accounts to others; lines of nothing are left out.
type entry []line

func (e entry) lines() entry {
	out := make(entry, 0, len(e))
	for _, l := range e {
		if l.amount != 0 {
			out = append(out, l)
		}
	}
	return out
}

// position is where one payment's money lies.
type position struct {
	// credit is the customer's: neither earned nor promised back.
	credit money.Amount
	// earned is what the booking was worth, commission the platform's part of that.
	earned, commission money.Amount
	// returned is what of earned was promised back, commissionReturned the platform's part of that.
	returned, commissionReturned money.Amount
}

// refund takes amount from where it lies: from the customer's credit first, then from what the booking earned, the
// platform giving back its commission in proportion. The commission is rounded half up over all refunds together, so
// that a booking that is given back whole leaves no centime of it; the remainder is the franchise's. What the books do
// not know of is left on the customer's account, where the check finds it: a gap in the books must not keep money from
// going back.
func (p position) refund(amount money.Amount) entry {
	credit := min(max(p.credit, 0), amount)
	earned := min(amount-credit, max(p.earned-p.returned, 0))
	var commission money.Amount
	if earned > 0 {
		commission = share(p.commission, p.returned+earned, p.earned) - p.commissionReturned
	}
	return entry{
		{Customer, amount - earned}, {Franchise, earned - commission}, {Commission, commission}, {Refund, -amount},
	}
}

// share is part wholeths of a, rounded half up. None is below zero and part is at most whole, whose product with a needs
// more than 64 bits.
func share(a, part, whole money.Amount) money.Amount {
	high, low := bits.Mul64(uint64(a), uint64(part))
	low, carry := bits.Add64(low, uint64(whole/2), 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(whole))
	return money.Amount(quotient)
}
