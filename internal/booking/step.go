package booking

import (
	"rihla/internal/platform/money"
)

// Step is something that staff can do with a booking as it stands.
type Step string

// The steps, in the order in which a booking usually takes them.
const (
	StepConfirm     Step = "CONFIRM"
	StepTakePayment Step = "TAKE_PAYMENT"
	StepMove        Step = "MOVE"
	StepReassign    Step = "REASSIGN"
	StepHandOver    Step = "HAND_OVER"
	StepExtend      Step = "EXTEND"
	StepTakeBack    Step = "TAKE_BACK"
	StepCancel      Step = "CANCEL"
	StepRefund      Step = "REFUND"
)

// Steps lists them.
var Steps = []Step{StepConfirm, StepTakePayment, StepMove, StepReassign, StepHandOver, StepExtend, StepTakeBack, StepCancel, StepRefund}

// NextSteps are what staff can do with b now, so that nobody is offered what would be refused (D8). left is what was taken
// for the booking and neither given back nor promised to be.
func (s *Service) NextSteps(b Booking, left money.Amount) []Step {
	now := s.clock.Now()
	can := map[Step]bool{
		StepConfirm:     b.Payable(now),
		StepTakePayment: b.Payable(now),
		StepMove:        b.Payable(now) || b.Status == Confirmed && now.Before(b.Start),
		StepReassign:    s.checkExchange(b) == nil,
		StepHandOver:    b.Status == Confirmed,
		StepExtend:      b.Status == Active,
		StepTakeBack:    b.Status == Active,
		StepCancel:      len(b.Status.Next()) > 0,
		StepRefund:      left > 0,
	}
	var steps []Step
	for _, step := range Steps {
		if can[step] {
			steps = append(steps, step)
		}
	}
	return steps
}
