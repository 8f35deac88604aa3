/**
 * The query string of a page, flat: `?category=SCOOTER&category=CITY&page=2`. A value is a string, or a
 * list of strings when its key repeats; nothing is guessed into numbers, so `?q=125` stays a search for "125".
 */
export type RawSearch = Record<string, string | string[]>;

/** Reads a query string, with or without its question mark. Never throws. */
export function parseSearch(query: string): RawSearch {
  const search: RawSearch = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const before = search[key];
    if (before === undefined) search[key] = value;
    else search[key] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** The search parameters of a route that takes them all as they are, for a page that checks them itself. */
export function rawSearch(search: Record<string, unknown>): RawSearch {
  return search as RawSearch;
}

/** Writes a query string with its question mark; absent and empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(key, String(one));
    }
  }
  // Commas, colons and slashes are legal in a query; left as they are, places and times stay readable.
  const text = query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
  return text === '' ? '' : `?${text}`;
}

/** The first value under a key, or the fallback. */
export function textParam(search: Record<string, unknown>, key: string, fallback = ''): string {
  const value = search[key];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  return typeof first === 'number' || typeof first === 'boolean' ? String(first) : fallback;
}

/** Whether a text may be an identifier of the API (RFC 9562). */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** A whole number of at least `min`, or the fallback for anything else. */
export function integerParam(
  search: Record<string, unknown>,
  key: string,
  fallback: number,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number {
  const text = textParam(search, key);
  if (!/^\d{1,9}$/.test(text)) return fallback;
  const value = Number(text);
  return value >= min && value <= max ? value : fallback;
}

/** One of the allowed values, or undefined. */
export function choiceParam<const T extends string>(
  search: Record<string, unknown>,
  key: string,
  allowed: readonly T[],
): T | undefined {
  const text = textParam(search, key);
  return allowed.find((choice) => choice === text);
}

/** Every value under a key, unknown members dropped when a list of allowed ones is given. */
export function listParam<const T extends string = string>(
  search: Record<string, unknown>,
  key: string,
  allowed?: readonly T[],
): T[] {
  const value = search[key];
  const all: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const texts = [...new Set(all.filter((one): one is string => typeof one === 'string' && one !== ''))];
  return allowed ? allowed.filter((choice) => texts.includes(choice)) : (texts as T[]);
}
