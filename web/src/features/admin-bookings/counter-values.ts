import type { NewBooking, Period } from '@/api/types';
import { bookedPlace } from '@/features/booking/location';
import { currentLanguage } from '@/i18n';
import { dayAfter, dayFromToday, toWallClock } from '@/i18n/wall-clock';
import { isId, type RawSearch, textParam } from '@/lib/search-params';

/** What the form of the counter holds; ids of extras stand in lines. */
export interface CounterValues extends Record<string, string> {
  motorcycleId: string;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  /** `new`: a walk-in customer; `known`: a person of the list. */
  who: string;
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  /** Of the letters to a new customer. */
  language: string;
  extras: string;
  /** A parking point; empty: where the motorcycle stands. */
  pickup: string;
  notes: string;
  /** `CASH`, `CARD_TERMINAL`, or `LATER`: the customer pays through the site. */
  method: string;
  receiptNumber: string;
}

const names = ['motorcycleId', 'startDate', 'startTime', 'endDate', 'endTime', 'userId'] as const;

/** What the address of the form says: a gap of the calendar, a customer. */
export function readCounterSearch(search: RawSearch): Partial<CounterValues> {
  const given = Object.fromEntries(
    names.flatMap((name) => {
      const value = textParam(search, name);
      const fits = name.endsWith('Id') ? isId(value) : value !== '';
      return fits ? [[name, value] as const] : [];
    }),
  );
  return given.userId ? { ...given, who: 'known' } : given;
}

/** The next half hour on Morocco's clock, for a day: what somebody who walks in means. */
export function usualValues(now = new Date()): CounterValues {
  const half = 30 * 60_000;
  const { date, time } = toWallClock(new Date((Math.floor(now.getTime() / half) + 1) * half));
  return {
    motorcycleId: '',
    startDate: date || dayFromToday(0),
    startTime: time,
    endDate: dayAfter(date),
    endTime: time,
    who: 'new',
    userId: '',
    firstName: '',
    lastName: '',
    email: '',
    phoneNumber: '',
    language: currentLanguage(),
    extras: '',
    pickup: '',
    notes: '',
    method: 'CASH',
    receiptNumber: '',
  };
}

/** Lines as a list. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Fields that have to be there, by name; codes of `errors.fields`. */
export function missingOf(values: CounterValues): Partial<Record<keyof CounterValues, 'REQUIRED'>> {
  const needed: readonly string[] =
    values.who === 'known' ? ['motorcycleId', 'userId'] : ['motorcycleId', 'firstName', 'lastName', 'email'];
  return Object.fromEntries(
    needed.filter((name) => values[name]?.trim() === '').map((name) => [name, 'REQUIRED']),
  );
}

/** The booking as the API takes it; undefined where nobody knows where the motorcycle is picked up. */
export function counterBody(
  values: CounterValues,
  { period, totalAmount, location }: { period: Period; totalAmount: number; location: string },
): NewBooking | undefined {
  const place = bookedPlace(values.pickup || location);
  if ('missing' in place) return undefined;
  const { who, firstName, lastName, email, phoneNumber, language, method, receiptNumber } = values;
  return {
    motorcycleId: values.motorcycleId,
    ...period,
    ...place.fields,
    selectedSupplements: linesOf(values.extras).map((supplementId) => ({ supplementId, quantity: 1 })),
    totalAmount,
    ...(values.notes.trim() !== '' && { notesByCustomer: values.notes.trim() }),
    ...(who === 'known'
      ? { userId: values.userId }
      : {
          customer: {
            firstName: firstName.trim(),
            lastName: lastName.trim(),
            email: email.trim(),
            ...(phoneNumber.trim() !== '' && { phoneNumber: phoneNumber.trim() }),
            language: language as NonNullable<NewBooking['customer']>['language'],
          },
        }),
    ...(method !== 'LATER' && {
      counterPayment: {
        method: method as NonNullable<NewBooking['counterPayment']>['method'],
        ...(receiptNumber.trim() !== '' && { receiptNumber: receiptNumber.trim() }),
      },
    }),
  };
}

/** The field of the form that the API's field belongs to. */
export function fieldOf(name: string): keyof CounterValues | undefined {
  const own: Readonly<Record<string, keyof CounterValues>> = {
    startDatetime: 'startDate',
    endDatetime: 'endDate',
    notesByCustomer: 'notes',
    selectedSupplements: 'extras',
    pickupParkingPointId: 'pickup',
    customerCoordinates: 'pickup',
  };
  const bare = name.replace(/^(customer|counterPayment)\./, '');
  return own[bare] ?? (Object.keys(usualValues()).includes(bare) ? bare : undefined);
}
