// Command bench measures the program on a large database of its own: the real server over HTTP beside the same SQL run
// by pgbench, so that figures come with a ratio that means the same on any machine. README.md says how to read it. It
// belongs to no build and holds no rule of the product.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/postgres"
)

// Options are what a run is asked to do.
type Options struct {
	Sizes
	// Clients search at once, Bookers book at once.
	Clients int `json:"clients"`
	Bookers int `json:"bookers"`
	// Slots are raced for by the bookers.
	Slots int `json:"slots"`
	// Callbacks are reported in each of the two rounds.
	Callbacks int `json:"callbacks"`
	// Rate is how many of them a second come in the second round.
	Rate int `json:"callbackRate"`
	// Duration is how long each side of each scenario is measured.
	Duration time.Duration `json:"durationNs"`
	// Each is how long each side of each read of the interface is measured.
	Each time.Duration `json:"eachNs"`
	// Only are the sections to run; none: all.
	Only []string `json:"only,omitempty"`
	// DatabaseURL is an empty database to use; empty: a built-in PostgreSQL in a temporary folder.
	DatabaseURL string `json:"-"`
	// Pgbench is the program that runs bare SQL; empty: only HTTP is measured.
	Pgbench string `json:"-"`
	// Profile is a file for a CPU profile of everything after the load.
	Profile string `json:"-"`
	// Serve loads the world of the api section and then only serves it, until the run is told to stop.
	Serve bool `json:"-"`
	// Dir is a folder for everything that the run writes.
	Dir string `json:"-"`
	// Out gets a line for each step.
	Out io.Writer `json:"-"`
}

// The sections of a run.
const (
	searchSection   = "search"
	bookingSection  = "booking"
	callbackSection = "callbacks"
	apiSection      = "api"
)

// wants tells whether a section is to be run.
func (o Options) wants(section string) bool {
	return len(o.Only) == 0 || slices.Contains(o.Only, section)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has been called
	}
}

// command reads the flags, runs and reports.
func command(ctx context.Context) error {
	o := Options{Out: os.Stderr}
	flag.IntVar(&o.Motorcycles, "motorcycles", 100_000, "motorcycles in 60 cities; one city has a twentieth of them")
	flag.IntVar(&o.Past, "rentals", 1_000_000, "rentals in the past two years")
	flag.IntVar(&o.Upcoming, "upcoming", 200_000, "rentals in the next four months")
	flag.IntVar(&o.Clients, "clients", 4, "how many search at once")
	flag.IntVar(&o.Bookers, "bookers", 64, "how many book at once")
	flag.IntVar(&o.Slots, "slots", 10_000, "motorcycles and periods that are raced for")
	flag.IntVar(&o.Callbacks, "callbacks", 10_000, "how many payments are reported in each of two rounds")
	flag.IntVar(&o.Rate, "rate", wantedCallbacks, "how many callbacks a second come in the second round")
	flag.DurationVar(&o.Duration, "duration", 12*time.Second, "how long each side of each scenario is measured")
	flag.DurationVar(&o.Each, "each", 600*time.Millisecond, "how long each side of each read of the interface is measured")
	flag.Func("only", "run only these sections, separated by commas: search, booking, callbacks, api", func(names string) error {
		o.Only = strings.Split(names, ",")
		for _, name := range o.Only {
			if !slices.Contains([]string{searchSection, bookingSection, callbackSection, apiSection}, name) {
				return fmt.Errorf("there is no section %q", name)
			}
		}
		return nil
	})
	flag.StringVar(&o.DatabaseURL, "database", "", "an empty database to fill, which stays; empty: a built-in PostgreSQL that goes")
	flag.StringVar(&o.Dir, "data", "", "a folder for the built-in PostgreSQL that stays; one that a run of api has filled is measured as it is")
	flag.StringVar(&o.Pgbench, "pgbench", "", "the pgbench program; looked for when empty")
	flag.StringVar(&o.Profile, "cpuprofile", "", "write a CPU profile of everything after the load to this file")
	flag.BoolVar(&o.Serve, "serve", false, "load what api measures, print the address and serve until interrupted")
	file := flag.String("json", "", "write the figures to this file too")
	flag.Parse()
	if o.Serve {
		o.Only = []string{apiSection}
	}
	var err error
	if o.Pgbench == "" && (o.wants(searchSection) || o.wants(bookingSection) || o.wants(callbackSection)) {
		if o.Pgbench, err = findPgbench(ctx); err != nil {
			return err
		}
	}
	if o.Dir == "" {
		if o.Dir, err = os.MkdirTemp("", "rihla-bench-"); err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(o.Dir) }()
	}
	report, err := run(ctx, o)
	if err != nil || o.Serve {
		return err
	}
	if err := report.print(os.Stdout); err != nil {
		return err
	}
	if *file != "" {
		encoded, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(*file, append(encoded, '\n'), 0o600); err != nil {
			return err
		}
	}
	return report.API.Err()
}

// bench is a run under way.
type bench struct {
	options  Options
	clock    clock.Clock
	world    *world
	db       *postgres.DB
	client   *client
	handler  http.Handler // what client reaches over the network
	recorder *recorder    // of the program's statements
	bare     *pgbench     // nil: no bare side
}

