import type { FieldValue } from '@/crud/entity';
import type { MapPoint } from '@/features/map/pin';

/** A position as a form holds it: what is typed. */
export interface TypedPosition {
  readonly latitude: string;
  readonly longitude: string;
}

export const noPosition: TypedPosition = { latitude: '', longitude: '' };

/** Places after the point: six are eleven centimetres. */
const decimals = 6;

/** A number of degrees as it is typed, in any of the three languages: `33,5731`, `−7.5`. */
function degrees(typed: string, most: number): number | undefined {
  const text = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[,٫]/, '.')
    .replace('−', '-');
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= most ? value : undefined;
}

function isTyped(value: FieldValue): value is TypedPosition {
  return typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value;
}

/** What a custom field holds, which may be nothing. */
export function typedOf(value: FieldValue): TypedPosition {
  return isTyped(value) ? value : noPosition;
}

/** The position that is written, or undefined while it is none. */
export function positionOf({ latitude, longitude }: TypedPosition): MapPoint | undefined {
  const north = degrees(latitude, 90);
  const east = degrees(longitude, 180);
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

/** A position as the form writes it. */
export function typedPosition({
  latitude,
  longitude,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): TypedPosition {
  if (latitude === null || longitude === null) return noPosition;
  const written = (value: number) => String(Number(value.toFixed(decimals)));
  return { latitude: written(latitude), longitude: written(longitude) };
}

/**
 * Both numbers of a position that is put into one field, as maps copy it: `33.5731, -7.5898`. Undefined for anything else; a
 * single number with a comma is one.
 */
export function pastedPosition(text: string): TypedPosition | undefined {
  const parts = text.trim().split(/\s*[,;]\s+|\s*;\s*|\s+/);
  const [latitude = '', longitude = ''] =
    parts.length === 1 ? text.trim().split(/(?<=\d\.\d+),(?=-?\d+\.\d)/) : parts;
  const found = parts.length > 2 ? undefined : positionOf({ latitude, longitude });
  return found && typedPosition(found);
}

/** A check for the form: a code of `errors.fields`, or undefined. */
export function checkPosition(value: FieldValue, required: boolean): string | undefined {
  const typed = typedOf(value);
  if (typed.latitude.trim() === '' && typed.longitude.trim() === '') return required ? 'REQUIRED' : undefined;
  return positionOf(typed) ? undefined : 'INVALID_FORMAT';
}
