package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/listing"
	"rihla/internal/platform/money"
)

// monthLayout is how a month is written.
const monthLayout = "2006-01"

type statementView struct {
	Month      string `json:"month" doc:"Year and month, on the calendar of Casablanca" example:"2027-04"`
	Gross      MAD    `json:"gross" doc:"What customers paid for bookings less what of that goes back to them"`
	Commission MAD    `json:"commission" doc:"The platform's part of it"`
	Net        MAD    `json:"net" doc:"What stays with the franchise"`
	AtCounter  MAD    `json:"atCounter" doc:"What it took over its own counter less what it gave out there: that part of the money it has already"`
}

func toStatementView(m ledger.Month) statementView {
	return statementView{clock.Wall(m.Start).Format(monthLayout), MAD(m.Gross), MAD(m.Commission), MAD(m.Net()), MAD(m.AtCounter)}
}

type statementsData struct {
	Statements []statementView `json:"statements"`
	Pagination pagination      `json:"pagination"`
}

type statementsAnswer data[statementsData]

type listStatementsRequest struct {
	IDPath
	PageQuery
}

// MonthPath is the month that a path names. Exported because the framework describes only such embedded structs.
type MonthPath struct {
	Month string `path:"month" doc:"Year and month on the calendar of Casablanca, such as 2027-04" example:"2027-04"`
}

// start is when the month begins.
func (p MonthPath) start() (time.Time, error) {
	var f filters
	wall, err := time.Parse(monthLayout, p.Month)
	f.Check(err == nil && wall.Year() > 0, "month", "INVALID_FORMAT")
	return clock.FromWall(wall), f.Err()
}

type statementRequest struct {
	IDPath
	MonthPath
}

// StatementLanguage is the parameter of statements as PDF. Exported because the framework describes only such embedded structs.
type StatementLanguage struct {
	Language string `query:"lang" enum:"en,fr,ar" doc:"Left out: the language of the request"`
}

func (l StatementLanguage) language(ctx context.Context) i18n.Language {
	return cmp.Or(i18n.Language(l.Language), requestOf(ctx).language)
}

type statementDocumentRequest struct {
	IDPath
	MonthPath
	StatementLanguage
}

type myStatementDocumentRequest struct {
	MonthPath
	StatementLanguage
}

// statementRow is a line of a statement as a file: a fact, or a sum of those before it.
type statementRow struct {
	at                     time.Time
	reference, what        string
	gross, commission, net money.Amount
	balance, atCounter     money.Amount
}

var statementColumns = []column[statementRow]{
	{"date", func(r statementRow) string { return clock.Wall(r.at).Format(time.DateOnly) }},
	{"bookingReference", func(r statementRow) string { return r.reference }},
	{"what", func(r statementRow) string { return r.what }},
	{"gross", func(r statementRow) string { return r.gross.String() }},
	{"commission", func(r statementRow) string { return r.commission.String() }},
	{"net", func(r statementRow) string { return r.net.String() }},
	{"balance", func(r statementRow) string { return r.balance.String() }},
	{"atCounter", func(r statementRow) string { return r.atCounter.String() }},
}

const (
	listStatementsSummary = "The months in which a franchise earned or gave back, the latest first"
	statementSummary      = "A franchise's statement of a month as CSV"
	statementDescription  = "The balance before the month (OPENING_BALANCE), every booking that was paid (BOOKING_EARNED) and every refund that was" +
		" promised (REFUND_PROMISED), what was corrected by hand (CORRECTION), the month's sums (TOTAL) and the balance after it (CLOSING_BALANCE). The balance is what was" +
		" earned since the beginning, less commission. At the counter is what the franchise took there, and below zero what it gave out:" +
		" that part of the money it has already. What it hands out in a later month than it was promised is a line of its own (REFUND_DONE)."
	statementDocumentSummary     = "A franchise's statement of a month as PDF"
	statementDocumentDescription = "It says what the statement as CSV says, to the centime, in the language that is asked for."
	callersOwn                   = ": the caller's own"
)

