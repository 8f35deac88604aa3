import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Language } from './texts';

/** A session as the API hands it out and the site keeps it. */
export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly firstName: string;
    readonly role: string;
    readonly franchiseId: string | null;
    readonly permissions: Readonly<Record<string, boolean>>;
  };
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly password: string;
}

/** A motorcycle at a parking point, free for a trip, that no other test takes. */
export interface Claim {
  readonly motorcycleId: string;
  readonly franchiseId: string;
  readonly name: string;
  readonly parkingPointId: string;
  readonly startDatetime: string;
  readonly endDatetime: string;
  /** Its days, as 2026-12-01. */
  readonly startDate: string;
  readonly endDate: string;
  /** The booking form's address for it, at its parking point or at another `location`. */
  readonly address: string;
  addressAt(location: string): string;
}

/** What a booking is of. */
export type Trade = Pick<Claim, 'motorcycleId' | 'parkingPointId' | 'startDatetime' | 'endDatetime'>;

interface SeenPayment {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly failureReason: string | null;
}

/** A booking as its owner sees it, as far as journeys look. */
interface SeenBooking {
  readonly id: string;
  readonly reference: string;
  readonly startDatetime: string;
  readonly bookingType: string;
  readonly bookingStatus: string;
  readonly customerLocation: string | null;
  readonly customerCoordinates: { readonly lat: number; readonly lng: number } | null;
  /** What cancelling it would give back now. */
  readonly cancellation: { readonly refundAmount: number; readonly refundPercent: number } | null;
}

/** Start and end of a trip, days and times on Morocco's clock. */
interface Trip {
  readonly startDate: string;
  readonly startTime: string;
  readonly endDate: string;
  readonly endTime: string;
}

interface Found {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly franchiseId: string;
  readonly place: { readonly id: string; readonly kind: string } | null;
}

/** Name under which the site keeps its session (specification section 3). */
const storageName = 'auth-store';

const zone = 'Africa/Casablanca';

/** The calendar day so many days after another; both as 2026-12-01. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The calendar day so many days after today in Morocco. */
export function dayFromToday(days: number): string {
  return dayAfter(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date()), days);
}

/** Two days from ten to ten, so many days from today or a little later: within a month, which is what a phone's calendar shows. */
function tripIn(days: number): Trip {
  const [startDate, endDate] = [dayFromToday(days), dayFromToday(days + 2)];
  if (startDate.slice(0, 7) !== endDate.slice(0, 7)) return tripIn(days + 2);
  return { startDate, startTime: '10:00', endDate, endTime: '10:00' };
}

/** A trip that starts at the next full hour after so many hours from now, for a day. */
export function tripStartingIn(hours: number): Trip {
  const start = Date.now() + (hours + 1) * 3_600_000;
  const wall = (instant: number) => {
    const text = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(instant);
    const [date = '', time = ''] = text.split(' ');
    return [date, `${time.slice(0, 2)}:00`] as const;
  };
  const [startDate, startTime] = wall(start);
  const [endDate, endTime] = wall(start + 24 * 3_600_000);
  return { startDate, startTime, endDate, endTime };
}

/** A name that no other test has. */
export const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** A red dot, as a camera would never take it. */
export const picture = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** A person nobody has met yet. */
export function newPerson(): Person {
  return {
    firstName: 'Leïla',
    lastName: 'Haddad',
    email: `leila.${randomUUID()}@example.com`,
    phoneNumber: '+212 661 23 45 67',
    password: 'Route-du-Sud-9',
  };
}

/** The session with an access token that says of itself that it ran out, which is all that the site reads of it. */
export function expired(session: Session): Session {
  const [head = '', body = '', signature = ''] = session.accessToken.split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), exp: 1 };
  const old = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return { ...session, accessToken: [head, old, signature].join('.') };
}

/** What a journey needs to have happened before it begins, and what only the server can tell: over HTTP, as any client. */
export class Backstage {
  constructor(
    private readonly request: APIRequestContext,
    private readonly language: Language,
  ) {}

