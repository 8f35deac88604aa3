import type { Period } from '@/api/types';
import { toWallClock } from '@/i18n/wall-clock';
import { addDays, type Trip, timesOfDay } from './trip';

/** What is left of a day that other rentals take a part of, on Morocco's wall clock. */
export type DayState =
  | { readonly kind: 'taken' }
  /** Free from midnight until a time of day, from one on, or somewhere in between. */
  | { readonly kind: 'until'; readonly time: string }
  | { readonly kind: 'from'; readonly time: string }
  | { readonly kind: 'partly' };

const dayEnds = '24:00';

/** Every day on which something is taken, and what is left of it. Days that are not named are free. */
export function takenDays(taken: readonly Period[]): ReadonlyMap<string, DayState> {
  const parts = new Map<string, Array<readonly [from: string, to: string]>>();
  for (const { startDatetime, endDatetime } of taken) {
    const start = toWallClock(startDatetime);
    const end = toWallClock(endDatetime);
    for (let day = start.date; day <= end.date; day = addDays(day, 1)) {
      const from = day === start.date ? start.time : '00:00';
      const to = day === end.date ? end.time : dayEnds;
      if (from < to) parts.set(day, [...(parts.get(day) ?? []), [from, to]]);
    }
  }
  return new Map([...parts].map(([day, all]) => [day, stateOf(all)]));
}

/** Parts that touch are one: half a day taken twice is a day. */
function stateOf(parts: ReadonlyArray<readonly [from: string, to: string]>): DayState {
  const joined: Array<{ from: string; to: string }> = [];
  for (const [from, to] of parts.toSorted(([one], [other]) => one.localeCompare(other))) {
    const last = joined.at(-1);
    if (!last || from > last.to) joined.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  const [only, second] = joined;
  if (!only || second) return { kind: 'partly' };
  if (only.from === '00:00' && only.to === dayEnds) return { kind: 'taken' };
  if (only.to === dayEnds) return { kind: 'until', time: only.from };
  if (only.from === '00:00') return { kind: 'from', time: only.to };
  return { kind: 'partly' };
}

/** The last day on which a ride that begins on a day can end: that on which the next one begins. */
export function lastReturn(
  taken: readonly Period[],
  startDay: string,
  startTime: string,
): string | undefined {
  const starts = taken
    .map(({ startDatetime }) => toWallClock(startDatetime))
    .filter(({ date, time }) => date > startDay || (date === startDay && time >= startTime))
    .map(({ date }) => date);
  return starts.toSorted()[0];
}

/** The trip with hours that its first and last day still have, where the chosen ones are taken and others are not. */
export function fitTimes(trip: Trip, states: ReadonlyMap<string, DayState>): Trip {
  const first = states.get(trip.startDate);
  const last = states.get(trip.endDate);
  const times = timesOfDay('');
  const from =
    first?.kind === 'from' && trip.startTime < first.time && times.find((time) => time >= first.time);
  const until =
    last?.kind === 'until' && trip.endTime > last.time && times.findLast((time) => time <= last.time);
  return { ...trip, ...(from && { startTime: from }), ...(until && { endTime: until }) };
}