func (a *API) registerStatements() {
	const tag = "franchises"
	refusals := []string{"FRANCHISE_NOT_FOUND"}
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/statements", ID: "listStatements", Tag: tag, Permission: authz.FranchiseFinancials,
		Summary: listStatementsSummary, Errors: refusals,
	}, a.listStatements)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/me/statements", ID: "listMyStatements", Tag: tag, Permission: authz.FranchiseMe,
		Summary: listStatementsSummary + callersOwn, Errors: refusals,
	}, a.listMyStatements)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/statements/{month}", ID: "getStatement", Tag: tag, Permission: authz.FranchiseFinancials,
		Summary: statementSummary, Description: statementDescription, Errors: refusals,
	}, "statement", statementColumns, a.statement)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/franchises/me/statements/{month}", ID: "getMyStatement", Tag: tag, Permission: authz.FranchiseMe,
		Summary: statementSummary + callersOwn, Description: statementDescription, Errors: refusals,
	}, "statement", statementColumns, a.myStatement)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/statements/{month}/pdf", ID: "getStatementDocument", Tag: tag,
		Permission: authz.FranchiseFinancials, Produces: pdfType,
		Summary: statementDocumentSummary, Description: statementDocumentDescription, Errors: refusals,
	}, a.statementDocument)
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/me/statements/{month}/pdf", ID: "getMyStatementDocument", Tag: tag,
		Permission: authz.FranchiseMe, Produces: pdfType,
		Summary: statementDocumentSummary + callersOwn, Description: statementDocumentDescription, Errors: refusals,
	}, a.myStatementDocument)
}

func (a *API) listStatements(ctx context.Context, in *listStatementsRequest) (*statementsAnswer, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	return answerStatements(in.PageQuery)(a.Services.Ledger.Months(ctx, id))
}

func (a *API) listMyStatements(ctx context.Context, in *PageQuery) (*statementsAnswer, error) {
	return answerStatements(*in)(a.Services.Ledger.MyMonths(ctx))
}

func answerStatements(page PageQuery) func([]ledger.Month, error) (*statementsAnswer, error) {
	return func(months []ledger.Month, err error) (*statementsAnswer, error) {
		if err != nil {
			return nil, err
		}
		total, skip := len(months), min(ListQuery{PageQuery: page}.page().Skip(), len(months))
		out := &statementsAnswer{}
		out.Body.Data = statementsData{
			Statements: views(months[skip:min(skip+page.Limit, total)], toStatementView), Pagination: paginate(page.Page, page.Limit, listing.Total{Rows: total}),
		}
		return out, nil
	}
}

// eachRow walks the rows of a statement.
type eachRow = func(context.Context, func(statementRow) error) error

func (a *API) statement(in *statementRequest) (eachRow, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	start, err := in.start()
	return walkStatement(func(ctx context.Context) (ledger.Statement, error) {
		return a.Services.Ledger.Statement(ctx, id, start)
	}), err
}

func (a *API) myStatement(in *MonthPath) (eachRow, error) {
	start, err := in.start()
	return walkStatement(func(ctx context.Context) (ledger.Statement, error) {
		return a.Services.Ledger.MyStatement(ctx, start)
	}), err
}

func walkStatement(read func(context.Context) (ledger.Statement, error)) eachRow {
	return func(ctx context.Context, yield func(statementRow) error) error {
		s, err := read(ctx)
		if err != nil {
			return err
		}
		for _, row := range statementRows(s) {
			if err := yield(row); err != nil {
				return err
			}
		}
		return nil
	}
}

func (a *API) statementDocument(ctx context.Context, in *statementDocumentRequest) (*huma.StreamResponse, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	start, err := in.start()
	if err != nil {
		return nil, err
	}
	return answerFile(a.Services.Document.Statement(ctx, id, start, in.language(ctx)))
}

func (a *API) myStatementDocument(ctx context.Context, in *myStatementDocumentRequest) (*huma.StreamResponse, error) {
	start, err := in.start()
	if err != nil {
		return nil, err
	}
	return answerFile(a.Services.Document.MyStatement(ctx, start, in.language(ctx)))
}

// statementRows puts sums around a statement's lines.
func statementRows(s ledger.Statement) []statementRow {
	last := clock.Midnight(s.End(), -1)
	rows := []statementRow{{at: s.Start, what: "OPENING_BALANCE", balance: s.Opening}}
	for _, l := range s.Lines {
		rows = append(rows, statementRow{l.At, l.Reference, string(l.Kind), l.Gross, l.Commission, l.Net(), l.Balance, l.AtCounter})
	}
	return append(rows,
		statementRow{last, "", "TOTAL", s.Gross, s.Commission, s.Net(), s.Closing(), s.AtCounter},
		statementRow{at: last, what: "CLOSING_BALANCE", balance: s.Closing()},
	)
}
