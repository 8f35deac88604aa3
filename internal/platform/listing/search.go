package listing

import (
	"context"
	"fmt"

	"github.com/huandu/go-sqlbuilder"
	"github.com/jackc/pgx/v5"
)

// few is how many rows of another table are named one by one to the index of the list that has them.
const few = 5000

// SearchCounted is how many of the rows that a text finds are counted: whoever finds more types more. For Query.Count.
const SearchCounted = 1000

// Related is another table in which a list's text is looked for: customers, of bookings.
type Related struct {
	// Table with its alias, Key that Column of the list names, and Columns to look in.
	Table, Key, Column string
	Columns            []string
}

// Search is Contains for columns of a list and of rows that it names. An index serves a text that few rows of another table
// have; one that many have is found soon while the list is read in its order. db is asked which of the two it is; nil reads all of
// the list, for an export.
func Search(ctx context.Context, db DB, rows *sqlbuilder.SelectBuilder, text string, columns []string, others ...Related) error {
	either := contains(rows, text, columns)
	if len(either) == 0 {
		return nil
	}
	for _, other := range others {
		found := Select(other.Key).From(other.Table)
		Contains(found, text, other.Columns...)
		if db == nil {
			either = append(either, rows.In(other.Column, found))
			continue
		}
		ids, err := upToFew(ctx, db, found)
		if err != nil {
			return fmt.Errorf("look for text in %s: %w", other.Table, err)
		}
		switch {
		case len(ids) > few:
			// Not "exists", which would be worked out for all of the table at once.
			either = append(either, "("+rows.Var(found.Select("true").Where(other.Key+" = "+other.Column))+")")
		case len(ids) > 0:
			either = append(either, other.Column+" = any("+rows.Var(ids)+")")
		}
	}
	rows.Where(rows.Or(either...))
	return nil
}

// upToFew returns the ids that found selects, one more than few of them at most.
func upToFew(ctx context.Context, db DB, found *sqlbuilder.SelectBuilder) ([][16]byte, error) {
	if (Query{Rows: found}).hopeless() {
		return nil, nil
	}
	sql, args := found.Clone().Limit(few + 1).Build()
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[[16]byte])
}
