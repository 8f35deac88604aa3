package payment

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/idempotency"
	"rihla/internal/platform/postgres"
)

const (
	// reconcileBatch bounds one run.
	reconcileBatch = 50
	// mostUnanswered is after how many questions in a row without an answer a gateway is left for the next run. One that
	// answers nothing costs a run no more than that; one that cannot answer about a single charge still answers the rest.
	mostUnanswered = 3
	// endedCheckFor is for how long after its launch a payment that ended without money is still asked about: its pay page
	// may have been used all the same, and a gateway may be down for a weekend.
	endedCheckFor = 72 * time.Hour
	// strandedAfter is when an event or a refund that nobody works on is taken up again.
	strandedAfter = time.Hour
)

// Reconcile finds what got lost on the way (D17). It asks the gateways about every payment that has been open for some
// time, the one that was asked about longest ago first, and about recent ones that ended without money or were given back, and
// applies the answers as it would a callback. It takes up events and refunds whose job is gone, and forgets what need not be kept. A
// gateway that does not answer a few times in a row is left for the next run.
func (s *Service) Reconcile(ctx context.Context) error {
	ctx = authz.AsSystem(ctx, "payments")
	now := s.clock.Now()
	q := paymentdb.New(s.db)
	open, err := q.ClaimUnsettled(ctx, paymentdb.ClaimUnsettledParams{Now: now, Before: now.Add(-s.config.ReconcileAfter), Most: reconcileBatch})
	if err != nil {
		return fmt.Errorf("find open payments: %w", err)
	}
	ended, err := q.ClaimEnded(ctx, paymentdb.ClaimEndedParams{
		Now: now, LaunchedAfter: now.Add(-endedCheckFor), Most: reconcileBatch,
	})
	if err != nil {
		return fmt.Errorf("find payments that ended: %w", err)
	}
	claimed := slices.Concat(open, ended)
	// Charges that are never answered about must not come before the same others in every run.
	rand.Shuffle(len(claimed), func(i, j int) { claimed[i], claimed[j] = claimed[j], claimed[i] }) //nolint:gosec // it guards nothing
	asked := asking{s: s, unanswered: map[GatewayName]int{}}
	var broken []error
	for _, row := range claimed {
		p := fromDB(row)
		if asked.enough(p) {
			continue
		}
		failpoint.Reached(failpoint.ReconcileClaimed)
		outcome, err := s.ask(ctx, p)
		failpoint.Reached(failpoint.ReconcileAnswered)
		if !asked.answered(ctx, p, err) {
			continue
		}
		if err := s.settle(ctx, p, outcome, abandonAfter); err != nil {
			broken = append(broken, fmt.Errorf("settle payment %s: %w", p.ID, err))
		}
	}
	if err := errors.Join(append(broken, s.reviewRefunds(ctx, now, asked), s.takeUp(ctx, now), s.forget(ctx, now))...); err != nil {
		return err
	}
	return s.tellLag(ctx)
}

// asking counts the questions in a row that each gateway left unanswered in one run.
type asking struct {
	s          *Service
	unanswered map[GatewayName]int
}

// enough tells that a payment's gateway is left for the next run.
func (a asking) enough(p Payment) bool { return a.unanswered[p.Gateway] == mostUnanswered }

// answered tells whether the gateway said what became of p, and notes it when it did not.
func (a asking) answered(ctx context.Context, p Payment, err error) bool {
	if err == nil {
		a.unanswered[p.Gateway] = 0
		return true
	}
	a.s.log.WarnContext(ctx, "a gateway does not say what became of a payment", "payment", p.ID, "gateway", p.Gateway, "error", err)
	if !permanent(err) {
		a.unanswered[p.Gateway]++
	}
	return false
}

// tellLag tells the metrics how long the outcome of the oldest open payment has been waited for.
func (s *Service) tellLag(ctx context.Context) error {
	oldest, err := paymentdb.New(s.db).OldestOpen(ctx)
	if err != nil && !postgres.NoRows(err) {
		return fmt.Errorf("find the oldest open payment: %w", err)
	}
	now, lag := s.clock.Now(), time.Duration(0)
	if err == nil {
		lag = now.Sub(oldest)
	}
	s.config.Metrics.Lag(lag.Seconds())
	s.config.Metrics.Reconciled(float64(now.Unix()))
	return nil
}

