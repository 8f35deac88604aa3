package killrun

import (
	"slices"
	"time"

	"rihla/internal/adapters/gateway/simulator/paypage"
	fp "rihla/internal/platform/failpoint"
)

// goodwill is the reason of the refund that staff give.
const goodwill = "goodwill"

// story is something that people do, and the points that the program comes by meanwhile.
type story struct {
	name string
	// points are those that this story is for, also the ones that others stand for already: `make soak` does them here too.
	points, also []fp.Point
	// env are settings of all lives, pace how often periodic jobs run in the first one; 0: at their own time.
	env  []string
	pace time.Duration
	// again has the gateway repeat a callback that was not answered; otherwise it is lost.
	again bool
	// before goes undisturbed. act is where the program is killed. after is what people do once it is back.
	before, act, after func(w *world)
	// away is for how long the program is gone; 0: people are back before anything else has happened.
	away time.Duration
	// within is how long everything may take to be right after that; 0 means minutes.
	within time.Duration
	// want are the statuses that may come of it.
	want []string
}

// minutes are what the product promises: that all is right after a few of them.
const minutes = 5 * time.Minute

var (
	launching = []fp.Point{fp.LaunchAsking, fp.LaunchAnswered, fp.LaunchWriting, fp.LaunchWritten}
	refunding = []fp.Point{fp.RefundMarking, fp.RefundMarked, fp.RefundAnswered, fp.RefundWriting, fp.RefundWritten}
	callbacks = []fp.Point{fp.CallbackVerified, fp.CallbackWriting, fp.CallbackWritten, fp.EventTaken, fp.EventWriting, fp.EventWritten}
	telling   = []fp.Point{fp.EventTelling, fp.EventTold, fp.LetterSending, fp.LetterSent, fp.DocumentIssued, fp.DocumentStored, fp.DocumentNoted}
	capturing = []fp.Point{fp.CaptureAsking, fp.CaptureAnswered}
	settling  = []fp.Point{fp.ReconcileClaimed, fp.ReconcileAnswered, fp.SettleWriting, fp.SettleWritten}
)

var paid = []string{"CONFIRMED: COMPLETED"}