  /** Opens an account. */
  async register(person: Person = newPerson()): Promise<Session> {
    return this.call('POST', '/auth/register', { ...person, language: this.language });
  }

  /** Has staff open an account for somebody; a franchise's belongs to it. */
  async open({ accessToken }: Session, person: Person, role = 'CUSTOMER'): Promise<Session> {
    await this.call('POST', '/users', { ...person, role, language: this.language }, accessToken);
    return this.login(person);
  }

  /** Whether somebody's address and password let them in. */
  async lets({ email, password }: Person): Promise<boolean> {
    return (await this.request.post('/auth/login', { data: { email, password } })).ok();
  }

  /** Gives both sides of an identity card. */
  async giveCard({ user, accessToken }: Session): Promise<void> {
    const side = async () => {
      const headers = { Authorization: `Bearer ${accessToken}` };
      const multipart = { purpose: 'IDENTITY_CARD', file: picture };
      const response = await this.request.post('/media/upload', { headers, multipart });
      return ((await response.json()) as { data: { media: { url: string } } }).data.media.url;
    };
    const card = { identityCardFront: await side(), identityCardCover: await side() };
    await this.call('PUT', `/users/${user.id}`, card, accessToken);
  }

  /** Signs in somewhere else. */
  async login({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Session> {
    return this.call('POST', '/auth/login', { email, password });
  }

  /** Ends a session behind the back of the pages that have it. */
  async logOut({ accessToken, refreshToken }: Session): Promise<void> {
    await this.call('POST', '/auth/logout', { refreshToken }, accessToken);
  }

  /** Whether the server still takes a session's access token. */
  async knows({ accessToken }: Session): Promise<boolean> {
    const headers = { Authorization: `Bearer ${accessToken}` };
    return (await this.request.get('/auth/me', { headers })).ok();
  }

  /** Has a link mailed that proves another address. */
  async changeEmail({ accessToken }: Session, newEmail: string, password: string): Promise<void> {
    await this.call('POST', '/auth/change-email', { newEmail, password }, accessToken);
  }

  /** Has the pages of a browser begin signed in. */
  async signIn(page: Page, { user, accessToken, refreshToken }: Session): Promise<void> {
    const kept = { state: { user, accessToken, refreshToken, authenticated: true }, version: 1 };
    const localStorage = [{ name: storageName, value: JSON.stringify(kept) }];
    const origin = process.env.RIHLA_E2E_URL ?? '';
    await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  }

  /** Has the pages of a browser begin signed in as staff of the demonstration: `admin`, or a franchise's by its city. */
  async signInStaff(page: Page, who: 'admin' | 'casablanca' | 'marrakech'): Promise<Session> {
    const session = await this.call<Session>('POST', '/auth/login', {
      email: `${who}@rihla.test`,
      password: 'Rihla-demo-1',
    });
    await this.signIn(page, session);
    return session;
  }

  /** What somebody's dashboard counts in a period of whole days. */
  async countsOf({ accessToken }: Session, from: string, to: string): Promise<Record<string, number>> {
    const path = `/dashboard/report?from=${from}&to=${to}`;
    const { report } = await this.call<{ report: { current: Record<string, number> } }>(
      'GET',
      path,
      undefined,
      accessToken,
    );
    return report.current;
  }

  /** Changes a motorcycle feature, whoever else is about to. */
  async changeFeature({ accessToken }: Session, id: string, changes: object): Promise<void> {
    await this.call('PUT', `/motorcycle-features/${id}`, changes, accessToken);
  }

  /** The session that a page keeps, null when it is signed out. */
  async sessionOf(page: Page): Promise<Session | null> {
    const kept = await page.evaluate((name) => localStorage.getItem(name), storageName);
    const { state } = JSON.parse(kept ?? '{"state":{}}') as { state: Session & { authenticated?: boolean } };
    return state.authenticated ? state : null;
  }

  /** Finds a motorcycle that is free for two days, weeks from now unless a trip is given, and keeps both from other tests. */
  async claimMotorcycle(only?: Trip, franchiseId = ''): Promise<Claim> {
    // There are fewer motorcycles than tests of every journey in every language, so later weeks follow.
    for (const trip of only ? [only] : [40, 50, 60].map((days) => tripIn(days))) {
      const claim = await this.claimFor(trip, franchiseId);
      if (claim) return claim;
    }
    throw new Error('no motorcycle is free');
  }

  private async claimFor(trip: Trip, ofFranchise: string): Promise<Claim | undefined> {
    const query = new URLSearchParams({
      ...trip,
      limit: '100',
      ...(ofFranchise && { franchiseId: ofFranchise }),
    });
    const { motorcycles, search } = await this.call<{
      motorcycles: Found[];
      search: { startDatetime: string; endDatetime: string };
    }>('GET', `/motorcycles/search?${query}`);
    const found = motorcycles.find(
      ({ id, place }) => place?.kind === 'PARKING_POINT' && this.takes(`${id} ${trip.startDate}`),
    );
    if (!found?.place) return undefined;
    const { id, make, model, franchiseId, place } = found;
    const addressAt = (location: string) =>
      `/booking?${new URLSearchParams({ motorcycleId: id, franchiseId, ...trip, location })}`;
    return {
      ...search,
      motorcycleId: id,
      franchiseId,
      name: `${make} ${model}`,
      parkingPointId: place.id,
      startDate: trip.startDate,
      endDate: trip.endDate,
      address: addressAt(place.id),
      addressAt,
    };
  }

  /** Making a folder succeeds for one of all workers. */
  private takes(name: string): boolean {
    try {
      mkdirSync(join(process.env.RIHLA_E2E_CLAIMS ?? '', name));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Adds motorcycles to a franchise that no other test has: all are called `name`, and by a letter each. Each is free for the
   * same two days, weeks from now.
   */
  async addMotorcycles({ user, accessToken }: Session, name: string, count: number): Promise<Claim[]> {
    const { parkingPoints } = await this.call<{
      parkingPoints: { id: string; franchiseId: string | null }[];
    }>('GET', '/parking-points/admin?limit=100', undefined, accessToken);
    const point = parkingPoints.find(
      ({ franchiseId }) => franchiseId && franchiseId === (user.franchiseId ?? franchiseId),
    );
    if (!point?.franchiseId) throw new Error('the franchise has no parking point');
    const { franchiseId } = point;
    const trip = tripIn(40);
    const claims: Claim[] = [];
    // One after the other: lists that say no order have the eldest first.
    for (let index = 0; index < count; index += 1) {
      const model = `${name} ${String.fromCharCode(65 + index)}`;
      const { motorcycle } = await this.call<{ motorcycle: { id: string } }>(
        'POST',
        '/motorcycles',
        { registrationNumber: model, make: 'Honda', model, year: 2024, basePricePerDay: 300, franchiseId },
        accessToken,
      );
      claims.push({
        ...trip,
        motorcycleId: motorcycle.id,
        franchiseId,
        name: `Honda ${model}`,
        parkingPointId: point.id,
        startDatetime: `${trip.startDate}T10:00:00+01:00`,
        endDatetime: `${trip.endDate}T10:00:00+01:00`,
        address: '',
        addressAt: () => '',
      });
    }
    return claims;
  }

  /** Takes a motorcycle out of service. */
  async takeOut({ accessToken }: Session, motorcycleId: string): Promise<void> {
    await this.call('PUT', `/motorcycles/${motorcycleId}`, { status: 'MAINTENANCE' }, accessToken);
  }

  /**
   * Puts up a motorcycle with a name of its own at a parking point with one, far from where other journeys ride and dearer
   * than what they take.
   */
  async standFarAway(names: { make: string; model: string; place: string }): Promise<Claim> {
    const { accessToken } = await this.login({ email: 'admin@rihla.test', password: 'Rihla-demo-1' });
    const { franchises } = await this.call<{ franchises: { id: string }[] }>('GET', '/franchises?limit=1');
    const franchiseId = franchises[0]?.id ?? '';
    const latitude = 27.1 + Math.random() / 20;
    const { parkingPoint } = await this.call<{ parkingPoint: { id: string } }>(
      'POST',
      '/parking-points',
      { name: names.place, address: names.place, latitude, longitude: -13.2, franchiseId },
      accessToken,
    );
    const { motorcycle } = await this.call<{ motorcycle: { id: string } }>(
      'POST',
      '/motorcycles',
      {
        registrationNumber: randomUUID(),
        make: names.make,
        model: names.model,
        year: 2024,
        basePricePerDay: 99_999,
        category: 'TRAIL',
        engineSizeCc: 700,
        transmission: 'MANUAL',
        franchiseId,
        parkingPointId: parkingPoint.id,
      },
      accessToken,
    );
    const trip = tripIn(40);
    const instant = (date: string) => `${date}T09:00:00Z`;
    const addressAt = (location: string) =>
      `/booking?${new URLSearchParams({ motorcycleId: motorcycle.id, franchiseId, ...trip, location })}`;
    return {
      motorcycleId: motorcycle.id,
      franchiseId,
      name: `${names.make} ${names.model}`,
      parkingPointId: parkingPoint.id,
      startDatetime: instant(trip.startDate),
      endDatetime: instant(trip.endDate),
      startDate: trip.startDate,
      endDate: trip.endDate,
      address: addressAt(parkingPoint.id),
      addressAt,
    };
  }

  /** Books a claimed motorcycle at its parking point. */
  async book({ accessToken }: Session, claim: Claim): Promise<{ id: string }> {
    const { motorcycleId, startDatetime, endDatetime, parkingPointId } = claim;
    const { booking } = await this.call<{ booking: { id: string } }>(
      'POST',
      '/bookings',
      {
        motorcycleId,
        startDatetime,
        endDatetime,
        bookingType: 'AUTONOM',
        pickupParkingPointId: parkingPointId,
        dropoffParkingPointId: parkingPointId,
        selectedSupplements: [],
      },
      accessToken,
    );
    return booking;
  }

  /** Books a motorcycle for a walk-in customer, who pays cash. */
  async bookAtCounter({ accessToken }: Session, claim: Trade): Promise<{ id: string; reference: string }> {
    const { motorcycleId, startDatetime, endDatetime, parkingPointId } = claim;
    const { firstName, lastName, email } = newPerson();
    const { booking } = await this.call<{ booking: { id: string; reference: string } }>(
      'POST',
      '/bookings',
      {
        motorcycleId,
        startDatetime,
        endDatetime,
        bookingType: 'AUTONOM',
        pickupParkingPointId: parkingPointId,
        dropoffParkingPointId: parkingPointId,
        selectedSupplements: [],
        customer: { firstName, lastName, email, language: this.language },
        counterPayment: { method: 'CASH' },
      },
      accessToken,
    );
    return booking;
  }

  /** Every booking of a person. */
  async bookingsOf({ accessToken }: Session): Promise<SeenBooking[]> {
    const list = await this.call<{ bookings: SeenBooking[] }>('GET', '/bookings', undefined, accessToken);
    return list.bookings;
  }

  /** Every payment of a booking, as its owner sees them. */
  async paymentsOf({ accessToken }: Session, bookingId: string): Promise<SeenPayment[]> {
    const list = await this.call<{ payments: SeenPayment[] }>(
      'GET',
      `/payments?bookingId=${bookingId}`,
      undefined,
      accessToken,
    );
    return list.payments;
  }

  private async call<T>(method: string, path: string, data?: object, accessToken?: string): Promise<T> {
    const response = await this.request.fetch(path, {
      method,
      data,
      headers: {
        'Accept-Language': this.language,
        'Idempotency-Key': randomUUID(),
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      },
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.status() === 204 ? (undefined as T) : ((await response.json()) as { data: T }).data;
  }
}
