// Package failpoint names the steps between which the program may end, and lets a test end it at each: the test kills it
// there with SIGKILL, starts it again and looks whether everybody's books agree (internal/testkit/killrun). Only a program
// that was built with the tag "failpoint" can be ended so; in every other one the package's functions do nothing and cost
// nothing. It knows nothing of what the steps mean.
package failpoint

// Point is a moment between two steps.
type Point string

// The points, in the order of a rental's life. "Writing" is the last moment of a transaction, which the kill takes back;
// "written" is the first one after it.
const (
	BookingWriting Point = "booking.writing"
	BookingWritten Point = "booking.written"
	OpenWriting    Point = "payment.opening"
	OpenWritten    Point = "payment.opened"
	LaunchAsking   Point = "launch.asking"    // the gateway is about to be asked for a pay page
	LaunchAnswered Point = "launch.answered"  // it has made one, and nobody here knows
	LaunchWriting  Point = "launch.recording" // the page is about to be recorded
	LaunchWritten  Point = "launch.recorded"  // and nobody was told where it is

	CallbackVerified Point = "callback.verified"
	CallbackWriting  Point = "callback.writing"
	CallbackWritten  Point = "callback.written" // stored, and not answered
	EventTaken       Point = "event.taken"      // the job has begun
	EventWriting     Point = "event.writing"
	EventWritten     Point = "event.written" // the job does not know that it is done

	ReconcileClaimed  Point = "reconcile.claimed"
	ReconcileAnswered Point = "reconcile.answered"
	CaptureAsking     Point = "capture.asking"   // approved money is about to be taken
	CaptureAnswered   Point = "capture.answered" // it is, and nobody here knows
	SettleWriting     Point = "settle.writing"
	SettleWritten     Point = "settle.written"

	CancelWriting  Point = "cancel.writing"
	CancelWritten  Point = "cancel.written"
	MoveWriting    Point = "move.writing"
	MoveWritten    Point = "move.written"
	GiveUpWriting  Point = "giveup.writing"
	GiveUpWritten  Point = "giveup.written"
	ExpiryWriting  Point = "expiry.writing"
	ExpiryWritten  Point = "expiry.written"
	CloseAsking    Point = "close.asking" // a pay page is about to be closed
	CloseAnswered  Point = "close.answered"
	PromiseWriting Point = "promise.writing" // staff give money back
	PromiseWritten Point = "promise.written"

	RefundMarking  Point = "refund.marking"  // it is about to be marked as SENT
	RefundMarked   Point = "refund.marked"   // it is, and the gateway was not asked
	RefundAnswered Point = "refund.answered" // the money went back, and nobody here knows
	RefundWriting  Point = "refund.recording"
	RefundWritten  Point = "refund.recorded"

	ReviewAnswered Point = "review.answered" // the gateway was asked about refunds that are done
	ReviewWriting  Point = "review.writing"  // one was taken back

	EventTelling   Point = "event.telling" // a subscriber has been told, in a transaction that is still open
	EventTold      Point = "event.told"
	LetterSending  Point = "letter.sending"
	LetterSent     Point = "letter.sent" // the job does not know
	DocumentIssued Point = "document.issued"
	DocumentStored Point = "document.stored" // the file is there, and its row does not know
	DocumentNoted  Point = "document.noted"
)

// All lists the points.
var All = []Point{
	BookingWriting, BookingWritten, OpenWriting, OpenWritten, LaunchAsking, LaunchAnswered, LaunchWriting, LaunchWritten,
	CallbackVerified, CallbackWriting, CallbackWritten, EventTaken, EventWriting, EventWritten,
	ReconcileClaimed, ReconcileAnswered, CaptureAsking, CaptureAnswered, SettleWriting, SettleWritten,
	CancelWriting, CancelWritten, MoveWriting, MoveWritten, GiveUpWriting, GiveUpWritten, ExpiryWriting, ExpiryWritten,
	CloseAsking, CloseAnswered, PromiseWriting, PromiseWritten,
	RefundMarking, RefundMarked, RefundAnswered, RefundWriting, RefundWritten, ReviewAnswered, ReviewWriting,
	EventTelling, EventTold, LetterSending, LetterSent, DocumentIssued, DocumentStored, DocumentNoted,
}

// What the test leaves in the directory that Variable names.
const (
	// Variable is the environment variable with a directory.
	Variable = "RIHLA_FAILPOINT"
	// Armed is a file with the name of the point at which the program ends; it becomes Fired then.
	Armed = "armed"
	Fired = "fired"
	// AheadFile has by how much the program's clock is ahead of the machine's, as a Go duration.
	AheadFile = "ahead"
	// PaceFile has how often periodic jobs run, instead of their own time.
	PaceFile = "pace"
	// PayPalRootsFile has certificates, in PEM, of authorities that vouch for what PayPal's simulator signs.
	PayPalRootsFile = "paypal-roots.pem"
)
