package api

import (
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// exampleID stands for any id in the document.
const exampleID = "019b1f3c-5a00-7c41-9d2e-3f6b8a1c4d70"

// exampleBodies are requests that need more sense than a value a member. The rest are made from their schemas.
var exampleBodies = map[string]string{
	"createBooking": `{"motorcycleId": "` + exampleID + `", "startDatetime": "2027-05-01T09:00:00Z", "endDatetime": "2027-05-04T09:00:00Z",
		"bookingType": "AUTONOM", "location": "current:33.5731,-7.5898", "totalAmount": 1440.00,
		"selectedSupplements": [{"supplementId": "` + exampleID + `", "quantity": 1}], "notesByCustomer": "I arrive by train."}`,
	"refundPayment":  `{"refundAmount": 450.00, "reason": "The GPS did not work"}`,
	"activateDevice": `{"deviceId": "ML-20418", "activationCode": "1234567890"}`,
}

// exampleTexts are values of texts by the names of their members.
var exampleTexts = map[string]string{ //nolint:gosec // no password or token of anybody's
	"Idempotency-Key": "4f1e5a0c-book-1", "accessProfile": "c2VhbGVkIHByb2ZpbGU=", "accessToken": "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTUyNjA2MDB9.c2lnbmF0dXJl",
	"action": "SUPPLEMENT_UPDATE", "activationCode": "1234567890", "actorName": "Salma Bennis", "actorRole": "ADMIN",
	"address": "Boulevard d'Anfa 12, Casablanca", "altText": "The motorcycle from the left", "bookingStatus": "CONFIRMED", "code": "CASA",
	"contactEmail": "casablanca@example.com", "contactPhone": "+212 522 000 000", "contractUrl": "https://rihla.example/contracts/RH-7K3M9Q.pdf",
	"currency": "MAD", "currentPassword": "Secret-123", "customerLocation": "12 rue Ibn Batouta, Rabat", "description": "Light, easy to ride, good on long roads",
	"detail": "Honda CB500X", "deviceId": "ML-20418", "email": "amina@example.com", "end": "20:00", "endTime": "18:00", "entity": "supplement",
	"failureCode": "PAYMENT_DECLINED", "failureReason": "The bank declined the card. Nothing was charged.", "field": "name", "firmwareVersion": "2.1.0",
	"franchiseEmail": "casablanca@example.com", "firstName": "Amina", "franchiseName": "Rihla Casablanca", "gatewayCallbackUrl": "https://rihla.example/payments/callback",
	"gatewayCurrency": "MAD", "gatewayOrderId": "RH7K3M9Q01", "gatewayPaymentUrl": "https://payzone.example/paywall",
	"gatewayTransactionId": "48151623", "iconUrl": "https://rihla.example/icons/abs.svg", "identityCardCover": "/media/identity-back",
	"identityCardFront": "/media/identity-front", "imageUrl": "/pictures/roadster-majorelle.svg", "instance": "/bookings",
	"instructions": "Behind the station, ground floor", "ip": "192.0.2.10", "label": "Casablanca", "lastName": "Berrada",
	"location": "address:Casablanca", "make": "Honda", "message": "Status recorded successfully", "model": "CB500X", "month": "2027-05",
	"name": "GPS", "newEmail": "amina.berrada@example.com", "newPassword": "Secret-456", "note": "Asked for by telephone",
	"notes": "New tyres", "notesByAdmin": "Regular customer", "notesByCustomer": "I arrive by train.", "password": "Secret-123",
	"payload": `{"merchantAccount":"Rihla","amount":"1350.00"}`, "paymentUrl": "https://payzone.example/paywall",
	"phoneNumber": "+212 612 345 678", "q": "casa", "reason": "The GPS did not work", "reference": "RH-7K3M9Q",
	"refreshToken": "v3ryL0ngAndRandom", "registrationNumber": "12345-A-6", "requestId": exampleID, "signature": "5d41402abc4b2a76",
	"smartLockDeviceId": "ML-20418", "sort": "", "start": "08:00", "startTime": "10:00", "title": "Conflict", "token": "s1ngleUseT0ken",
	"type": "about:blank", "url": "/media/019b1f3c.jpg", "userAgent": "Mozilla/5.0",
}

// parameterTexts say what parameters are that mean the same wherever they stand. A field's own doc goes first.
var parameterTexts = map[string]string{
	"actorId": "Who did it", "bookingType": "Picked up by oneself or delivered", "currency": "Recorded in this currency",
	"dropoffParkingPointId": "Brought back to this parking point", "pickupParkingPointId": "Picked up at this parking point",
	"minAmount": "Of this amount or more", "maxAmount": "Of this amount or less", "minTotalAmount": "Of this total or more",
	"maxTotalAmount": "Of this total or less", "entityId": "UUID of the row", "franchiseId": "Of this franchise", "gateway": "Which gateway reports",
	"happenedAfter": "At this instant or later", "happenedBefore": "At this instant or earlier", "isActive": "Only active ones, or only others",
	"isFree": "Only what is free, or only what is not", "latitude": "Degrees north", "limit": "Rows a page", "longitude": "Degrees east",
	"motorcycleId": "Of this motorcycle", "page": "Page, from 1", "parkingPointId": "Standing at this parking point",
	"priceType": "Priced by the day or by the rental", "reason": "For this reason", "role": "Of this role", "sort": "The order", "status": "In this state",
	"transmission": "With this transmission", "userId": "Of this user", "year": "Built in this year",
}

// example returns a value that s takes, as the member or parameter called name would hold it. Nil when s says too little.
func (r publishedSchemas) example(name string, s *huma.Schema, depth int) any {
	const deepest = 12
	switch {
	case s == nil || depth > deepest:
		return nil
	case s.Ref != "":
		return r.example(name, r.SchemaFromRef(s.Ref), depth)
	case len(s.AnyOf) > 0:
		return r.example(name, s.AnyOf[0], depth)
	case len(s.Examples) > 0:
		return s.Examples[0]
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Default != nil:
		return s.Default
	}
	switch s.Type {
	case huma.TypeObject:
		members := map[string]any{}
		for member, of := range s.Properties {
			members[member] = r.example(member, of, depth+1)
		}
		return members
	case huma.TypeArray:
		if item := r.example(name, s.Items, depth+1); item != nil {
			return []any{item}
		}
		return []any{}
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		return exampleNumber(name, s)
	case huma.TypeString:
		return exampleText(name, s)
	}
	return nil
}

// exampleNumbers are values of numbers by the names of their members.
var exampleNumbers = map[string]float64{
	"latitude": 33.5731, "lat": 33.5731, "longitude": -7.5898, "lng": -7.5898, "year": 2025, "engineSizeCc": 471, "commissionRate": 0.15,
	"days": 3, "total": 42, "totalPages": 5, "limit": 10, "page": 1, "status": 409,
}

func exampleNumber(name string, s *huma.Schema) any {
	value, known := exampleNumbers[name]
	switch {
	case known:
	case s.Type == huma.TypeNumber:
		value = 450
	case s.Minimum != nil:
		value = *s.Minimum
	default:
		value = 1
	}
	if s.Minimum != nil {
		value = max(value, *s.Minimum)
	}
	if s.Maximum != nil {
		value = min(value, *s.Maximum)
	}
	if s.Type == huma.TypeInteger {
		return int(value)
	}
	return value
}

func exampleText(name string, s *huma.Schema) any {
	text, known := exampleTexts[name]
	switch {
	case s.Format == "uuid", name == "id", strings.HasSuffix(name, "Id") && !known:
		return exampleID
	case s.Format == "date-time":
		if strings.HasPrefix(name, "end") || strings.HasSuffix(name, "Before") {
			return "2027-05-04T09:00:00Z"
		}
		return "2027-05-01T09:00:00Z"
	case s.Format == "date":
		if strings.HasPrefix(name, "end") {
			return "2027-05-04"
		}
		return "2027-05-01"
	case known:
		return text
	case s.Nullable:
		return nil
	}
	return name
}

// withExamples copies a content with an example of what it holds.
func (r publishedSchemas) withExamples(operation string, content map[string]*huma.MediaType, request bool) map[string]*huma.MediaType {
	out := make(map[string]*huma.MediaType, len(content))
	for kind, media := range content {
		copied := *media
		if written, ok := exampleBodies[operation]; ok && request {
			_ = json.Unmarshal([]byte(written), &copied.Example)
		} else if kind == "application/json" {
			copied.Example = r.example("", media.Schema, 0)
		}
		out[kind] = &copied
	}
	return out
}
