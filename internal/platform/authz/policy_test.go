package authz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rihla/internal/platform/authz"
)

// reaches is the whole policy once more, written by hand: how far a customer, a franchise administrator and an
// administrator get. o is their own, f their franchise's, a all, - nothing.
var reaches = map[authz.Permission]string{
	"AUDIT_LOG_LIST":               "-fa",
	"AVAILABILITY_BLOCK_CREATE":    "-fa",
	"AVAILABILITY_BLOCK_DELETE":    "-fa",
	"AVAILABILITY_BLOCK_LIST":      "-fa",
	"AVAILABILITY_BLOCK_UPDATE":    "-fa",
	"BOOKING_CANCEL":               "ofa",
	"BOOKING_CREATE":               "ofa",
	"BOOKING_GET_BY_ID":            "ofa",
	"BOOKING_LIST":                 "ofa",
	"BOOKING_MANAGE":               "-fa",
	"BOOKING_MOVE":                 "ofa",
	"BOOKING_UPDATE":               "ofa",
	"DASHBOARD_STATS":              "-fa",
	"FRANCHISE_CREATE":             "--a",
	"FRANCHISE_DELETE":             "--a",
	"FRANCHISE_FINANCIALS":         "-fa",
	"FRANCHISE_GET_BY_ID":          "-fa",
	"FRANCHISE_LIST":               "-fa",
	"FRANCHISE_ME":                 "-f-",
	"FRANCHISE_UPDATE":             "-fa",
	"LOCK_ACCESS_CREATE":           "-fa",
	"LOCK_CODE_GET":                "o--",
	"MEDIA_DELETE":                 "ofa",
	"MEDIA_LINK":                   "ofa",
	"MEDIA_UPLOAD":                 "ofa",
	"MOTORCYCLE_CALENDAR":          "-fa",
	"MOTORCYCLE_CREATE":            "-fa",
	"MOTORCYCLE_DELETE":            "-fa",
	"MOTORCYCLE_DEVICE_ACTIVATE":   "-fa",
	"MOTORCYCLE_DEVICE_DEACTIVATE": "-fa",
	"MOTORCYCLE_FEATURE_ASSIGN":    "-fa",
	"MOTORCYCLE_FEATURE_CREATE":    "-fa",
	"MOTORCYCLE_FEATURE_DELETE":    "-fa",
	"MOTORCYCLE_FEATURE_GET_BY_ID": "-fa",
	"MOTORCYCLE_FEATURE_LIST":      "-fa",
	"MOTORCYCLE_FEATURE_UNASSIGN":  "-fa",
	"MOTORCYCLE_FEATURE_UPDATE":    "-fa",
	"MOTORCYCLE_GET_ALL":           "-fa",
	"MOTORCYCLE_GET_BY_ID":         "-fa",
	"MOTORCYCLE_IMAGE_CREATE":      "-fa",
	"MOTORCYCLE_IMAGE_DELETE":      "-fa",
	"MOTORCYCLE_UPDATE":            "-fa",
	"NOTICE_CHOOSE":                "-o-",
	"PARKING_POINT_CREATE":         "-fa",
	"PARKING_POINT_DELETE":         "-fa",
	"PARKING_POINT_GET_BY_ID":      "-fa",
	"PARKING_POINT_LIST":           "-fa",
	"PARKING_POINT_UPDATE":         "-fa",
	"PAYMENT_CORRECT":              "--a",
	"PAYMENT_CREATE":               "ofa",
	"PAYMENT_GET_ALL":              "-fa",
	"PAYMENT_GET_BY_ID":            "ofa",
	"PAYMENT_LIST":                 "ofa",
	"PAYMENT_REFUND":               "-fa",
	"PAYMENT_TAKE":                 "-fa",
	"PAYMENT_UPDATE":               "-fa",
	"SESSION_LIST":                 "ooo",
	"SESSION_REVOKE":               "ooo",
	"SUPPLEMENT_CREATE":            "-fa",
	"SUPPLEMENT_DELETE":            "-fa",
	"SUPPLEMENT_GET_BY_ID":         "-fa",
	"SUPPLEMENT_LIST":              "-fa",
	"SUPPLEMENT_UPDATE":            "-fa",
	"USER_BLOCK":                   "-fa",
	"USER_SESSION_MANAGE":          "-fa",
	"USER_CHANGE_EMAIL":            "ooo",
	"USER_CHANGE_PASSWORD":         "ooo",
	"USER_CREATE":                  "-fa",
	"USER_DATA_DOWNLOAD":           "ooo",
	"USER_DELETE":                  "ofa",
	"USER_GET_BY_ID":               "ofa",
	"USER_IDENTITY_CHECK":          "-fa",
	"USER_LIST":                    "-fa",
	"USER_ME":                      "ooo",
	"USER_UPDATE":                  "ofa",
}

// A change of the policy is a decision: it is made twice.
func TestPolicy(t *testing.T) {
	t.Parallel()
	letters := map[authz.Reach]string{authz.Nothing: "-", authz.Own: "o", authz.Franchise: "f", authz.All: "a"}
	got := map[authz.Permission]string{}
	for _, p := range authz.Permissions() {
		require.Equal(t, authz.Nothing, authz.ReachOf(p, authz.Anonymous), "%s is held by visitors", p)
		for _, role := range []authz.Role{authz.Customer, authz.FranchiseAdmin, authz.Admin} {
			reach := authz.ReachOf(p, role)
			got[p] += letters[reach]
			require.Equal(t, reach != authz.Nothing, authz.PermissionsOf(role)[p], "%s as %s is told of it", p, role)
		}
	}
	require.Equal(t, reaches, got)
}
