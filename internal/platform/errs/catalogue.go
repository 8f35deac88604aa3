package errs

import (
	"maps"
	"slices"
)

// catalogue is every code that an answer may carry, under the kind that decides its status (specification section 8,
// D24). New takes a kind beside the code so that a reader of the feature sees it; the test of this file keeps the two
// from saying different things, and the OpenAPI document is made from this one.
var catalogue = map[Kind][]string{
	Internal: {
		"INTERNAL",
	},
	Malformed: {
		"MALFORMED",
	},
	Unauthenticated: {
		"CALLBACK_SIGNATURE",
		"INVALID_CREDENTIALS",
		"INVALID_TOKEN",
		"NO_REFRESH_TOKEN",
		"REFRESH_REJECTED",
		"UNAUTHENTICATED",
	},
	Forbidden: {
		"ACCOUNT_BLOCKED",
		"FORBIDDEN",
		"MEDIA_LINK_EXPIRED",
	},
	NotFound: {
		"BLOCK_NOT_FOUND",
		"BOOKING_NOT_FOUND",
		"DOCUMENT_NOT_FOUND",
		"FEATURE_NOT_FOUND",
		"FRANCHISE_NOT_FOUND",
		"LOCK_DEVICE_NOT_FOUND",
		"MEDIA_NOT_FOUND",
		"METHOD_NOT_ALLOWED",
		"MOTORCYCLE_IMAGE_NOT_FOUND",
		"MOTORCYCLE_NOT_FOUND",
		"NOT_FOUND",
		"PARKING_POINT_NOT_FOUND",
		"PAYMENT_NOT_FOUND",
		"REFUND_NOT_FOUND",
		"SESSION_NOT_FOUND",
		"SUPPLEMENT_NOT_FOUND",
		"USER_NOT_FOUND",
	},
	Conflict: {
		"BLOCK_CONFLICT",
		"BOOKING_CONFLICT",
		"BOOKING_ENDED",
		"BOOKING_NOT_PENDING",
		"BOOKING_STARTED",
		"BOOKING_TRANSITION",
		"CHANGED_MEANWHILE",
		"DEVICE_TAKEN",
		"EMAIL_TAKEN",
		"FEATURE_ASSIGNED",
		"FEATURE_IN_USE",
		"FEATURE_NAME_TAKEN",
		"FRANCHISE_CODE_TAKEN",
		"FRANCHISE_IN_USE",
		"IDENTITY_CARD_MISSING",
		"LAST_ADMIN",
		"LOCK_ALREADY_FITTED",
		"LOCK_NOT_ACTIVE",
		"MOTORCYCLE_HANDED_OVER",
		"MOTORCYCLE_HAS_BOOKINGS",
		"MOTORCYCLE_IN_USE",
		"MEDIA_GONE",
		"MEDIA_IN_USE",
		"MOTORCYCLE_UNAVAILABLE",
		"MOVE_COSTS_MORE",
		"ODOMETER_BACKWARDS",
		"OWN_ACCOUNT",
		"PARKING_POINT_IN_USE",
		"ONLY_COMPLETED_REFUNDABLE",
		"PARKING_POINT_NAME_TAKEN",
		"PAYMENT_AMOUNT_MISMATCH",
		"PAYMENT_EXISTS",
		"PAYMENT_NO_TRANSACTION",
		"PAYMENT_TRANSITION",
		"PRICE_CHANGED",
		"REFUND_CHANGED",
		"REFUND_EXCEEDS_PAYMENT",
		"REGISTRATION_TAKEN",
		"SUPPLEMENT_IN_USE",
		"SUPPLEMENT_NAME_TAKEN",
		"USER_HAS_BOOKINGS",
	},
	TooLarge: {
		"MEDIA_TOO_LARGE",
		"TOO_LARGE",
	},
	Unsupported: {
		"MULTIPART_EXPECTED",
		"NOT_ACCEPTABLE",
		"UNSUPPORTED_MEDIA_TYPE",
	},
	Invalid: {
		"GATEWAY_UNSUPPORTED",
		"IDEMPOTENCY_KEY_INVALID",
		"IDEMPOTENCY_MISMATCH",
		"INVALID_COORDINATES",
		"MEDIA_BROKEN",
		"MEDIA_MISPLACED",
		"MEDIA_TOO_MANY_PIXELS",
		"MEDIA_TYPE",
		"LINK_INVALID",
		"VALIDATION",
	},
	TooMany: {
		"MEDIA_QUOTA",
		"RATE_LIMITED",
	},
	Gateway: {
		"GATEWAY_ERROR",
		"LOCK_API_ERROR",
		"LOCK_AUTHENTICATION_FAILED",
		"LOCK_UNREACHABLE",
		"PAYMENT_URL_FAILED",
		"REFUND_ERROR",
		"REFUND_FAILED",
	},
	Unavailable: {
		"LOCKS_NOT_CONFIGURED",
		"TIMEOUT",
		"UNAVAILABLE",
	},
}

var kinds = func() map[string]Kind {
	out := map[string]Kind{}
	for kind, codes := range catalogue {
		for _, code := range codes {
			out[code] = kind
		}
	}
	return out
}()

// KindOf returns the kind of a code, false for what is no code.
func KindOf(code string) (Kind, bool) {
	kind, known := kinds[code]
	return kind, known
}

// Codes lists every code by name.
func Codes() []string { return slices.Sorted(maps.Keys(kinds)) }
