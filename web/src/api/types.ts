/**
 * What the API sends and takes. Money is a number of dirham with two decimals, instants are RFC 3339 in
 * UTC, `date` and `time` are Morocco's wall clock, ids are UUIDs. Files outside `api/` import types from
 * here only, so that the generated schema can take this file's place behind the same names. Lists are plain arrays:
 * openapi-fetch does not see through read-only ones.
 */
import type { SessionUser } from '@/stores/auth';

export type User = SessionUser;

export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
}

export const motorcycleCategories = [
  'SCOOTER',
  'CITY',
  'TRAIL',
  'ROADSTER',
  'TOURING',
  'CAFE_RACER',
  'SPORT',
  'QUAD',
] as const;
export type MotorcycleCategory = (typeof motorcycleCategories)[number];

export const transmissions = ['MANUAL', 'AUTOMATIC'] as const;
export type Transmission = (typeof transmissions)[number];

export const searchSorts = ['price', '-price', 'distance', 'name'] as const;
export type SearchSort = (typeof searchSorts)[number];

export const bookingStatuses = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'ACTIVE',
  'COMPLETED',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export type BookingType = 'AUTONOM' | 'DELIVERY';

export type PaymentStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED';

export type PaymentGateway = 'PAYZONE' | 'STRIPE' | 'PAYPAL';
export type SupplementPriceType = 'PER_RENTAL' | 'PER_DAY';

export interface MotorcycleImage {
  readonly id: string;
  readonly imageUrl: string;
  readonly altText: string | null;
  readonly isPrimary: boolean;
}

export interface MotorcycleFeature {
  readonly id: string;
  readonly name: string;
  readonly iconUrl: string | null;
}

export interface Period {
  readonly startDatetime: string;
  readonly endDatetime: string;
}

export interface QuoteLine {
  readonly kind: 'RENTAL' | 'SUPPLEMENT' | 'FREE';
  readonly supplementId: string | null;
  readonly label: string;
  readonly unitPrice: number;
  readonly units: number;
  readonly quantity: number;
  readonly priceType: SupplementPriceType | null;
  readonly amount: number;
}

export interface Quote {
  readonly days: number;
  readonly lines: QuoteLine[];
  readonly baseRentalPrice: number;
  readonly supplementsTotalPrice: number;
  readonly totalAmount: number;
  readonly currency: string;
  readonly graceHours: number;
  readonly available: boolean;
  readonly nextFree: Period | null;
}

/** Where a motorcycle is picked up. */
export interface MotorcyclePlace {
  readonly id: string;
  readonly kind: 'PARKING_POINT' | 'FRANCHISE';
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Motorcycle {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly description: string | null;
  readonly category: MotorcycleCategory;
  readonly engineSizeCc: number | null;
  readonly transmission: Transmission;
  readonly basePricePerDay: number;
  readonly franchiseId: string;
  readonly franchiseName: string;
  readonly images: MotorcycleImage[];
  readonly features: MotorcycleFeature[];
  readonly place: MotorcyclePlace | null;
  readonly distanceKm: number | null;
  /** Present when the search named a period. */
  readonly quote?: Quote;
}

export interface Franchise {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly contactPhone: string | null;
  readonly contactEmail: string | null;
  readonly operatingHours: OperatingHours | null;
}

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** Opening times by weekday, `08:00` style; a day that is missing is closed. */
export type OperatingHours = Partial<
  Record<Weekday, { readonly start: string; readonly end: string } | null>
>;

export interface MotorcycleDetail extends Motorcycle {
  readonly franchise: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    readonly contactPhone: string | null;
    readonly latitude: number | null;
    readonly longitude: number | null;
    readonly operatingHours: OperatingHours | null;
    readonly cancellationPolicy: {
      readonly fullRefundHours: number;
      readonly partialRefundHours: number;
      readonly partialRefundPercent: number;
    };
    readonly graceHours: number;
  };
}

export interface SearchQuery {
  /** A parking point id, `current:lat,lng` or `address:text`. */
  location?: string;
  startDate?: string;
  endDate?: string;
  startTime?: string;
  endTime?: string;
  page?: number;
  limit?: number;
  franchiseId?: string;
  category?: MotorcycleCategory[];
  transmission?: Transmission;
  minPrice?: number;
  maxPrice?: number;
  minEngineCc?: number;
  maxEngineCc?: number;
  featureId?: string[];
  sort?: SearchSort;
}

