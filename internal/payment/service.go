package payment

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/booking"
	"rihla/internal/ledger"
	"rihla/internal/payment/paymentdb"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/failpoint"
	"rihla/internal/platform/job"
	"rihla/internal/platform/money"
	"rihla/internal/platform/postgres"
)

const (
	// launchGrace is how long a payment may take from its row to its pay page. One that takes longer lost its server
	// on the way.
	launchGrace = time.Minute
	// staleAfter is when a payer who asks for another pay page counts as having left the first one. The gateway is
	// asked then, and the first is given up when nothing happened on it; money that comes by it all the same is kept or
	// given back like any that comes late.
	staleAfter = 2 * time.Minute
	// abandonAfter is when a pay page that nobody used is given up: Payzone refuses a launch that is about 30 minutes old.
	abandonAfter = 35 * time.Minute
	// recordTimeout bounds the recording of what a gateway answered, which goes on when the caller is gone.
	recordTimeout = 10 * time.Second
)

// Bookings is what payments need of the booking package; *booking.Service is it.
type Bookings interface {
	Get(ctx context.Context, id uuid.UUID) (booking.Booking, error)
	Prepare(ctx context.Context, in booking.CreateInput) (booking.Prepared, error)
	CreateTx(ctx context.Context, tx pgx.Tx, prepared booking.Prepared) (booking.Booking, error)
	LockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (booking.Booking, error)
	ConfirmPaidTx(ctx context.Context, tx pgx.Tx, b booking.Booking, note string) (booking.Booking, error)
	CancelTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (booking.Booking, money.Amount, error)
	OfferMove(ctx context.Context, in booking.UpdateInput) (booking.MoveOffer, error)
	PrepareUpdate(ctx context.Context, in booking.UpdateInput) (booking.PreparedUpdate, error)
	UpdateTx(ctx context.Context, tx pgx.Tx, prepared booking.PreparedUpdate) (booking.Change, error)
}

// Config is how payments are set up.
type Config struct {
	// BaseURL is where browsers and gateways reach the product.
	BaseURL string
	// ReconcileAfter is how long a payment may stay open before its gateway is asked (D17); 0 means 2 minutes.
	ReconcileAfter time.Duration
	// Events is told of what becomes of payments.
	Events *event.Bus
	// Metrics counts what happens.
	Metrics Metrics
}

// Service holds the use cases. Whoever locks, locks the booking first and its payments after.
type Service struct {
	db       *postgres.DB
	bookings Bookings
	jobs     job.Inserter
	clock    clock.Clock
	log      *slog.Logger
	config   Config
	gateways map[GatewayName]Gateway
}

// New returns the service with the gateways that are configured.
func New(db *postgres.DB, bookings Bookings, jobs job.Inserter, clock clock.Clock, log *slog.Logger, config Config, gateways ...Gateway) *Service {
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.ReconcileAfter == 0 {
		config.ReconcileAfter = 2 * time.Minute
	}
	config.Metrics = config.Metrics.complete()
	s := &Service{
		db: db, bookings: bookings, jobs: jobs, clock: clock, log: log, config: config, gateways: map[GatewayName]Gateway{},
	}
	for _, g := range gateways {
		s.gateways[g.Name()] = g
	}
	return s
}

// callbackURL is where a gateway reports. Payzone's is the specification's own path.
func (s *Service) callbackURL(name GatewayName) string {
	if name == Payzone {
		return s.config.BaseURL + "/payments/callback"
	}
	return s.config.BaseURL + "/payments/callback/" + strings.ToLower(string(name))
}

// opening is how a payment is to be made.
type opening struct {
	currency string
	gateway  GatewayName
	language string
}

// languages are those that a pay page may be asked for in.
var languages = []string{"en", "fr", "ar"}

// charge is what a gateway really charges for a price.
func (s *Service) charge(name GatewayName, price money.Amount) Charge {
	if converter, converts := s.gateways[name].(Converter); converts {
		return converter.Convert(price)
	}
	return Charge{Amount: price, Currency: MAD}
}

// insertTx opens a payment for b. What is recorded and asked is the booking's own total, never a caller's number (D1).
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, b booking.Booking, o opening) (Payment, error) {
	q := paymentdb.New(tx)
	now, charge := s.clock.Now(), s.charge(o.gateway, b.Total)
	var rateAt *time.Time
	if charge.Rate != nil {
		rateAt = &now
	}
	if !slices.Contains(languages, o.language) {
		o.language = languages[0]
	}
	row, err := q.InsertPayment(ctx, paymentdb.InsertPaymentParams{
		ID: id, BookingID: b.ID, FranchiseID: b.FranchiseID, AmountCentimes: b.Total, Currency: o.currency,
		GatewayAmountCentimes: charge.Amount, GatewayCurrency: charge.Currency, GatewayRateMicros: charge.Rate, GatewayRateAt: rateAt,
		Gateway: string(o.gateway), Language: o.language, Now: now,
	})
	if err != nil {
		return Payment{}, fmt.Errorf("open a payment for booking %s: %w", b.ID, err)
	}
	opened := fromDB(row)
	return opened, s.noteTx(ctx, q, opened, "", move{to: Pending, note: Note{Code: NoteOpened}})
}

