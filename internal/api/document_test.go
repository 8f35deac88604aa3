package api_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/api"
	"rihla/internal/booking"
	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/lock"
	"rihla/internal/media"
	"rihla/internal/motorcycle"
	"rihla/internal/notice"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/clock"
	"rihla/internal/platform/i18n"
	"rihla/internal/search"
	"rihla/internal/testkit/apptest"
	"rihla/internal/timeline"
	"rihla/internal/user"
)

// The document as clients read it, as far as the tests look.
type (
	document struct {
		Paths      map[string]map[string]operation
		Components struct{ Schemas map[string]schema }
	}
	operation struct {
		OperationID string
		Permission  authz.Permission `json:"x-permission"`
		Security    []map[string][]string
		Parameters  []struct {
			Name   string
			Schema schema
		}
	}
	schema struct {
		Ref         string `json:"$ref"`
		Description string
		Type        any
		Format      string
		Enum        []any
		Items       *schema
		AnyOf       []schema
		Properties  map[string]schema
		Required    []string
	}
)

func readDocument(t *testing.T) document {
	t.Helper()
	written, err := json.Marshal(api.New(chi.NewRouter(), api.Options{Log: slog.New(slog.DiscardHandler), Clock: clock.System{}}).OpenAPI())
	require.NoError(t, err)
	var d document
	require.NoError(t, json.Unmarshal(written, &d))
	return d
}

// choices is the closed list of a member or parameter, of a list's items too.
func (s schema) choices() []any {
	if s.Items != nil {
		return s.Items.Enum
	}
	return s.Enum
}

func (d document) operations() map[string]operation {
	out := map[string]operation{}
	for _, methods := range d.Paths {
		for _, op := range methods {
			out[op.OperationID] = op
		}
	}
	return out
}

func values[T ~string](list []T, more ...any) []any {
	out := make([]any, 0, len(list)+len(more))
	for _, v := range list {
		out = append(out, string(v))
	}
	return append(out, more...)
}

// Every closed list of the document is one that a feature keeps: the site's types are made of them (D26).
func TestDocumentOffersTheFeaturesLists(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	got := map[string][]any{}
	for name, component := range d.Components.Schemas {
		for member, s := range component.Properties {
			if list := s.choices(); list != nil {
				got[name+"."+member] = list
			}
		}
	}
	for id, op := range d.operations() {
		for _, parameter := range op.Parameters {
			if list := parameter.Schema.choices(); list != nil {
				got[id+"?"+parameter.Name] = list
			}
		}
	}

	lowerCase := []any{}
	for _, name := range payment.GatewayNames {
		lowerCase = append(lowerCase, strings.ToLower(string(name)))
	}
	// Lists of features, of the specification (section 3) where a feature has none of its own.
	known := map[string][]any{
		"booking statuses": values(booking.Statuses), "booking types": {"AUTONOM", "DELIVERY"},
		"callback answers": {"OK", "KO"}, "currencies": values(payment.Currencies), "gateways": values(payment.GatewayNames), "ways to pay": values(payment.Ways), "counter methods": values(payment.CounterMethods),
		"gateways in paths": lowerCase, "payment statuses": values(payment.Statuses), "price types": {"PER_RENTAL", "PER_DAY"},
		"motorcycle statuses": values(motorcycle.Statuses), "block reasons": values(motorcycle.BlockReasons), "calendar entries": {"BOOKING", "BLOCK"}, "categories": values(motorcycle.Categories), "transmissions": values(motorcycle.Transmissions),
		"franchise statuses": values(franchise.Statuses),
		"refund states":      values(payment.RefundStates),
		"entries of stories": values(timeline.Kinds), "next steps": values(booking.Steps),
		"hand-overs": values(booking.HandoverKinds), "letters to staff": values(notice.Choosable),
		"places": {"PARKING_POINT", "FRANCHISE"}, "parking points": values(parking.PointKinds), "suggestions": {"PARKING_POINT", "CITY", "PLACE"},
		"accounts of the books": values(ledger.Accounts), "facts in the books": values(ledger.Kinds), "rules of the books": values(ledger.Rules),
		"notes of payments": values(payment.NoteCodes), "reasons of refunds": values(payment.ReasonCodes),
		"notes of stories": slices.Concat(values(booking.NoteCodes), values(payment.NoteCodes), values(payment.ReasonCodes)),
		"quote lines":      {"RENTAL", "SUPPLEMENT", "FREE"}, "languages": values(i18n.Languages), "roles": values(authz.Roles),
		"search orders": values(search.Sorts), "lock permissions": values(lock.Permissions), "purposes of files": values(media.Purposes),
		"checks of cards": values(user.CardStates), "reasons of refused cards": values(user.CardReasons),
	}
	met := map[string]bool{}
	for where, list := range got {
		name := ""
		for candidate, choices := range known {
			if slices.Equal(choices, list) || slices.Equal(append(slices.Clone(choices), nil), list) {
				name = candidate
			}
		}
		require.NotEmpty(t, name, "%s offers %v, which is no feature's list", where, list)
		met[name] = true
	}
	require.Len(t, met, len(known), "every list is offered somewhere: %v", met)
}

