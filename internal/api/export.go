package api

import (
	"context"
	"encoding/csv"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/google/uuid"
)

// column is one column of an export: its name in the interface and a row's text in it.
type column[T any] struct {
	name string
	text func(T) string
}

// registerExport adds an operation that answers a whole list as CSV: UTF-8 with a byte order mark, by which
// spreadsheets know it, row by row as the database hands them over. prepare reads the request and returns how to walk
// the rows; what is refused before the first row is a problem document, a failure after it breaks the connection off, so
// that nobody takes half a list for all of it.
func registerExport[In, Row any](a *API, op Operation, name string, columns []column[Row],
	prepare func(*In) (each func(context.Context, func(Row) error) error, err error),
) {
	op.Produces = "text/csv"
	register(a, op, func(_ context.Context, in *In) (*huma.StreamResponse, error) {
		each, err := prepare(in)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) { //nolint:contextcheck // it brings the request's context
			_, w := humachi.Unwrap(ctx)
			writeCSV(ctx.Context(), a, w, name, columns, each)
		}}, nil
	})
}

// byteOrderMark tells spreadsheets that a file is UTF-8.
const byteOrderMark = "\ufeff"

func writeCSV[Row any](ctx context.Context, a *API, w http.ResponseWriter, name string, columns []column[Row],
	each func(context.Context, func(Row) error) error,
) {
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	record := make([]string, len(columns))
	begun := false
	begin := func() error {
		begun = true
		w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
		if _, err := w.Write([]byte(byteOrderMark)); err != nil {
			return err
		}
		for i, c := range columns {
			record[i] = c.name
		}
		return out.Write(record)
	}
	err := each(ctx, func(row Row) error {
		if !begun {
			if err := begin(); err != nil {
				return err
			}
		}
		for i, c := range columns {
			record[i] = cell(c.text(row))
		}
		return out.Write(record)
	})
	if err == nil && !begun {
		err = begin()
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	switch {
	case err != nil && !begun:
		a.write(ctx, w, err)
	case err != nil:
		_ = a.problem(ctx, err) // for the log
		panic(http.ErrAbortHandler)
	}
}

// idText and timeTextOf are the cells of what may be missing.
func idText(id *uuid.UUID) string {
	if id == nil {
		return ""
	}
	return id.String()
}

func timeTextOf(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// cell keeps a spreadsheet from running a text as a formula: what begins like one gets an apostrophe in front (OWASP,
// CSV injection). Numbers stay numbers.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) && !plainNumber.MatchString(text) {
		return "'" + text
	}
	return text
}
