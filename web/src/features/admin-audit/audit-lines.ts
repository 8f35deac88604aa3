import { type OperatingHours, type Weekday, weekdays } from '@/api/types';
import { readChanges } from '@/features/admin-bookings/timeline-words';

/** One thing that an entry tells: of a field, or of a part of it. */
export interface AuditLine {
  readonly key: string;
  readonly field: string;
  /** The days of a week that became alike, the first and the last. */
  readonly days?: readonly [Weekday, Weekday];
  readonly from: unknown;
  readonly to: unknown;
}

/** What only programs read: where files lie, which session it was. */
const technical = ['imageUrl', 'variants', 'contentType', 'size', 'purpose', 'endedSession'];

/** A week that changed, day by day; neighbours that became the same of the same are one line. */
function ofWeek(from: OperatingHours | undefined, to: OperatingHours | undefined): AuditLine[] {
  const lines: AuditLine[] = [];
  for (const day of weekdays) {
    // A day without times is closed; a week that was not there has no days at all.
    const [was, is] = [from && (from[day] ?? 'closed'), to && (to[day] ?? 'closed')];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const last = lines.at(-1);
    const beside = last?.days?.[1] === weekdays[weekdays.indexOf(day) - 1];
    if (last?.days && beside && JSON.stringify([last.from, last.to]) === JSON.stringify([was, is]))
      lines[lines.length - 1] = { ...last, days: [last.days[0], day] };
    else lines.push({ key: day, field: 'operatingHours', days: [day, day], from: was, to: is });
  }
  return lines;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A list that changed: what left it and what came; the same things are in another order. */
function ofList(field: string, from: unknown, to: unknown): AuditLine[] {
  const [before, after] = [texts(from), texts(to)];
  const left = before.filter((one) => !after.includes(one));
  const came = after.filter((one) => !before.includes(one));
  if (left.length + came.length === 0)
    return before.length > 0 ? [{ key: field, field, from: null, to: 'reordered' }] : [];
  return [{ key: field, field, from: left.length > 0 ? left : null, to: came.length > 0 ? came : null }];
}

/** What a correction of the books moved, account by account. */
const ofLedger = (to: unknown): AuditLine[] =>
  Object.entries(to ?? {}).map(([account, amount]) => ({
    key: account,
    field: account,
    from: null,
    to: amount,
  }));

/** What an entry tells, for people: structures are taken apart. */
export function linesOf(changes: unknown): AuditLine[] {
  return readChanges(changes).flatMap(({ field, from, to }) => {
    if (technical.includes(field)) return [];
    if (field === 'operatingHours')
      return ofWeek(
        (from ?? undefined) as OperatingHours | undefined,
        (to ?? undefined) as OperatingHours | undefined,
      );
    if (field === 'ledgerLines') return ofLedger(to);
    if (Array.isArray(from) || Array.isArray(to)) return ofList(field, from, to);
    return [{ key: field, field, from, to }];
  });
}
