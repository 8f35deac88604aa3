package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"rihla/internal/app"
	"rihla/internal/config"
	"rihla/internal/payment"
	"rihla/internal/platform/authz"
	"rihla/internal/platform/i18n"
	"rihla/internal/testkit/apptest"
)

// provocation is a request that is refused in certain words, however often it is made.
type provocation struct {
	as           *apptest.Caller
	method, path string
	body         any
	// says is the whole message in English; names are the parts of it that stay in every language.
	says  string
	names []string
}

func post(c *apptest.Caller, path string, body any, says string, names ...string) provocation {
	return provocation{c, http.MethodPost, path, body, says, names}
}

func get(c *apptest.Caller, path, says string, names ...string) provocation {
	return provocation{c, http.MethodGet, path, nil, says, names}
}

func remove(c *apptest.Caller, path, says string, names ...string) provocation {
	return provocation{c, http.MethodDelete, path, nil, says, names}
}

// provocations are the messages of the specification's error catalogue (section 8) and those that its validation rules
// word (section 5), by the specification's words for them.
var provocations = map[string]func(*world) provocation{
	"Booking not found: {id}": func(w *world) provocation {
		id := uuid.NewString()
		return get(w.owner.Caller, "/bookings/"+id, "Booking not found: "+id, id)
	},
	"Supplement not found: {id}": func(w *world) provocation {
		id := uuid.NewString()
		return get(w.owner.Caller, "/supplements/"+id, "Supplement not found: "+id, id)
	},
	"Supplement with name '{name}' already exists": func(w *world) provocation {
		body := object{"name": "GPS", "price": 1, "priceType": "PER_DAY", "franchiseId": w.ours.FranchiseID}
		return post(w.admin.Caller, "/supplements", body, "Supplement with name 'GPS' already exists", "GPS")
	},
	"Cannot delete supplement, it is used in N booking(s)": func(w *world) provocation {
		about, body := w.supplement(), w.bookingBody()
		body["selectedSupplements"] = []object{{"supplementId": about.id}}
		w.owner.Book(body)
		return remove(w.admin.Caller, "/supplements/"+about.id.String(), "Cannot delete supplement, it is used in 1 booking(s)")
	},
	"Booking conflict for motorcycle between two times": func(w *world) provocation {
		body := w.bookingBody()
		w.owner.Book(body)
		return post(w.owner.Caller, "/bookings", body, "Booking conflict for motorcycle between 26/04/2027 09:00 and 28/04/2027 09:00", "26/04/2027 09:00", "28/04/2027 09:00")
	},
	"Franchise with ID {id} not found": func(w *world) provocation {
		id := uuid.NewString()
		body := object{"name": "Gants", "price": 1, "priceType": "PER_DAY", "franchiseId": id}
		return post(w.admin.Caller, "/supplements", body, "Franchise with ID "+id+" not found", id)
	},
	"Franchise with code {code} already exists": func(w *world) provocation {
		code := strings.ToUpper(strings.ReplaceAll(w.next("code"), " ", "-"))
		body := object{"name": "Rihla Fès", "code": code, "contactEmail": "fes@example.com"}
		require.Equal(w.t, http.StatusCreated, w.admin.Post("/franchises", body).Status)
		return post(w.admin.Caller, "/franchises", body, "Franchise with code "+code+" already exists", code)
	},
	"Motorcycle not found": func(w *world) provocation {
		return get(w.owner.Caller, "/motorcycles/"+uuid.NewString(), "Motorcycle not found")
	},
	"Motorcycle with registration number {x} already exists": func(w *world) provocation {
		body := motorcycleBody("SECRET-PLATE")
		body["franchiseId"] = w.ours.FranchiseID
		return post(w.admin.Caller, "/motorcycles", body, "Motorcycle with registration number SECRET-PLATE already exists", "SECRET-PLATE")
	},
	"Motorcycle feature not found": func(w *world) provocation {
		return get(w.owner.Caller, "/motorcycle-features/"+uuid.NewString(), "Motorcycle feature not found")
	},
	"Motorcycle feature with name already exists": func(w *world) provocation {
		name := w.next("Coffre")
		require.Equal(w.t, http.StatusCreated, w.admin.Post("/motorcycle-features", object{"name": name}).Status)
		return post(w.admin.Caller, "/motorcycle-features", object{"name": name}, "Motorcycle feature with name already exists")
	},
	"Feature {f} is already assigned to motorcycle {m}": func(w *world) provocation {
		ids, names := w.assignment(), make([]string, 2)
		require.NoError(w.t, w.DB().QueryRow(w.t.Context(), `select f.name, m.registration_number from motorcycle_features f, motorcycles m
			where f.id = $2 and m.id = $1`, ids[0], ids[1]).Scan(&names[0], &names[1]))
		says := "Feature " + names[0] + " is already assigned to motorcycle " + names[1]
		return post(w.admin.Caller, "/motorcycles/"+ids[0]+"/features", object{"featureId": ids[1]}, says, names...)
	},
	"Motorcycle image not found": func(w *world) provocation {
		return remove(w.admin.Caller, "/motorcycles/"+w.ours.MotorcycleID.String()+"/images/"+uuid.NewString(), "Motorcycle image not found")
	},
	"Availability block not found": func(w *world) provocation {
		return get(w.admin.Caller, "/availability-blocks/"+uuid.NewString(), "Availability block not found")
	},
	"Availability block conflicts with existing block for motorcycle during period": func(w *world) provocation {
		about := w.motorcycle()
		path, body := "/motorcycles/"+about.id.String()+"/blocks", object{"startDatetime": w.later(1), "endDatetime": w.later(2)}
		require.Equal(w.t, http.StatusCreated, w.admin.Post(path, body).Status)
		return post(w.admin.Caller, path, body, "Availability block conflicts with existing block for motorcycle during period")
	},
	"Parking point not found": func(w *world) provocation {
		return get(w.owner.Caller, "/parking-points/"+uuid.NewString(), "Parking point not found")
	},
	"Parking point already exists with name": func(w *world) provocation {
		body := object{"name": w.next("Gare"), "latitude": 33.5, "longitude": -7.6}
		require.Equal(w.t, http.StatusCreated, w.admin.Post("/parking-points", body).Status)
		name := body["name"].(string)
		return post(w.admin.Caller, "/parking-points", body, "Parking point already exists with name "+name, name)
	},
	"Cannot delete parking point: it is currently in use": func(w *world) provocation {
		return remove(w.admin.Caller, "/parking-points/"+w.ours.ParkingPointID.String(), "Cannot delete parking point: it is currently in use")
	},
	"Invalid coordinates": func(w *world) provocation {
		return post(w.admin.Caller, "/parking-points", object{"name": w.next("Nulle part"), "latitude": 91, "longitude": 0}, "Invalid coordinates")
	},
	"User not found": func(w *world) provocation {
		return get(w.admin.Caller, "/users/"+uuid.NewString(), "User not found")
	},
	"User with email already exists": func(w *world) provocation {
		body := w.newcomer()
		body["email"] = "secret-owner@example.com"
		return post(w.Visitor(), "/auth/register", body, "User with email already exists")
	},
	"Invalid email or password": func(w *world) provocation {
		return post(w.Visitor(), "/auth/login", object{"email": "nobody@example.com", "password": "Nobody-123"}, "Invalid email or password")
	},
	"Invalid password format": func(w *world) provocation {
		body := w.newcomer()
		body["password"] = "lowercase-only"
		return post(w.Visitor(), "/auth/register", body, "Invalid password format: use a lowercase letter, an uppercase letter and a digit.")
	},
	"No refresh token available": func(w *world) provocation {
		return post(w.Visitor(), "/auth/refresh-token", object{}, "No refresh token available")
	},
	"Smart lock: authentication failure": func(w *world) provocation {
		// The lock service of another program, which does not know our licence.
		other := newApp(w.t, func(o *app.Options) {
			o.Config.Masterlock = config.Masterlock{BaseURL: w.BaseURL() + "/dev/masterlock", License: "another", Password: "p"}
		})
		return activation(other.Staff(authz.Admin, nil), "A12345", other.Stage().MotorcycleID, "Smart lock authentication failure")
	},
	"Smart lock: device not found": func(w *world) provocation {
		return activation(w.admin.Caller, "GONE04", w.motorcycle().id, "Smart lock device not found")
	},
	"Smart lock: API error with status code": func(w *world) provocation {
		return activation(w.admin.Caller, "FAIL50", w.motorcycle().id, "Smart lock API error with status code 500", "500")
	},
	"Failed to create payment URL": func(w *world) provocation {
		a := newApp(w.t, func(o *app.Options) { o.Gateway = brokenGateway{page: false} })
		rider, body := a.Customer(), a.Stage().BookingBody(soon)
		body["location"] = "address:Rabat"
		b := rider.Book(body)
		return post(rider, "/payments", object{"bookingId": b.ID, "amount": b.TotalAmount}, "Failed to create payment URL")
	},
	"Payment gateway error": func(w *world) provocation {
		a := newApp(w.t, func(o *app.Options) { o.Gateway = brokenGateway{page: true} })
		rider, body := a.Customer(), a.Stage().BookingBody(soon)
		body["location"] = "address:Rabat"
		b := rider.Book(body)
		request := object{"bookingId": b.ID, "amount": b.TotalAmount}
		require.Equal(w.t, http.StatusCreated, rider.Post("/payments", request).Status)
		a.Clock.Advance(time.Hour) // the first pay page is given up, if only the gateway said what became of it
		return post(a.again(rider), "/payments", request, "Payment gateway error")
	},
	"Only completed payments can be refunded": func(w *world) provocation {
		return refund(w.admin.Caller, w.unpaid(), "Only completed payments can be refunded")
	},
	"Payment has no gateway transaction ID": func(w *world) provocation {
		b := w.paid()
		w.exec("update payments set gateway_transaction_id = null where booking_id = $1", b.ID)
		return refund(w.admin.Caller, b, "Payment has no gateway transaction ID")
	},
	"Refund failed": func(w *world) provocation {
		return refund(w.admin.Caller, w.paid(), "Refund failed") // the gateway has never heard of it
	},
	"Refund processing error": func(w *world) provocation {
		b := w.paid()
		w.exec("update payments set gateway = 'STRIPE' where booking_id = $1", b.ID) // which is not configured here
		return refund(w.admin.Caller, b, "Refund processing error")
	},
	"Booking is not in pending payment status": func(w *world) provocation {
		b := w.unpaid()
		require.Equal(w.t, http.StatusNoContent, w.owner.Do(http.MethodDelete, "/bookings/"+b.ID.String(), nil).Status)
		return post(w.owner.Caller, "/payments", object{"bookingId": b.ID, "amount": b.TotalAmount}, "Booking is not in pending payment status")
	},
	"Payment already exists for this booking": func(w *world) provocation {
		b := w.unpaid()
		return post(w.owner.Caller, "/payments", object{"bookingId": b.ID, "amount": b.TotalAmount}, "Payment already exists for this booking")
	},
	"Payment amount does not match booking total": func(w *world) provocation {
		b := w.delivery()
		return post(w.owner.Caller, "/payments", object{"bookingId": b.ID, "amount": b.TotalAmount + 0.02}, "Payment amount does not match booking total")
	},
	"Payment not found": func(w *world) provocation {
		return get(w.owner.Caller, "/payments/"+uuid.NewString(), "Payment not found")
	},
	"Invalid location data for booking type": func(w *world) provocation {
		body := w.bookingBody()
		delete(body, "location")
		body["bookingType"] = "DELIVERY"
		return post(w.owner.Caller, "/bookings", body, "Invalid location data for booking type")
	},
	"Invalid time format. Use HH:mm format": func(w *world) provocation {
		hours := object{"monday": object{"start": "9:5", "end": "20:00"}}
		body := object{"name": w.next("Gare"), "latitude": 33.5, "longitude": -7.6, "operatingHours": hours}
		return post(w.admin.Caller, "/parking-points", body, "Invalid time format. Use HH:mm format")
	},
	"Required": func(w *world) provocation {
		body := w.newcomer()
		body["firstName"] = ""
		return post(w.Visitor(), "/auth/register", body, "Required")
	},
	"Invalid input": func(w *world) provocation {
		return get(w.owner.Caller, "/bookings?page=x", "Invalid input")
	},
	"Invalid email": func(w *world) provocation {
		body := w.newcomer()
		body["email"] = "nobody"
		return post(w.Visitor(), "/auth/register", body, "Invalid email")
	},
	"String must contain at least N character(s)": func(w *world) provocation {
		body := w.newcomer()
		body["password"] = "Ab1"
		return post(w.Visitor(), "/auth/register", body, "String must contain at least 8 character(s)", "8")
	},
}

