/** A place as it was chosen: what people read, and the value of the `location` parameter. */
export interface ChosenPlace {
  readonly label: string;
  readonly location: string;
}

const storageKey = 'recent-places';
const most = 4;

function isPlace(value: unknown): value is ChosenPlace {
  const place = value as Partial<ChosenPlace> | null;
  return typeof place?.label === 'string' && typeof place.location === 'string' && place.location !== '';
}

/** The places searched last on this device, newest first. */
export function recentPlaces(): ChosenPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace).slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a place first. A browser that refuses storage forgets it, nothing else. */
export function rememberPlace({ label, location }: ChosenPlace): void {
  if (label === '' || location === '') return;
  const others = recentPlaces().filter((place) => place.location !== location);
  try {
    localStorage.setItem(storageKey, JSON.stringify([{ label, location }, ...others].slice(0, most)));
  } catch {
    // Nothing to do: the list is a convenience.
  }
}
