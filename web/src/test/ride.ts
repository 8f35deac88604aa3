import type { Booking, MotorcycleDetail, Payment, Quote, QuoteRequest, Supplement } from '@/api/types';

/** Identifiers of the motorcycle, its parking point and a booking of it, in tests. */
export const motorcycleId = '019a0000-0000-7000-8000-0000000000a1';
export const parkingPointId = '019a0000-0000-7000-8000-0000000000b1';
export const bookingId = '019a0000-0000-7000-8000-0000000000c1';

export function makeMotorcycle(changes: Partial<MotorcycleDetail> = {}): MotorcycleDetail {
  return {
    id: motorcycleId,
    make: 'Yamaha',
    model: 'Ténéré 700',
    year: 2024,
    description: '',
    category: 'TRAIL',
    engineSizeCc: 689,
    transmission: 'MANUAL',
    basePricePerDay: 650,
    franchiseId: '019a0000-0000-7000-8000-0000000000f1',
    franchiseName: 'Atlas Moto',
    images: [],
    features: [],
    place: {
      id: parkingPointId,
      kind: 'PARKING_POINT',
      name: 'Menara Mall',
      address: 'Avenue Mohammed VI, Marrakech',
      latitude: 31.611,
      longitude: -8.009,
    },
    distanceKm: null,
    franchise: {
      id: '019a0000-0000-7000-8000-0000000000f1',
      name: 'Atlas Moto',
      address: 'Guéliz, Marrakech',
      contactPhone: '',
      latitude: 31.63,
      longitude: -8.01,
      operatingHours: {},
      cancellationPolicy: { fullRefundHours: 48, partialRefundHours: 24, partialRefundPercent: 50 },
      graceHours: 24,
    },
    ...changes,
  };
}

export const helmet: Supplement = {
  id: '019a0000-0000-7000-8000-0000000000d1',
  name: 'Second helmet',
  description: '',
  price: 50,
  priceType: 'PER_RENTAL',
  isActive: true,
  isFree: false,
  franchiseId: null,
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

export const insurance: Supplement = {
  ...helmet,
  id: '019a0000-0000-7000-8000-0000000000d2',
  name: 'Insurance',
  isFree: true,
};

/** A price of three days at `perDay`, with the helmet when it was asked for. */
export function makeQuote(
  { selectedSupplements = [] }: Pick<QuoteRequest, 'selectedSupplements'>,
  perDay = 650,
): Quote {
  const extras = selectedSupplements.length * helmet.price;
  const none = { unitPrice: 0, units: 1, quantity: 1, amount: 0, priceType: 'PER_DAY' } as const;
  return {
    days: 3,
    lines: [
      {
        ...none,
        kind: 'RENTAL',
        supplementId: null,
        label: 'Yamaha Ténéré 700',
        unitPrice: perDay,
        units: 3,
        amount: perDay * 3,
      },
      ...selectedSupplements.map(({ supplementId }) => ({
        ...none,
        kind: 'SUPPLEMENT' as const,
        supplementId,
        label: helmet.name,
        amount: helmet.price,
      })),
      { ...none, kind: 'FREE', supplementId: insurance.id, label: insurance.name },
    ],
    baseRentalPrice: perDay * 3,
    supplementsTotalPrice: extras,
    totalAmount: perDay * 3 + extras,
    currency: 'MAD',
    graceHours: 24,
    available: true,
    nextFree: null,
  };
}

export function makePayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: '019a0000-0000-7000-8000-0000000000e1',
    bookingId,
    amount: 1950,
    currency: 'MAD',
    gatewayAmount: 1950,
    gatewayCurrency: 'MAD',
    rate: null,
    rateAt: null,
    status: 'PROCESSING',
    gateway: 'PAYZONE',
    gatewayTransactionId: null,
    gatewayOrderId: 'order-1',
    gatewayPaymentUrl: 'https://pay.example/page',
    gatewayCallbackUrl: null,
    gatewayResponse: { payload: '{"amount":1950}', signature: 'abc123' },
    failureReason: null,
    failureCode: null,
    refundedAmount: 0,
    refundingAmount: 0,
    owedAmount: 0,
    processedAt: null,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    ...changes,
  };
}

/** Minutes from now, as the API writes instants. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

const day = 24 * 60;

export function makeBooking(changes: Partial<Booking> = {}): Booking {
  return {
    id: bookingId,
    reference: 'RH-7K3M9QX',
    userId: '019a0000-0000-7000-8000-000000000001',
    motorcycleId,
    franchiseId: '019a0000-0000-7000-8000-0000000000f1',
    franchise: {
      id: '019a0000-0000-7000-8000-0000000000f1',
      name: 'Atlas Moto',
      contactEmail: 'atlas@example.com',
      contactPhone: '+212 524 000 000',
    },
    startDatetime: inMinutes(3 * day),
    endDatetime: inMinutes(6 * day),
    days: 3,
    baseRentalPrice: 1950,
    supplementsTotalPrice: 0,
    totalAmount: 1950,
    currency: 'MAD',
    selectedSupplements: [],
    bookingStatus: 'PENDING_PAYMENT',
    bookingType: 'AUTONOM',
    paymentId: null,
    pickupParkingPointId: parkingPointId,
    dropoffParkingPointId: parkingPointId,
    pickupPlace: {
      name: 'Menara Mall',
      address: 'Avenue Mohammed VI, Marrakech',
      latitude: 31.611,
      longitude: -8.009,
      instructions: '',
    },
    customerLocation: null,
    customerCoordinates: null,
    notesByCustomer: null,
    contractUrl: null,
    holdExpiresAt: inMinutes(14.5),
    cancellation: { allowed: true, refundPercent: 0, refundAmount: 0 },
    payment: null,
    motorcycle: {
      id: motorcycleId,
      make: 'Yamaha',
      model: 'Ténéré 700',
      year: 2024,
      category: 'TRAIL',
      images: [],
      basePricePerDay: 650,
      registrationNumber: null,
    },
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    ...changes,
  };
}
