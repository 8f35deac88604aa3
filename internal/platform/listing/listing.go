// Package listing runs the queries of lists: any filter, any of the listed orders, pages with a total that is exact up to
// a bound, and the same rows one by one for an export. A feature states its query and its orders; what may be seen is the feature's to
// put into the query.
package listing

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/huandu/go-sqlbuilder"
	"github.com/jackc/pgx/v5"

	"rihla/internal/platform/errs"
)

// DB is a pool or a transaction.
type DB interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Pool is a DB that an export can have a transaction of.
type Pool interface {
	DB
	BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error)
}

// Orders are the orders of a list by their names in the interface, each an SQL expression. A leading "-" in a request
// turns one round.
type Orders map[string]string

// Names lists every value that a sort parameter takes, by name.
func (o Orders) Names() []string {
	names := make([]string, 0, 2*len(o))
	for _, name := range slices.Sorted(maps.Keys(o)) {
		names = append(names, name, "-"+name)
	}
	return names
}

// Query is a list: which rows of what, without order or page.
type Query struct {
	// Rows selects and filters, with PostgreSQL's flavor: start from Select.
	Rows *sqlbuilder.SelectBuilder
	// Orders may be asked for; Default is taken when none is.
	Orders  Orders
	Default string
	// Key is a unique expression that settles ties, so that no row is on two pages or on none.
	Key string
	// Count is how many rows are counted; 0: Counted.
	Count int
}

// PeriodCounted is how many are counted of what belongs to a period, for Query.Count: about as many as belong to a month of a
// large platform. All of them are found and put in order, which takes less than looking for those of last year among all.
const PeriodCounted = 50_000

// All of a list is counted, however long: for what is as high as all of it on a screen.
const All = math.MaxInt32

// Select begins a query's rows.
func Select(columns ...string) *sqlbuilder.SelectBuilder {
	return sqlbuilder.PostgreSQL.NewSelectBuilder().Select(columns...)
}

// Page picks rows of a list. Number counts from 1; Sort is "" or one of the orders.
type Page struct {
	Number, Limit int
	Sort          string
}

// Skip is how many rows come before the page, as far as numbers go.
func (p Page) Skip() int {
	const most = 1 << 40
	if p.Number-1 > most/max(p.Limit, 1) {
		return most
	}
	return (p.Number - 1) * p.Limit
}

// Counted is how many rows of a list are counted: nobody pages through more, and counting them all takes longer than reading
// a page. A page beyond is counted up to its own end, so that whoever does go on is led on.
const Counted = 10_000

// Total is how many rows a list has.
type Total struct {
	// Rows are those that were counted, at least those up to the end of the page that was read.
	Rows int
	// Capped tells that there are more than Rows.
	Capped bool
}

