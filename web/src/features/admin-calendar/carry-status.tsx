import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow, Period } from '@/api/types';
import { formatPeriod } from '@/i18n/format';

/** Says what is being carried by keyboard, and where it would be put down. */
export function CarryStatus({
  entry,
  row,
  period,
}: {
  entry: FleetEntry;
  /** Undefined while its row is on its way. */
  row: FleetRow | undefined;
  period: Period;
}) {
  const { t } = useTranslation();
  return t('admin.calendar.carrying', {
    what: entry.reference ?? t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`),
    motorcycle: row
      ? `${row.motorcycle.make} ${row.motorcycle.model}, ${row.motorcycle.registrationNumber}`
      : t('common.loading'),
    period: formatPeriod(period.startDatetime, period.endDatetime, 'moment'),
  });
}
