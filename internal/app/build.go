package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"rihla/internal/adapters/gateway/payzone"
	"rihla/internal/adapters/gateway/simulator"
	"rihla/internal/adapters/geocode/gazetteer"
	"rihla/internal/adapters/mail/mailbox"
	"rihla/internal/adapters/mail/smtp"
	locksimulator "rihla/internal/adapters/masterlock/simulator"
	"rihla/internal/api"
	"rihla/internal/auth"
	"rihla/internal/booking"
	"rihla/internal/calendar"
	"rihla/internal/dashboard"
	"rihla/internal/document"
	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/media"
	"rihla/internal/motorcycle"
	"rihla/internal/notice"
	"rihla/internal/notify"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/event"
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/job"
	"rihla/internal/platform/postgres/migrations"
	"rihla/internal/platform/telemetry"
	"rihla/internal/search"
	"rihla/internal/spa"
	"rihla/internal/supplement"
	"rihla/internal/timeline"
	"rihla/internal/user"
	"rihla/web"
)

// parts are what the program is put together from.
type parts struct {
	jobs      *job.Runner
	events    *event.Bus
	metrics   *telemetry.Metrics
	services  api.Services
	passwords *auth.Passwords
	places    parking.Geocoder
	mails     *notify.Service
	store     media.Store
	// mailbox is nil when mails go to a mail server.
	mailbox http.Handler
	// simulator is nil when payments go to a real gateway.
	simulator *simulator.Simulator
	// stripe is the simulator of Stripe; nil when there is none.
	stripe http.Handler
	// paypal is the simulator of PayPal; nil when there is none.
	paypal http.Handler
	// locks is nil when there is a licence for real ones.
	locks   *locksimulator.Simulator
	handler http.Handler
}

// jobConcurrency is how many background jobs of the usual queue one process works on at once: few, since they are what
// follows from something, such as letters, and share processors with what people wait for.
const jobConcurrency = 3

// mailboxPath is where the mailbox stands on our own server (D22).
const mailboxPath = "/dev/mailbox"

// simulatorPath is where the payment simulator stands on our own server (D14).
const simulatorPath = "/dev/payzone"

func (a *App) build(context.Context) error {
	jobs, err := job.New(a.db, telemetry.Quiet(a.Log), jobConcurrency)
	if err != nil {
		return err
	}
	places, err := gazetteer.New()
	if err != nil {
		return err
	}
	cost := auth.RecommendedCost
	if a.CheapPasswords {
		cost = auth.Cost{MemoryKiB: 64, Passes: 1, Lanes: 1}
	}
	a.parts = &parts{jobs: jobs, events: event.NewBus(jobs), metrics: telemetry.NewMetrics(), places: places, passwords: auth.NewPasswords(cost)}
	if err := a.buildMails(); err != nil {
		return err
	}
	if err := a.buildServices(); err != nil {
		return err
	}
	gateways, err := a.buildGateways()
	if err != nil {
		return err
	}
	a.parts.services.Payment = payment.New(a.db, a.parts.services.Booking, jobs, a.Clock, a.Log,
		payment.Config{
			BaseURL: a.Config.BaseURL, ReconcileAfter: a.Config.ReconcileAfter, Events: a.parts.events, Metrics: paymentMetrics(a.parts.metrics),
		}, gateways...)
	if err := a.buildLocks(); err != nil {
		return err
	}
	a.parts.services.Document = document.New(document.Deps{
		DB: a.db, Clock: a.Clock, Log: a.Log, Jobs: jobs, Bookings: a.parts.services.Booking, Ledger: a.parts.services.Ledger,
		Events: a.parts.events, Store: a.parts.store,
	})
	a.parts.services.Notice = notice.New(a.db, a.Clock, a.parts.mails)
	a.parts.services.Copies = auth.NewCopies(a.parts.services.Auth, a.parts.services.Audit,
		a.parts.services.Booking, a.parts.services.Payment, a.parts.services.Media, a.parts.services.Notice)
	a.parts.mails.TakePapersFrom(func(ctx context.Context, paper notify.Paper, language i18n.Language) (notify.File, error) {
		made, err := a.parts.services.Document.Copy(authz.AsSystem(ctx, "mails"), document.Kind(paper.Kind), paper.BookingID, language)
		return notify.File{Name: made.Name, Type: document.ContentType, Content: made.Content}, err
	})
	a.parts.services.Notice.Listen(a.parts.events)
	a.registerJobs()
	return a.buildRouter()
}

