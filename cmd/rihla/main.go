// Command rihla is the whole product in one program: the API, the site, the background work and, when no database is
// named, PostgreSQL itself.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"rihla/internal/app"
	"rihla/internal/config"
)

// version is set by the build.
var version = "development"

type cli struct {
	config.Config

	Serve   serveCmd   `cmd:"" default:"withargs" help:"Serve the API and the site (default)."`
	Migrate migrateCmd `cmd:"" help:"Bring the database up to date and stop."`
	Seed    seedCmd    `cmd:"" help:"Fill an empty database."`
	User    userCmd    `cmd:"" help:"Manage accounts."`
	Doctor  doctorCmd  `cmd:"" help:"Check that bookings, payments and the ledger agree."`
	Openapi openapiCmd `cmd:"" help:"Print the OpenAPI document."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

func main() {
	var c cli
	parser := kong.Must(&c, kong.Name("rihla"),
		kong.Description("Motorcycle rental for Morocco. Every setting is a flag and a RIHLA_* variable."))
	command, err := parser.Parse(os.Args[1:])
	if err != nil {
		fail(fmt.Errorf("%w; see rihla --help", err))
	}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(&c.Config, stop); err != nil {
		fail(err)
	}
}

// fail says what is wrong and ends the program.
func fail(err error) {
	fmt.Fprintf(os.Stderr, "rihla: %v\n", err)
	os.Exit(1)
}

type serveCmd struct{}

// Run serves until a signal asks it to stop; a second signal stops at once.
func (serveCmd) Run(ctx context.Context, c *config.Config, stop context.CancelFunc) error {
	a, err := app.Start(ctx, app.Options{Config: *c, Out: os.Stdout, Log: app.NewLog(*c, os.Stderr)})
	if err != nil {
		return err
	}
	a.Announce()
	var failed error
	select {
	case <-ctx.Done():
	case <-a.Failed():
		failed = app.ErrDatabaseGone
	}
	stop() // the next signal has its usual effect
	if err := a.Stop(context.WithoutCancel(ctx)); err != nil && failed == nil {
		failed = err
	}
	return failed
}

type migrateCmd struct{}

// Run brings the database up to date.
func (migrateCmd) Run(ctx context.Context, c *config.Config) error { return app.Migrate(ctx, *c) }

type seedCmd struct{}

// Run fills an empty database. --demo is the setting of that name: there is nothing else to fill it with.
func (seedCmd) Run(ctx context.Context, c *config.Config) error {
	if !c.Demo {
		return errors.New("say what to fill the database with: rihla seed --demo")
	}
	return app.SeedDemo(ctx, *c, os.Stdout)
}

type userCmd struct {
	Create userCreateCmd `cmd:"" help:"Create an account of any role."`
}

type userCreateCmd struct {
	Email       string `required:"" help:"E-mail address."`
	Password    string `required:"" env:"RIHLA_NEW_PASSWORD" help:"Password; better given in RIHLA_NEW_PASSWORD than on the command line."`
	FirstName   string `required:"" help:"First name."`
	LastName    string `required:"" help:"Last name."`
	Role        string `default:"ADMIN" enum:"CUSTOMER,ADMIN,FRANCHISE_ADMIN" help:"Role."`
	FranchiseID string `help:"Franchise of a FRANCHISE_ADMIN."`
}

// Run creates the account.
func (u userCreateCmd) Run(ctx context.Context, c *config.Config) error {
	return app.CreateUser(ctx, *c, os.Stdout, app.NewUser{
		Email: u.Email, Password: u.Password, FirstName: u.FirstName, LastName: u.LastName, Role: u.Role, FranchiseID: u.FranchiseID,
	})
}

type doctorCmd struct{}

// Run prints a line for everything that disagrees; then it fails.
func (doctorCmd) Run(ctx context.Context, c *config.Config) error {
	return app.Doctor(ctx, *c, os.Stdout)
}

type openapiCmd struct{}

// Run prints the document.
func (openapiCmd) Run() error { return app.PrintOpenAPI(os.Stdout) }

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run() error {
	_, err := fmt.Println("rihla", version)
	return err
}