// Read returns a page of q's rows and how many rows q has. A page past the middle of what was counted whole is read from
// the end, so that its last page costs what the first one does. T is a struct with a field a column
// (pgx.RowToStructByName). Returns VALIDATION for an order that is none.
func Read[T any](ctx context.Context, db DB, q Query, page Page) ([]T, Total, error) {
	forward, backward, err := q.order(page.Sort)
	if err != nil {
		return nil, Total{}, err
	}
	if q.hopeless() {
		return []T{}, Total{}, nil
	}
	skip := page.Skip()
	total, err := count(ctx, db, q, max(cmp.Or(q.Count, Counted), skip+page.Limit))
	if err != nil {
		return nil, Total{}, err
	}
	if skip >= total.Rows {
		return []T{}, total, nil
	}
	size := min(page.Limit, total.Rows-skip)
	fromEnd := !total.Capped && skip > total.Rows/2
	order := forward
	if fromEnd {
		order, skip = backward, total.Rows-skip-size
	}
	sql, args := q.page(order, size, skip, !total.Capped && total.Rows <= PeriodCounted).Build()
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, Total{}, fmt.Errorf("read list: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[T])
	if err != nil {
		return nil, Total{}, fmt.Errorf("read list: %w", err)
	}
	if fromEnd {
		slices.Reverse(list)
	}
	return list, total, nil
}

// page selects size of q's rows after skip others: the keys first, in an index alone where one has what is asked for, then
// the rows of these. Of few rows, all of which were counted, all are found and put in order: the server would rather follow
// the order and hope to meet them soon.
func (q Query) page(order []ordering, size, skip int, few bool) *sqlbuilder.SelectBuilder {
	keys := q.Rows.Clone().Select(q.Key)
	if few {
		found := q.Rows.Clone().Select(q.Key + " as key")
		outer := make([]string, len(order))
		for i, o := range order {
			name := fmt.Sprintf("order_%d", i)
			found.SelectMore(o.expression + " as " + name)
			outer[i] = name + o.way
		}
		// With an offset it is worked out by itself.
		keys = sqlbuilder.PostgreSQL.NewSelectBuilder().Select("key")
		keys.From(keys.BuilderAs(found.Offset(0), "found")).OrderBy(outer...)
	} else {
		keys.OrderBy(texts(order)...)
	}
	rows := q.Rows.Clone()
	rows.WhereClause = sqlbuilder.NewWhereClause()
	return rows.Where(rows.In(q.Key, keys.Limit(size).Offset(skip))).OrderBy(texts(order)...)
}

// firstRows of a long export are looked for by themselves.
const firstRows = 500

// Each hands every row of q to yield in order, reading them as they are taken: an export holds one row in memory,
// whatever there is. It ends with the first error of yield.
//
// The quickest way to all of a long list puts it in order before the first row. So the first ones come by themselves, along an
// index as a page does, and the rest after them, all of one instant.
func Each[T any](ctx context.Context, db Pool, q Query, sort string, yield func(T) error) error {
	order, _, err := q.order(sort)
	if err != nil || q.hopeless() {
		return err
	}
	tx, err := db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	// Nothing was written, but the connection must be given back even by a request that broke off.
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	total, err := count(ctx, tx, q, Counted)
	if err != nil {
		return err
	}
	rest := q.Rows.Clone().OrderBy(texts(order)...)
	if total.Capped {
		if err := stream(ctx, tx, q.page(order, firstRows, 0, false), yield); err != nil {
			return err
		}
		rest.Offset(firstRows)
	}
	return stream(ctx, tx, rest, yield)
}

func stream[T any](ctx context.Context, db DB, from *sqlbuilder.SelectBuilder, yield func(T) error) error {
	sql, args := from.Build()
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("read rows: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		row, err := pgx.RowToStructByName[T](rows)
		if err != nil {
			return fmt.Errorf("read row: %w", err)
		}
		if err := yield(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Contains adds to rows that one of columns contains text, or for a text of less than three signs that a word of one
// begins with it, whatever its capitals; an empty text adds nothing.
func Contains(rows *sqlbuilder.SelectBuilder, text string, columns ...string) {
	if either := contains(rows, text, columns); len(either) > 0 {
		rows.Where(rows.Or(either...))
	}
}

// indexed is how many signs a text has at least for an index of its parts (pg_trgm) to help wherever it stands. The beginnings of
// words are in that index however short: a shorter text is looked for there, where people mean it too.
const indexed = 3

// contains are the conditions of which Contains wants one.
func contains(rows *sqlbuilder.SelectBuilder, text string, columns []string) []string {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	way, pattern := " ilike ", "%"+literal.Replace(text)+"%"
	if utf8.RuneCountInString(text) < indexed {
		// At the beginning, of a further name, and behind a hyphen, as in references and plates. One condition: of several
		// the server does not always see that one index has them all.
		way, pattern = " ~* ", "(^|[ -])"+special.ReplaceAllString(text, `\$0`)
	}
	either := make([]string, len(columns))
	for i, column := range columns {
		either[i] = column + way + rows.Var(pattern)
	}
	return either
}

// special signs mean something in a regular expression, unless a backslash precedes them.
var special = regexp.MustCompile(`[[:punct:]]`)

// literal takes the meaning from the signs that LIKE knows.
var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Equals adds that column is value, unless value is nil.
func Equals[T any](rows *sqlbuilder.SelectBuilder, column string, value *T) {
	if value != nil {
		rows.Where(rows.Equal(column, *value))
	}
}

// AtLeast adds that column is value or more, unless value is nil.
func AtLeast[T any](rows *sqlbuilder.SelectBuilder, column string, value *T) {
	if value != nil {
		rows.Where(rows.GreaterEqualThan(column, *value))
	}
}

// AtMost adds that column is value or less, unless value is nil.
func AtMost[T any](rows *sqlbuilder.SelectBuilder, column string, value *T) {
	if value != nil {
		rows.Where(rows.LessEqualThan(column, *value))
	}
}

// AnyOf adds that column is one of values, unless there are none.
func AnyOf[T any](rows *sqlbuilder.SelectBuilder, column string, values []T) {
	if len(values) > 0 {
		rows.Where(column + " = any(" + rows.Var(values) + ")")
	}
}

// count counts up to most rows of q.
func count(ctx context.Context, db DB, q Query, most int) (Total, error) {
	counted := sqlbuilder.PostgreSQL.NewSelectBuilder().Select("count(*)")
	counted.From(counted.BuilderAs(q.Rows.Clone().Select("1").Limit(most+1), "counted"))
	sql, args := counted.Build()
	var found int
	if err := db.QueryRow(ctx, sql, args...).Scan(&found); err != nil {
		return Total{}, fmt.Errorf("count list: %w", err)
	}
	return Total{Rows: min(found, most), Capped: found > most}, nil
}

// hopeless tells whether a filter asks for a text that PostgreSQL cannot keep, and would refuse to look for: no row has
// it.
func (q Query) hopeless() bool {
	_, args := q.Rows.Build()
	return slices.ContainsFunc(args, func(arg any) bool { return !storable(reflect.ValueOf(arg)) })
}

func storable(v reflect.Value) bool {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String {
		for i := range v.Len() {
			if !storable(v.Index(i)) {
				return false
			}
		}
	}
	return v.Kind() != reflect.String || utf8.ValidString(v.String()) && !strings.ContainsRune(v.String(), 0)
}

// ordering is an expression and its way: " asc" or " desc".
type ordering struct{ expression, way string }

func texts(order []ordering) []string {
	out := make([]string, len(order))
	for i, o := range order {
		out[i] = o.expression + o.way
	}
	return out
}

// order returns the wanted order, and the same turned round.
func (q Query) order(sort string) ([]ordering, []ordering, error) {
	if sort == "" {
		sort = q.Default
	}
	name, falling := strings.CutPrefix(sort, "-")
	expression, known := q.Orders[name]
	if !known {
		var c errs.Collector
		c.Add("sort", "INVALID_CHOICE", "values", strings.Join(q.Orders.Names(), ", "))
		return nil, nil, c.Err()
	}
	way, back := " asc", " desc"
	if falling {
		way, back = back, way
	}
	forward, backward := []ordering{{expression, way}}, []ordering{{expression, back}}
	if expression != q.Key {
		forward, backward = append(forward, ordering{q.Key, way}), append(backward, ordering{q.Key, back})
	}
	return forward, backward, nil
}