// buildMails finds the way for mails: to the mail server, and without one, outside production, to the mailbox (D22).
func (a *App) buildMails() error {
	mailer, err := a.mailer()
	if err != nil {
		return err
	}
	count := a.parts.metrics.Counter("rihla_mails_total", "Tries to send a mail, by how they ended.", "outcome")
	a.parts.mails = notify.New(notify.Deps{
		Mailer: mailer, Jobs: a.parts.jobs, Site: a.Config.BaseURL, DB: a.db, Clock: a.Clock, Log: a.Log, Events: a.parts.events,
		Count: func(outcome notify.Outcome) { count(string(outcome)) },
	})
	return nil
}

func (a *App) mailer() (notify.Mailer, error) {
	if a.Config.SMTPURL == "" {
		box := notify.NewMailbox(a.db, a.Clock)
		a.parts.mailbox = mailbox.NewPage(mailboxPath, box)
		return box, nil
	}
	return smtp.New(smtp.Config{URL: a.Config.SMTPURL, From: a.Config.MailFrom})
}

// defaults are the settings of franchises that have none of their own.
func (a *App) defaults() franchise.Defaults {
	return franchise.Defaults{Grace: a.Config.Grace, HoldAutonom: a.Config.HoldAutonom, HoldDelivery: a.Config.HoldDelivery}
}

func (a *App) buildServices() error {
	key, err := a.signingKey()
	if err != nil {
		return err
	}
	s := &a.parts.services
	s.Audit = audit.NewLog(a.db)
	s.User = user.New(a.db, a.Clock, a.parts.passwords, auth.NewSessions(a.Clock), a.parts.events)
	s.Auth, err = auth.New(auth.Config{Key: key}, auth.Deps{
		DB: a.db, Clock: a.Clock, Users: s.User, Passwords: a.parts.passwords, Jobs: a.parts.jobs, Mails: a.parts.mails, Log: a.Log,
		Events: a.parts.events,
	})
	if err != nil {
		return err
	}
	s.Dashboard = dashboard.New(a.db, a.Clock)
	s.Timeline = timeline.New(a.db)
	s.Events = event.NewLog(a.db, a.Clock)
	s.Ledger = ledger.New(a.db, a.Clock, a.Log, ledger.Gauges{
		Unbalanced: a.parts.metrics.Gauge("rihla_ledger_unbalanced", "Disagreements between payments and ledger that the last check found."),
		Checked:    a.parts.metrics.Gauge("rihla_ledger_checked_timestamp_seconds", "When the ledger was last checked."),
	})
	s.Franchise = franchise.New(a.db, a.Clock, a.defaults(), a.parts.events)
	s.Parking = parking.New(a.db, a.Clock, a.parts.places)
	s.Supplement = supplement.New(a.db, a.Clock)
	occupied := calendar.New(a.db, a.Clock)
	s.Motorcycle = motorcycle.New(a.db, a.Clock, s.Franchise, occupied, a.parts.events)
	s.Search = search.New(a.db, a.Clock, s.Parking, s.Franchise, s.Motorcycle)
	s.Booking = booking.New(booking.Deps{
		DB: a.db, Clock: a.Clock, Calendar: occupied, Motorcycles: s.Motorcycle, Supplements: s.Supplement,
		Franchises: s.Franchise, Parking: s.Parking, Users: s.User, Events: a.parts.events,
	})
	return a.buildMedia(key)
}

// simulated is the merchant account at the simulator. Its keys are no secrets: the simulator refuses to exist in
// production, and in development everything that it signs stays on this machine.
func simulated(baseURL string) payzone.Config {
	return payzone.Config{
		BaseURL: baseURL + simulatorPath, MerchantAccount: "Rihla_Simulated", PaywallSecretKey: "simulated-paywall-key",
		NotificationKey: "simulated-notification-key", CallerName: "$rihla", CallerPassword: "simulated-caller-password",
		PaymentMethod: "CREDIT_CARD",
	}
}

// buildGateway returns the gateway; without a merchant account, one to the simulator, which it brings up too (D14).
func (a *App) buildGateway() (payment.Gateway, error) {
	if a.Gateway != nil {
		return a.Gateway, nil
	}
	if p := a.Config.Payzone; !p.Simulated() {
		return payzone.New(payzone.Config{
			BaseURL: p.BaseURL, MerchantAccount: p.MerchantAccount, PaywallSecretKey: p.PaywallSecretKey,
			NotificationKey: p.NotificationKey, CallerName: p.CallerName, CallerPassword: p.CallerPassword, PaymentMethod: p.PaymentMethod,
			LowerHex: p.LowerHex,
		}, a.Clock)
	}
	account := simulated(a.Config.BaseURL)
	state, err := a.dataPath("simulator")
	if err != nil {
		return nil, err
	}
	a.parts.simulator, err = simulator.New(simulator.Config{
		BaseURL: account.BaseURL, Dir: state, MerchantAccount: account.MerchantAccount, PaywallSecretKey: account.PaywallSecretKey,
		NotificationKey: account.NotificationKey, CallerName: account.CallerName, CallerPassword: account.CallerPassword,
		PendingDelay: a.SlowCardDelay,
	}, a.Clock, a.Log)
	if err != nil {
		return nil, err
	}
	a.onStop(a.parts.simulator.Stop)
	return payzone.New(account, a.Clock)
}

