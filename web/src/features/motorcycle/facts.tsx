import { CalendarDays, Cog, Gauge, MapPin, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MotorcycleDetail } from '@/api/types';
import { Stat } from '@/ui/stat';

/** What is known of its engine and gearbox, and where it is from. */
export function Facts({ motorcycle, place }: { motorcycle: MotorcycleDetail; place: string }) {
  const { t } = useTranslation();
  const { engineSizeCc, transmission, year, franchise } = motorcycle;
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-dashed border-saffron-fill py-5 sm:grid-cols-3">
      {engineSizeCc !== null && (
        <Stat name={t('motorcycle.engine')} icon={<Gauge aria-hidden="true" size={16} />}>
          {t('format.engine', { size: engineSizeCc })}
        </Stat>
      )}
      {transmission && (
        <Stat name={t('motorcycle.gearbox')} icon={<Cog aria-hidden="true" size={16} />}>
          {t(`format.transmission.${transmission}`)}
        </Stat>
      )}
      <Stat name={t('motorcycle.year')} icon={<CalendarDays aria-hidden="true" size={16} />}>
        {year}
      </Stat>
      <Stat name={t('motorcycle.place')} icon={<MapPin aria-hidden="true" size={16} />}>
        <bdi>{place}</bdi>
      </Stat>
      <Stat name={t('motorcycle.franchise')} icon={<Store aria-hidden="true" size={16} />}>
        <bdi>{franchise.name}</bdi>
      </Stat>
    </dl>
  );
}