// stories come by every point.
var stories = []story{
	{
		name: "book", points: append([]fp.Point{fp.BookingWriting, fp.BookingWritten}, launching...),
		act: (*world).book, after: func(w *world) { w.book(); w.payAnyhow() }, want: paid,
	},
	{
		name: "book, and come back late", also: append([]fp.Point{fp.BookingWriting, fp.BookingWritten}, launching...), away: 3 * time.Minute,
		act: (*world).book, after: func(w *world) { w.book(); w.payAnyhow() }, want: []string{paid[0], "CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "open another payment", points: []fp.Point{fp.OpenWriting, fp.OpenWritten}, also: launching,
		before: func(w *world) { w.book(); w.use(paypage.Declines); w.await("PENDING_PAYMENT: FAILED") },
		act:    func(w *world) { w.open("PAYZONE") }, after: func(w *world) { w.open("PAYZONE"); w.payAnyhow() },
		want: []string{"CONFIRMED: FAILED COMPLETED"},
	},
	{
		name: "pay by the other gateway", points: []fp.Point{fp.LaunchAnswered}, also: append([]fp.Point{fp.OpenWriting, fp.OpenWritten}, launching...),
		before: (*world).book, act: func(w *world) { w.open("STRIPE") }, after: func(w *world) { w.open("STRIPE"); w.payAnyhow() },
		want: []string{"CONFIRMED: CANCELLED COMPLETED", "CONFIRMED: CANCELLED CANCELLED COMPLETED"},
	},
	{
		name: "pay", points: callbacks, also: telling, away: 3 * time.Minute,
		before: (*world).book, act: func(w *world) { w.use(paypage.Approves) }, want: paid,
	},
	{
		name: "pay, told again", points: []fp.Point{fp.CallbackWritten}, also: callbacks, again: true,
		before: (*world).book, act: func(w *world) { w.use(paypage.Approves) }, want: paid,
	},
	{
		name: "pay by the other gateway, told again", also: callbacks, again: true,
		before: func(w *world) { w.book(); w.open("STRIPE") }, act: func(w *world) { w.use(paypage.Approves) },
		want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "be told nothing", points: settling, pace: 200 * time.Millisecond, env: []string{"RIHLA_RECONCILE_AFTER=1s"}, away: 3 * time.Minute,
		before: (*world).book, act: func(w *world) { w.use(paypage.Silent) }, want: paid,
	},
	{
		name: "approve, be told nothing, and leave", also: append(slices.Clone(capturing), settling...),
		pace: 200 * time.Millisecond, env: []string{"RIHLA_RECONCILE_AFTER=1s"}, away: 3 * time.Minute,
		before: func(w *world) { w.book(); w.open("PAYPAL") }, act: func(w *world) { w.use(paypage.Silent) },
		want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "approve, and leave", points: capturing, also: callbacks, away: 3 * time.Minute,
		before: func(w *world) { w.book(); w.open("PAYPAL") }, act: func(w *world) { w.use(paypage.Approves) },
		want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "approve, and leave, told again", also: append(slices.Clone(capturing), callbacks...), again: true,
		before: func(w *world) { w.book(); w.open("PAYPAL") }, act: func(w *world) { w.use(paypage.Approves) },
		want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "cancel what was charged in euros", also: append([]fp.Point{fp.CancelWriting, fp.CancelWritten}, refunding...),
		away: 3 * time.Minute, before: (*world).paidInEuros, act: (*world).cancel, after: (*world).cancel, want: []string{"CANCELLED_BY_USER: CANCELLED REFUNDED"},
	},
	{
		name: "get letters and papers", points: telling, away: 3 * time.Minute,
		before: func(w *world) { w.book(); w.quiet() }, act: func(w *world) { w.use(paypage.Approves) }, want: paid,
	},
	{
		name: "cancel", points: append([]fp.Point{fp.CancelWriting, fp.CancelWritten}, refunding...), also: telling, away: 3 * time.Minute,
		before: (*world).paid, act: (*world).cancel, after: (*world).cancel, want: []string{"CANCELLED_BY_USER: REFUNDED"},
	},
	{
		name: "give back", points: []fp.Point{fp.PromiseWriting, fp.PromiseWritten}, also: refunding, away: 3 * time.Minute,
		before: (*world).paid, act: (*world).giveBack, after: (*world).giveBack, want: []string{"CONFIRMED: PARTIALLY_REFUNDED"},
	},
	{
		name: "have a refund taken back", points: []fp.Point{fp.EventWriting}, also: append(slices.Clone(callbacks), telling...), again: true,
		before: (*world).gaveBack, act: (*world).takeBack, want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "have a refund taken back, and be told nothing", points: []fp.Point{fp.ReviewAnswered, fp.ReviewWriting}, also: telling, away: 2 * time.Hour,
		pace: 200 * time.Millisecond, before: (*world).gaveBack, act: (*world).takeBackSilently, want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "give up by hand", points: []fp.Point{fp.GiveUpWriting, fp.GiveUpWritten}, away: 3 * time.Minute,
		before: (*world).book, act: (*world).giveUp, after: func(w *world) { w.giveUp(); w.use(paypage.Approves) }, want: paid,
	},
	{
		name: "move what is paid", points: []fp.Point{fp.MoveWriting, fp.MoveWritten}, also: refunding, away: 3 * time.Minute,
		before: (*world).paid, act: (*world).shorten, after: (*world).shorten, want: []string{"CONFIRMED: PARTIALLY_REFUNDED"},
	},
	{
		name: "move what is not paid", also: append([]fp.Point{fp.MoveWriting, fp.MoveWritten}, launching...),
		before: (*world).book, act: (*world).shorten, after: func(w *world) { w.shorten(); w.payAnyhow() },
		want: []string{"CONFIRMED: CANCELLED COMPLETED"},
	},
	{
		name: "confirm by hand", also: []fp.Point{fp.MoveWriting, fp.MoveWritten}, away: 3 * time.Minute,
		before: (*world).book, act: (*world).confirm, after: (*world).confirm, want: []string{"CONFIRMED: CANCELLED"},
	},
	{
		name: "pay too late", points: []fp.Point{fp.ExpiryWriting, fp.ExpiryWritten}, pace: 200 * time.Millisecond, away: 3 * time.Minute,
		env: []string{"RIHLA_HOLD_AUTONOM=3s"}, before: (*world).book, after: func(w *world) { w.use(paypage.Approves) }, want: paid,
	},
	{
		name: "never pay", also: []fp.Point{fp.ExpiryWriting, fp.ExpiryWritten}, pace: 200 * time.Millisecond,
		env: []string{"RIHLA_HOLD_AUTONOM=3s"}, before: (*world).book, away: 40 * time.Minute,
		want: []string{"CANCELLED_BY_ADMIN: CANCELLED"},
	},
	{
		name: "cancel before paying", points: []fp.Point{fp.CloseAsking, fp.CloseAnswered}, also: []fp.Point{fp.CancelWriting, fp.CancelWritten},
		before: func(w *world) { w.book(); w.open("STRIPE") }, act: (*world).cancel, away: 3 * time.Minute, after: (*world).cancel,
		want: []string{"CANCELLED_BY_USER: CANCELLED CANCELLED"},
	},
}
