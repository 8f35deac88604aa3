package authz

// Permission is a permission's name, in the style of specification section 6.
type Permission string

// The permissions of the operations that are served.
const (
	BookingCreate  Permission = "BOOKING_CREATE"
	BookingList    Permission = "BOOKING_LIST"
	BookingGetByID Permission = "BOOKING_GET_BY_ID"
	BookingCancel  Permission = "BOOKING_CANCEL"
	BookingUpdate  Permission = "BOOKING_UPDATE"
	PaymentCreate  Permission = "PAYMENT_CREATE"
	PaymentList    Permission = "PAYMENT_LIST"
	PaymentGetByID Permission = "PAYMENT_GET_BY_ID"
	UserMe         Permission = "USER_ME"
	UserUpdate     Permission = "USER_UPDATE"
	UserCreate     Permission = "USER_CREATE"

	FranchiseCreate         Permission = "FRANCHISE_CREATE"
	ParkingPointCreate      Permission = "PARKING_POINT_CREATE"
	SupplementCreate        Permission = "SUPPLEMENT_CREATE"
	MotorcycleCreate        Permission = "MOTORCYCLE_CREATE"
	MotorcycleUpdate        Permission = "MOTORCYCLE_UPDATE"
	MotorcycleBlock         Permission = "MOTORCYCLE_BLOCK"
	MotorcycleFeatureCreate Permission = "MOTORCYCLE_FEATURE_CREATE"
)

// policy is the whole of who may do what. A pair that is not listed is refused.
var policy = map[Permission]map[Role]Reach{
	BookingCreate:  {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	BookingList:    {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	BookingGetByID: {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	BookingCancel:  {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	BookingUpdate:  {FranchiseAdmin: Franchise, Admin: All},
	PaymentCreate:  {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	PaymentList:    {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	PaymentGetByID: {Customer: Own, FranchiseAdmin: Franchise, Admin: All},
	UserMe:         {Customer: Own, FranchiseAdmin: Own, Admin: Own},
	UserUpdate:     {Customer: Own, FranchiseAdmin: Own, Admin: All},
	UserCreate:     {}, // the system's own: the command line and demo data

	// Platform-wide objects are the administrators' (D18); the rest of a franchise is its own administrators' too.
	FranchiseCreate:         {Admin: All},
	ParkingPointCreate:      {FranchiseAdmin: Franchise, Admin: All},
	SupplementCreate:        {FranchiseAdmin: Franchise, Admin: All},
	MotorcycleCreate:        {FranchiseAdmin: Franchise, Admin: All},
	MotorcycleUpdate:        {FranchiseAdmin: Franchise, Admin: All},
	MotorcycleBlock:         {FranchiseAdmin: Franchise, Admin: All},
	MotorcycleFeatureCreate: {FranchiseAdmin: Franchise, Admin: All},
}
