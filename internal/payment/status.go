package payment

import "slices"

// Status is where a payment stands (specification section 3).
type Status string

// The statuses.
const (
	Pending           Status = "PENDING"
	Processing        Status = "PROCESSING"
	Completed         Status = "COMPLETED"
	Failed            Status = "FAILED"
	Cancelled         Status = "CANCELLED"
	Refunded          Status = "REFUNDED"
	PartiallyRefunded Status = "PARTIALLY_REFUNDED"
)

// Statuses lists them in the order of a payment's life.
var Statuses = []Status{Pending, Processing, Completed, Failed, Cancelled, Refunded, PartiallyRefunded}

// transitions is the whole of what a payment may become (specification section 4). Money wins: a genuine success that
// arrives late completes a payment that had failed or had been given up (D15). Nothing takes a success back but a
// refund, and a refund that its gateway takes back leaves the payment as it was before.
var transitions = map[Status][]Status{
	Pending:           {Processing, Completed, Failed, Cancelled},
	Processing:        {Completed, Failed, Cancelled},
	Failed:            {Completed},
	Cancelled:         {Completed},
	Completed:         {PartiallyRefunded, Refunded},
	PartiallyRefunded: {Refunded, Completed},
	Refunded:          {PartiallyRefunded, Completed},
}

// CanBecome tells whether a payment that is s may become to.
func (s Status) CanBecome(to Status) bool { return slices.Contains(transitions[s], to) }

// Open tells whether the payment still waits for its outcome.
func (s Status) Open() bool { return s == Pending || s == Processing }

// Captured tells whether the money was taken, whatever was given back since.
func (s Status) Captured() bool { return s == Completed || s == Refunded || s == PartiallyRefunded }