// What the framework checks requests against is written in tags; it must take all that the document offers.
func TestEveryStatusAndOrderIsTaken(t *testing.T) {
	t.Parallel()
	rider := newApp(t).Customer()
	for _, status := range booking.Statuses {
		require.Equal(t, http.StatusOK, rider.Get("/bookings?status="+string(status)).Status, "%s", status)
	}
	for _, status := range payment.Statuses {
		require.Equal(t, http.StatusOK, rider.Get("/payments?status="+string(status)).Status, "%s", status)
		require.Equal(t, http.StatusOK, rider.Get("/bookings?paymentStatus="+string(status)).Status, "%s", status)
	}
	for _, order := range booking.Orders.Names() {
		require.Equal(t, http.StatusOK, rider.Get("/bookings?sort="+order).Status, "%s", order)
	}
	for _, order := range payment.Orders.Names() {
		require.Equal(t, http.StatusOK, rider.Get("/payments?sort="+order).Status, "%s", order)
	}
	for _, name := range payment.GatewayNames {
		require.Equal(t, http.StatusOK, rider.Get("/payments?gateway="+string(name)).Status, "%s", name)
		status := rider.Post("/payments/callback/"+strings.ToLower(string(name)), map[string]any{}).Status
		require.NotEqual(t, http.StatusUnprocessableEntity, status, "%s", name)
	}
}

func TestBookingsByStart(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	stage, rider := a.Stage(), a.Customer()
	late := rider.Book(stage.BookingBody(soon.Add(20 * 24 * time.Hour))).ID
	early := rider.Book(stage.BookingBody(soon)).ID
	listed := func(sort string) []uuid.UUID {
		var ids []uuid.UUID
		list := apptest.Data[struct{ Bookings []apptest.Booking }](rider.Get("/bookings?sort=" + sort))
		for _, b := range list.Bookings {
			ids = append(ids, b.ID)
		}
		return ids
	}
	require.Equal(t, []uuid.UUID{early, late}, listed("startDatetime"))
	require.Equal(t, []uuid.UUID{late, early}, listed("-startDatetime"))
}

func TestDocumentTellsNullFromAbsent(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	members := func(name string) map[string]schema { return d.Components.Schemas[name].Properties }

	b := members("BookingView")
	require.Equal(t, []any{"string", "null"}, b["paymentId"].Type)
	require.Equal(t, "uuid", b["paymentId"].Format)
	require.Equal(t, []schema{{Ref: "#/components/schemas/PaymentView"}, {Type: "null"}}, b["payment"].AnyOf)
	require.Equal(t, "array", b["selectedSupplements"].Type, "a list is never null")
	require.Equal(t, "#/components/schemas/CancellationView", b["cancellation"].Ref)

	require.NotContains(t, d.Components.Schemas["MotorcycleView"].Required, "quote", "only for a period")
	require.Equal(t, "#/components/schemas/Quote", members("MotorcycleView")["quote"].Ref)
	require.Equal(t, "number", members("CreatePaymentRequestBody")["amount"].Type, "asked for")
	for member := range members("MotorcycleView") {
		require.Contains(t, members("MotorcycleDetails"), member, "the details are a motorcycle and more")
	}
	require.Contains(t, members("Problem"), "quote")
	require.Contains(t, members("Problem"), "alternatives")
}

