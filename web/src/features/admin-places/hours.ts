import { type OperatingHours, type Weekday, weekdays } from '@/api/types';
import type { FieldValue } from '@/crud/entity';

/** What a day that opens begins with. */
export const usualHours = { start: '08:00', end: '20:00' } as const;

/** What a custom field holds: a week, or nothing. Days stand in their order, so that equal weeks are written alike. */
export function hoursOf(value: FieldValue): OperatingHours {
  const hours = (value ?? {}) as OperatingHours;
  return Object.fromEntries(weekdays.flatMap((day) => (hours[day] ? [[day, hours[day]]] : [])));
}

/** The week with a day opened, changed, or closed (undefined). */
export function withDay(
  hours: OperatingHours,
  day: Weekday,
  span: { start: string; end: string } | undefined,
): OperatingHours {
  const { [day]: _, ...rest } = hours;
  return hoursOf(span ? { ...rest, [day]: span } : rest);
}

/** A week of this day seven times. */
export function likeDay(hours: OperatingHours, day: Weekday): OperatingHours {
  const span = hours[day];
  return Object.fromEntries(weekdays.flatMap((one) => (span ? [[one, { ...span }]] : [])));
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether a day's times are written out. */
export function isWhole(span: { start: string; end: string }): boolean {
  return clock.test(span.start) && clock.test(span.end);
}

/** A check for the form: a code of `errors.fields`, or undefined. */
export function checkHours(value: FieldValue): string | undefined {
  return Object.values(hoursOf(value)).every(isWhole) ? undefined : 'REQUIRED';
}
