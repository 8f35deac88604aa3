package api

import (
	"context"
	"net/http"
	"time"

	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/money"
)

// monthLayout is how a month is written.
const monthLayout = "2006-01"

type statementView struct {
	Month      string `json:"month" doc:"Year and month, on the calendar of Casablanca" example:"2027-04"`
	Gross      MAD    `json:"gross" doc:"What customers paid for bookings less what of that goes back to them"`
	Commission MAD    `json:"commission" doc:"The platform's part of it"`
	Net        MAD    `json:"net" doc:"What stays with the franchise"`
}

func toStatementView(m ledger.Month) statementView {
	return statementView{clock.Wall(m.Start).Format(monthLayout), MAD(m.Gross), MAD(m.Commission), MAD(m.Net())}
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

type statementRequest struct {
	IDPath
	Month string `path:"month" doc:"Year and month, such as 2027-04" example:"2027-04"`
}

// statementRow is a line of a statement as a file: a fact, or a sum of those before it.
type statementRow struct {
	at                     time.Time
	reference, what        string
	gross, commission, net money.Amount
	balance                money.Amount
}

var statementColumns = []column[statementRow]{
	{"date", func(r statementRow) string { return clock.Wall(r.at).Format(time.DateOnly) }},
	{"bookingReference", func(r statementRow) string { return r.reference }},
	{"what", func(r statementRow) string { return r.what }},
	{"gross", func(r statementRow) string { return r.gross.String() }},
	{"commission", func(r statementRow) string { return r.commission.String() }},
	{"net", func(r statementRow) string { return r.net.String() }},
	{"balance", func(r statementRow) string { return r.balance.String() }},
}

func (a *API) registerStatements() {
	const tag = "franchises"
	register(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/statements", ID: "listStatements", Tag: tag, Permission: authz.FranchiseFinancials,
		Summary: "The months in which a franchise earned or gave back, the latest first", Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, a.listStatements)
	registerExport(a, Operation{
		Method: http.MethodGet, Path: "/franchises/{id}/statements/{month}", ID: "getStatement", Tag: tag, Permission: authz.FranchiseFinancials,
		Summary: "A franchise's statement of a month as CSV",
		Description: "The balance before the month (OPENING_BALANCE), every booking that was paid (BOOKING_EARNED) and every refund that was" +
			" promised (REFUND_PROMISED), the month's sums (TOTAL) and the balance after it (CLOSING_BALANCE). The balance is what was" +
			" earned since the beginning, less commission.",
		Errors: []string{"FRANCHISE_NOT_FOUND"},
	}, "statement", statementColumns, a.statement)
}

func (a *API) listStatements(ctx context.Context, in *listStatementsRequest) (*statementsAnswer, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	months, err := a.Services.Ledger.Months(ctx, id)
	if err != nil {
		return nil, err
	}
	total, skip := len(months), min(ListQuery{PageQuery: in.PageQuery}.page().Skip(), len(months))
	out := &statementsAnswer{}
	out.Body.Data = statementsData{
		Statements: views(months[skip:min(skip+in.Limit, total)], toStatementView), Pagination: paginate(in.Page, in.Limit, total),
	}
	return out, nil
}

func (a *API) statement(in *statementRequest) (func(context.Context, func(statementRow) error) error, error) {
	id, err := in.parse(franchise.ErrNotFound)
	if err != nil {
		return nil, err
	}
	var f filters
	wall, err := time.Parse(monthLayout, in.Month)
	f.Check(err == nil && wall.Year() > 0, "month", "INVALID_FORMAT")
	return func(ctx context.Context, yield func(statementRow) error) error {
		s, err := a.Services.Ledger.Statement(ctx, id, clock.FromWall(wall))
		if err != nil {
			return err
		}
		for _, row := range statementRows(s) {
			if err := yield(row); err != nil {
				return err
			}
		}
		return nil
	}, f.Err()
}

// statementRows puts sums around a statement's lines.
func statementRows(s ledger.Statement) []statementRow {
	last := clock.Midnight(ledger.MonthAfter(s.Start), -1)
	rows := []statementRow{{at: s.Start, what: "OPENING_BALANCE", balance: s.Opening}}
	balance := s.Opening
	for _, l := range s.Lines {
		balance += l.Net()
		rows = append(rows, statementRow{l.At, l.Reference, string(l.Kind), l.Gross, l.Commission, l.Net(), balance})
	}
	return append(rows,
		statementRow{last, "", "TOTAL", s.Gross, s.Commission, s.Net(), balance},
		statementRow{at: last, what: "CLOSING_BALANCE", balance: s.Closing()},
	)
}