export interface SearchResult {
  readonly motorcycles: Motorcycle[];
  readonly pagination: Pagination;
  /** How the server understood the question. */
  readonly search: {
    readonly place: {
      readonly label: string;
      readonly latitude: number;
      readonly longitude: number;
      readonly radiusKm: number;
    } | null;
    readonly startDatetime: string | null;
    readonly endDatetime: string | null;
    readonly days: number | null;
  };
  readonly facets: { readonly priceMin: number; readonly priceMax: number } | null;
  /** Only for a period in which nothing is free: the next one that has something. */
  readonly nearest: (Period & { readonly total: number }) | null;
}

export interface Supplement {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly priceType: SupplementPriceType;
  readonly isActive: boolean;
  readonly isFree: boolean;
  readonly franchiseId: string | null;
}

export interface ParkingPoint {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly operatingHours: OperatingHours | null;
  readonly instructions: string | null;
  readonly franchiseId: string | null;
}

export interface SuggestedPlace {
  readonly id: string;
  readonly label: string;
  readonly detail: string | null;
  readonly kind: 'PARKING_POINT' | 'CITY' | 'PLACE';
  readonly latitude: number;
  readonly longitude: number;
  /** Ready value for the `location` parameter of a search or a booking. */
  readonly location: string;
}

