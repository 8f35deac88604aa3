package api

import (
	"cmp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// memberTexts say what members of bodies are that mean the same wherever they stand, by their names, or in one schema
// only, by "Schema.member". A field's own doc goes first.
var memberTexts = map[string]string{
	// Every answer
	"data": "What was asked for", "pagination": "Which part of the list this is", "Pagination.page": "The page, from 1",
	"Pagination.limit": "Rows a page", "Pagination.total": "Rows of all pages, as far as they were counted", "Pagination.totalPages": "How many pages there are, as far as they were counted",
	"Pagination.totalIsCapped": "Whether there are more rows than were counted: 10,000, or up to the end of a page beyond",
	"id":                       "UUID", "createdAt": "When it was made", "updatedAt": "When it changed last", "name": "As people call it",
	"description": "In the words of whoever manages it; null: none", "currency": "Of all amounts beside it, ISO 4217",
	"franchiseId": "The franchise that it belongs to; null: the platform's", "isActive": "Whether it is offered",
	"latitude": "Degrees north, WGS 84", "longitude": "Degrees east, WGS 84", "Coordinates.lat": "Degrees north, WGS 84",
	"Coordinates.lng": "Degrees east, WGS 84", "address": "As a letter would be addressed",
	"startDatetime": "When it begins", "endDatetime": "When it ends: the first instant that does not belong to it",
	"operatingHours": "When it is open, by day of the week", "language": "The language that the person is written to in",
	"status": "How it stands", "reason": "Why", "notes": "For staff, up to 1000 characters",

	// Refusals (RFC 9457)
	"Problem.type": "Always about:blank: code tells refusals apart", "Problem.title": "The status in words", "Problem.status": "The status of the answer",
	"Problem.detail": "The same as message", "Problem.instance": "The path that was asked for", "Problem.errors": "What is wrong with which field; of VALIDATION",
	"FieldProblem.field": "Its name in the request, such as selectedSupplements[0].quantity", "FieldProblem.code": "What is wrong, for programs",
	"FieldProblem.message": "What is wrong, in the language of Accept-Language", "Alternatives.motorcycles": "Others that are free then",
	"Alternatives.nextFree": "When this one is free next for as long; null: not in the coming months",

	// Bookings
	"booking": "The booking as it is now", "bookings": "The bookings of the page",
	"bookingStatus": "How the booking stands; only PENDING_PAYMENT can be paid", "bookingType": "AUTONOM: picked up; DELIVERY: brought to the customer",
	"reference": "The short name that people say and write", "userId": "The customer", "motorcycleId": "The motorcycle",
	"BookingView.currency": "Of every amount of the booking: always MAD", "BookingView.days": "How many days the price is for",
	"pickupParkingPointId": "Where it is picked up; null: somewhere else", "dropoffParkingPointId": "Where it is brought back; null: where it was picked up",
	"pickupPlace": "Where it is picked up; null: it is delivered", "dropoffPlace": "Where it is brought back; null: where it was picked up",
	"customerLocation": "Where a DELIVERY goes, in the customer's words", "customerCoordinates": "Where the customer stood when booking an AUTONOM",
	"notesByCustomer": "To the franchise, up to 1000 characters", "selectedSupplements": "The extras that were chosen",
	"contractUrl": "Path of the rental contract; null until there is one", "BookingView.cancellation": "What cancelling now would give back",
	"BookingView.franchise": "Who rents it out; absent: not asked for", "BookingView.motorcycle": "What is rented; null: not asked for",
	"BookingView.payment": "The latest payment; null: none was opened", "paymentId": "The latest payment",
	"cancellation": "What cancelling gives back", "allowed": "Whether the booking can still be cancelled",
	"refundPercent": "What part of the price comes back, in percent", "supplementId": "The extra", "quantity": "How many of them, 1 or more",
	"isFree": "Included in every rental at no price", "priceType": "Whether its price is for a day or for the rental",
	"available": "Whether the motorcycle is free then", "days": "How many days the price is for", "lines": "What the price is made of",
	"QuoteLine.kind": "The rental itself, a paid extra or an included one", "QuoteLine.label": "What it is, as people call it",
	"quote": "The price, and whether it can be had", "moveQuote": "What moving the rental would cost",
	"QuoteLine.supplementId": "The extra; null: the rental itself",

	"baseRentalPrice": "The rental without extras", "supplementsTotalPrice": "The extras", "totalAmount": "Rental and extras",
	"unitPrice": "Of one, for a day or for the rental", "QuoteLine.amount": "Of the line", "BookedSupplement.amount": "Of all of them for the whole rental",

	// Payments
	"PaymentView.amount": "The booking's total, whatever currency says", "refundedAmount": "What has gone back so far", "refundingAmount": "What is on its way back", "owedAmount": "What was to go back and did not arrive: staff give it back by another refund",
	"RefundView.amount": "What goes back",
	"payment":           "The payment as it is now", "payments": "The payments of the page", "refunds": "What goes back of the payment",
	"PaymentView.currency": "In which amount is recorded; the payer is charged gatewayAmount in gatewayCurrency", "PaymentView.bookingId": "The booking that it pays",
	"gateway": "Through whom it is paid", "gatewayCurrency": "What the payer is really charged in, ISO 4217",
	"gatewayTransactionId": "The gateway's name for the charge; null until it told", "gatewayOrderId": "Our name for the charge at the gateway",
	"gatewayCallbackUrl": "Where the gateway reports to", "failureCode": "Why it failed, for programs; null: it did not",
	"processedAt":             "When the gateway settled it, one way or the other; null: not yet",
	"PaymentView.status":      "PENDING and PROCESSING are open, COMPLETED was paid; REFUNDED went back whole, PARTIALLY_REFUNDED in part",
	"GatewayResponse.payload": "JSON text that the browser posts as the field payload, unchanged", "GatewayResponse.signature": "What the browser posts as the field signature",
	"RefundView.paymentId": "The payment that it is of", "RefundView.createdAt": "When it was promised", "RefundView.updatedAt": "When its state changed last",
	"PaymentStep.to": "The status that it came to", "PaymentStep.happenedAt": "When that was", "PaidBooking.userId": "The customer, who pays",
	"gateways": "Those that are configured, the default first", "GatewayView.name": "What POST /payments takes as gateway", "isDefault": "Whether it is taken when none is named",
	"CallbackAnswerBody.status": "OK: recorded; KO: refused", "CallbackAnswerBody.message": "What became of the callback, in words for the gateway's log",
	"CreatePaymentRequestBody.bookingId": "The booking to pay, which must be PENDING_PAYMENT",

	// Franchises and what they earn
	"franchise": "The franchise", "franchises": "The franchises of the page", "FranchiseView.code": "Short name of its own: capital letters, digits, _ and -",
	"UpdateFranchiseRequestBody.code": "2 to 20 capital letters, digits, _ and -", "UpdateFranchiseRequestBody.name": "2 to 100 characters",
	"contactEmail": "Where customers and the platform write to it", "contactPhone": "Where customers call it",
	"UpdateFranchiseRequestBody.status":         "Only franchises that are ACTIVE rent out",
	"UpdateFranchiseRequestBody.commissionRate": "The platform's part of what bookings to come earn, 0 to 1", "turnaroundMinutes": "Minutes between two rentals of a motorcycle",
	"fullRefundHours":      "Cancelled so many hours before the start or earlier, everything comes back",
	"partialRefundHours":   "Cancelled so many hours before the start or earlier, a part comes back; later nothing does",
	"partialRefundPercent": "That part, in percent", "FranchiseView.platformSettings": "What holds where the franchise has no setting of its own",
	"graceMinutes": "Minutes past a full day that are not billed", "graceHours": "Hours past a full day that are not billed",
	"holdAutonomMinutes": "Minutes that an unpaid booking keeps its motorcycle when it is picked up", "holdDeliveryMinutes": "The same when it is delivered",
	"cancellationPolicy": "What cancelling gives back, by the hours before the start", "statements": "The months of the page, the latest first",
	"FinancialsView.franchiseId": "Whose they are", "periodStart": "The first instant of the period", "FinancialsView.currency": "Of every amount: always MAD",

	// Motorcycles
	"basePricePerDay": "The rental of a day without extras", "priceMin": "The lowest price of a day that was found", "priceMax": "The highest price of a day that was found",
	"motorcycle": "The motorcycle", "motorcycles": "The motorcycles of the page", "make": "Who built it", "model": "What its maker calls it", "year": "The year in which it was built",
	"category": "What kind of motorcycle it is; null: not told", "engineSizeCc": "Cubic centimetres; null: not told", "transmission": "How gears are changed; null: not told",
	"registrationNumber": "What stands on its plate", "smartLockDeviceId": "Its lock's name at the lock service; null: none",
	"parkingPointId": "Where it stands; null: at its franchise", "franchiseName": "The franchise that it belongs to, by name", "images": "Its pictures",
	"features": "What it has, such as ABS", "place": "Where it is", "grayCardUrl": "Its registration paper, an uploaded file; null: none",
	"insuranceUrl": "Its insurance paper, an uploaded file; null: none", "search": "What was understood of the search", "SearchView.place": "Around where was looked; null: everywhere",
	"radiusKm": "Kilometres around it that were looked in", "NearestView.total": "How many motorcycles are free then",
	"ElsewhereView.kind": "What it is", "ElsewhereView.name": "As people call it", "ElsewhereView.total": "How many motorcycles of the search are there", "ElsewhereView.distanceKm": "Kilometres from the place that was searched",
	"motorcycleFeature": "The feature", "motorcycleFeatures": "The features of the page", "iconUrl": "Address of its picture; null: none",
	"image": "The picture", "imageUrl": "Where it is", "isPrimary": "Whether it is the one that lists show", "altText": "What it shows, for who does not see it",
	"availabilityBlock": "The block", "availabilityBlocks": "The blocks of the page", "calendar": "What is taken when",
	"EntryView.kind": "Whether it is rented or blocked", "Span.start": "HH:mm", "Span.end": "HH:mm",

	// Places
	"parkingPoint": "The parking point", "parkingPoints": "The parking points of the page", "instructions": "How to find it; null: none", "label": "As people call it",
	"places": "Places that fit what was typed", "PlaceView.kind": "A parking point, or the franchise itself", "SuggestionView.kind": "Whether it is a parking point, a city or another place",
	"SuggestionView.id": "What tells it from others", "SuggestionView.detail": "Where that is",

	// Extras, files
	"price": "Of one, for a day or for the rental", "supplement": "The extra", "supplements": "The extras of the page", "media": "The file", "link": "The link", "url": "Where it is", "purpose": "What it is for",
	"width": "Pixels", "height": "Pixels",

	// Locks
	"device": "The lock", "deviceId": "Its name at the lock service", "activatedAt": "When it was activated; null: it is not", "firmwareVersion": "As the lock service tells it",
	"access": "What opens the lock from a telephone", "permissions": "What the holder may do", "validFrom": "From when", "validUntil": "Until when",
	"DeviceView.isActive": "Whether it was activated and not deactivated since",

	// People
	"user": "The person", "users": "The people of the page", "email": "Their e-mail address, by which they sign in", "firstName": "Up to 50 characters", "lastName": "Up to 50 characters",
	"phoneNumber": "With its country, such as +212 612 345 678; null: none", "role": "What they may do", "emailVerifiedAt": "When they proved that the address is theirs; null: not yet",
	"identityCard":      "How far the check of their identity card is",
	"identityCardFront": "The front of their identity card, an uploaded file; null: none", "identityCardCover": "The back of it", "password": "The one that they sign in with",
	"currentPassword": "The one that they sign in with until now", "refreshToken": "The newest one that was handed out; it works once", "sessions": "Where they are signed in",
	"expiresAt": "When it ends if it is not used", "lastUsedAt": "When it was used last", "endedAt": "When it ended; null: it has not", "endedBy": "What ended it",
	"ip": "The address that the request came from", "userAgent": "What the browser said of itself",

	// Who did what
	"entries": "The entries of the page", "action": "The permission that was used", "actorName": "Who did it, by the name at the time", "actorRole": "What they were then",
	"entity": "What kind of thing it was done to", "entityId": "Which of them", "happenedAt": "When", "requestId": "X-Request-Id of the request that did it", "byOneself": "Whether it was the person's own doing",

	// Dashboard
	"stats": "How things stand", "StatsView.at": "The instant that they are of", "fleetByStatus": "Motorcycles by status", "revenue": "What was earned lately", "today": "What is due today",
	"utilisation": "What part of the fleet's time is rented", "pickUps": "Rentals that begin", "returns": "Rentals that end", "rentals": "How often it was rented", "PendingView.count": "How many there are",
	"PendingView.amount": "What they are worth", "RevenueDay.net": "What customers paid that day less what was given back", "lastMonth": "The same of the month before", "value": "What these rentals cost",
	"report": "The figures of the period", "ReportView.current": "Of the period that was asked for", "ReportView.before": "Of the period of the same length before it",
	"DayFigures.date": "The day in Casablanca, YYYY-MM-DD", "cancellations": "Bookings cancelled then, whenever they were made", "TodayLists.overdue": "Filters of GET /bookings that list them",
	"TodayLists.pickUpsDone": "Filters of GET /bookings that list them", "TodayLists.returnsDone": "Filters of GET /bookings that list them",
	"ReportView.at":       "The instant that the figures are of",
	"EventView.bookingId": "The booking that it is about; null: none",

	// The fleet's calendar, hand-overs, what happened to a booking
	"FleetCalendarData.from": "The first instant of the window", "FleetCalendarData.to": "The first instant after it", "rows": "The motorcycles of the page, each with what takes it",
	"FleetEntryView.kind": "Whether it is rented or blocked", "handovers": "Handing over and taking back, in order", "HandoverView.kind": "Whether it was handed over or taken back",
	"HandoverView.at": "When that was", "odometerKm": "What the odometer showed, in kilometres", "fuelPercent": "How full the tank was, in percent; null: not told",
	"CounterPayment.method": "How it was paid at the counter", "timeline": "What happened, the oldest first", "TimelineEntry.at": "When it happened",
	"TimelineEntry.amount": "Of PAYMENT and REFUND: how much", "TimelineEntry.refundId": "Of REFUND: which", "TimelineEntry.note": "In the words of who did it, or of the gateway",
}

// describeMember says what a member of a schema is, when nobody has. What null means is left out where there is no null.
func describeMember(schema, member string, s *huma.Schema) *huma.Schema {
	unit := ""
	if s.Description == amountText {
		unit = ", in Moroccan dirham"
	} else if s.Description != "" {
		return s
	}
	text := cmp.Or(memberTexts[schema+"."+member], memberTexts[member])
	if text == "" {
		return s
	}
	if !s.Nullable && len(s.AnyOf) == 0 {
		text, _, _ = strings.Cut(text, "; null:")
	}
	return withDescription(s, text+unit)
}
