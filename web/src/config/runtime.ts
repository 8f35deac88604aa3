/** Settings of the running site, put into index.html by the server that serves it. */
export interface RuntimeConfig {
  /** Base address of the API without a slash at the end; empty when it is this site's own. */
  readonly apiUrl: string;
  /** Mapbox access token; empty turns the built-in outline map on. */
  readonly mapboxToken: string;
  /** Address pattern of raster map tiles (`{z}/{x}/{y}`), or empty. */
  readonly mapTilesUrl: string;
  /** Whether this is a demonstration with its own accounts and test cards. */
  readonly demo: boolean;
  /** Minutes for which an unpaid booking keeps its motorcycle. */
  readonly holdMinutes: number;
  /** Largest file that may be uploaded. */
  readonly uploadMaxBytes: number;
  /** Morocco's clock: pairs of an instant in Unix seconds and the offset from UTC, in seconds, from then on. */
  readonly clock: readonly ClockChange[];
}

export type ClockChange = readonly [from: number, offset: number];

const defaults: RuntimeConfig = {
  apiUrl: '',
  mapboxToken: '',
  mapTilesUrl: '',
  demo: false,
  holdMinutes: 15,
  uploadMaxBytes: 10 << 20,
  clock: [[0, 3600]],
};

function text(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function positive(value: unknown, fallback: number): number {
  return typeof value === 'number' && value > 0 ? value : fallback;
}

function isClockChange(value: unknown): value is ClockChange {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

function clock(value: unknown): readonly ClockChange[] {
  return Array.isArray(value) && value.length > 0 && value.every(isClockChange) ? value : defaults.clock;
}

/**
 * Reads the settings out of a document. A value of the wrong type falls back to its default, and so does
 * everything while the development server serves the page, which leaves the placeholder in place.
 */
export function readRuntimeConfig(page: Document): RuntimeConfig {
  let given: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(page.getElementById('rihla-config')?.textContent ?? '{}');
    if (parsed !== null && typeof parsed === 'object') given = parsed as Record<string, unknown>;
  } catch {
    // Not JSON: the placeholder, see above.
  }
  return {
    apiUrl: text(given.apiUrl, defaults.apiUrl).replace(/\/+$/, ''),
    mapboxToken: text(given.mapboxToken, defaults.mapboxToken),
    mapTilesUrl: text(given.mapTilesUrl, defaults.mapTilesUrl),
    demo: given.demo === true,
    holdMinutes: positive(given.holdMinutes, defaults.holdMinutes),
    uploadMaxBytes: positive(given.uploadMaxBytes, defaults.uploadMaxBytes),
    clock: clock(given.clock),
  };
}

export const runtimeConfig = readRuntimeConfig(document);