export interface NamedPoint {
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

export interface SelectedSupplement {
  readonly supplementId: string;
  readonly quantity: number;
}

export interface Payment {
  readonly id: string;
  readonly bookingId: string;
  readonly amount: number;
  readonly currency: string;
  readonly gatewayAmount: number | null;
  readonly gatewayCurrency: string | null;
  readonly status: PaymentStatus;
  readonly gateway: PaymentGateway;
  readonly gatewayTransactionId: string | null;
  readonly gatewayOrderId: string | null;
  readonly gatewayPaymentUrl: string | null;
  /** What the browser posts to the gateway's pay page. */
  readonly gatewayResponse: { readonly payload: string; readonly signature: string } | null;
  readonly failureReason: string | null;
  readonly failureCode: string | null;
  readonly refundedAmount: number;
  readonly processedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Booking extends Period {
  readonly id: string;
  /** Short code for people, such as RH-7K3M9Q. */
  readonly reference: string;
  readonly userId: string;
  readonly motorcycleId: string;
  readonly franchiseId: string;
  readonly days: number;
  readonly baseRentalPrice: number;
  readonly supplementsTotalPrice: number;
  readonly totalAmount: number;
  readonly currency: string;
  readonly selectedSupplements: Array<
    SelectedSupplement & {
      readonly name: string;
      readonly unitPrice: number;
      readonly amount: number;
      readonly priceType: SupplementPriceType;
      readonly isFree: boolean;
    }
  >;
  readonly bookingStatus: BookingStatus;
  readonly bookingType: BookingType;
  readonly paymentId: string | null;
  readonly pickupParkingPointId: string | null;
  readonly dropoffParkingPointId: string | null;
  readonly pickupPlace: {
    readonly name: string;
    readonly address: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly instructions: string | null;
  } | null;
  readonly customerLocation: string | null;
  readonly customerCoordinates: Coordinates | null;
  readonly notesByCustomer: string | null;
  readonly contractUrl: string | null;
  readonly holdExpiresAt: string | null;
  /** What cancelling now would give back; null when there is nothing to cancel. */
  readonly cancellation: {
    readonly refundAmount: number;
    readonly refundPercent: number;
    readonly allowed: boolean;
  } | null;
  readonly payment: Payment | null;
  readonly motorcycle: {
    readonly id: string;
    readonly make: string;
    readonly model: string;
    readonly year: number;
    readonly category: MotorcycleCategory;
    readonly images: MotorcycleImage[];
    readonly basePricePerDay: number;
    /** Only for the booking's owner, once it is confirmed. */
    readonly registrationNumber?: string | null;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a refused booking offers instead (code `BOOKING_CONFLICT`). */
export interface BookingAlternatives {
  readonly nextFree: Period | null;
  readonly motorcycles: Motorcycle[];
}

export interface Credentials {
  email: string;
  password: string;
}

export interface Registration extends Credentials {
  firstName: string;
  lastName: string;
  phoneNumber?: string;
  language?: string;
}

export interface QuoteRequest {
  motorcycleId: string;
  startDatetime: string;
  endDatetime: string;
  selectedSupplements: SelectedSupplement[];
}

export interface NewBooking extends QuoteRequest {
  bookingType?: BookingType;
  location?: string;
  pickupParkingPointId?: string;
  dropoffParkingPointId?: string;
  customerLocation?: string;
  customerCoordinates?: Coordinates;
  baseRentalPrice?: number;
  supplementsTotalPrice?: number;
  totalAmount?: number;
  notesByCustomer?: string;
}

export interface NewPayment {
  bookingId: string;
  amount: number;
  currency: string;
  gateway: PaymentGateway;
}

export interface ListQuery {
  page?: number;
  limit?: number;
}

export interface SessionAnswer {
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
}

type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Failure = { headers: Record<string, unknown>; content: { 'application/problem+json': unknown } };

/** One operation: what it takes in path, query and headers, its body, and the `data` it answers with. */
interface Operation<Path, Query, Body, Data> {
  parameters: {
    path: Path;
    query?: Query;
    header?: { 'Idempotency-Key'?: string };
    cookie?: never;
  };
  requestBody: Body extends undefined ? never : { content: { 'application/json': Body } };
  responses: {
    200: Json<{ readonly data: Data }>;
    default: Failure;
  };
}

/** An operation without a path parameter. */
type Read<Query, Data> = Omit<Operation<never, Query, undefined, Data>, 'requestBody' | 'parameters'> & {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never };
  requestBody?: never;
};
type ReadOne<Data, Query = never> = Omit<Operation<{ id: string }, Query, undefined, Data>, 'requestBody'> & {
  requestBody?: never;
};
type Write<Body, Data> = Omit<Operation<never, never, Body, Data>, 'parameters'> & {
  parameters: { query?: never; header?: { 'Idempotency-Key'?: string }; path?: never; cookie?: never };
};

type ListOf<Name extends string, Item> = { readonly [Key in Name]: Item[] } & {
  readonly pagination: Pagination;
};

/** The operations that the customer site calls, in the form of a generated schema. */
export interface paths {
  '/auth/login': { post: Write<Credentials, SessionAnswer> };
  '/auth/register': { post: Write<Registration, SessionAnswer> };
  '/auth/refresh-token': { post: Write<{ refreshToken: string }, SessionAnswer> };
  '/auth/logout': { post: Write<{ refreshToken?: string }, undefined> };
  '/auth/me': { get: Read<never, { readonly user: User }> };
  '/motorcycles/search': { get: Read<SearchQuery, SearchResult> };
  '/motorcycles/{id}': { get: ReadOne<{ readonly motorcycle: MotorcycleDetail }> };
  '/motorcycles/{id}/availability': {
    get: ReadOne<
      { readonly available: boolean; readonly nextFree: Period | null },
      { startDate: string; endDate: string }
    >;
  };
  '/motorcycle-features': {
    get: Read<ListQuery, ListOf<'motorcycleFeatures', MotorcycleFeature>>;
  };
  '/supplements': {
    get: Read<ListQuery & { isActive?: boolean; franchiseId?: string }, ListOf<'supplements', Supplement>>;
  };
  '/parking-points': {
    get: Read<ListQuery & { franchiseId?: string }, ListOf<'parkingPoints', ParkingPoint>>;
  };
  '/parking-points/{id}': { get: ReadOne<{ readonly parkingPoint: ParkingPoint }> };
  '/franchises': { get: Read<ListQuery, ListOf<'franchises', Franchise>> };
  '/places/suggest': {
    get: Read<{ q: string; limit?: number }, { readonly places: SuggestedPlace[] }>;
  };
  '/places/reverse': {
    get: Read<{ latitude: number; longitude: number }, { readonly place: NamedPoint | null }>;
  };
  '/bookings/quote': { post: Write<QuoteRequest, { readonly quote: Quote }> };
  '/bookings': {
    get: Read<ListQuery & { status?: BookingStatus[]; sort?: string }, ListOf<'bookings', Booking>>;
    post: Write<NewBooking, { readonly booking: Booking; readonly paymentUrl: string | null }>;
  };
  '/bookings/{id}': {
    get: ReadOne<{ readonly booking: Booking }>;
    delete: ReadOne<undefined>;
  };
  '/payments': {
    get: Read<ListQuery & { bookingId?: string }, ListOf<'payments', Payment>>;
    post: Write<NewPayment, { readonly payment: Payment; readonly gatewayPaymentUrl: string | null }>;
  };
  '/payments/{id}': { get: ReadOne<{ readonly payment: Payment }> };
}
