package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/postgres"
)

// MaxCallback is the largest callback that is read, in bytes.
const MaxCallback = 1 << 20

// Bounds on what is kept of callbacks that nobody vouches for.
const (
	forgeryBytes     = 4 << 10
	forgeriesAnHour  = 200
	forgeryRetention = 30 * 24 * time.Hour
)

// Callback takes what a gateway reports: the signature is checked on the raw bytes, the event stored once and a job
// started in the same transaction; the work is done there. An event that is there already is fine. CALLBACK_SIGNATURE
// when the gateway did not send it: nothing changes, and the beginning is kept as evidence. NOT_FOUND for a gateway that
// is not configured, TOO_LARGE above MaxCallback. Any other error means that the gateway should send it again.
func (s *Service) Callback(ctx context.Context, name GatewayName, body []byte, header Header) error {
	gateway, ok := s.gateways[name]
	if !ok {
		return errs.New(errs.NotFound, "NOT_FOUND")
	}
	added, err := s.take(ctx, gateway, body, header)
	became := callbackDuplicate
	switch {
	case errors.Is(err, ErrCallbackSignature) || errors.Is(err, ErrCallbackTooLarge):
		became = callbackRefused
	case err != nil:
		became = callbackFailed
	case added:
		became = callbackAccepted
	}
	s.config.Metrics.Called(string(name), became)
	return err
}

// take stores a genuine callback and starts the work on it; false when it is there already.
func (s *Service) take(ctx context.Context, gateway Gateway, body []byte, header Header) (bool, error) {
	if len(body) > MaxCallback {
		return false, ErrCallbackTooLarge
	}
	event, err := gateway.Verify(ctx, body, header)
	if errors.Is(err, ErrSignature) {
		s.keepForgery(ctx, gateway.Name(), body)
		return false, ErrCallbackSignature.With(err)
	}
	if err != nil {
		return false, fmt.Errorf("verify a callback: %w", err)
	}
	failpoint.Reached(failpoint.CallbackVerified)
	now := s.clock.Now()
	added := false
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		id := uuid.Must(uuid.NewV7())
		inserted, err := paymentdb.New(tx).InsertEvent(ctx, paymentdb.InsertEventParams{
			ID: id, Gateway: string(gateway.Name()), EventKey: event.Key, Charge: chargeID(event.ChargeID), Body: body, ReceivedAt: now,
		})
		if err != nil {
			return fmt.Errorf("store a callback: %w", err)
		}
		if added = inserted > 0; !added {
			return nil
		}
		if _, err := s.jobs.InsertTx(ctx, tx, EventArgs{EventID: id}, nil); err != nil {
			return fmt.Errorf("start the work on a callback: %w", err)
		}
		failpoint.Reached(failpoint.CallbackWriting)
		return nil
	})
	failpoint.Reached(failpoint.CallbackWritten)
	return added, err
}

// chargeID reads the payment's id that our charges are called by; nil when it is none.
func chargeID(name string) *uuid.UUID {
	id, err := uuid.Parse(name)
	if err != nil {
		return nil
	}
	return &id
}

// keepForgery keeps evidence of a callback that its gateway did not sign, as far as there is room. The answer does not
// wait for a database that is down.
func (s *Service) keepForgery(ctx context.Context, name GatewayName, body []byte) {
	now := s.clock.Now()
	s.log.WarnContext(ctx, "a callback's signature does not match", "gateway", name, "bytes", len(body))
	err := paymentdb.New(s.db).InsertForgery(ctx, paymentdb.InsertForgeryParams{
		ID: uuid.Must(uuid.NewV7()), Gateway: string(name), Body: append([]byte{}, body[:min(len(body), forgeryBytes)]...), ReceivedAt: now,
		Since: now.Add(-time.Hour), Most: forgeriesAnHour,
	})
	if err != nil {
		s.log.ErrorContext(ctx, "a forged callback was not kept", "error", err)
	}
}

// ProcessEvent does what a stored callback says, once, however often it is called.
func (s *Service) ProcessEvent(ctx context.Context, id uuid.UUID) error {
	ctx = authz.AsSystem(ctx, "payments")
	failpoint.Reached(failpoint.EventTaken)
	event, err := paymentdb.New(s.db).GetEvent(ctx, id)
	if err != nil {
		return fmt.Errorf("read event %s: %w", id, err)
	}
	if event.ProcessedAt != nil {
		return nil
	}
	if event.PaymentID == nil {
		s.log.WarnContext(ctx, "a callback speaks of a charge that is not ours", "event", id)
		return s.finishEvent(ctx, id, "no such payment")
	}
	gateway, ok := s.gateways[GatewayName(event.Gateway)]
	if !ok {
		return fmt.Errorf("event %s: gateway %s is not configured any more", id, event.Gateway)
	}
	outcome, err := gateway.Translate(event.Body)
	if err != nil {
		s.log.ErrorContext(ctx, "a genuine callback cannot be read", "event", id, "error", err)
		return s.finishEvent(ctx, id, "not readable")
	}
	if outcome.ChargeID == "" {
		// Verify told which charge it is about.
		outcome.ChargeID = event.PaymentID.String()
	}
	told := &id
	if outcome.State == StateApproved {
		// The money is not taken yet, and the payer may not come back to have that done.
		if outcome, err = s.capture(ctx, *event.PaymentID); err != nil {
			return err
		}
		told = nil
	}
	err = s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, payments, err := s.lockTx(ctx, tx, *event.BookingID)
		if err != nil {
			return err
		}
		p, err := pick(payments, *event.PaymentID)
		if err != nil {
			return err
		}
		result, err := s.applyTx(ctx, tx, b, payments, p, news{outcome, told})
		if err != nil {
			return err
		}
		finished, err := paymentdb.New(tx).FinishEvent(ctx, paymentdb.FinishEventParams{ID: id, Now: s.clock.Now(), Outcome: truncate(result)})
		if err == nil && finished == 0 {
			err = errFinished
		}
		failpoint.Reached(failpoint.EventWriting)
		return err
	})
	if errors.Is(err, errFinished) {
		return nil
	}
	failpoint.Reached(failpoint.EventWritten)
	return err
}

// errFinished takes the work on an event back that somebody who held the locks before has finished.
var errFinished = errors.New("the event is finished")

// capture takes money that was approved.
func (s *Service) capture(ctx context.Context, id uuid.UUID) (Outcome, error) {
	row, err := paymentdb.New(s.db).GetPayment(ctx, id)
	if err != nil {
		return Outcome{}, fmt.Errorf("read payment %s: %w", id, err)
	}
	outcome, err := s.ask(ctx, fromDB(row))
	if err != nil {
		return Outcome{}, fmt.Errorf("take the money of payment %s: %w", id, err)
	}
	return outcome, nil
}

func (s *Service) finishEvent(ctx context.Context, id uuid.UUID, outcome string) error {
	_, err := paymentdb.New(s.db).FinishEvent(ctx, paymentdb.FinishEventParams{ID: id, Now: s.clock.Now(), Outcome: outcome})
	return postgres.Translate(err)
}

// pick finds a payment among those that are locked.
func pick(payments []Payment, id uuid.UUID) (Payment, error) {
	for _, p := range payments {
		if p.ID == id {
			return p, nil
		}
	}
	return Payment{}, fmt.Errorf("payment %s left its booking", id)
}
