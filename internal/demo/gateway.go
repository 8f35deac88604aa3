package demo

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"rihla/internal/payment"
	"rihla/internal/platform/money"
)

// gateway stands where Payzone stands while the story is told: what it says of a charge, the story decides. It makes
// no call, and exists only as long as Seed runs.
type gateway struct {
	// last is the charge that was launched last.
	last payment.LaunchInput
}

// notice is the body of its callbacks.
type notice struct {
	State         payment.State
	Charge, Order string
	Transaction   string
	Amount        money.Amount
	Currency      string
}

// word writes what became of a charge.
func word(c payment.LaunchInput, state payment.State) ([]byte, error) {
	// Only a card that was taken has a number at the gateway.
	number := ""
	if state == payment.StatePaid {
		number = transaction(c.ChargeID)
	}
	return json.Marshal(notice{
		State: state, Charge: c.ChargeID, Order: c.OrderID, Transaction: number, Amount: c.Amount, Currency: c.Currency,
	})
}

// Name implements payment.Gateway.
func (g *gateway) Name() payment.GatewayName { return payment.Payzone }

// Launch implements payment.Gateway.
func (g *gateway) Launch(_ context.Context, in payment.LaunchInput) (payment.Launch, error) {
	g.last = in
	return payment.Launch{OrderID: in.OrderID}, nil
}

// Verify implements payment.Gateway.
func (g *gateway) Verify(_ context.Context, body []byte, _ payment.Header) (payment.Event, error) {
	var n notice
	if err := json.Unmarshal(body, &n); err != nil {
		return payment.Event{}, fmt.Errorf("%w: %w", payment.ErrSignature, err)
	}
	return payment.Event{Key: n.Charge + "/" + string(n.State), ChargeID: n.Charge}, nil
}

// Translate implements payment.Gateway.
func (g *gateway) Translate(body []byte) (payment.Outcome, error) {
	var n notice
	if err := json.Unmarshal(body, &n); err != nil {
		return payment.Outcome{}, err
	}
	return payment.Outcome{
		State: n.State, ChargeID: n.Charge, OrderID: n.Order, TransactionID: n.Transaction, Amount: n.Amount,
		Currency: n.Currency, Detail: string(n.State),
	}, nil
}

// Status implements payment.Gateway. The story never leaves anything to ask about.
func (g *gateway) Status(_ context.Context, ref payment.Ref) (payment.Outcome, error) {
	return payment.Outcome{}, fmt.Errorf("%w: %s", payment.ErrUnknownCharge, ref.ChargeID)
}

// Refund implements payment.Gateway.
func (g *gateway) Refund(_ context.Context, in payment.RefundInput) (payment.RefundOutcome, error) {
	return payment.RefundOutcome{ID: "refund-" + in.Key, Done: true}, nil
}

// jobs notes what the services want done after a transaction; the story does it before it goes on. It implements
// job.Inserter. Each step of the story is one transaction at a time, so none is noted that was rolled back.
type jobs struct{ waiting []river.JobArgs }

// InsertTx implements job.Inserter.
func (j *jobs) InsertTx(_ context.Context, _ pgx.Tx, args river.JobArgs, _ *river.InsertOpts) (*rivertype.JobInsertResult, error) {
	j.waiting = append(j.waiting, args)
	return &rivertype.JobInsertResult{Job: &rivertype.JobRow{}}, nil
}

// work does what waits.
func (t *teller) work(ctx context.Context) error {
	for len(t.jobs.waiting) > 0 {
		next := t.jobs.waiting[0]
		t.jobs.waiting = t.jobs.waiting[1:]
		switch args := next.(type) {
		case payment.EventArgs:
			if err := t.payments.ProcessEvent(ctx, args.EventID); err != nil {
				return err
			}
		case payment.RefundArgs:
			if _, err := t.payments.ProcessRefund(ctx, args.RefundID); err != nil {
				return err
			}
		}
	}
	return nil
}

// transaction numbers a charge as a gateway would: from the payment's id, so that it is nobody else's.
func transaction(paymentID string) string {
	return "demo-" + uuid.NewSHA1(uuid.NameSpaceOID, []byte(paymentID)).String()[:18]
}
