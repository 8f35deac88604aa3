import type {
  BlockReason,
  BookingStatus,
  CardReason,
  CardState,
  FranchiseStatus,
  MotorcycleStatus,
  Payment,
  PaymentStatus,
  Role,
} from '@/api/types';

/** Here and not beside the types: what only the admin area goes through is nothing for a customer to download. */
export const bookingStatuses = [
  'PENDING_PAYMENT',
  'CONFIRMED',
  'ACTIVE',
  'COMPLETED',
  'CANCELLED_BY_USER',
  'CANCELLED_BY_ADMIN',
] as const satisfies readonly BookingStatus[];

export const paymentStatuses = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
] as const satisfies readonly PaymentStatus[];

export const paymentGateways = [
  'PAYZONE',
  'STRIPE',
  'PAYPAL',
  'COUNTER',
] as const satisfies readonly Payment['gateway'][];

export const roles = ['CUSTOMER', 'FRANCHISE_ADMIN', 'ADMIN'] as const satisfies readonly Role[];

export const cardStates = [
  'SUBMITTED',
  'APPROVED',
  'REFUSED',
  'NONE',
] as const satisfies readonly CardState[];

export const cardReasons = [
  'UNREADABLE',
  'INCOMPLETE',
  'EXPIRED',
  'NOT_A_CARD',
  'NAME_DIFFERS',
  'OTHER',
] as const satisfies readonly CardReason[];

export const motorcycleStatuses = [
  'AVAILABLE',
  'BOOKED',
  'MAINTENANCE',
  'UNAVAILABLE',
] as const satisfies readonly MotorcycleStatus[];

export const blockReasons = [
  'maintenance',
  'repair',
  'inspection',
  'seasonal',
  'admin_override',
  'other',
] as const satisfies readonly BlockReason[];

export const franchiseStatuses = [
  'ACTIVE',
  'PENDING_APPROVAL',
  'SUSPENDED',
  'INACTIVE',
] as const satisfies readonly FranchiseStatus[];
