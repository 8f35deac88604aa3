/** Why the device did not say where it is. */
export type PositionFailure = 'denied' | 'unavailable';

/** Where the device is, in degrees; rejects with a {@link PositionFailure}. Asks for permission the first time. */
export function devicePosition(): Promise<{ latitude: number; longitude: number }> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject('unavailable' satisfies PositionFailure);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      ({ code }) => reject((code === 1 ? 'denied' : 'unavailable') satisfies PositionFailure),
      { timeout: 10_000, maximumAge: 5 * 60_000 },
    );
  });
}
