import { runtimeConfig } from '@/config/runtime';

/**
 * Mapbox's Search Box (docs.mapbox.com/api/search/search-box), asked as specification section 7 says: in French, within
 * Morocco. Loaded only where a token is configured (D13).
 */
const base = 'https://api.mapbox.com/search/searchbox/v1';
const language = 'fr';
/** What can be searched near, from a region down to a door. Mapbox takes them as one list. */
const types = 'region,district,place,city,locality,neighborhood,street,address,poi';
/** Longer questions are refused. */
const longestQuery = 256;

/** A place by name; where it is has to be asked for. */
export interface MapboxSuggestion {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

export interface MapboxPlace {
  readonly label: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Mapbox counts a session from the first suggestion to the place that is chosen, and ends it by itself after three
 * minutes of silence or fifty suggestions. Each counts, so one is used for as long as it lasts and not beyond.
 */
const sessionLasts = 180_000;
const sessionSuggestions = 50;
let session = { token: '', suggestions: 0, last: 0 };

function sessionToken(): string {
  const now = Date.now();
  const over = now - session.last > sessionLasts || session.suggestions >= sessionSuggestions;
  if (session.token === '' || over) session = { token: newToken(), suggestions: 0, last: now };
  return session.token;
}

/** A UUID of version 4, as Mapbox advises. `crypto.randomUUID` exists on secure pages only; this exists everywhere. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function ask(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
  const parameters = new URLSearchParams({ ...query, language, access_token: runtimeConfig.mapboxToken });
  // Nobody's session or referring page is Mapbox's business beyond the site's own origin, which tokens are bound to.
  const response = await fetch(`${base}${path}?${parameters}`, {
    signal: signal ?? null,
    credentials: 'omit',
    referrerPolicy: 'strict-origin',
  });
  if (!response.ok) throw new Error(`Mapbox answered ${response.status}`);
  return response.json();
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Places whose names begin like the text. */
export async function suggest(
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<MapboxSuggestion[]> {
  const token = sessionToken();
  session = { ...session, suggestions: session.suggestions + 1, last: Date.now() };
  const answer = (await ask(
    '/suggest',
    {
      q: query.slice(0, longestQuery),
      country: 'ma',
      types,
      limit: String(limit),
      session_token: token,
    },
    signal,
  )) as { suggestions?: ReadonlyArray<Record<string, unknown>> } | null;
  return (answer?.suggestions ?? []).flatMap((one) => {
    const id = text(one.mapbox_id);
    const label = text(one.name);
    return id && label ? [{ id, label, detail: text(one.place_formatted) }] : [];
  });
}

function placeOf(answer: unknown): MapboxPlace | null {
  const { features } = (answer ?? {}) as {
    features?: ReadonlyArray<{
      geometry?: { coordinates?: readonly unknown[] };
      properties?: Record<string, unknown>;
    }>;
  };
  const [first] = features ?? [];
  const [longitude, latitude] = first?.geometry?.coordinates ?? [];
  const label = text(first?.properties?.name);
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || label === '') return null;
  return { label, latitude, longitude };
}

/** Where a suggested place is; ends the session. */
export async function retrieve(id: string): Promise<MapboxPlace> {
  const token = sessionToken();
  const place = placeOf(await ask(`/retrieve/${encodeURIComponent(id)}`, { session_token: token }));
  session = { token: '', suggestions: 0, last: 0 };
  if (!place) throw new Error('Mapbox knows no position of the place');
  return place;
}

/** The first place by name at a position, or null where nothing is near (specification section 7). */
export async function reverse(
  latitude: number,
  longitude: number,
  signal?: AbortSignal,
): Promise<MapboxPlace | null> {
  const query = { longitude: String(longitude), latitude: String(latitude), limit: '1', country: 'ma' };
  return placeOf(await ask('/reverse', query, signal));
}
