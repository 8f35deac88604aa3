package authz

// Permission is a permission's name, in the style of specification section 6.
type Permission string

// The permissions. Public reads need none; the _LIST and _GET_BY_ID of catalogue entities are for what the public does
// not see: inactive rows and the fields that only staff read.
const (
	AuditLogList Permission = "AUDIT_LOG_LIST"

	AvailabilityBlockCreate Permission = "AVAILABILITY_BLOCK_CREATE"
	AvailabilityBlockDelete Permission = "AVAILABILITY_BLOCK_DELETE"
	AvailabilityBlockList   Permission = "AVAILABILITY_BLOCK_LIST"
	AvailabilityBlockUpdate Permission = "AVAILABILITY_BLOCK_UPDATE"

	BookingCancel  Permission = "BOOKING_CANCEL"
	BookingCreate  Permission = "BOOKING_CREATE"
	BookingGetByID Permission = "BOOKING_GET_BY_ID"
	BookingList    Permission = "BOOKING_LIST"
	// BookingMove is changing when a rental is; BookingUpdate the rest of it; BookingManage what of that is for staff:
	// its status, their notes and where it is handed over.
	BookingManage Permission = "BOOKING_MANAGE"
	BookingMove   Permission = "BOOKING_MOVE"
	BookingUpdate Permission = "BOOKING_UPDATE"

	DashboardStats Permission = "DASHBOARD_STATS"

	FranchiseCreate     Permission = "FRANCHISE_CREATE"
	FranchiseDelete     Permission = "FRANCHISE_DELETE"
	FranchiseFinancials Permission = "FRANCHISE_FINANCIALS"
	FranchiseGetByID    Permission = "FRANCHISE_GET_BY_ID"
	FranchiseList       Permission = "FRANCHISE_LIST"
	FranchiseMe         Permission = "FRANCHISE_ME"
	FranchiseUpdate     Permission = "FRANCHISE_UPDATE"

	LockAccessCreate Permission = "LOCK_ACCESS_CREATE"
	LockCodeGet      Permission = "LOCK_CODE_GET"

	MediaDelete Permission = "MEDIA_DELETE"
	MediaLink   Permission = "MEDIA_LINK"
	MediaUpload Permission = "MEDIA_UPLOAD"

	MotorcycleCalendar         Permission = "MOTORCYCLE_CALENDAR"
	MotorcycleCreate           Permission = "MOTORCYCLE_CREATE"
	MotorcycleDelete           Permission = "MOTORCYCLE_DELETE"
	MotorcycleDeviceActivate   Permission = "MOTORCYCLE_DEVICE_ACTIVATE"
	MotorcycleDeviceDeactivate Permission = "MOTORCYCLE_DEVICE_DEACTIVATE"
	MotorcycleFeatureAssign    Permission = "MOTORCYCLE_FEATURE_ASSIGN"
	MotorcycleFeatureUnassign  Permission = "MOTORCYCLE_FEATURE_UNASSIGN"
	MotorcycleGetAll           Permission = "MOTORCYCLE_GET_ALL"
	MotorcycleGetByID          Permission = "MOTORCYCLE_GET_BY_ID"
	MotorcycleImageCreate      Permission = "MOTORCYCLE_IMAGE_CREATE"
	MotorcycleImageDelete      Permission = "MOTORCYCLE_IMAGE_DELETE"
	MotorcycleUpdate           Permission = "MOTORCYCLE_UPDATE"

	MotorcycleFeatureCreate  Permission = "MOTORCYCLE_FEATURE_CREATE"
	MotorcycleFeatureDelete  Permission = "MOTORCYCLE_FEATURE_DELETE"
	MotorcycleFeatureGetByID Permission = "MOTORCYCLE_FEATURE_GET_BY_ID"
	MotorcycleFeatureList    Permission = "MOTORCYCLE_FEATURE_LIST"
	MotorcycleFeatureUpdate  Permission = "MOTORCYCLE_FEATURE_UPDATE"

	// NoticeChoose is saying which letters to one's franchise one gets oneself.
	NoticeChoose Permission = "NOTICE_CHOOSE"

	ParkingPointCreate  Permission = "PARKING_POINT_CREATE"
	ParkingPointDelete  Permission = "PARKING_POINT_DELETE"
	ParkingPointGetByID Permission = "PARKING_POINT_GET_BY_ID"
	ParkingPointList    Permission = "PARKING_POINT_LIST"
	ParkingPointUpdate  Permission = "PARKING_POINT_UPDATE"

	// PaymentCorrect is posting corrections of the books by hand, and reading what they hold of a payment.
	PaymentCorrect Permission = "PAYMENT_CORRECT"
	PaymentCreate  Permission = "PAYMENT_CREATE"
	// PaymentGetAll is the administered list, PaymentList one's own payments.
	PaymentGetAll  Permission = "PAYMENT_GET_ALL"
	PaymentGetByID Permission = "PAYMENT_GET_BY_ID"
	PaymentList    Permission = "PAYMENT_LIST"
	PaymentRefund  Permission = "PAYMENT_REFUND"
	// PaymentTake is taking money over the counter.
	PaymentTake   Permission = "PAYMENT_TAKE"
	PaymentUpdate Permission = "PAYMENT_UPDATE"

	SessionList   Permission = "SESSION_LIST"
	SessionRevoke Permission = "SESSION_REVOKE"

	SupplementCreate  Permission = "SUPPLEMENT_CREATE"
	SupplementDelete  Permission = "SUPPLEMENT_DELETE"
	SupplementGetByID Permission = "SUPPLEMENT_GET_BY_ID"
	SupplementList    Permission = "SUPPLEMENT_LIST"
	SupplementUpdate  Permission = "SUPPLEMENT_UPDATE"

	// UserBlock is keeping somebody from signing in, UserSessionManage signing them out.
	UserBlock          Permission = "USER_BLOCK"
	UserChangeEmail    Permission = "USER_CHANGE_EMAIL"
	UserChangePassword Permission = "USER_CHANGE_PASSWORD"
	UserCreate         Permission = "USER_CREATE"
	UserDataDownload   Permission = "USER_DATA_DOWNLOAD"
	UserDelete         Permission = "USER_DELETE"
	UserGetByID        Permission = "USER_GET_BY_ID"
	UserIdentityCheck  Permission = "USER_IDENTITY_CHECK"
	UserList           Permission = "USER_LIST"
	UserMe             Permission = "USER_ME"
	UserSessionManage  Permission = "USER_SESSION_MANAGE"
	UserUpdate         Permission = "USER_UPDATE"
)