// launch leads an open payment to its pay page, outside any transaction, and records where that is. The gateway is asked the
// same however often and by whomever that is called: gateways refuse to repeat a launch that differs from the first. A payment that moved
// on meanwhile is returned as it is. When the gateway fails, so does the payment: PAYMENT_URL_FAILED, with the booking's
// id, which can still be paid.
func (s *Service) launch(ctx context.Context, p Payment, b booking.Booking) (Payment, error) {
	back := s.config.BaseURL + "/booking/payment/" + b.ID.String() + "?result="
	failpoint.Reached(failpoint.LaunchAsking)
	launched, failure := s.gateways[p.Gateway].Launch(ctx, LaunchInput{
		ChargeID: p.ID.String(), OrderID: b.ID.String(), CustomerID: b.UserID.String(),
		Amount: p.GatewayAmount, Currency: p.GatewayCurrency, Description: "Rihla " + b.Reference, Language: p.Language,
		ExpiresAt:   p.CreatedAt.Add(abandonAfter),
		CallbackURL: s.callbackURL(p.Gateway),
		SuccessURL:  back + "success", FailureURL: back + "failure", CancelURL: back + "cancel",
	})
	failpoint.Reached(failpoint.LaunchAnswered)

	// The gateway may have acted: its answer is recorded even when the caller has left.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	var now Payment
	err := s.db.InTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var err error
		if failure == nil {
			now, err = s.recordLaunchTx(ctx, tx, p, launched)
			failpoint.Reached(failpoint.LaunchWriting)
			return err
		}
		// Locked: somebody may be giving it up this moment.
		_, payments, err := s.lockTx(ctx, tx, p.BookingID)
		if err != nil {
			return err
		}
		if now, err = pick(payments, p.ID); err != nil || now.Status != Pending {
			return err
		}
		now, err = s.moveTx(ctx, tx, now, move{to: Failed, note: Note{Code: NoteNoPage}, code: codeURLFailed, reason: failure.Error(), said: saying{answer: answerOf(failure)}})
		return err
	})
	switch {
	case err != nil:
		return Payment{}, err
	case failure != nil:
		s.log.ErrorContext(ctx, "no pay page", "payment", p.ID, "gateway", p.Gateway, "error", failure)
		return Payment{}, urlFailed(b.ID).With(failure)
	}
	failpoint.Reached(failpoint.LaunchWritten)
	return now, nil
}

func (s *Service) recordLaunchTx(ctx context.Context, tx pgx.Tx, p Payment, launched Launch) (Payment, error) {
	q := paymentdb.New(tx)
	row, err := q.RecordLaunch(ctx, paymentdb.RecordLaunchParams{
		ID: p.ID, GatewayPaymentUrl: &launched.URL, GatewayCallbackUrl: &launched.CallbackURL, GatewayOrderID: &launched.OrderID,
		GatewayTransactionID: optional(launched.TransactionID), GatewayResponse: launched.Response, Now: s.clock.Now(),
	})
	if postgres.NoRows(err) {
		return s.readTx(ctx, tx, p.ID)
	}
	if err != nil {
		return Payment{}, fmt.Errorf("record the pay page of payment %s: %w", p.ID, err)
	}
	step := move{to: Processing, note: Note{Code: NoteHandedOver}, said: saying{answer: launched.Answer}}
	return fromDB(row), s.noteTx(ctx, q, p, Pending, step)
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (Payment, error) {
	row, err := paymentdb.New(tx).GetPayment(ctx, id)
	if postgres.NoRows(err) {
		return Payment{}, ErrNotFound.With(err)
	}
	if err != nil {
		return Payment{}, fmt.Errorf("read payment %s: %w", id, err)
	}
	return fromDB(row), nil
}

// lockTx locks a booking and then all of its payments, and returns them as they are now.
func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, bookingID uuid.UUID) (booking.Booking, []Payment, error) {
	b, err := s.bookings.LockTx(ctx, tx, bookingID)
	if err != nil {
		return booking.Booking{}, nil, err
	}
	rows, err := paymentdb.New(tx).LockPaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return booking.Booking{}, nil, fmt.Errorf("lock the payments of booking %s: %w", bookingID, err)
	}
	payments := make([]Payment, len(rows))
	for i, row := range rows {
		payments[i] = fromDB(row)
	}
	return b, payments, nil
}

