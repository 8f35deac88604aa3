/**
 * What the API sends and takes, under the site's names. The forms come from the API's own document (D26);
 * what stands here twice is only a list that pages go through, checked against the document by the compiler.
 * Money is a number of dirham with two decimals, instants are RFC 3339 in UTC, ids are UUIDs.
 */
import type { components, operations } from './schema.gen';

export type { paths } from './schema.gen';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

/**
 * The keys of a record that the compiler holds to name every member of `Member` and no other.
 * @__NO_SIDE_EFFECTS__
 */
function listOf<Member extends string>(members: Record<Member, true>): Member[] {
  return Object.keys(members) as Member[];
}

export type User = Schemas['Account'];
/** The name of something that a person may do. */
export type Permission = keyof User['permissions'];
export type SessionAnswer = Schemas['Session'];
export type Credentials = Schemas['LoginRequestBody'];
export type Registration = Schemas['RegisterRequestBody'];
export type PasswordReset = Schemas['ResetPasswordRequestBody'];
export type PasswordChange = Schemas['ChangePasswordRequestBody'];
export type EmailChange = Schemas['ChangeEmailRequestBody'];
export type AccountChanges = Schemas['UpdateUserRequestBody'];
/** An account as staff see it. */
export type Person = Schemas['UserView'];
export type NewPerson = Schemas['CreateUserRequestBody'];
export type PersonChanges = Schemas['UpdateUserRequestBody'];
export type PeopleQuery = QueryOf<'listUsers'>;
export type Role = Person['role'];
export type CardState = Person['identityCard']['state'];
/** What staff found of an identity card. */
export type CardDecision = Schemas['DecideIdentityRequestBody'];
export type CardReason = NonNullable<CardDecision['reason']>;
/** Where a person is signed in. */
export type OpenSession = Schemas['OpenSessionView'];

/** An uploaded file. */
export type Media = Schemas['MediaView'];
export type MediaLink = Schemas['MediaLinkView'];

export type Pagination = Schemas['Pagination'];
export type Period = Schemas['Period'];
export type Coordinates = Schemas['Coordinates'];

export type Motorcycle = Schemas['MotorcycleView'];
export type MotorcycleDetail = Schemas['MotorcycleDetails'];
export type MotorcycleImage = Schemas['ImageView'];
/** Where a motorcycle is picked up. */
export type MotorcyclePlace = Schemas['PlaceView'];

export type MotorcycleCategory = NonNullable<Motorcycle['category']>;
export const motorcycleCategories = listOf<MotorcycleCategory>({
  SCOOTER: true,
  CITY: true,
  TRAIL: true,
  ROADSTER: true,
  TOURING: true,
  CAFE_RACER: true,
  SPORT: true,
  QUAD: true,
});

export type Transmission = NonNullable<Motorcycle['transmission']>;
export const transmissions = listOf<Transmission>({ MANUAL: true, AUTOMATIC: true });

/** A motorcycle as its staff know it. */
export type FleetMotorcycle = Schemas['AdministeredView'];
export type NewMotorcycle = Schemas['CreateMotorcycleRequestBody'];
export type MotorcycleChanges = Schemas['UpdateMotorcycleRequestBody'];
export type FleetQuery = QueryOf<'listAllMotorcycles'>;
export type MotorcycleStatus = FleetMotorcycle['status'];

/** When a motorcycle is kept from renting. */
export type Block = Schemas['BlockView'];
export type NewBlock = Schemas['CreateBlockRequestBody'];
export type BlockChanges = Schemas['UpdateBlockRequestBody'];
export type BlockReason = Block['reason'];
/** A rental or a block, as it stands on a day of a motorcycle's calendar. */
export type CalendarEntry = Schemas['EntryView'];
/** The smart lock of a motorcycle, as its staff know it. */
export type Device = Schemas['DeviceView'];
export type LockAccess = Schemas['LockAccessView'];

export type SearchQuery = QueryOf<'searchMotorcycles'>;
export type SearchResult = Schemas['SearchData'];
export type SearchSort = NonNullable<SearchQuery['sort']>;
export const searchSorts = listOf<SearchSort>({ price: true, '-price': true, distance: true, name: true });

