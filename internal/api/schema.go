package api

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

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
	"rihla/internal/platform/i18n"
	"rihla/internal/platform/week"
	"rihla/internal/pricing"
	"rihla/internal/search"
	"rihla/internal/timeline"
	"rihla/internal/user"
)

// Types of parameters and members that are read as text because the feature words its findings itself or because an
// empty one is a missing one. The document states what the text must hold.
type (
	numberText   string
	flagText     string
	dateText     string
	currencyText string
	// cardGateway is one that customers pay with, which the counter is not.
	cardGateway string
	// refundReason is why money goes back, storyNote why anything in the story of a booking happened.
	refundReason string
	storyNote    string
)

// meaning is what the document says of a Go type beyond what the framework reads from it. Closed lists are the
// features' own, so that the document can offer nothing that they do not take.
var meaning = map[reflect.Type]func(*huma.Schema){
	reflect.TypeFor[uuid.UUID]():               formatted(huma.TypeString, "uuid"),
	reflect.TypeFor[numberText]():              formatted(huma.TypeNumber, "double"),
	reflect.TypeFor[flagText]():                formatted(huma.TypeBoolean, ""),
	reflect.TypeFor[timeText]():                formatted(huma.TypeString, "date-time"),
	reflect.TypeFor[dateText]():                formatted(huma.TypeString, "date"),
	reflect.TypeFor[currencyText]():            oneOf(payment.Currencies...),
	reflect.TypeFor[authz.Role]():              oneOf(authz.Roles...),
	reflect.TypeFor[franchise.Status]():        oneOf(franchise.Statuses...),
	reflect.TypeFor[i18n.Language]():           oneOf(i18n.Languages...),
	reflect.TypeFor[booking.Status]():          oneOf(booking.Statuses...),
	reflect.TypeFor[booking.HandoverKind]():    oneOf(booking.HandoverKinds...),
	reflect.TypeFor[booking.Step]():            oneOf(booking.Steps...),
	reflect.TypeFor[booking.Type]():            oneOf(booking.Autonom, booking.Delivery),
	reflect.TypeFor[lock.Permission]():         oneOf(lock.Permissions...),
	reflect.TypeFor[motorcycle.EntryKind]():    oneOf(motorcycle.BookingEntry, motorcycle.BlockEntry),
	reflect.TypeFor[motorcycle.BlockReason]():  oneOf(motorcycle.BlockReasons...),
	reflect.TypeFor[motorcycle.Status]():       oneOf(motorcycle.Statuses...),
	reflect.TypeFor[motorcycle.Category]():     oneOf(motorcycle.Categories...),
	reflect.TypeFor[motorcycle.Transmission](): oneOf(motorcycle.Transmissions...),
	reflect.TypeFor[media.Purpose]():           oneOf(media.Purposes...),
	reflect.TypeFor[user.CardState]():          oneOf(user.CardStates...),
	reflect.TypeFor[user.CardReason]():         oneOf(user.CardReasons...),
	reflect.TypeFor[motorcycle.PlaceKind]():    oneOf(motorcycle.AtParkingPoint, motorcycle.AtFranchise),
	reflect.TypeFor[parking.PointKind]():       oneOf(parking.PointKinds...),
	reflect.TypeFor[parking.SuggestionKind]():  oneOf(parking.SuggestedPoint, parking.SuggestedCity, parking.SuggestedPlace),
	reflect.TypeFor[payment.Status]():          oneOf(payment.Statuses...),
	reflect.TypeFor[payment.RefundState]():     oneOf(payment.RefundStates...),
	reflect.TypeFor[payment.GatewayName]():     oneOf(payment.Ways...),
	reflect.TypeFor[cardGateway]():             oneOf(payment.GatewayNames...),
	reflect.TypeFor[payment.NoteCode]():        oneOf(payment.NoteCodes...),
	reflect.TypeFor[refundReason]():            oneOf(payment.ReasonCodes...),
	reflect.TypeFor[storyNote]():               oneOf(storyNotes...),
	reflect.TypeFor[payment.CounterMethod]():   oneOf(payment.CounterMethods...),
	reflect.TypeFor[ledger.Account]():          oneOf(ledger.Accounts...),
	reflect.TypeFor[ledger.Kind]():             oneOf(ledger.Kinds...),
	reflect.TypeFor[ledger.Rule]():             oneOf(ledger.Rules...),
	reflect.TypeFor[pricing.LineKind]():        oneOf(pricing.Rental, pricing.Supplement, pricing.Free),
	reflect.TypeFor[pricing.PriceType]():       oneOf(pricing.PerRental, pricing.PerDay),
	reflect.TypeFor[search.Sort]():             oneOf(search.Sorts...),
	reflect.TypeFor[timeline.Kind]():           oneOf(timeline.Kinds...),
	reflect.TypeFor[staffLetter]():             oneOf(notice.Choosable...),
	reflect.TypeFor[week.Hours]():              keyed(week.Days),
	reflect.TypeFor[bookingCounts]():           keyed(booking.Statuses),
	reflect.TypeFor[fleetCounts]():             keyed(motorcycle.Statuses),
	reflect.TypeFor[permissionMap]():           keyed(authz.Permissions()),
}