func (a *App) registerJobs() {
	jobs := a.parts.jobs
	event.Register(jobs, a.parts.events, a.db, a.Clock)
	booking.Register(jobs, a.parts.services.Booking)
	payment.Register(jobs, a.parts.services.Payment)
	ledger.Register(jobs, a.parts.services.Ledger)
	media.Register(jobs, a.parts.services.Media)
	auth.Register(jobs, a.parts.services.Auth)
	notify.Register(jobs, a.parts.mails)
	document.Register(jobs, a.parts.services.Document)
}

func (a *App) buildRouter() error {
	formTargets := []string{}
	if target, err := url.Parse(a.Config.Payzone.BaseURL); err == nil && target.Host != "" {
		formTargets = append(formTargets, target.Scheme+"://"+target.Host)
	}
	dist := a.Site
	if dist == nil {
		dist = web.Dist()
	}
	maps := originsOfMaps(a.Config)
	sub := chi.NewRouter()
	site, err := spa.New(dist, spa.Options{
		Config: spa.Config{
			MapboxToken: a.Config.MapboxToken, MapTilesURL: a.Config.MapTilesURL, Demo: a.Config.Demo,
			HoldMinutes: int(a.Config.HoldAutonom / time.Minute), UploadMaxBytes: a.Config.MediaMaxBytes, Clock: wallClock(a.Clock.Now()),
		},
		FormTargets: formTargets, ConnectTargets: maps.connect, ImageTargets: maps.images,
		BaseURL: a.Config.BaseURL, Catalogue: catalogue{a.parts.services.Motorcycle}, Clock: a.Clock,
		API: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// A route of its own: the router would go on with that of the page that asks.
			sub.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, nil)))
		}),
	})
	if err != nil {
		return err
	}
	root := chi.NewRouter()
	root.Use(a.parts.metrics.Observe, middleware.GetHead)
	root.Get("/healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	root.Get("/readyz", a.ready)
	root.Method(http.MethodGet, "/metrics", a.parts.metrics.Handler())
	if a.parts.simulator != nil {
		root.Handle(simulatorPath+"/*", a.parts.simulator)
	}
	if a.parts.stripe != nil {
		root.Handle(stripePath+"/*", a.parts.stripe)
	}
	if a.parts.paypal != nil {
		root.Handle(paypalPath+"/*", a.parts.paypal)
	}
	if a.parts.locks != nil {
		root.Handle(lockSimulatorPath+"/*", a.parts.locks)
	}
	if a.parts.mailbox != nil {
		root.Handle(mailboxPath, a.parts.mailbox)
		root.Handle(mailboxPath+"/*", a.parts.mailbox)
	}
	limits := api.DefaultLimits
	limits.SignIn = a.Config.SignInsPerMinute
	proxies, err := a.Config.Proxies()
	if err != nil {
		return err
	}
	api.New(sub, api.Options{
		Log: a.Log, Clock: a.Clock, Services: a.parts.services, Site: site, Limits: limits, TrustedProxies: proxies,
	})
	root.Mount("/", sub)
	// Methods and paths that no router can read ("BREW", "*") end here.
	root.MethodNotAllowed(sub.ServeHTTP)
	root.NotFound(sub.ServeHTTP)
	a.parts.handler = root
	return nil
}

// wallClock is Morocco's clock for the browser: some years back, for old bookings, and as far ahead as anybody books.
func wallClock(now time.Time) [][2]int64 {
	changes := clock.Changes(now.AddDate(-5, 0, 0), now.AddDate(5, 0, 0))
	out := make([][2]int64, 0, len(changes))
	for _, change := range changes {
		out = append(out, [2]int64{change.At.Unix(), int64(change.Offset / time.Second)})
	}
	return out
}

// ready answers whether the program should get requests: the database answers, its schema is ours, we are not stopping.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	pending, err := migrations.Pending(ctx, a.db.Pool)
	if err != nil || pending != 0 || a.draining.Load() {
		a.Log.WarnContext(ctx, "not ready", slog.Any("error", err), slog.Int("pending", pending))
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	_, _ = fmt.Fprintln(w, "ready")
}