// move is a step of the transition table with what goes with it.
type move struct {
	to   Status
	note Note
	// code and reason say why a payment failed.
	code, reason  string
	transactionID string
	surplus       bool
	// said is what the gateway said, when it was the gateway that made this step.
	said saying
}

// moveTx takes p one step and writes it into the history, and into the ledger when its money came. PAYMENT_TRANSITION when
// the table has no such step, or when p has moved since it was read.
func (s *Service) moveTx(ctx context.Context, tx pgx.Tx, p Payment, m move) (Payment, error) {
	refused := errTransition.With(fmt.Errorf("payment %s cannot go from %s to %s", p.ID, p.Status, m.to))
	if !p.Status.CanBecome(m.to) {
		return p, refused
	}
	now := s.clock.Now()
	params := paymentdb.MoveStatusParams{
		ID: p.ID, FromStatus: string(p.Status), ToStatus: string(m.to), Surplus: p.Surplus || m.surplus,
		FailureCode: optional(m.code), FailureReason: optional(truncate(m.reason)),
		GatewayTransactionID: optional(m.transactionID),
		ActorID:              authz.From(ctx).Actor(), Note: truncate(m.note.String()), NoteCode: optional(string(m.note.Code)), NoteValue: optional(truncate(m.note.Value)), GatewayEventID: m.said.event, GatewayAnswer: m.said.kept(),
		Now: now,
	}
	came := m.to == Completed && !p.Status.Captured()
	if came || m.to == Failed {
		params.ProcessedAt = &now
	}
	row, err := paymentdb.New(tx).MoveStatus(ctx, params)
	if postgres.NoRows(err) {
		return p, refused
	}
	if err != nil {
		return p, fmt.Errorf("move payment %s to %s: %w", p.ID, m.to, err)
	}
	s.countOnCommit(ctx, p, m)
	if came {
		if err := ledger.CapturedTx(ctx, tx, p.ID, p.Amount, now); err != nil {
			return p, err
		}
	}
	moved := fromDB(paymentdb.Payment(row))
	if m.to == Failed {
		if err := s.publishTx(ctx, tx, EventFailed, moved, Refusal{Code: m.code}); err != nil {
			return moved, err
		}
	}
	return moved, s.closeTx(ctx, tx, p, m.to)
}

// closeTx sees to it that nobody pays on the page of a payment that was given up, where its gateway can close pages.
func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, p Payment, to Status) error {
	_, can := s.gateways[p.Gateway].(Expirer)
	if !can || p.Status != Processing || to != Cancelled && to != Failed {
		return nil
	}
	return s.startTx(ctx, tx, CloseArgs{PaymentID: p.ID}, time.Time{})
}

// ClosePage closes the pay page of a payment that was given up. It is safe to run twice. Money that came in between is
// taken as any that comes late.
func (s *Service) ClosePage(ctx context.Context, id uuid.UUID) error {
	row, err := paymentdb.New(s.db).GetPayment(ctx, id)
	if err != nil {
		return fmt.Errorf("read payment %s: %w", id, err)
	}
	p := fromDB(row)
	gateway, can := s.gateways[p.Gateway].(Expirer)
	if !can || p.Status.Open() || p.Status.Captured() {
		return nil
	}
	failpoint.Reached(failpoint.CloseAsking)
	err = gateway.Expire(ctx, p.ref())
	failpoint.Reached(failpoint.CloseAnswered)
	return err
}

// noteTx writes a step of p, which another statement made, into the history.
func (s *Service) noteTx(ctx context.Context, q *paymentdb.Queries, p Payment, from Status, m move) error {
	err := q.InsertTransition(ctx, paymentdb.InsertTransitionParams{
		PaymentID: p.ID, FromStatus: optional(string(from)), ToStatus: string(m.to), ActorID: authz.From(ctx).Actor(),
		Note: truncate(m.note.String()), NoteCode: optional(string(m.note.Code)), NoteValue: optional(truncate(m.note.Value)), GatewayEventID: m.said.event, GatewayAnswer: m.said.kept(), HappenedAt: s.clock.Now(),
	})
	if err != nil {
		return fmt.Errorf("note the move of payment %s: %w", p.ID, err)
	}
	s.countOnCommit(ctx, p, m)
	return nil
}

func (s *Service) countOnCommit(ctx context.Context, p Payment, m move) {
	postgres.OnCommit(ctx, func() { s.config.Metrics.Moved(string(p.Gateway), string(m.to)) })
}

func (s *Service) alarmOnCommit(ctx context.Context, p Payment, alarm string) {
	postgres.OnCommit(ctx, func() { s.config.Metrics.Alarmed(string(p.Gateway), alarm) })
}

// optional is nil for "".
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// truncate keeps what strangers wrote to a length that fits a page.
func truncate(s string) string {
	const most = 500
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "�")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