// run starts the program on an empty database, fills that, and measures.
func run(ctx context.Context, o Options) (_ Report, err error) {
	b := &bench{options: o, clock: clock.System{}, recorder: &recorder{}}
	started, err := app.Start(ctx, app.Options{
		Config: config.Config{
			Addr: "127.0.0.1:0", DataDir: o.Dir, DatabaseURL: o.DatabaseURL, Env: config.Development, Grace: 24 * time.Hour,
			// Nobody is asked about payments that were never made.
			HoldAutonom: time.Hour, HoldDelivery: 24 * time.Hour, ReconcileAfter: 24 * time.Hour, Payzone: merchant,
		},
		Out: io.Discard, Log: slog.New(slog.DiscardHandler), Clock: b.clock, Tracer: b.recorder,
	})
	if err != nil {
		return Report{}, err
	}
	defer func() { err = errors.Join(err, started.Stop(context.WithoutCancel(ctx))) }()
	b.db, b.handler = started.DB(), started.Handler()
	b.client = newClient(started.BaseURL(), max(o.Clients, o.Bookers))
	defer b.client.close()
	if o.Pgbench != "" {
		dir := filepath.Join(o.Dir, "pgbench")
		if err := os.Mkdir(dir, 0o700); err != nil {
			return Report{}, err
		}
		b.bare = &pgbench{o.Pgbench, b.db.Config().ConnString(), dir}
	}
	if o.Serve {
		return Report{}, b.serve(ctx)
	}
	return b.measure(ctx)
}

// serve says where the world of the api section is to be had, and waits for the end.
func (b *bench) serve(ctx context.Context) error {
	if err := b.loadWorld(ctx); err != nil {
		return err
	}
	_, _ = fmt.Printf("rihla: ready on %s\n", b.client.base)
	<-ctx.Done()
	return nil
}

// loadWorld loads two years of a platform, or finds them where an earlier run has left them.
func (b *bench) loadWorld(ctx context.Context) error {
	begin := b.clock.Now()
	there, err := filled(ctx, b.db)
	if err != nil {
		return err
	}
	if there {
		b.world, err = recall(ctx, b.db, begin)
		return err
	}
	if b.world == nil {
		b.world = newWorld(b.options.Sizes, begin)
		if err := b.world.loadFleet(ctx, b.db); err != nil {
			return err
		}
	}
	if err := b.world.loadHistory(ctx, b.db); err != nil {
		return err
	}
	b.say("two years of a platform are loaded after %s", b.clock.Now().Sub(begin).Round(time.Second))
	return nil
}

// measure fills the database in steps and takes all figures.
func (b *bench) measure(ctx context.Context) (Report, error) {
	report := Report{Options: b.options, At: b.clock.Now(), Machine: thisMachine(ctx, b.db)}
	if b.options.wants(searchSection) {
		for _, s := range grown {
			report.Growth = append(report.Growth, GrowthFigures{Scenario: s})
		}
	}
	if err := b.fill(ctx, report.Growth); err != nil {
		return report, err
	}
	stopProfile, err := b.profile()
	if err != nil {
		return report, err
	}
	err = b.measureAll(ctx, &report)
	return report, errors.Join(err, stopProfile())
}

// measureAll takes the figures that want the full database.
func (b *bench) measureAll(ctx context.Context, report *Report) error {
	var err error
	if b.options.wants(searchSection) {
		for _, s := range scenarios {
			b.say("searching: %s", s.Name)
			figures, err := b.measureSearch(ctx, s)
			if err != nil {
				return err
			}
			report.Search = append(report.Search, figures)
		}
	}
	if b.options.wants(bookingSection) {
		b.say("booking")
		if report.Booking, err = b.measureBooking(ctx); err != nil {
			return err
		}
	}
	if b.options.wants(callbackSection) {
		b.say("callbacks")
		if report.Callbacks, err = b.measureCallbacks(ctx); err != nil {
			return err
		}
	}
	if !b.options.wants(apiSection) {
		return nil
	}
	if err := b.loadWorld(ctx); err != nil {
		return err
	}
	report.API, err = b.measureAPI(ctx)
	return err
}

// fill loads the fleet, then the past in two halves, and measures the searches whose cost must not grow after each. Callbacks
// want the fleet alone, the interface a world of its own (loadWorld).
func (b *bench) fill(ctx context.Context, growth []GrowthFigures) error {
	if !b.options.wants(searchSection) && !b.options.wants(bookingSection) && !b.options.wants(callbackSection) {
		return nil
	}
	begin := b.clock.Now()
	b.world = newWorld(b.options.Sizes, begin)
	if err := b.world.loadFleet(ctx, b.db); err != nil {
		return err
	}
	if !b.options.wants(searchSection) && !b.options.wants(bookingSection) {
		return nil
	}
	if err := loadRentals(ctx, b.db, b.world.upcomingRentals()); err != nil {
		return err
	}
	loaded := 0
	for _, target := range []int{0, b.options.Past / 2, b.options.Past} {
		if err := loadRentals(ctx, b.db, b.world.pastRentals(loaded, target)); err != nil {
			return err
		}
		loaded = target
		if err := settle(ctx, b.db); err != nil {
			return err
		}
		b.say("%d motorcycles, %d upcoming and %d past rentals are loaded after %s", b.options.Motorcycles, b.options.Upcoming, loaded,
			b.clock.Now().Sub(begin).Round(time.Second))
		if err := b.grow(ctx, growth, loaded); err != nil {
			return err
		}
	}
	return check(ctx, b.db)
}

func (b *bench) profile() (func() error, error) {
	if b.options.Profile == "" {
		return func() error { return nil }, nil
	}
	file, err := os.Create(b.options.Profile)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() error { pprof.StopCPUProfile(); return file.Close() }, nil
}

func (b *bench) say(format string, args ...any) {
	_, _ = fmt.Fprintf(b.options.Out, format+"\n", args...)
}