export type Franchise = Schemas['FranchiseView'];
export type FranchiseStatus = NonNullable<Franchise['status']>;
/** A franchise as those know it who administer it. */
export type AdministeredFranchise = Required<Franchise>;
export type NewFranchise = Schemas['CreateFranchiseRequestBody'];
export type FranchiseChanges = Schemas['UpdateFranchiseRequestBody'];
export type FranchisesQuery = QueryOf<'listFranchises'>;
/** What a franchise earned in a period. */
export type Financials = Schemas['FinancialsData'];
export type FinancialsQuery = QueryOf<'getFranchiseFinancials'>;
/** A month of a franchise's books. */
export type Notices = Schemas['NoticesView'];
export type Statement = Schemas['StatementView'];

export type ParkingPoint = Schemas['PointView'];
/** A motorcycle of the fleet's calendar, and what takes a part of the window that was asked for. */
export type FleetRow = Schemas['FleetRowView'];
export type FleetEntry = Schemas['FleetEntryView'];
export type FleetCalendarQuery = QueryOf<'getFleetCalendar'>;

export type NewParkingPoint = Schemas['CreatePointRequestBody'];
export type ParkingPointChanges = Schemas['UpdatePointRequestBody'];
export type ParkingPointsQuery = QueryOf<'listAllParkingPoints'>;
export type SuggestedPlace = Schemas['SuggestionView'];

/** Opening times by weekday, `08:00` style; a day that is missing is closed. */
export type OperatingHours = ParkingPoint['operatingHours'];
export type Weekday = keyof OperatingHours;
export const weekdays = listOf<Weekday>({
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  sunday: true,
});

export type Supplement = Schemas['SupplementView'];
export type NewSupplement = Schemas['CreateSupplementRequestBody'];
export type SupplementChanges = Schemas['UpdateSupplementRequestBody'];
export type SupplementsQuery = QueryOf<'listAllSupplements'>;

/** An entry of the catalogue of what motorcycles can have. */
export type MotorcycleFeature = Schemas['MotorcycleFeatureView'];
export type NewFeature = Schemas['CreateFeatureRequestBody'];
export type FeatureChanges = Schemas['UpdateFeatureRequestBody'];
export type FeaturesQuery = QueryOf<'listMotorcycleFeatures'>;

export type Quote = Schemas['Quote'];
export type QuoteLine = Schemas['QuoteLine'];
export type QuoteRequest = Schemas['QuoteRequestBody'];

export type Booking = Schemas['BookingView'];
export type BookingStatus = Booking['bookingStatus'];
/** What staff can do with a booking as it stands. */
export type BookingStep = NonNullable<Booking['nextSteps']>[number];
export type BookingChanges = Schemas['UpdateBookingRequestBody'];
/** Something that happened to a booking. */
export type TimelineEntry = Schemas['TimelineEntry'];
/** How a motorcycle was when it left, or came back. */
export type Handover = Schemas['HandoverView'];
export type HandoverBody = Schemas['ChangeHandsRequestBody'];
export type BookingType = Booking['bookingType'];
/** What a customer may know of the smart lock on a booked motorcycle. */
export type LockCode = Schemas['LockCodeView'];
export type BookingsQuery = QueryOf<'listBookings'>;
export type NewBooking = Schemas['CreateBookingRequestBody'];
/** Where a booking is to be moved to. */
export type MoveTarget = Schemas['MoveTarget'];
/** The same with what was shown of it. */
export type BookingMove = Schemas['MoveBookingRequestBody'];
/** What moving a booking would cost or give back. */
export type MoveQuote = Schemas['MoveQuote'];
/** What a refused booking offers instead (code `BOOKING_CONFLICT`). */
export type BookingAlternatives = Schemas['Alternatives'];

export type Payment = Schemas['PaymentView'];
export type PaymentStatus = Payment['status'];
/** Money that goes back. */
export type Refund = Schemas['RefundView'];
/** A gateway that may be paid with. */
export type Gateway = Schemas['GatewayView'];
/** What the books have of a payment. */
export type Books = Schemas['BooksData'];
export type Posting = Books['postings'][number];
export type BookProposal = Books['proposals'][number];
/** A correction of them by hand. */
export type NewCorrection = Schemas['CorrectPaymentRequestBody'];
/** Money that staff take over the counter. */
export type CounterPayment = Schemas['CounterPayment'];
export type NewPayment = Schemas['CreatePaymentRequestBody'];

export type PaymentsQuery = QueryOf<'listAllPayments'>;
export type DashboardStats = Schemas['StatsView'];
export type DashboardReport = Schemas['ReportView'];
/** What has happened since somebody asked last. */
export type News = Schemas['EventsData'];
/** Something that a person did. */
export type AuditEntry = Schemas['AuditView'];
export type AuditQuery = QueryOf<'listAuditLog'>;
