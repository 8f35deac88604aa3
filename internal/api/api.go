// Package api is the HTTP interface: one file a resource, each only decoding a request, calling one use case and
// encoding what came back. Rules, permissions and queries stand in the features; what every operation shares (problem
// documents, sign-in, rate limits, the OpenAPI document) stands here. It must not touch the database or an adapter.
package api

import (
	"log/slog"
	"net/netip"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"rihla/internal/platform/clock"
)

// Version of the interface, as the OpenAPI document states it.
const Version = "1.0.0"

// Options are what the interface needs from the rest of the program.
type Options struct {
	Log      *slog.Logger
	Clock    clock.Clock
	Services Services
	// Site answers what is no operation. Nil answers 404.
	Site   Site
	Limits Limits
	// TrustedProxies may say in X-Forwarded-For whom they speak for.
	TrustedProxies []netip.Prefix
}

// API is the interface, put together.
type API struct {
	Options
	huma   huma.API
	router chi.Router
	limits limiters
	ops    map[string]Operation
	// inputs are what the operations read, by their ids.
	inputs   map[string]reflect.Type
	document *huma.OpenAPI
}

// New registers every operation on router and returns the interface.
func New(router chi.Router, options Options) *API {
	config := huma.DefaultConfig("Rihla", Version)
	config.Info.Description = "Motorcycle rental for Morocco: search, quote, book and pay. Money is MAD with two decimals, instants are RFC 3339 in UTC."
	config.CreateHooks = nil // no $schema member in answers
	config.SchemasPath = ""
	config.OpenAPIPath = ""
	config.DocsPath = ""
	config.AllowAdditionalPropertiesByDefault = true // the specification's client sends fields that are not ours
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"},
	}
	config.Servers = nil

	a := &API{Options: options, router: router, ops: map[string]Operation{}, inputs: map[string]reflect.Type{}, limits: newLimiters(options.Limits)}
	router.Use(a.describe, a.recover)
	a.huma = humachi.New(router, config)

	a.registerAuth()
	a.registerSessions()
	a.registerUsers()
	a.registerUserAccess()
	a.registerMotorcycles()
	a.registerFeatures()
	a.registerMotorcycleList()
	a.registerMotorcycleAdmin()
	a.registerMotorcycleImages()
	a.registerFeatureAssignments()
	a.registerBlocks()
	a.registerMotorcycleCalendar()
	a.registerFleetCalendar()
	a.registerSupplements()
	a.registerParkingPoints()
	a.registerFranchises()
	a.registerPlaces()
	a.registerBookings()
	a.registerBookingDocuments()
	a.registerTimeline()
	a.registerHandovers()
	a.registerPayments()
	a.registerCounter()
	a.registerCorrections()
	a.registerLocks()
	a.registerMedia()
	a.registerAudit()
	a.registerDashboard()
	a.registerReport()
	a.registerEvents()
	a.registerDocument(router)
	a.document = a.publish()

	router.NotFound(a.fallback)
	router.MethodNotAllowed(a.wrongMethod)
	return a
}

// OpenAPI returns the document that describes the interface (D26).
func (a *API) OpenAPI() *huma.OpenAPI { return a.document }
