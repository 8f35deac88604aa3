import { useTranslation } from 'react-i18next';
import type { FleetMotorcycle, MotorcycleCategory, Transmission } from '@/api/types';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { EmptyCell } from '@/crud/cells';
import { formatNumber } from '@/i18n/format';

/** Make and model beside a small picture. */
export function NameCell({ motorcycle }: { motorcycle: FleetMotorcycle }) {
  const name = `${motorcycle.make} ${motorcycle.model}`;
  return (
    <span className="inline-flex max-w-full items-center gap-2.5 align-middle">
      <MotorcyclePicture images={motorcycle.images} sizes="2.25rem" className="w-9 shrink-0 rounded-sm" />
      <bdi data-names="" title={name} className="lg:max-w-40 lg:truncate min-[88rem]:max-w-60">
        {name}
      </bdi>
    </span>
  );
}

export function CategoryCell({ value }: { value: MotorcycleCategory | null }) {
  const { t } = useTranslation();
  return value ? t(`format.category.${value}`) : <EmptyCell />;
}

export function TransmissionCell({ value }: { value: Transmission | null }) {
  const { t } = useTranslation();
  return value ? t(`format.transmission.${value}`) : <EmptyCell />;
}

export function EngineCell({ size }: { size: number | null }) {
  const { t } = useTranslation();
  return size ? <span className="figures">{t('format.engine', { size })}</span> : <EmptyCell />;
}

export function OdometerCell({ kilometres }: { kilometres: number | null }) {
  const { t } = useTranslation();
  return kilometres === null ? (
    <EmptyCell />
  ) : (
    <span className="figures">
      {formatNumber(kilometres)} {t('admin.values.km')}
    </span>
  );
}
