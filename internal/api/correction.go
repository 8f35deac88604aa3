package api

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"rihla/internal/ledger"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/money"
)

// correctionLine is an amount on an account of a payment.
type correctionLine struct {
	Account        ledger.Account `json:"account" doc:"GATEWAY is whoever holds the money: of a payment over the counter its franchise"`
	AmountCentimes int64          `json:"amountCentimes" doc:"Centimes of a dirham, not 0; above 0: the account's owner owes the platform that much more" example:"90000"`
}

type correctPaymentRequest struct {
	IDPath
	IdempotencyKey string `header:"Idempotency-Key" doc:"Makes a repetition harmless: the same key and body post once" maxLength:"255"`
	Body           struct {
		Corrects ledger.Kind      `json:"corrects" doc:"The fact that the books have not, or have wrong"`
		RefundID *uuid.UUID       `json:"refundId,omitempty" doc:"Whose fact it is, when it is a refund's"`
		Lines    []correctionLine `json:"lines" doc:"At least two, an account at most once; they add up to nothing"`
		Reason   string           `json:"reason" doc:"Up to 500 characters, for the records"`
	}
}

// postedLine is a line in the books.
type postedLine struct {
	Account        ledger.Account `json:"account" doc:"GATEWAY is whoever holds the money: of a payment over the counter its franchise"`
	Owner          string         `json:"owner" doc:"Whose account: a customer's or franchise's id, a gateway's name, PLATFORM"`
	AmountCentimes int64          `json:"amountCentimes" doc:"Above 0: the owner owes the platform that much more; below: the platform owes it"`
}

// postingView is a fact in the books about a payment.
type postingView struct {
	Kind       ledger.Kind     `json:"kind" doc:"The fact that it is"`
	RefundID   *uuid.UUID      `json:"refundId" doc:"The refund that it is about; null: none"`
	HappenedAt time.Time       `json:"happenedAt"`
	Lines      []postedLine    `json:"lines"`
	Correction *correctionView `json:"correction" doc:"Null: the program posted it by itself"`
}

// correctionView is what a correction by hand has besides.
type correctionView struct {
	ID       uuid.UUID   `json:"id"`
	Corrects ledger.Kind `json:"corrects" doc:"The fact that it makes up for"`
	Reason   string      `json:"reason"`
	ActorID  uuid.UUID   `json:"actorId" doc:"Who posted it"`
}

func toPostingView(p ledger.Posting) postingView {
	v := postingView{Kind: p.Kind, RefundID: p.RefundID, HappenedAt: utc(p.At), Lines: views(p.Lines, func(l ledger.Line) postedLine {
		return postedLine{l.Account, l.Owner, int64(l.Amount)}
	})}
	if c := p.Correction; c != nil {
		v.Correction = &correctionView{c.ID, c.Corrects, c.Reason, c.ActorID}
	}
	return v
}

type postingData struct {
	Posting postingView `json:"posting" doc:"As the books have it"`
}

type postingAnswer data[postingData]

// bookFinding is something that the check says of a payment.
type bookFinding struct {
	Rule     ledger.Rule `json:"rule" doc:"What does not hold"`
	RefundID *uuid.UUID  `json:"refundId" doc:"The refund that it is about; null: the payment or its booking"`
	Detail   string      `json:"detail" doc:"What each side says, for the records"`
}

func toBookFinding(f ledger.Finding) bookFinding {
	v := bookFinding{Rule: f.Rule, Detail: f.Detail}
	if id, err := uuid.Parse(f.ID); err == nil && f.Rule == ledger.RefundBooked {
		v.RefundID = &id
	}
	return v
}

// bookProposal is a correction for what is missing, ready to be posted.
type bookProposal struct {
	Corrects ledger.Kind      `json:"corrects" doc:"The fact that the books have not"`
	RefundID *uuid.UUID       `json:"refundId" doc:"The refund whose fact it is; null: the payment's"`
	Lines    []correctionLine `json:"lines" doc:"They add up to nothing"`
}

func toBookProposal(p ledger.Proposal) bookProposal {
	return bookProposal{p.Corrects, p.RefundID, views(p.Lines, func(l ledger.Line) correctionLine {
		return correctionLine{l.Account, int64(l.Amount)}
	})}
}

type booksData struct {
	Postings  []postingView  `json:"postings" doc:"In the order in which they were posted"`
	Findings  []bookFinding  `json:"findings" doc:"What the check says of this payment; empty: books and payment agree"`
	Proposals []bookProposal `json:"proposals" doc:"The facts that are missing, in the order in which to post them; what is there and should not be is in none"`
}

type booksAnswer data[booksData]

func (a *API) registerCorrections() {
	register(a, Operation{
		Method: http.MethodGet, Path: "/payments/{id}/ledger", ID: "listPostings", Tag: "payments", Permission: authz.PaymentCorrect,
		Summary: "What the books have of a payment, and what is missing", Errors: []string{"PAYMENT_NOT_FOUND"},
	}, a.listPostings)
	register(a, Operation{
		Method: http.MethodPost, Path: "/payments/{id}/corrections", ID: "correctPayment", Tag: "payments", Permission: authz.PaymentCorrect,
		Summary: "Post a correction of the books by hand",
		Description: "For what the check of the books has found: it counts as the fact that it makes up for, and what it earns or gives back is in " +
			"financials and statements now. It is never changed; another one takes it back.",
		Errors: []string{"PAYMENT_NOT_FOUND", "REFUND_NOT_FOUND", "IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_MISMATCH"},
	}, a.correctPayment)
}

func (a *API) listPostings(ctx context.Context, in *IDPath) (*booksAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	books, err := a.Services.Ledger.BooksOf(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &booksAnswer{}
	out.Body.Data = booksData{views(books.Postings, toPostingView), views(books.Findings, toBookFinding), views(books.Proposals, toBookProposal)}
	return out, nil
}

func (a *API) correctPayment(ctx context.Context, in *correctPaymentRequest) (*postingAnswer, error) {
	id, err := in.parse(notFound("PAYMENT_NOT_FOUND"))
	if err != nil {
		return nil, err
	}
	posting, err := a.Services.Ledger.Correct(ctx, ledger.CorrectInput{
		PaymentID: id, Corrects: in.Body.Corrects, RefundID: in.Body.RefundID, Reason: in.Body.Reason, IdempotencyKey: in.IdempotencyKey,
		Lines: views(in.Body.Lines, func(l correctionLine) ledger.Line {
			return ledger.Line{Account: l.Account, Amount: money.Amount(l.AmountCentimes)}
		}),
	})
	if err != nil {
		return nil, err
	}
	out := &postingAnswer{}
	out.Body.Data.Posting = toPostingView(posting)
	return out, nil
}
