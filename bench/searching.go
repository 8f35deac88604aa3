package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rihla/internal/search"
)

// SearchFigures are a scenario over HTTP beside the same questions as bare SQL.
type SearchFigures struct {
	Scenario
	// Found is the mean total of the questions.
	Found float64 `json:"found"`
	HTTP  Timing  `json:"http"`
	Bare  Timing  `json:"bare"`
	// One is the bare SQL with a single client, HTTPOne the request with a single client.
	One     Timing `json:"bareOneClient"`
	HTTPOne Timing `json:"httpOneClient"`
	// RateRatio is HTTP's rate over the bare one.
	RateRatio float64 `json:"rateRatio"`
	// TailRatio is HTTP's p95 over the median of one bare query, with all clients and with a single one.
	TailRatio    float64 `json:"tailRatio"`
	TailRatioOne float64 `json:"tailRatioOneClient"`
}

// Wanted of a search.
const (
	leastRateRatio = 0.7
	mostTailRatio  = 3
	mostGrowth     = 1.3
)

// rounds is how often the two sides take turns, so that what else the machine does meets both.
const rounds = 6

// measureSearch takes a scenario's figures.
func (b *bench) measureSearch(ctx context.Context, s Scenario) (SearchFigures, error) {
	figures := SearchFigures{Scenario: s}
	questions := b.world.questions(s)
	var err error
	if figures.Found, err = b.agree(ctx, questions); err != nil {
		return figures, fmt.Errorf("%s: %w", s.Name, err)
	}
	if figures.HTTP, figures.Bare, err = b.bothSides(ctx, questions, b.options.Clients); err != nil {
		return figures, fmt.Errorf("%s: %w", s.Name, err)
	}
	if figures.HTTPOne, figures.One, err = b.bothSides(ctx, questions, 1); err != nil {
		return figures, fmt.Errorf("%s: %w", s.Name, err)
	}
	figures.RateRatio = ratio(figures.HTTP.PerSecond, figures.Bare.PerSecond)
	figures.TailRatio, figures.TailRatioOne = ratio(figures.HTTP.P95, figures.One.P50), ratio(figures.HTTPOne.P95, figures.One.P50)
	return figures, nil
}

// bothSides puts the questions over HTTP and, when there is a pgbench, as bare SQL, in turns.
func (b *bench) bothSides(ctx context.Context, questions []question, clients int) (over, bare Timing, err error) { //nolint:nonamedreturns // two alike
	script, err := searchScript(questions, b.clock.Now())
	if err != nil {
		return over, bare, err
	}
	var first, second measured
	for range rounds {
		piece, err := b.ask(ctx, questions, clients, b.options.Duration/rounds)
		if err != nil {
			return over, bare, err
		}
		first.add(piece)
		if b.bare == nil {
			continue
		}
		if piece, err = b.bare.run(ctx, script, clients, b.options.Duration/rounds); err != nil {
			return over, bare, err
		}
		second.add(piece)
	}
	return first.timing(), second.timing(), nil
}

// ask puts the questions over HTTP.
func (b *bench) ask(ctx context.Context, questions []question, clients int, while time.Duration) (measured, error) {
	return drive(ctx, clients, 0, while, func(ctx context.Context, _, number int) error {
		_, err := b.client.get(ctx, questions[number%len(questions)].path)
		return err
	})
}

// agree makes sure that both sides answer the same questions: the same total, and the same motorcycles in the same
// order. Returns the mean total.
func (b *bench) agree(ctx context.Context, questions []question) (float64, error) {
	sum := 0
	for _, q := range questions {
		body, err := b.client.get(ctx, q.path)
		if err != nil {
			return 0, err
		}
		var answer struct {
			Data struct {
				Motorcycles []struct{ ID uuid.UUID }
				Pagination  struct{ Total int }
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return 0, fmt.Errorf("read the answer: %w", err)
		}
		ids, total, err := b.bareAnswer(ctx, q)
		if err != nil {
			return 0, err
		}
		if total != answer.Data.Pagination.Total || len(ids) != len(answer.Data.Motorcycles) {
			return 0, fmt.Errorf("%s finds %d, the statement %d", q.path, answer.Data.Pagination.Total, total)
		}
		for i, m := range answer.Data.Motorcycles {
			if m.ID != ids[i] {
				return 0, fmt.Errorf("%s finds other motorcycles than the statement", q.path)
			}
		}
		sum += total
	}
	return float64(sum) / float64(len(questions)), nil
}

// bareAnswer runs the statement itself.
func (b *bench) bareAnswer(ctx context.Context, q question) ([]uuid.UUID, int, error) {
	text, args := search.Statement(q.criteria, b.clock.Now())
	rows, err := b.db.Query(ctx, text, args...)
	if err != nil {
		return nil, 0, fmt.Errorf("run the search's statement: %w", err)
	}
	var (
		ids             []uuid.UUID
		id              *uuid.UUID
		distance        *float64
		total           int
		lowest, highest *int64
	)
	_, err = pgx.ForEachRow(rows, []any{&id, &distance, &total, &lowest, &highest}, func() error {
		if id != nil {
			ids = append(ids, *id)
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("run the search's statement: %w", err)
	}
	return ids, total, nil
}

// GrowthFigures are the same searches, one client, with more and more rentals in the past.
type GrowthFigures struct {
	Scenario
	Past []int `json:"pastRentals"`
	// HTTP and Bare are medians in milliseconds, beside Past.
	HTTP []float64 `json:"httpP50Ms"`
	Bare []float64 `json:"bareP50Ms"`
	// Pages are how many pages of the database the statement touches, whatever else the machine does.
	Pages []float64 `json:"pages"`
	// The ratios are the last figure over the first.
	HTTPRatio  float64 `json:"httpRatio"`
	BareRatio  float64 `json:"bareRatio"`
	PagesRatio float64 `json:"pagesRatio"`
}

// grown are the scenarios whose cost is watched while the past grows.
var grown = []Scenario{scenarios[0], scenarios[4]}

// grow adds the figures of the present number of rentals.
func (b *bench) grow(ctx context.Context, figures []GrowthFigures, past int) error {
	for i := range figures {
		g := &figures[i]
		questions := b.world.questions(g.Scenario)
		over, bare, err := b.bothSides(ctx, questions, 1)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		pages, err := b.pages(ctx, questions)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Name, err)
		}
		g.Past, g.HTTP, g.Bare = append(g.Past, past), append(g.HTTP, over.P50), append(g.Bare, bare.P50)
		g.Pages = append(g.Pages, pages)
		g.HTTPRatio, g.BareRatio, g.PagesRatio = ratio(over.P50, g.HTTP[0]), ratio(bare.P50, g.Bare[0]), ratio(pages, g.Pages[0])
	}
	return nil
}

// pages is how many pages the statement touches for a question, on average.
func (b *bench) pages(ctx context.Context, questions []question) (float64, error) {
	sum := 0
	for _, q := range questions {
		text, args := search.Statement(q.criteria, b.clock.Now())
		var plans []struct {
			Plan struct {
				Hit  int `json:"Shared Hit Blocks"`
				Read int `json:"Shared Read Blocks"`
			}
		}
		if err := b.db.QueryRow(ctx, "explain (analyze, buffers, timing off, format json) "+text, args...).Scan(&plans); err != nil {
			return 0, fmt.Errorf("explain the search: %w", err)
		}
		sum += plans[0].Plan.Hit + plans[0].Plan.Read
	}
	return float64(sum) / float64(len(questions)), nil
}
