package document

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rihla/internal/document/documentdb"
	"rihla/internal/ledger"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
	"rihla/internal/platform/pdf"
)

// Statement is a franchise's statement of the month that begins at start, as the books have it now. It is kept nowhere:
// the books never change what they said of a month that is over. Returns FRANCHISE_NOT_FOUND.
func (s *Service) Statement(ctx context.Context, franchiseID uuid.UUID, start time.Time, language i18n.Language) (File, error) {
	books, err := s.deps.Ledger.Statement(ctx, franchiseID, start)
	if err != nil {
		return File{}, err
	}
	return s.statement(ctx, books, language)
}

// MyStatement is Statement of the caller's own franchise.
func (s *Service) MyStatement(ctx context.Context, start time.Time, language i18n.Language) (File, error) {
	books, err := s.deps.Ledger.MyStatement(ctx, start)
	if err != nil {
		return File{}, err
	}
	return s.statement(ctx, books, language)
}

func (s *Service) statement(ctx context.Context, books ledger.Statement, language i18n.Language) (File, error) {
	row, err := documentdb.New(s.deps.DB).GetFranchise(ctx, books.FranchiseID)
	if err != nil {
		return File{}, fmt.Errorf("read franchise %s: %w", books.FranchiseID, err)
	}
	of := party{Name: row.Name, Address: row.Address, Email: row.ContactEmail, Phone: row.ContactPhone}
	content, err := renderStatement(books, of, row.Code, language, s.deps.Clock.Now().Truncate(time.Second))
	if err != nil {
		return File{}, fmt.Errorf("lay out the statement of franchise %s: %w", books.FranchiseID, err)
	}
	return File{Name: "rihla-statement-" + row.Code + "-" + clock.Wall(books.Start).Format("2006-01") + ".pdf", Content: content}, nil
}

// renderStatement makes the file of a statement as it is at made. The same input gives the same bytes.
func renderStatement(books ledger.Statement, of party, code string, language i18n.Language, made time.Time) ([]byte, error) {
	language, w := wordsOf(language)
	pages, err := begin(w.Statement+" "+pdf.LeftToRight(code)+" "+w.month(books.Start), w, language, made)
	if err != nil {
		return nil, err
	}
	pages.Title(w.Statement)
	pages.Space()
	pages.Pairs(
		pdf.Pair{Name: w.FranchiseName, Value: pdf.Isolate(of.Name)}, pdf.Pair{Name: w.Month, Value: w.month(books.Start)},
		pdf.Pair{Name: w.Address, Value: pdf.Isolate(orDash(of.Address))}, pdf.Pair{Name: w.Code, Value: pdf.LeftToRight(code)},
		pdf.Pair{Name: w.Email, Value: pdf.LeftToRight(of.Email)}, pdf.Pair{Name: w.Phone, Value: pdf.LeftToRight(orDash(of.Phone))},
	)
	pages.Space()
	if made.Before(books.End()) {
		pages.Paragraph(fill(w.Unfinished, "time", w.time(made)))
	}
	pages.Paragraph(w.StatementNote)
	sumUp(pages, books, w)
	pages.Heading(w.Entries)
	if len(books.Lines) == 0 {
		pages.Paragraph(w.NothingEarned)
	}
	entries(pages, books, w)
	return pages.Bytes()
}

// sumUp tells how the balance came from what it was to what it is.
func sumUp(pages *pdf.Document, books ledger.Statement, w words) {
	var paid, back money.Amount
	for _, l := range books.Lines {
		if l.Gross > 0 {
			paid += l.Gross
		} else {
			back += l.Gross
		}
	}
	pages.Table([]pdf.Column{{Name: w.What, Share: 0.7}, {Name: w.Sum, Share: 0.3, Amount: true}}, []pdf.Row{
		{Cells: []string{w.Opening, w.amount(books.Opening)}},
		{Cells: []string{w.BookingsPaid, w.amount(paid)}},
		{Cells: []string{w.RefundsPromised, w.amount(back)}},
		{Cells: []string{w.CommissionTaken, w.amount(-books.Commission)}},
		{Cells: []string{w.EarnedNet, w.amount(books.Net())}, Strong: true},
		{Cells: []string{w.Closing, w.amount(books.Closing())}, Strong: true},
		{Cells: []string{w.TakenAtCounter, w.amount(books.AtCounter)}},
	})
}

// entries are the month's facts, one by one.
func entries(pages *pdf.Document, books ledger.Statement, w words) {
	kinds := map[ledger.Kind]string{
		ledger.BookingEarned: w.BookingPaid, ledger.RefundPromised: w.RefundPromised, ledger.Correction: w.Correction,
		ledger.PaymentCaptured: w.CounterPaid, ledger.RefundDone: w.CounterGiven,
	}
	rows := make([]pdf.Row, 0, len(books.Lines)+2)
	rows = append(rows, pdf.Row{Cells: []string{w.Opening, "", "", "", "", "", w.number(books.Opening), ""}})
	for _, l := range books.Lines {
		rows = append(rows, pdf.Row{Cells: []string{
			w.day(l.At), pdf.LeftToRight(l.Reference), kinds[l.Kind], w.number(l.Gross), w.number(l.Commission), w.number(l.Net()), w.number(l.Balance),
			w.number(l.AtCounter),
		}})
	}
	rows = append(rows, pdf.Row{Strong: true, Cells: []string{
		w.Total, "", "", w.number(books.Gross), w.number(books.Commission), w.number(books.Net()), w.number(books.Closing()),
		w.number(books.AtCounter),
	}})
	pages.Table([]pdf.Column{
		{Name: w.Date, Share: 0.075}, {Name: w.Reference, Share: 0.17}, {Name: w.What, Share: 0.145}, {Name: w.Gross, Share: 0.12, Amount: true},
		{Name: w.Commission, Share: 0.12, Amount: true}, {Name: w.Net, Share: 0.118, Amount: true}, {Name: w.Balance, Share: 0.142, Amount: true},
		{Name: w.AtCounter, Share: 0.11, Amount: true},
	}, rows)
}