// The usual rows of the policy.
var (
	// everyone reaches what is theirs: customers their own rows, staff their franchise's.
	everyone = map[Role]Reach{Customer: Own, FranchiseAdmin: Franchise, Admin: All}
	// staff reach their franchise's rows.
	staff = map[Role]Reach{FranchiseAdmin: Franchise, Admin: All}
	// platform is for administrators: objects of the whole platform are theirs (D18).
	platform = map[Role]Reach{Admin: All}
	// oneself is about the asking user alone, whatever the role.
	oneself = map[Role]Reach{Customer: Own, FranchiseAdmin: Own, Admin: Own}
)

// policy is the whole of who may do what. A pair that is not listed is refused.
var policy = map[Permission]map[Role]Reach{
	AuditLogList: staff,

	AvailabilityBlockCreate: staff,
	AvailabilityBlockDelete: staff,
	AvailabilityBlockList:   staff,
	AvailabilityBlockUpdate: staff,

	BookingCancel:  everyone,
	BookingCreate:  everyone,
	BookingGetByID: everyone,
	BookingList:    everyone,
	BookingManage:  staff,
	BookingMove:    everyone,
	BookingUpdate:  everyone,

	DashboardStats: staff,

	FranchiseCreate:     platform,
	FranchiseDelete:     platform,
	FranchiseFinancials: staff,
	FranchiseGetByID:    staff,
	FranchiseList:       staff,
	FranchiseMe:         {FranchiseAdmin: Franchise},
	FranchiseUpdate:     staff,

	LockAccessCreate: staff,
	LockCodeGet:      {Customer: Own},

	MediaDelete: everyone,
	MediaLink:   everyone,
	MediaUpload: everyone,

	MotorcycleCalendar:         staff,
	MotorcycleCreate:           staff,
	MotorcycleDelete:           staff,
	MotorcycleDeviceActivate:   staff,
	MotorcycleDeviceDeactivate: staff,
	MotorcycleFeatureAssign:    staff,
	MotorcycleFeatureUnassign:  staff,
	MotorcycleGetAll:           staff,
	MotorcycleGetByID:          staff,
	MotorcycleImageCreate:      staff,
	MotorcycleImageDelete:      staff,
	MotorcycleUpdate:           staff,

	MotorcycleFeatureCreate:  staff,
	MotorcycleFeatureDelete:  staff,
	MotorcycleFeatureGetByID: staff,
	MotorcycleFeatureList:    staff,
	MotorcycleFeatureUpdate:  staff,

	NoticeChoose: {FranchiseAdmin: Own},

	ParkingPointCreate:  staff,
	ParkingPointDelete:  staff,
	ParkingPointGetByID: staff,
	ParkingPointList:    staff,
	ParkingPointUpdate:  staff,

	PaymentCorrect: platform,
	PaymentCreate:  everyone,
	PaymentGetAll:  staff,
	PaymentGetByID: everyone,
	PaymentList:    everyone,
	PaymentRefund:  staff,
	PaymentTake:    staff,
	PaymentUpdate:  staff,

	SessionList:   oneself,
	SessionRevoke: oneself,

	SupplementCreate:  staff,
	SupplementDelete:  staff,
	SupplementGetByID: staff,
	SupplementList:    staff,
	SupplementUpdate:  staff,

	UserBlock:          staff,
	UserChangeEmail:    oneself,
	UserChangePassword: oneself,
	UserCreate:         staff,
	UserDataDownload:   oneself,
	UserDelete:         everyone,
	UserGetByID:        everyone,
	UserIdentityCheck:  staff,
	UserList:           staff,
	UserMe:             oneself,
	UserSessionManage:  staff,
	UserUpdate:         everyone,
}
