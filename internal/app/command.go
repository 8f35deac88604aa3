package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"rihla/internal/adapters/gateway/simulator"
	"rihla/internal/api"
	"rihla/internal/config"
	"rihla/internal/demo"
	"rihla/internal/lock"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/user"
)

// ErrDatabaseGone says that the built-in database ended while the program still ran.
var ErrDatabaseGone = errors.New("the built-in database has stopped; its log in the data directory says why")

// Announce tells whoever started the program where it is, and the demo accounts.
func (a *App) Announce() {
	_, _ = fmt.Fprintf(a.Out, "rihla: ready on %s\n", a.Config.BaseURL)
	if !a.Config.Demo {
		return
	}
	_, _ = fmt.Fprintf(a.Out, "\nDemo accounts, password %s:\n", demo.Password)
	for _, account := range demo.Accounts {
		_, _ = fmt.Fprintf(a.Out, "  %-24s %s\n", account.Email, account.Role)
	}
	_, _ = fmt.Fprintln(a.Out, "\nTest card: 4111 1111 1111 1111, any later month, any CVV. Ctrl-C stops everything.")
}

// fillDemo seeds an empty database when the settings ask for it.
func (a *App) fillDemo(ctx context.Context) error {
	if !a.Config.Demo {
		return nil
	}
	seeded, err := a.seed(ctx)
	if err != nil {
		return fmt.Errorf("make the demo data: %w", err)
	}
	if seeded {
		a.Log.InfoContext(ctx, "demo data made")
	}
	return nil
}

// open brings the parts up without serving, for commands that work and stop.
func open(ctx context.Context, c config.Config, log *slog.Logger) (_ *App, err error) {
	if c.BaseURL == "" {
		c.BaseURL = "http://" + c.Addr
	}
	a := &App{Options: Options{Config: c, Log: log, Clock: clock.System{}}}
	defer func() {
		if err != nil {
			_ = a.Stop(context.WithoutCancel(ctx))
		}
	}()
	for _, step := range []func(context.Context) error{a.openDatabase, a.build} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Migrate brings the database up to date.
func Migrate(ctx context.Context, c config.Config) error {
	a := &App{Options: Options{Config: c, Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}}
	err := a.openDatabase(ctx)
	return errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
}

// SeedDemo fills an empty database with demo data; a filled one is left alone.
func SeedDemo(ctx context.Context, c config.Config, out io.Writer) error {
	if c.Env == config.Production {
		return errors.New("production does not take demo data")
	}
	a, err := open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	seeded, err := a.seed(ctx)
	if err == nil && seeded {
		_, _ = fmt.Fprintln(out, "demo data made")
	} else if err == nil {
		_, _ = fmt.Fprintln(out, "the database is not empty; nothing was added")
	}
	return errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
}

// NewUser is an account to create from the command line.
type NewUser struct {
	Email, Password, FirstName, LastName, Role, FranchiseID string
}

// CreateUser creates an account of any role.
func CreateUser(ctx context.Context, c config.Config, out io.Writer, in NewUser) error {
	var franchiseID *uuid.UUID
	if in.FranchiseID != "" {
		id, err := uuid.Parse(in.FranchiseID)
		if err != nil {
			return fmt.Errorf("%q is not a franchise's id", in.FranchiseID)
		}
		franchiseID = &id
	}
	a, err := open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	created, err := a.parts.services.User.CreateStaff(authz.AsSystem(ctx, "command line"), user.CreateStaffInput{
		Email: in.Email, Password: in.Password, FirstName: in.FirstName, LastName: in.LastName,
		Role: authz.Role(in.Role), FranchiseID: franchiseID,
	})
	if err == nil {
		_, _ = fmt.Fprintf(out, "created %s (%s)\n", created.Email, created.Role)
	}
	return errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
}

// Doctor checks that bookings, payments, refunds and the ledger agree, and prints a line for everything that does not.
func Doctor(ctx context.Context, c config.Config, out io.Writer) error {
	a, err := open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	findings, err := a.parts.services.Ledger.Check(ctx)
	for _, f := range findings {
		_, _ = fmt.Fprintln(out, f)
	}
	switch {
	case err != nil:
	case len(findings) > 0:
		err = fmt.Errorf("bookings, payments and ledger disagree (%d found)", len(findings))
	default:
		_, _ = fmt.Fprintln(out, "bookings, payments and ledger agree")
	}
	return errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
}

// PrintOpenAPI writes the document that describes the interface. It needs no database.
func PrintOpenAPI(out io.Writer) error {
	document := api.New(chi.NewRouter(), api.Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}).OpenAPI()
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

func (a *App) seed(ctx context.Context) (bool, error) {
	o := demo.Options{
		DB: a.db, Now: a.Clock.Now(), Passwords: a.parts.passwords, Geocoder: a.parts.places, Defaults: a.defaults(),
	}
	if gateway := a.parts.simulator; gateway != nil {
		o.Charged = func(c demo.Charge) error {
			return gateway.Record(simulator.Past{
				ChargeID: c.PaymentID.String(), OrderID: c.BookingID.String(), CustomerID: c.CustomerID.String(),
				TransactionID: c.TransactionID, Amount: c.Amount, Refunded: c.Refunded, Currency: c.Currency, At: c.At,
			})
		}
	}
	if a.parts.locks != nil {
		o.FitLock = func(ctx context.Context, motorcycleID uuid.UUID, deviceID string) error {
			_, err := a.parts.services.Lock.Activate(ctx, lock.ActivateInput{DeviceID: deviceID, ActivationCode: "2468024680", MotorcycleID: &motorcycleID})
			return err
		}
	}
	return demo.Seed(ctx, o)
}