// Every member says what it is, in words of its own: its unit, what it means, what null means.
func TestMembersAreDescribed(t *testing.T) {
	t.Parallel()
	var undescribed []string
	seen := 0
	for name, component := range readDocument(t).Components.Schemas {
		for member, s := range component.Properties {
			seen++
			mayBeNull := slices.ContainsFunc(s.AnyOf, func(one schema) bool { return one.Type == "null" })
			if types, several := s.Type.([]any); several {
				mayBeNull = slices.Contains(types, any("null"))
			}
			if s.Description == "" || s.Description == "Moroccan dirham, two decimals" {
				undescribed = append(undescribed, name+"."+member)
			}
			require.True(t, mayBeNull || !strings.Contains(s.Description, "; null:"), "%s.%s is never null: %q", name, member, s.Description)
		}
	}
	slices.Sort(undescribed)
	require.Empty(t, undescribed, "give them a doc tag, or a text in internal/api/member.go")
	require.Greater(t, seen, 800)
}

// A name is what a reader of the site's code sees: none is made up by the framework.
func TestSchemasHaveNames(t *testing.T) {
	t.Parallel()
	for name := range readDocument(t).Components.Schemas {
		require.Regexp(t, `^([A-Z][a-z]+)+$`, name)
		require.NotContains(t, name, "Struct")
	}
}

// publicOperations are those that need no sign-in. The callbacks are signed by the gateway instead (D5), the sign-in
// operations are how one comes to a session.
var publicOperations = []string{
	"confirmEmail",
	"forgotPassword",
	"getFranchise",
	"getMediaFile",
	"getMotorcycle",
	"getMotorcycleAvailability",
	"getMotorcycleFeature",
	"getParkingPoint",
	"getSupplement",
	"listFranchises",
	"listMotorcycleFeatures", "listMotorcycles",
	"listParkingPoints",
	"listSupplements",
	"login",
	"logout",
	"namedPaymentCallback",
	"paymentCallback",
	"quoteBooking",
	"refreshToken",
	"register",
	"resetPassword",
	"reversePlace",
	"searchMotorcycles",
	"suggestPlaces",
}

// Who may do what is one table (D18): no operation stands outside of it.
func TestEveryOperationIsInThePolicy(t *testing.T) {
	t.Parallel()
	known := authz.Permissions()
	var public []string
	for id, op := range readDocument(t).operations() {
		if op.Permission == "" {
			require.Empty(t, op.Security, id)
			public = append(public, id)
			continue
		}
		require.Equal(t, []map[string][]string{{"bearer": {}}}, op.Security, id)
		require.Contains(t, known, op.Permission, id)
		require.Equal(t, authz.Nothing, authz.ReachOf(op.Permission, authz.Anonymous), id)
		held := func(role authz.Role) bool { return authz.ReachOf(op.Permission, role) != authz.Nothing }
		require.True(t, slices.ContainsFunc(authz.Roles, held), "%s is served to nobody", id)
	}
	slices.Sort(public)
	require.Equal(t, publicOperations, public)
}

// What declares a permission asks for it: a visitor is told to sign in, whatever else is wrong with the request.
func TestVisitorsAreAskedToSignIn(t *testing.T) {
	t.Parallel()
	visitor := newApp(t).Visitor()
	for path, methods := range readDocument(t).Paths {
		for method, op := range methods {
			if op.Permission != "" {
				answer := visitor.Do(strings.ToUpper(method), strings.ReplaceAll(path, "{id}", uuid.NewString()), nil)
				require.Equal(t, "UNAUTHENTICATED", answer.Problem().Code, op.OperationID)
			}
		}
	}
}
