package payment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"rihla/internal/booking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/errs"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const total money.Amount = 90000 // two days at 450

func TestBookOpensItsPayment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	require.Equal(t, booking.PendingPayment, b.Status)
	require.Equal(t, payment.Processing, p.Status)
	require.Equal(t, total, p.Amount)
	require.Equal(t, payment.MAD, p.Currency)
	require.Equal(t, w.bank.server.URL+"/pwthree/launch", *p.URL)
	require.Equal(t, "https://rihla.example/payments/callback", *p.CallbackURL)
	require.Equal(t, b.ID.String(), *p.OrderID)

	var form struct{ Payload, Signature string }
	require.NoError(t, json.Unmarshal(p.Response, &form))
	var sent struct{ ChargeID, Price, Currency, CustomerLocale, SuccessURL string }
	require.NoError(t, json.Unmarshal([]byte(form.Payload), &sent))
	require.Equal(t, p.ID.String(), sent.ChargeID)
	require.Equal(t, "900.00", sent.Price)
	require.Equal(t, "MAD", sent.Currency)
	require.Equal(t, "en_US", sent.CustomerLocale)
	require.Equal(t, "https://rihla.example/booking/payment/"+b.ID.String()+"?result=success", sent.SuccessURL)
	require.Equal(t, []string{"→PENDING", "PENDING→PROCESSING"}, w.history(t, p.ID))
}

// history is a payment's way through its statuses.
func (w *world) history(t need, id uuid.UUID) []string {
	t.Helper()
	rows, err := w.db.Query(context.Background(), `select coalesce(from_status, '') || '→' || to_status from payment_transitions where payment_id = $1 order by id`, id)
	require.NoError(t, err)
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var step string
		require.NoError(t, rows.Scan(&step))
		steps = append(steps, step)
	}
	require.NoError(t, rows.Err())
	return steps
}

func TestDeliveryIsBookedWithoutAPayment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	result, err := w.payments.Book(as(w.customer), w.deliveryWish(10))
	require.NoError(t, err)
	require.Nil(t, result.Payment)
	payments, total, err := w.payments.List(as(w.customer), payment.ListInput{BookingID: &result.Booking.ID, Page: listing.Page{Number: 1, Limit: 1}})
	require.NoError(t, err)
	require.Empty(t, payments)
	require.Zero(t, total)
}

func TestBookIsRepeatable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.wish(10)
	in.IdempotencyKey = "k-1"
	first, err := w.payments.Book(as(w.customer), in)
	require.NoError(t, err)
	again, err := w.payments.Book(as(w.customer), in)
	require.NoError(t, err)
	require.Equal(t, first.Booking.ID, again.Booking.ID)
	require.Equal(t, first.Payment.ID, again.Payment.ID)
	require.JSONEq(t, string(first.Payment.Response), string(again.Payment.Response))

	other := in
	other.Booking.End = other.Booking.End.Add(time.Hour)
	_, err = w.payments.Book(as(w.customer), other)
	require.Equal(t, "IDEMPOTENCY_MISMATCH", errs.CodeOf(err))
	_, err = w.payments.Book(as(w.stranger), in)
	require.Equal(t, "BOOKING_CONFLICT", errs.CodeOf(err), "the key is the caller's own, so the stranger really books")
	require.Equal(t, 1, w.number(t, `select count(*) from bookings`))
}

func TestTwinsBookOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.wish(10)
	in.IdempotencyKey = "twin"
	ids := make([]uuid.UUID, 8)
	problems := make([]error, len(ids))
	atOnce(len(ids), func(i int) {
		result, err := w.payments.Book(as(w.customer), in)
		ids[i], problems[i] = result.Booking.ID, err
	})
	for i := range ids {
		require.NoError(t, problems[i])
		require.Equal(t, ids[0], ids[i])
	}
	require.Equal(t, 1, w.number(t, `select count(*) from payments`))
}

// atOnce runs work n times at the same time.
func atOnce(n int, work func(i int)) {
	var group sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		group.Go(func() {
			<-start
			work(i)
		})
	}
	close(start)
	group.Wait()
}

func TestPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	body := w.bank.pay(p)
	w.say(t, body)
	require.Equal(t, payment.Processing, w.payment(t, p.ID).Status, "the callback is answered before the work is done")
	w.drain(t)
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
	paid := w.payment(t, p.ID)
	require.Equal(t, payment.Completed, paid.Status)
	require.Equal(t, w.clock.Now(), paid.ProcessedAt.UTC())
	require.Equal(t, "pz-1", *paid.TransactionID)

	for range 3 {
		w.say(t, body)
	}
	w.drain(t)
	require.Equal(t, 1, w.number(t, `select count(*) from gateway_events`))
	require.Equal(t, []string{"→PENDING", "PENDING→PROCESSING", "PROCESSING→COMPLETED"}, w.history(t, p.ID))
	_, err := w.payments.Open(as(w.customer), w.openInput(b))
	require.Equal(t, "BOOKING_NOT_PENDING", errs.CodeOf(err))
}

func TestTheSameCallbackTwentyTimesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	body := w.bank.pay(p)
	problems := make([]error, 20)
	atOnce(len(problems), func(i int) {
		problems[i] = w.payments.Callback(context.Background(), payment.Payzone, body, signed(body))
	})
	for _, err := range problems {
		require.NoError(t, err)
	}
	require.Equal(t, 1, w.number(t, `select count(*) from gateway_events`))
	require.Equal(t, 1, w.number(t, `select count(*) from river_job`))
	var event uuid.UUID
	require.NoError(t, w.db.QueryRow(context.Background(), `select id from gateway_events`).Scan(&event))
	atOnce(len(problems), func(i int) { problems[i] = w.payments.ProcessEvent(context.Background(), event) })
	for _, err := range problems {
		require.NoError(t, err)
	}
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
	require.Equal(t, 3, w.number(t, `select count(*) from payment_transitions`))
	require.Equal(t, 2, w.number(t, `select count(*) from booking_transitions`))
}

func TestUnpaidOutcomes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		act    func(*bank, payment.Payment) []byte
		status payment.Status
		code   string
	}{
		"declined":  {(*bank).decline, payment.Failed, "PAYMENT_DECLINED"},
		"cancelled": {(*bank).cancel, payment.Cancelled, "PAYMENT_CANCELLED"},
		"pending":   {(*bank).delay, payment.Processing, ""},
		"error":     {func(b *bank, p payment.Payment) []byte { return b.step(p.ID, "ERROR", "", "", 0) }, payment.Failed, "GATEWAY_ERROR"},
		"unheard":   {func(b *bank, p payment.Payment) []byte { return b.step(p.ID, "ENLIGHTENED", "", "", 0) }, payment.Processing, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b, p := w.book(t)
			w.say(t, c.act(w.bank, p))
			w.drain(t)
			after := w.payment(t, p.ID)
			require.Equal(t, c.status, after.Status)
			if c.code != "" {
				require.Equal(t, c.code, *after.FailureCode)
			}
			require.Equal(t, booking.PendingPayment, w.booking(t, b.ID).Status)

			w.say(t, w.bank.pay(p))
			w.drain(t)
			after = w.payment(t, p.ID)
			require.Equal(t, payment.Completed, after.Status, "a later genuine success wins")
			require.Nil(t, after.FailureCode)
			require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)

			w.say(t, c.act(w.bank, p))
			w.drain(t)
			require.Equal(t, payment.Completed, w.payment(t, p.ID).Status, "and nothing but a refund takes it back")
		})
	}
}

func TestForgedCallbacksChangeNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	body := w.bank.pay(p)
	genuine := signed(body)
	tampered := bytes.Replace(body, []byte("900.00"), []byte("900.01"), 1)
	for name, c := range map[string]struct {
		body []byte
		head header
	}{
		"no signature": {body, header{}},
		"one byte off": {tampered, genuine},
		"other key":    {body, header{"X-Callback-Signature": {strings.Repeat("ab", 32)}}},
		"empty":        {nil, header{}},
	} {
		err := w.payments.Callback(context.Background(), payment.Payzone, c.body, c.head)
		require.Equal(t, "CALLBACK_SIGNATURE", errs.CodeOf(err), name)
	}
	require.Equal(t, 4, w.number(t, `select count(*) from gateway_events where not verified`), "kept as evidence")
	require.Zero(t, w.number(t, `select count(*) from river_job`))
	require.Equal(t, booking.PendingPayment, w.booking(t, b.ID).Status)

	huge := bytes.Repeat([]byte("x"), 10<<20)
	require.Equal(t, "TOO_LARGE", errs.CodeOf(w.payments.Callback(context.Background(), payment.Payzone, huge, signed(huge))))
	require.Equal(t, "NOT_FOUND", errs.CodeOf(w.payments.Callback(context.Background(), payment.Stripe, body, genuine)))

	for range 300 {
		_ = w.payments.Callback(context.Background(), payment.Payzone, bytes.Repeat([]byte("x"), 5000), header{})
	}
	require.Equal(t, 200, w.number(t, `select count(*) from gateway_events`), "evidence is bounded")
	require.Equal(t, 4096, w.number(t, `select max(octet_length(body)) from gateway_events`))
}

