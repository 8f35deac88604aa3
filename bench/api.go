package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// APIFigures are every read of the interface, signing in, and how the database answers them.
type APIFigures struct {
	Reads   []ReadFigures   `json:"reads"`
	Exports []ExportFigures `json:"exports"`
	Login   LoginFigures    `json:"login"`
	// Variants is how many orders and filters of lists were tried, each by itself; Slow are those that took longest.
	Variants int       `json:"variants"`
	Slow     []Variant `json:"slowest"`
	// Scans are the sequential scans of large tables in the plans of all these statements.
	Scans []Scan `json:"scans"`
	// Faults end the run: operations that nobody has told how to measure, queries that grow with the rows, scans.
	Faults []string `json:"faults"`
}

// ReadFigures are one read as one caller, beside its own statements as bare SQL.
type ReadFigures struct {
	Operation string `json:"operation"`
	As        caller `json:"as"`
	// Page is first, last, or deep, and Rows how many the list has; neither is told of what is no list.
	Page string `json:"page,omitempty"`
	Rows int    `json:"rows,omitempty"`
	// Queries is how many statements a request runs, those that begin and end transactions among them.
	Queries int    `json:"queries"`
	HTTP    Timing `json:"http"`
	Bare    Timing `json:"bare"`
	// Ratio is HTTP's median over the bare one.
	Ratio float64 `json:"ratio"`
	// Allocations and Bytes are what the program allocates for a request, the network left out.
	Allocations float64 `json:"allocations"`
	Bytes       float64 `json:"bytes"`
	// Alone is the same request from one client, for what must be quick.
	Alone *Timing `json:"oneClient,omitempty"`
}

// Variant is a list in one order or narrowed by one filter.
type Variant struct {
	Operation string  `json:"operation"`
	As        caller  `json:"as"`
	Query     string  `json:"query"`
	Took      float64 `json:"tookMs"`
}

// Wanted of the interface.
const (
	mostListRatio = 5
	mostQuickP95  = 200.0 // milliseconds
	// mostQueries no read should need.
	mostQueries = 12
	slowShown   = 20
)

// apiRun is what measuring the interface has at hand.
type apiRun struct {
	*bench
	figures *APIFigures
	plans   *planner
	// names are the ids that paths name, by the statement that found them.
	names map[string][]string
	// tokens are of those who signed in.
	tokens map[caller]token
}

type token struct {
	text string
	at   time.Time
}

// tokenFor is how long an access token is used. It is good for ten minutes, and the reads of one list take one or two.
const tokenFor = 4 * time.Minute

// target is one read that is measured: an operation as a caller, and for a list one of its pages.
type target struct {
	operation
	call
	caller caller
	token  string
	name   string // what the path names
	query  url.Values
	always url.Values // what every request says
}