// neverHeard is ask's answer for a charge that its gateway does not know, as an outcome.
var neverHeard = Outcome{State: StateOpen, Detail: "nothing"}

// ask asks a payment's gateway what became of it. When the payer approved it, and it was not given up meanwhile, its money is
// taken.
func (s *Service) ask(ctx context.Context, p Payment) (Outcome, error) {
	gateway, ok := s.gateways[p.Gateway]
	if !ok {
		return Outcome{}, Fail(Temporary, "%s is not configured", p.Gateway)
	}
	outcome, err := gateway.Status(ctx, p.ref())
	if capturer, can := gateway.(Capturer); can && err == nil && outcome.State == StateApproved && p.Status.Open() {
		failpoint.Reached(failpoint.CaptureAsking)
		outcome, err = capturer.Capture(ctx, p.ref())
		failpoint.Reached(failpoint.CaptureAnswered)
	}
	if errors.Is(err, ErrUnknownCharge) {
		heard := neverHeard
		heard.ChargeID = p.ID.String()
		return heard, nil
	}
	return outcome, err
}

// settle applies what a gateway answered about p. An open payment whose pay page nobody has used is given up when the page
// is older than after (0: however old), at once when it never had one, and as soon as nobody waits for its money when the page can
// be closed, or leads to no money that is not asked for.
func (s *Service) settle(ctx context.Context, p Payment, o Outcome, after time.Duration) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		b, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		p, err := pick(payments, p.ID)
		if err != nil {
			return err
		}
		if _, err := s.applyTx(ctx, tx, b, payments, p, news{Outcome: o}); err != nil {
			return err
		}
		failpoint.Reached(failpoint.SettleWriting)
		if p, err = s.readTx(ctx, tx, p.ID); err != nil || o.State != StateOpen || !p.Status.Open() {
			return err
		}
		now := s.clock.Now()
		_, closable := s.gateways[p.Gateway].(Expirer)
		_, asked := s.gateways[p.Gateway].(Capturer)
		fresh := p.Status == Processing && after > 0 && now.Sub(*p.LaunchedAt) <= after
		if fresh && (!closable && !asked || b.Payable(now)) {
			return nil
		}
		if p.Status == Pending && !p.stale(now) {
			return nil
		}
		return s.endTx(ctx, tx, p, move{
			to: Cancelled, note: Note{Code: NotePageUnused}, code: codeAbandoned, said: saying{answer: o.Answer},
		})
	})
	failpoint.Reached(failpoint.SettleWritten)
	return err
}

// takeUp gives work whose job is gone to a new one.
func (s *Service) takeUp(ctx context.Context, now time.Time) error {
	q := paymentdb.New(s.db)
	events, err := q.UnfinishedEvents(ctx, paymentdb.UnfinishedEventsParams{Before: now.Add(-strandedAfter), Most: reconcileBatch})
	if err != nil {
		return fmt.Errorf("find unfinished events: %w", err)
	}
	refunds, err := q.StrandedRefunds(ctx, paymentdb.StrandedRefundsParams{Before: now.Add(-strandedAfter), Most: reconcileBatch})
	if err != nil {
		return fmt.Errorf("find unfinished refunds: %w", err)
	}
	if len(events)+len(refunds) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for _, id := range events {
			if err := s.startTx(ctx, tx, EventArgs{EventID: id}, time.Time{}); err != nil {
				return err
			}
		}
		for _, id := range refunds {
			if err := s.startTx(ctx, tx, RefundArgs{RefundID: id}, time.Time{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// forget drops evidence and idempotency keys past their time.
func (s *Service) forget(ctx context.Context, now time.Time) error {
	if err := paymentdb.New(s.db).ForgetForgeries(ctx, now.Add(-forgeryRetention)); err != nil {
		return fmt.Errorf("forget forged callbacks: %w", err)
	}
	return idempotency.Forget(ctx, s.db, idempotency.Retention)
}
