/** Why the device did not say where it is. */
export type PositionFailure = 'denied' | 'unavailable';

/**
 * Where the device is, or was not longer ago than `maximumAge` milliseconds, in degrees; rejects with a
 * {@link PositionFailure}. Asks for permission the first time.
 */
export function devicePosition(maximumAge = 5 * 60_000): Promise<{ latitude: number; longitude: number }> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject('unavailable' satisfies PositionFailure);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      ({ code }) => reject((code === 1 ? 'denied' : 'unavailable') satisfies PositionFailure),
      { timeout: 10_000, maximumAge },
    );
  });
}

const storageKey = 'own-position';

/** Keeps, for this tab, which `location` is where the device itself said that it is. */
export function rememberOwnPosition(location: string): void {
  try {
    sessionStorage.setItem(storageKey, location);
  } catch {
    // Without storage a booking begins at the motorcycle's own place, which the form lets everybody change.
  }
}

/** Whether a `location` is the device's own position, and not a spot on the map or somebody's shared search. */
export function isOwnPosition(location: string): boolean {
  try {
    return location !== '' && sessionStorage.getItem(storageKey) === location;
  } catch {
    return false;
  }
}