func activation(as *apptest.Caller, device string, motorcycle uuid.UUID, says string, names ...string) provocation {
	body := object{"deviceId": device, "activationCode": activationCode, "motorcycleId": motorcycle}
	return post(as, "/motorcycles/device/activate", body, says, names...)
}

func refund(as *apptest.Caller, b apptest.Booking, says string) provocation {
	return post(as, "/payments/"+b.Payment.ID.String()+"/refund", object{}, says)
}

// brokenGateway has a pay page or none and tells nothing of it.
type brokenGateway struct{ page bool }

var errOutOfOrder = payment.Fail(payment.Temporary, "out of order")

func (brokenGateway) Name() payment.GatewayName { return payment.Payzone }

func (g brokenGateway) Launch(_ context.Context, in payment.LaunchInput) (payment.Launch, error) {
	if !g.page {
		return payment.Launch{}, errOutOfOrder
	}
	return payment.Launch{URL: "https://payzone.example/paywall", OrderID: in.OrderID, Response: json.RawMessage(`{}`)}, nil
}

func (brokenGateway) Verify(context.Context, []byte, payment.Header) (payment.Event, error) {
	return payment.Event{}, errOutOfOrder
}

func (brokenGateway) Translate([]byte) (payment.Outcome, error) {
	return payment.Outcome{}, errOutOfOrder
}

func (brokenGateway) Status(context.Context, payment.Ref) (payment.Outcome, error) {
	return payment.Outcome{}, errOutOfOrder
}

func (brokenGateway) Refund(context.Context, payment.RefundInput) (payment.RefundOutcome, error) {
	return payment.RefundOutcome{}, errOutOfOrder
}

// Every message of the catalogue is said over HTTP, word for word in English, in French and in Arabic.
func TestMessagesOfTheCatalogue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for message, provoke := range provocations {
		t.Run(message, func(t *testing.T) {
			p := provoke(w)
			said := map[i18n.Language]string{}
			for _, language := range i18n.Languages {
				problem := p.as.In(string(language)).Do(p.method, p.path, p.body).Problem()
				said[language] = problem.Message
				if problem.Code == "VALIDATION" {
					require.Len(t, problem.Errors, 1, "%v", problem)
					said[language] = problem.Errors[0].Message
				}
				for _, name := range p.names {
					require.Contains(t, said[language], name)
				}
			}
			require.Equal(t, p.says, said[i18n.English])
			require.Regexp(t, arabic, said[i18n.Arabic])
			require.NotEqual(t, said[i18n.English], said[i18n.French])
		})
	}
}