// storyNotes are the codes of bookings, payments and refunds.
var storyNotes = slices.Concat(notesOf(booking.NoteCodes), notesOf(payment.NoteCodes), notesOf(payment.ReasonCodes))

func notesOf[T ~string](codes []T) []storyNote {
	return views(codes, func(code T) storyNote { return storyNote(code) })
}

func formatted(kind, format string) func(*huma.Schema) {
	return func(s *huma.Schema) { s.Type, s.Format, s.Enum = kind, format, nil }
}

func oneOf[T ~string](values ...T) func(*huma.Schema) {
	return func(s *huma.Schema) { s.Enum = enum(values) }
}

func enum[T ~string](values []T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

// keyed makes a map an object of these members, each of which may be absent.
func keyed[T ~string](names []T) func(*huma.Schema) {
	return func(s *huma.Schema) {
		member, _ := s.AdditionalProperties.(*huma.Schema)
		s.Properties, s.AdditionalProperties = map[string]*huma.Schema{}, nil
		for _, name := range names {
			s.Properties[string(name)] = member
		}
	}
}

// publish returns the document as clients read it: a copy of the one that the framework checks requests against, made
// exact about null, closed lists and formats. Requests are checked by the framework's, whose findings say less.
func (a *API) publish() *huma.OpenAPI {
	out := *a.huma.OpenAPI()
	schemas := publishedSchemas{Registry: out.Components.Schemas, schemas: map[string]*huma.Schema{}}
	described := schemas.Schema(reflect.TypeFor[alternatives](), true, "")
	priced := schemas.Schema(reflect.TypeFor[quote](), true, "")
	for name, s := range schemas.Registry.Map() {
		published := publishObject(schemas.TypeFromRef(schemaPrefix+name), s)
		for member, property := range published.Properties {
			published.Properties[member] = describeMember(name, member, property)
		}
		schemas.schemas[name] = published
	}
	problem := schemas.schemas["Problem"]
	problem.Properties["alternatives"] = withDescription(described, "Of BOOKING_CONFLICT: what else there is")
	problem.Properties["quote"] = withDescription(priced, "Of PRICE_CHANGED: the price as it is now")
	maps.Copy(problem.Properties, problemExtras)

	components := *out.Components
	components.Schemas = schemas
	components.Responses = map[string]*huma.Response{}
	out.Components = &components
	out.Paths = map[string]*huma.PathItem{}
	for path, item := range a.huma.OpenAPI().Paths {
		copied := *item
		for _, op := range []**huma.Operation{&copied.Get, &copied.Post, &copied.Put, &copied.Delete, &copied.Patch} {
			if *op != nil {
				*op = a.publishOperation(schemas, *op, components.Responses)
			}
		}
		out.Paths[path] = &copied
	}
	return &out
}

// problemExtras are members that some refusals have beside the standard ones.
var problemExtras = map[string]*huma.Schema{
	"missed": {
		Type: huma.TypeArray, Description: "Of CHANGED_MEANWHILE: what others changed since, the newest first",
		Items: &huma.Schema{Type: huma.TypeObject, Required: []string{"at", "changes"}, Properties: map[string]*huma.Schema{
			"at":      {Type: huma.TypeString, Format: "date-time"},
			"changes": {Type: huma.TypeObject, AdditionalProperties: true, Description: "By field: {\"from\": ..., \"to\": ...}"},
		}},
	},
	"difference": {Type: huma.TypeNumber, Format: "double", Description: "Of MOVE_COSTS_MORE: how much more, in MAD"},
	"refundable": {Type: huma.TypeNumber, Format: "double", Description: "Of REFUND_EXCEEDS_PAYMENT: what is left to give back, in MAD"},
	"bookingId":  {Type: huma.TypeString, Format: "uuid", Description: "Of PAYMENT_URL_FAILED: the booking that was made all the same"},
	"paymentId":  {Type: huma.TypeString, Format: "uuid", Description: "Of PAYMENT_EXISTS: the payment that is there"},
}

// schemaPrefix begins a reference to a component.
const schemaPrefix = "#/components/schemas/"

// publishedSchemas are the components of the published document.
type publishedSchemas struct {
	huma.Registry
	schemas map[string]*huma.Schema
}

// Map returns the components by name.
func (r publishedSchemas) Map() map[string]*huma.Schema { return r.schemas }

// SchemaFromRef finds a component.
func (r publishedSchemas) SchemaFromRef(ref string) *huma.Schema {
	return r.schemas[ref[strings.LastIndex(ref, "/")+1:]]
}

// MarshalJSON writes the components.
func (r publishedSchemas) MarshalJSON() ([]byte, error) { return json.Marshal(r.schemas) }

func (a *API) publishOperation(schemas publishedSchemas, op *huma.Operation, shared map[string]*huma.Response) *huma.Operation {
	out := *op
	declared := a.ops[op.OperationID]
	out.Description = describe(declared)
	out.Parameters = slices.Clone(op.Parameters)
	fields := map[string]reflect.StructField{}
	for _, field := range reflect.VisibleFields(a.inputs[op.OperationID]) {
		for _, in := range []string{"path", "query", "header"} {
			if name, _, _ := strings.Cut(field.Tag.Get(in), ","); name != "" {
				fields[name] = field
			}
		}
	}
	for i, parameter := range op.Parameters {
		copied := *parameter
		if field, ok := fields[parameter.Name]; ok {
			copied.Schema = publishValue(field.Type, parameter.Schema)
		}
		copied.Description = cmp.Or(copied.Description, parameterTexts[copied.Name])
		copied.Example = schemas.example(copied.Name, copied.Schema, 0)
		out.Parameters[i] = &copied
	}
	if op.RequestBody != nil {
		body := *op.RequestBody
		body.Content = schemas.withExamples(op.OperationID, body.Content, true)
		out.RequestBody = &body
	}
	out.Responses = failures(declared, &out, shared)
	for status, response := range op.Responses {
		if strings.HasPrefix(status, "2") || declared.Responses[status] != nil {
			copied := *response
			copied.Content = schemas.withExamples(op.OperationID, copied.Content, false)
			out.Responses[status] = &copied
			for _, failure := range declared.OwnFailures {
				maps.Copy(out.Responses[strconv.Itoa(failure)].Content, copied.Content)
			}
		}
	}
	return &out
}

// publishObject copies the schema of a struct. A pointer that is always written may be null.
func publishObject(t reflect.Type, s *huma.Schema) *huma.Schema {
	out := *s
	// Saying nothing allows more properties too, and keeps them out of generated types.
	out.AdditionalProperties = nil
	out.Properties = maps.Clone(s.Properties)
	out.Required = slices.Clone(s.Required)
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if mayBeAbsent(t, field) {
			out.Required = slices.DeleteFunc(out.Required, func(required string) bool { return required == name })
		}
		property := out.Properties[name]
		if property == nil {
			continue
		}
		property = publishValue(field.Type, property)
		if field.Type.Kind() == reflect.Pointer && options == "" && field.Tag.Get("nullable") != "false" {
			property = orNull(property)
		}
		out.Properties[name] = property
	}
	return &out
}

// mayBeAbsent tells whether a field comes from an embedded struct that is there for some readers only.
func mayBeAbsent(t reflect.Type, field reflect.StructField) bool {
	for last := len(field.Index) - 1; last > 0; last-- {
		if t.FieldByIndex(field.Index[:last]).Type.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// publishValue copies the schema of a member or a parameter; a list that is empty is [] and never null.
func publishValue(t reflect.Type, s *huma.Schema) *huma.Schema {
	out := *s
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if say := meaning[t]; say != nil {
		say(&out)
	} else if t.Kind() == reflect.Slice && out.Items != nil {
		out.Nullable = false
		out.Items = publishValue(t.Elem(), out.Items)
	}
	return &out
}

func orNull(s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return &huma.Schema{AnyOf: []*huma.Schema{{Ref: s.Ref}, {Type: "null"}}, Description: s.Description}
	}
	out := *s
	out.Nullable = true
	if len(out.Enum) > 0 {
		out.Enum = append(slices.Clone(out.Enum), nil)
	}
	return &out
}

func withDescription(s *huma.Schema, text string) *huma.Schema {
	out := *s
	out.Description = text
	return &out
}
