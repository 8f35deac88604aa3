import { useTranslation } from 'react-i18next';
import { type OperatingHours, weekdays } from '@/api/types';

/** Opening times of a week, Monday first; a missing day is closed. */
export function OpeningHours({ hours }: { hours: OperatingHours }) {
  const { t } = useTranslation();
  return (
    <dl className="figures mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
      {weekdays.map((day) => {
        const open = hours[day];
        return (
          <div key={day} className="contents">
            <dt className="text-muted">{t(`format.weekday.${day}`)}</dt>
            <dd>{open ? t('pages.contact.hoursOf', open) : t('format.closed')}</dd>
          </div>
        );
      })}
    </dl>
  );
}
