/**
 * A day as people type it, day before month as in Morocco: `1/12/2026`, `01.12.26`, `1 12` (the next such day after
 * `today`), or `2026-12-01`. Undefined for anything else, the 31st of February included.
 */
export function parseTypedDay(typed: string, today: string): string | undefined {
  const parts = typed.trim().split(/[\s./-]+/);
  if (parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined;
  const [first = '', second = '', third] = parts;
  if (parts.length === 3 && first.length === 4) return asDay(first, second, third ?? '');
  if (parts.length === 3)
    return asDay((third ?? '').length === 2 ? `20${third}` : (third ?? ''), second, first);
  if (parts.length !== 2) return undefined;
  const year = Number(today.slice(0, 4));
  const day = asDay(String(year), second, first);
  return day !== undefined && day < today ? asDay(String(year + 1), second, first) : day;
}

function asDay(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text ? text : undefined;
}
