package payment

// Metrics are told what happens to payments, for whoever watches over them. Nil ones are left out.
type Metrics struct {
	// Moved counts payments that came to a status, by gateway and status.
	Moved func(values ...string)
	// Called counts callbacks, by gateway and what came of them.
	Called func(values ...string)
	// Alarmed counts what a person must look into, by gateway and alarm.
	Alarmed func(values ...string)
	// Lag takes how old the oldest payment is whose outcome is not known, in seconds, and Reconciled when that was looked
	// at and nothing went wrong, in seconds since 1970.
	Lag, Reconciled func(float64)
}

// What comes of callbacks.
const (
	callbackAccepted  = "accepted"
	callbackDuplicate = "duplicate"
	callbackRefused   = "refused" // its signature or its size
	callbackFailed    = "failed"  // not recorded: the gateway is asked to send it again
)

// What a person must look into.
const (
	alarmMismatch     = "mismatch"        // a message that does not match its payment
	alarmDisputed     = "disputed"        // the payer wants the money back from the bank
	alarmRefundFailed = "refund_failed"   // the money must be given back by hand
	alarmReversed     = "refund_reversed" // a refund that was done came back: the money must be given back again
)

func (m Metrics) complete() Metrics {
	for _, counter := range []*func(values ...string){&m.Moved, &m.Called, &m.Alarmed} {
		if *counter == nil {
			*counter = func(...string) {}
		}
	}
	for _, gauge := range []*func(float64){&m.Lag, &m.Reconciled} {
		if *gauge == nil {
			*gauge = func(float64) {}
		}
	}
	return m
}
