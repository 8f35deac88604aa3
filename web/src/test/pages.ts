import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { dayFromToday } from '@/i18n/wall-clock';
import {
  bookingId,
  helmet,
  insurance,
  makeBooking,
  makeMotorcycle,
  makeQuote,
  motorcycleId,
  parkingPointId,
} from './ride';
import { server } from './server';
import { makeUser } from './session';

/** A page of the customer's site, and what it asks the server for. */
export interface SitePage {
  readonly name: string;
  readonly address: string;
  readonly account?: true;
  /** What stands on it once everything has come. */
  readonly shows: RegExp;
  /** Paths without which it has nothing to show, as `http` takes them. */
  readonly needs: readonly string[];
}

const days = `startDate=${dayFromToday(10)}&endDate=${dayFromToday(13)}`;

/** Every page that asks the server for what it shows. */
export const pages: readonly SitePage[] = [
  {
    name: 'results',
    address: `/results?${days}`,
    shows: /^Yamaha Ténéré 700$/,
    needs: ['*/motorcycles/search'],
  },
  {
    name: 'motorcycle',
    address: `/motorcycle/${motorcycleId}?${days}`,
    shows: /^Yamaha Ténéré 700$/,
    needs: ['*/motorcycles/:id'],
  },
  {
    name: 'locations',
    address: '/locations',
    shows: /^Menara Mall$/,
    needs: ['*/franchises', '*/parking-points'],
  },
  { name: 'contact', address: '/contact-us', shows: /^Atlas Moto$/, needs: ['*/franchises'] },
  {
    name: 'booking form',
    address: `/booking?motorcycleId=${motorcycleId}&${days}&location=${parkingPointId}`,
    shows: /^Second helmet$/,
    needs: ['*/motorcycles/:id', '*/supplements'],
  },
  {
    name: 'my bookings',
    address: '/my-bookings',
    account: true,
    shows: /^RH-7K3M9QX$/,
    needs: ['*/bookings'],
  },
  {
    name: 'booking',
    address: `/booking/${bookingId}`,
    account: true,
    shows: /^RH-7K3M9QX$/,
    needs: ['*/bookings/:id'],
  },
  {
    name: 'payment',
    address: `/booking/payment/${bookingId}`,
    account: true,
    shows: /^Pay 1,950\.00/,
    needs: ['*/bookings/:id'],
  },
  {
    name: 'profile',
    address: '/profile',
    account: true,
    shows: /^This device$/,
    needs: ['*/auth/sessions'],
  },
];

/** Pages that have all they show with them; the last one is none. */
export const ownPages: ReadonlyArray<readonly [address: string, heading: string]> = [
  ['/', 'Two wheels, all of Morocco.'],
  ['/about-us', 'About us'],
  ['/help-center', 'Help center'],
  ['/privacy-policy', 'Privacy policy'],
  ['/terms-conditions', 'Terms of service'],
  ['/booking/oops', 'That went off the road'],
  ['/booking/thank-you', 'Thank you, we are on it'],
  ['/auth/login', 'Sign in'],
  ['/auth/register', 'Create your account'],
  ['/auth/forgot-password', 'Forgot your password?'],
  ['/auth/reset-password?token=t&email=a%40example.com', 'Choose a new password'],
  ['/no-such-page', '404'],
];

export const person = makeUser({ phoneNumber: '+212612345678' });

const franchise = {
  id: '019a0000-0000-7000-8000-0000000000f1',
  name: 'Atlas Moto',
  code: 'ATL',
  address: 'Guéliz, Marrakech',
  latitude: 31.63,
  longitude: -8.01,
  contactPhone: '+212 5 24 00 00 00',
  contactEmail: '',
  operatingHours: {},
};
export const point = {
  id: parkingPointId,
  name: 'Menara Mall',
  address: 'Avenue Mohammed VI',
  latitude: 31.611,
  longitude: -8.009,
  operatingHours: {},
  instructions: '',
  franchiseId: franchise.id,
};

const page = { page: 1, limit: 10, total: 1, totalPages: 1 };
const json = (data: object) => HttpResponse.json({ data } as never);

/** Answers for every page: one motorcycle, one franchise with a parking point, one booking that waits for its payment. */
export function serveAllPages(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const quoted = makeMotorcycle({ quote: makeQuote({ selectedSupplements: [] }) });
  const device = { ip: '196.12.200.4', userAgent: '', createdAt: '2026-11-01T10:00:00Z' };
  server.use(
    http.get('*/auth/me', () => json({ user: person })),
    http.get('*/auth/sessions', () =>
      json({
        sessions: [
          { ...device, id: 's1', current: true, lastUsedAt: device.createdAt, expiresAt: device.createdAt },
        ],
      }),
    ),
    http.get('*/motorcycles/search', () =>
      json({
        motorcycles: [quoted],
        pagination: page,
        search: { place: null, startDatetime: null, endDatetime: null, days: 3 },
        facets: { priceMin: 650, priceMax: 650 },
        nearest: null,
        elsewhere: [],
      }),
    ),
    http.get('*/motorcycles/:id', () => json({ motorcycle: makeMotorcycle() })),
    http.get('*/motorcycles/:id/availability', () =>
      json({ available: true, nextFree: null, conflicts: [] }),
    ),
    http.get('*/motorcycle-features', () => json({ motorcycleFeatures: [] })),
    http.get('*/supplements', () => json({ supplements: [helmet, insurance], pagination: page })),
    http.get('*/franchises', () => json({ franchises: [franchise] })),
    http.get('*/parking-points', () => json({ parkingPoints: [point] })),
    http.get('*/parking-points/:id', () => json({ parkingPoint: point })),
    http.get('*/places/suggest', () => json({ places: [] })),
    http.get('*/places/reverse', () => json({ place: null })),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
    http.post('*/bookings/quote', async ({ request }) =>
      json({ quote: makeQuote((await request.json()) as QuoteRequest) }),
    ),
    http.get('*/bookings', ({ request }) => {
      const upcoming = new URL(request.url).searchParams.getAll('status').includes('CONFIRMED');
      return json({
        bookings: upcoming ? [makeBooking()] : [],
        pagination: { ...page, total: upcoming ? 1 : 0 },
      });
    }),
    http.get('*/bookings/:id', () => json({ booking: makeBooking() })),
    http.get('*/payments/gateways', () =>
      json({ gateways: [{ name: 'PAYZONE', isDefault: true, currency: 'MAD', amount: 1950, rate: null }] }),
    ),
  );
}
