import { Navigation } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '@/ui/button';

/** Opens the way to a point in the device's own map: Android knows `geo:`, the others a map's address. */
function directionsTo(latitude: number, longitude: number): string {
  const point = `${latitude},${longitude}`;
  return /android/i.test(navigator.userAgent)
    ? `geo:${point}?q=${point}`
    : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(point)}`;
}

export function DirectionsLink({
  latitude,
  longitude,
  size = 'sm',
}: {
  latitude: number;
  longitude: number;
  size?: 'sm' | 'md';
}) {
  const { t } = useTranslation();
  return (
    <a
      href={directionsTo(latitude, longitude)}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: 'secondary', size, className: 'no-print' })}
    >
      <Navigation aria-hidden="true" size={17} />
      {t('bookings.directions')}
    </a>
  );
}