// measureAPI takes the figures of every read.
func (b *bench) measureAPI(ctx context.Context) (APIFigures, error) {
	figures := APIFigures{}
	plans, err := newPlanner(ctx, b.db)
	if err != nil {
		return figures, err
	}
	defer plans.close()
	run := apiRun{bench: b, figures: &figures, plans: plans, names: map[string][]string{}, tokens: map[caller]token{}}
	operations, err := b.operations(ctx)
	if err != nil {
		return figures, err
	}
	if figures.Login, err = b.measureLogin(ctx); err != nil {
		return figures, fmt.Errorf("signing in: %w", err)
	}
	for _, op := range operations {
		c, known := calls[op.id]
		if !known {
			run.fault("MISSING: %s (GET %s) is not in the table of calls", op.id, op.path)
			continue
		}
		if c.skip != "" {
			continue
		}
		b.say("reading: %s", op.id)
		if err := run.measure(ctx, op, c); err != nil {
			return figures, fmt.Errorf("GET %s: %w", op.path, err)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(calls)) {
		if !slices.ContainsFunc(operations, func(op operation) bool { return op.id == id }) {
			run.fault("GONE: the table of calls has %s, the interface has not", id)
		}
	}
	slices.SortFunc(figures.Slow, func(x, y Variant) int { return int(1000 * (y.Took - x.Took)) })
	figures.Slow = figures.Slow[:min(slowShown, len(figures.Slow))]
	figures.Scans = plans.scans
	for _, s := range figures.Scans {
		if s.Allowed == "" {
			run.fault("SCAN: %s?%s reads all of %s", s.Operation, s.Query, s.Table)
		}
	}
	return figures, nil
}

func (r *apiRun) fault(format string, args ...any) {
	r.figures.Faults = append(r.figures.Faults, fmt.Sprintf(format, args...))
}

// Err joins the faults.
func (f APIFigures) Err() error {
	if len(f.Faults) == 0 {
		return nil
	}
	return errors.New(strings.Join(f.Faults, "\n"))
}

func (r *apiRun) measure(ctx context.Context, op operation, c call) error {
	for _, as := range c.as {
		t, err := r.target(ctx, op, c, as)
		if err != nil {
			return err
		}
		switch op.kind {
		case list:
			if err = r.measureList(ctx, t); err == nil {
				err = r.tryVariants(ctx, t)
			}
		case export:
			err = r.measureExport(ctx, t)
		case single:
			_, err = r.measureRead(ctx, t)
		}
		if err != nil {
			return fmt.Errorf("as %s: %w", as, err)
		}
	}
	return nil
}

// tokenOf signs in, now and then anew: an access token does not outlive a long run.
func (r *apiRun) tokenOf(ctx context.Context, as caller) (string, error) {
	if as == visitor {
		return "", nil
	}
	held, is := r.tokens[as]
	if !is || r.clock.Now().Sub(held.at) > tokenFor {
		text, err := r.signIn(ctx, r.world.emailOf(as))
		if err != nil {
			return "", err
		}
		held = token{text, r.clock.Now()}
		r.tokens[as] = held
	}
	return held.text, nil
}

// target is an operation as a caller makes it.
func (r *apiRun) target(ctx context.Context, op operation, c call, as caller) (target, error) {
	t := target{operation: op, call: c, caller: as, query: url.Values{}}
	if c.query != nil {
		t.always = c.query(r.world)
		t.query = maps.Clone(t.always)
	}
	var err error
	if t.token, err = r.tokenOf(ctx, as); err != nil {
		return t, err
	}
	if strings.Contains(op.path, "{") == (c.about == "") {
		return t, errors.New("the table of calls must say what the path names, and only then")
	}
	names, err := r.named(ctx, c.about)
	if err == nil && c.about != "" {
		t.name = names[0]
	}
	return t, err
}

// named returns the ids that statement finds; the same ones each time.
func (r *apiRun) named(ctx context.Context, statement string) ([]string, error) {
	if statement == "" || r.names[statement] != nil {
		return r.names[statement], nil
	}
	rows, err := r.db.Query(ctx, statement, r.world.named())
	if err != nil {
		return nil, fmt.Errorf("find what the path names: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("find what the path names: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("nothing to name: %s", statement)
	}
	r.names[statement] = names
	return names, nil
}

// with returns t with another value of a query parameter; an empty one takes it away.
func (t target) with(name, value string) target {
	t.query = maps.Clone(t.query)
	t.query.Del(name)
	if value != "" {
		t.query.Set(name, value)
	}
	return t
}

func (t target) of(name string) target { t.name = name; return t }

func (t target) address() string {
	path := t.path
	if before, rest, is := strings.Cut(path, "{"); is {
		_, after, _ := strings.Cut(rest, "}")
		path = before + url.PathEscape(t.name) + after
	}
	if len(t.query) > 0 {
		path += "?" + t.query.Encode()
	}
	return path
}

// asked is what this request says and others need not.
func (t target) asked() string {
	asked := maps.Clone(t.query)
	maps.DeleteFunc(asked, func(name string, values []string) bool { return slices.Equal(values, t.always[name]) })
	return asked.Encode()
}

// answer is a list's envelope, of whatever rows.
type answer struct {
	Data struct {
		Pagination struct {
			Limit, Total, TotalPages int
			TotalIsCapped            bool
		}
	}
}

// watch makes a request and returns its answer and the statements that the program ran for it.
func (r *apiRun) watch(ctx context.Context, t target) (answer, []statement, error) {
	var a answer
	statements, err := r.recorder.during(func() (string, error) {
		reply, err := r.client.send(ctx, http.MethodGet, t.address(), t.token, nil)
		if err != nil {
			return "", err
		}
		if reply.status != http.StatusOK {
			return "", fmt.Errorf("GET %s: %d %s", t.address(), reply.status, reply.body)
		}
		if err := json.Unmarshal(reply.body, &a); err != nil {
			return "", fmt.Errorf("GET %s: %w", t.address(), err)
		}
		return reply.header.Get("X-Request-Id"), nil
	})
	return a, statements, err
}

// measureList measures the first and the last page, once it is sure that a page of a hundred rows takes as many queries
// as a page of one.
func (r *apiRun) measureList(ctx context.Context, t target) error {
	one, few, err := r.watch(ctx, t.with("limit", "1"))
	if err != nil {
		return err
	}
	_, many, err := r.watch(ctx, t.with("limit", "100"))
	if err != nil {
		return err
	}
	if len(few) != len(many) {
		r.fault("QUERIES: %s as %s runs %d for a page of one row and %d for a page of a hundred", t.id, t.caller, len(few), len(many))
	}
	total := one.Data.Pagination.Total
	if total == 0 {
		return errors.New("the list is empty, so that nothing is measured")
	}
	first, err := r.measureRead(ctx, t)
	if err != nil {
		return err
	}
	first.Page, first.Rows = "first", total
	usual, _, err := r.watch(ctx, t)
	if err != nil {
		return err
	}
	last, err := r.measureRead(ctx, t.with("page", strconv.Itoa(usual.Data.Pagination.TotalPages)))
	if err != nil {
		return err
	}
	last.Page, last.Rows = "last", total
	if !usual.Data.Pagination.TotalIsCapped {
		return nil
	}
	last.Page = "last counted"
	far := t.with("limit", "10").with("page", strconv.Itoa(deepRows/10+1))
	beyond, _, err := r.watch(ctx, far)
	if err != nil || beyond.Data.Pagination.Total <= deepRows {
		return err
	}
	deep, err := r.measureRead(ctx, far)
	if err != nil {
		return err
	}
	deep.Page, deep.Rows = "deep", beyond.Data.Pagination.Total
	return nil
}

// deepRows come before the page that is measured as deep, of lists that have so many.
const deepRows = 100_000

// differing is how many different rows a read is asked for, and how many a plan is looked at for.
const differing = 16

// turns is how often the two sides of a read take turns.
const turns = 4

// measureRead measures a request, and the statements that it ran as bare SQL, from as many clients.
func (r *apiRun) measureRead(ctx context.Context, t target) (*ReadFigures, error) {
	targets := []target{t}
	if names := r.names[t.about]; len(names) > 1 {
		targets = targets[:0]
		for _, name := range names[:min(differing, len(names))] {
			targets = append(targets, t.of(name))
		}
	}
	figures := ReadFigures{Operation: t.id, As: t.caller}
	bare := make([][]statement, len(targets))
	readOnly := true
	for i, one := range targets {
		_, statements, err := r.watch(ctx, one)
		if err != nil {
			return nil, err
		}
		figures.Queries = max(figures.Queries, len(statements))
		bare[i] = statements
		for _, s := range statements {
			readOnly = readOnly && s.reads()
			if err := r.plans.look(ctx, one, s); err != nil {
				return nil, err
			}
		}
	}
	if figures.Queries > mostQueries {
		r.fault("QUERIES: %s as %s runs %d", t.id, t.caller, figures.Queries)
	}
	ask := func(ctx context.Context, _, number int) error {
		one := targets[number%len(targets)]
		status, body, err := r.client.call(ctx, http.MethodGet, one.address(), one.token, nil)
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("GET %s: %d %s", one.address(), status, body)
		}
		return err
	}
	if t.quick {
		alone, err := drive(ctx, 1, 0, r.options.Each, ask)
		if err != nil {
			return nil, err
		}
		timing := alone.timing()
		figures.Alone = &timing
	}
	var over, under measured
	for range turns {
		piece, err := drive(ctx, r.options.Clients, 0, r.options.Each/turns, ask)
		if err != nil {
			return nil, err
		}
		over.add(piece)
		if !readOnly || figures.Queries == 0 {
			continue
		}
		piece, err = drive(ctx, r.options.Clients, 0, r.options.Each/turns, func(ctx context.Context, _, number int) error {
			return r.plans.replay(ctx, bare[number%len(bare)])
		})
		if err != nil {
			return nil, err
		}
		under.add(piece)
	}
	figures.HTTP, figures.Bare = over.timing(), under.timing()
	figures.Ratio = ratio(figures.HTTP.P50, figures.Bare.P50)
	var err error
	figures.Allocations, figures.Bytes, err = r.allocations(ctx, t)
	r.figures.Reads = append(r.figures.Reads, figures)
	return &r.figures.Reads[len(r.figures.Reads)-1], err
}

// tryVariants asks for a list in every order and by every filter, each by itself, and looks at the plans.
func (r *apiRun) tryVariants(ctx context.Context, t target) error {
	var variants []target
	if t.has("sort") {
		orders, err := r.orders(ctx, t)
		if err != nil {
			return err
		}
		for _, order := range orders {
			variants = append(variants, t.with("sort", order))
		}
	}
	for _, p := range t.parameters {
		if slices.Contains([]string{"page", "limit", "sort"}, p.name) || t.query.Has(p.name) {
			continue
		}
		values := slices.Concat(r.samplesOf(p), more[t.id+" "+p.name])
		if len(values) == 0 {
			r.fault("MISSING: no sample for %s of %s", p.name, t.id)
		}
		for _, value := range values {
			v := t.with(p.name, value)
			for _, other := range together[p.name] {
				v = v.with(other, samples[other](r.world))
			}
			variants = append(variants, v)
		}
	}
	for _, v := range variants {
		if err := r.tryVariant(ctx, v); err != nil {
			return err
		}
	}
	r.figures.Variants += len(variants)
	return nil
}

// samplesOf are the values that a filter is tried with.
func (r *apiRun) samplesOf(p parameter) []string {
	switch sample, is := samples[p.name]; {
	case is:
		return []string{sample(r.world)}
	case strings.HasPrefix(p.name, "include"):
		return []string{"true"}
	default:
		return p.enum
	}
}

func (r *apiRun) tryVariant(ctx context.Context, v target) error {
	_, statements, err := r.watch(ctx, v)
	if err != nil {
		return err
	}
	for _, s := range statements {
		if err := r.plans.look(ctx, v, s); err != nil {
			return err
		}
	}
	again, err := drive(ctx, 1, 3, 0, func(ctx context.Context, _, _ int) error {
		_, _, err := r.client.call(ctx, http.MethodGet, v.address(), v.token, nil)
		return err
	})
	if err != nil {
		return err
	}
	r.figures.Slow = append(r.figures.Slow, Variant{v.id, v.caller, v.asked(), milliseconds(slices.Min(again.durations))})
	return nil
}

// orders asks for an order that is none: the refusal names all there are.
func (r *apiRun) orders(ctx context.Context, t target) ([]string, error) {
	for _, p := range t.parameters {
		if p.name == "sort" && len(p.enum) > 0 {
			return p.enum, nil
		}
	}
	status, body, err := r.client.call(ctx, http.MethodGet, t.with("sort", "?").address(), t.token, nil)
	if err != nil {
		return nil, err
	}
	var problem struct{ Errors []struct{ Message string } }
	if err := json.Unmarshal(body, &problem); err != nil || len(problem.Errors) == 0 {
		return nil, fmt.Errorf("no orders in the refusal of an unknown one: %d %s", status, body)
	}
	_, names, _ := strings.Cut(problem.Errors[0].Message, ": ")
	return strings.Split(strings.TrimSuffix(names, "."), ", "), nil
}

// signIn returns an access token.
func (b *bench) signIn(ctx context.Context, email string) (string, error) {
	status, body, err := b.client.call(ctx, http.MethodPost, "/auth/login", "", map[string]string{"email": email, "password": password})
	if err != nil {
		return "", err
	}
	var answer struct{ Data struct{ AccessToken string } }
	if err := json.Unmarshal(body, &answer); err != nil || status != http.StatusOK {
		return "", fmt.Errorf("sign %s in: %d %s", email, status, body)
	}
	return answer.Data.AccessToken, nil
}
