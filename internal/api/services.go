package api

import (
	"rihla/internal/auth"
	"rihla/internal/booking"
	"rihla/internal/dashboard"
	"rihla/internal/document"
	"rihla/internal/franchise"
	"rihla/internal/ledger"
	"rihla/internal/lock"
	"rihla/internal/media"
	"rihla/internal/motorcycle"
	"rihla/internal/notice"
	"rihla/internal/parking"
	"rihla/internal/payment"
	"rihla/internal/platform/audit"
	"rihla/internal/platform/event"
	"rihla/internal/search"
	"rihla/internal/supplement"
	"rihla/internal/timeline"
	"rihla/internal/user"
)

// Services are the use cases behind the operations.
type Services struct {
	Audit      *audit.Log
	Auth       *auth.Service
	Copies     *auth.Copies
	User       *user.Service
	Dashboard  *dashboard.Service
	Franchise  *franchise.Service
	Motorcycle *motorcycle.Service
	Media      *media.Service
	Parking    *parking.Service
	Supplement *supplement.Service
	Search     *search.Service
	Booking    *booking.Service
	Payment    *payment.Service
	Ledger     *ledger.Service
	Lock       *lock.Service
	Document   *document.Service
	Timeline   *timeline.Service
	Events     *event.Log
	Notice     *notice.Service
}