func TestFailedVerification(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*charge){
		"amount":             func(c *charge) { c.amount = 100 },
		"a centime less":     func(c *charge) { c.amount-- },
		"currency":           func(c *charge) { c.currency = "EUR" },
		"merchant":           func(c *charge) { c.merchant = "Other" },
		"order":              func(c *charge) { c.order = uuid.NewString() },
		"no approval inside": func(c *charge) { c.transactions = nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b, p := w.book(t)
			right := w.bank.pay(p)
			wrong := *w.bank.charge[p.ID.String()]
			spoil(&wrong)
			w.say(t, wrong.body(p.ID.String()))
			w.drain(t)
			failed := w.payment(t, p.ID)
			require.Equal(t, payment.Failed, failed.Status)
			require.Equal(t, "PAYMENT_MISMATCH", *failed.FailureCode)
			require.NotEmpty(t, *failed.FailureReason)
			require.Equal(t, booking.PendingPayment, w.booking(t, b.ID).Status)

			w.say(t, right)
			w.drain(t)
			require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
			w.say(t, append(wrong.body(p.ID.String()), ' '))
			w.drain(t)
			require.Equal(t, payment.Completed, w.payment(t, p.ID).Status, "a mismatch never undoes a payment")
			require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
		})
	}
}

func TestCallbackOfAnotherChargeIsOnlyRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	body := w.bank.pay(p)
	for _, other := range []string{uuid.NewString(), "not-a-payment"} {
		w.say(t, bytes.ReplaceAll(body, []byte(p.ID.String()), []byte(other)))
	}
	w.say(t, []byte(`[1, 2`))
	w.drain(t)
	require.Equal(t, 3, w.number(t, `select count(*) from gateway_events where processed_at is not null and payment_id is null`))
	require.Equal(t, payment.Processing, w.payment(t, p.ID).Status)
}

func TestTransactionOfAnotherPaymentDoesNotPay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	w.say(t, w.bank.pay(p))
	w.drain(t)
	result, err := w.payments.Book(as(w.customer), w.wish(20))
	require.NoError(t, err)
	w.bank.open(t, *result.Payment)
	w.bank.charge[result.Payment.ID.String()].internal = "pz-1"
	w.say(t, w.bank.pay(*result.Payment))
	w.drain(t)
	require.Equal(t, payment.Failed, w.payment(t, result.Payment.ID).Status)
	require.Equal(t, booking.PendingPayment, w.booking(t, result.Booking.ID).Status)
}

func (w *world) openInput(b booking.Booking) payment.OpenInput {
	amount := b.Total
	return payment.OpenInput{BookingID: b.ID, Amount: &amount, Currency: payment.MAD, Language: "fr"}
}

func (w *world) delivery(t need) booking.Booking {
	t.Helper()
	result, err := w.payments.Book(as(w.customer), w.deliveryWish(10))
	require.NoError(t, err)
	return result.Booking
}

func TestOpen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	near := b.Total + 1
	p, err := w.payments.Open(as(w.customer), payment.OpenInput{BookingID: b.ID, Amount: &near})
	require.NoError(t, err)
	require.Equal(t, payment.Processing, p.Status)
	require.Equal(t, payment.Payzone, p.Gateway)
	require.Equal(t, "USD", p.Currency, "the specification's default")
	require.Equal(t, b.Total, p.GatewayAmount)
	require.Equal(t, payment.MAD, p.GatewayCurrency, "what is really asked for")

	_, err = w.payments.Open(as(w.customer), w.openInput(b))
	require.Equal(t, "PAYMENT_EXISTS", errs.CodeOf(err))

	w.bank.open(t, p)
	w.say(t, w.bank.pay(p))
	w.drain(t)
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
}

func TestOpenChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	amount := func(a money.Amount) *money.Amount { return &a }
	for name, c := range map[string]struct {
		change func(*payment.OpenInput)
		code   string
		field  string
	}{
		"no amount":         {func(in *payment.OpenInput) { in.Amount = nil }, "VALIDATION", "amount:REQUIRED"},
		"nothing":           {func(in *payment.OpenInput) { in.Amount = amount(0) }, "VALIDATION", "amount:TOO_SMALL"},
		"less than nothing": {func(in *payment.OpenInput) { in.Amount = amount(-b.Total) }, "VALIDATION", "amount:TOO_SMALL"},
		"pound":             {func(in *payment.OpenInput) { in.Currency = "GBP" }, "VALIDATION", "currency:UNSUPPORTED_CURRENCY"},
		"long currency":     {func(in *payment.OpenInput) { in.Currency = "EURO" }, "VALIDATION", "currency:UNSUPPORTED_CURRENCY"},
		"gateway":           {func(in *payment.OpenInput) { in.Gateway = "CASH" }, "VALIDATION", "gateway:INVALID_CHOICE"},
		"no booking":        {func(in *payment.OpenInput) { in.BookingID = uuid.Nil }, "VALIDATION", "bookingId:REQUIRED"},
		"not configured":    {func(in *payment.OpenInput) { in.Gateway = "STRIPE" }, "GATEWAY_UNSUPPORTED", ""},
		"another booking":   {func(in *payment.OpenInput) { in.BookingID = uuid.New() }, "BOOKING_NOT_FOUND", ""},
		"two centimes off":  {func(in *payment.OpenInput) { in.Amount = amount(b.Total - 2) }, "PAYMENT_AMOUNT_MISMATCH", ""},
		"euros, same rule":  {func(in *payment.OpenInput) { in.Currency, in.Amount = "EUR", amount(b.Total/11) }, "PAYMENT_AMOUNT_MISMATCH", ""},
	} {
		in := w.openInput(b)
		c.change(&in)
		_, err := w.payments.Open(as(w.customer), in)
		require.Equal(t, c.code, errs.CodeOf(err), name)
		require.ErrorContains(t, err, c.field, name)
	}
	_, err := w.payments.Open(as(w.stranger), w.openInput(b))
	require.Equal(t, "BOOKING_NOT_FOUND", errs.CodeOf(err), "out of reach looks like absent")
	_, err = w.payments.Open(context.Background(), w.openInput(b))
	require.Equal(t, "UNAUTHENTICATED", errs.CodeOf(err))
	require.Zero(t, w.number(t, `select count(*) from payments`))

	w.clock.Advance(25 * time.Hour)
	_, err = w.payments.Open(as(w.customer), w.openInput(b))
	require.Equal(t, "BOOKING_NOT_PENDING", errs.CodeOf(err), "its hold has run out")
}

func TestTwoOpensAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	codes := make([]string, 2)
	atOnce(2, func(i int) {
		_, err := w.payments.Open(as(w.customer), w.openInput(b))
		codes[i] = errs.CodeOf(err)
	})
	require.ElementsMatch(t, []string{"", "PAYMENT_EXISTS"}, codes)
}

func TestOpenIsRepeatable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	in := w.openInput(b)
	in.IdempotencyKey = "pay-1"
	ids := make([]uuid.UUID, 6)
	problems := make([]error, len(ids))
	atOnce(len(ids), func(i int) {
		p, err := w.payments.Open(as(w.customer), in)
		ids[i], problems[i] = p.ID, err
	})
	for i := range ids {
		require.NoError(t, problems[i])
		require.Equal(t, ids[0], ids[i])
	}
	in.Currency = "EUR"
	_, err := w.payments.Open(as(w.customer), in)
	require.Equal(t, "IDEMPOTENCY_MISMATCH", errs.CodeOf(err))
	in.Currency, in.IdempotencyKey = payment.MAD, strings.Repeat("k", 256)
	_, err = w.payments.Open(as(w.customer), in)
	require.Equal(t, "IDEMPOTENCY_KEY_INVALID", errs.CodeOf(err))
}

func TestFailedPaymentCanBeFollowedByAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.say(t, w.bank.decline(p))
	w.drain(t)
	second, err := w.payments.Open(as(w.customer), w.openInput(b))
	require.NoError(t, err)
	w.bank.open(t, second)
	w.say(t, w.bank.pay(second))
	w.drain(t)
	counts, err := w.payments.ByBookings(context.Background(), []uuid.UUID{b.ID})
	require.NoError(t, err)
	require.Equal(t, second.ID, counts[b.ID].ID)
	listed, n, err := w.payments.List(as(w.customer), payment.ListInput{BookingID: &b.ID, Page: listing.Page{Number: 1, Limit: 1}})
	require.NoError(t, err)
	require.Equal(t, listing.Total{Rows: 2}, n)
	require.Equal(t, second.ID, listed[0].ID, "the payment that counts comes first")

	w.say(t, w.bank.pay(p))
	w.drain(t)
	first := w.payment(t, p.ID)
	require.True(t, first.Surplus, "the first pay page was used after all: that money goes back")
	require.Equal(t, payment.Refunded, first.Status)
	require.Equal(t, total, first.Refunded)
	require.Equal(t, total, w.bank.refundedOf(p))
	require.Zero(t, w.bank.refundedOf(second))
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
}

func TestLateSuccessEndsThePaymentThatFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b, p := w.book(t)
	w.say(t, w.bank.decline(p))
	w.drain(t)
	second, err := w.payments.Open(as(w.customer), w.openInput(b))
	require.NoError(t, err)
	w.say(t, w.bank.pay(p))
	w.drain(t)
	require.Equal(t, payment.Completed, w.payment(t, p.ID).Status)
	require.Equal(t, payment.Cancelled, w.payment(t, second.ID).Status)
	require.Equal(t, booking.Confirmed, w.booking(t, b.ID).Status)
}

func TestStalePaymentIsSettledBeforeAnother(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(w *world, p payment.Payment)
		code   string
		first  payment.Status
	}{
		"never used":      {func(w *world, p payment.Payment) { delete(w.bank.charge, p.ID.String()) }, "", payment.Cancelled},
		"page left":       {func(*world, payment.Payment) {}, "", payment.Cancelled},
		"declined":        {func(w *world, p payment.Payment) { w.bank.decline(p) }, "", payment.Failed},
		"paid, unheard":   {func(w *world, p payment.Payment) { w.bank.pay(p) }, "BOOKING_NOT_PENDING", payment.Completed},
		"bank still busy": {func(w *world, p payment.Payment) { w.bank.delay(p) }, "PAYMENT_EXISTS", payment.Processing},
		"bank is down":    {func(w *world, _ payment.Payment) { w.bank.down = true }, "GATEWAY_ERROR", payment.Processing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			b := w.delivery(t)
			first, err := w.payments.Open(as(w.customer), w.openInput(b))
			require.NoError(t, err)
			w.bank.open(t, first)
			w.clock.Advance(2 * time.Minute)
			_, err = w.payments.Open(as(w.customer), w.openInput(b))
			require.Equal(t, "PAYMENT_EXISTS", errs.CodeOf(err), "the payer may be on its page this moment")
			w.clock.Advance(time.Minute)
			c.before(w, first)
			second, err := w.payments.Open(as(w.customer), w.openInput(b))
			require.Equal(t, c.code, errs.CodeOf(err))
			require.Equal(t, c.first, w.payment(t, first.ID).Status)
			if c.code == "" {
				require.Equal(t, payment.Processing, second.Status)
				require.NotEqual(t, first.ID, second.ID)
			}
		})
	}
}

func TestPaymentThatLostItsServerIsReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.delivery(t)
	id := uuid.Must(uuid.NewV7())
	w.exec(t, `insert into payments (id, booking_id, franchise_id, amount_centimes, currency, gateway_amount_centimes, gateway_currency, created_at)
		values ($1, $2, $3, 90000, 'MAD', 90000, 'MAD', $4)`, id, b.ID, w.franchise, w.clock.Now())
	_, err := w.payments.Open(as(w.customer), w.openInput(b))
	require.Equal(t, "PAYMENT_EXISTS", errs.CodeOf(err), "another request may be launching it this moment")
	w.clock.Advance(61 * time.Second)
	_, err = w.payments.Open(as(w.customer), w.openInput(b))
	require.NoError(t, err)
	require.Equal(t, payment.Cancelled, w.payment(t, id).Status)
}

func TestScopes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, p := w.book(t)
	franchiseAdmin := func(id uuid.UUID) context.Context {
		return authz.Into(context.Background(), authz.Subject{Role: authz.FranchiseAdmin, UserID: uuid.New(), FranchiseID: &id})
	}
	for name, c := range map[string]struct {
		ctx  context.Context
		code string
		sees int
	}{
		"owner":             {as(w.customer), "", 1},
		"another customer":  {as(w.stranger), "PAYMENT_NOT_FOUND", 0},
		"its franchise":     {franchiseAdmin(w.franchise), "", 1},
		"another franchise": {franchiseAdmin(uuid.New()), "PAYMENT_NOT_FOUND", 0},
		"administrator":     {w.admin(), "", 1},
		"visitor":           {context.Background(), "UNAUTHENTICATED", -1},
	} {
		_, err := w.payments.Get(c.ctx, p.ID)
		require.Equal(t, c.code, errs.CodeOf(err), name)
		listed, n, err := w.payments.List(c.ctx, payment.ListInput{Page: listing.Page{Number: 1, Limit: 10}})
		if c.sees < 0 {
			require.Equal(t, c.code, errs.CodeOf(err), name)
			continue
		}
		require.NoError(t, err, name)
		require.Len(t, listed, c.sees, name)
		require.Equal(t, c.sees, n.Rows, name)
	}
}
