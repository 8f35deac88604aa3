import { useTranslation } from 'react-i18next';
import { type OperatingHours, weekdays } from '@/api/types';
import { EmptyCell } from '@/crud/cells';
import { toWallClock } from '@/i18n/wall-clock';

/** When a place is open today, on Morocco's clock. */
export function HoursCell({ hours }: { hours: OperatingHours }) {
  const { t } = useTranslation();
  if (Object.keys(hours).length === 0) return <EmptyCell />;
  // Monday is the first day of the list, and day 1 of a date.
  const today = weekdays[(new Date(toWallClock(new Date()).date).getUTCDay() + 6) % 7];
  const span = today && hours[today];
  return span ? (
    <span className="figures whitespace-nowrap">{t('admin.hours.span', span)}</span>
  ) : (
    <span className="text-muted">{t('format.closed')}</span>
  );
}
