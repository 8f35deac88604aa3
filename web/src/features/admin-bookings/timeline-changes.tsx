import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { RelationCell } from '@/crud/cells';
import { motorcycleRelation, parkingPointRelation } from '@/features/admin-relations/relations';
import { formatNumber } from '@/i18n/format';
import { type Change, readChanges } from './timeline-words';

const names = {
  startDatetime: 'admin.bookings.start',
  endDatetime: 'admin.bookings.end',
  notesByAdmin: 'admin.bookings.notes.staff',
  notesByCustomer: 'admin.bookings.notes.customer',
  pickupParkingPointId: 'booking.summary.pickup',
  dropoffParkingPointId: 'booking.summary.dropoff',
  motorcycleId: 'admin.bookings.motorcycle',
  totalAmount: 'admin.bookings.total',
  odometerKm: 'admin.bookings.handover.odometer',
  fuelPercent: 'admin.bookings.handover.fuel',
} as const;

const isNamed = (field: string): field is keyof typeof names => field in names;

function Value({ field, value }: { field: keyof typeof names; value: unknown }) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === '') return t('admin.values.empty');
  switch (field) {
    case 'startDatetime':
    case 'endDatetime':
      return <DateText value={String(value)} style="instant" />;
    case 'totalAmount':
      return <Money amount={Number(value)} />;
    case 'pickupParkingPointId':
    case 'dropoffParkingPointId':
      return <RelationCell relation={parkingPointRelation} id={String(value)} />;
    case 'motorcycleId':
      return <RelationCell relation={motorcycleRelation} id={String(value)} />;
    case 'odometerKm':
      return t('admin.bookings.handover.km', { kilometres: formatNumber(Number(value)) });
    case 'fuelPercent':
      return t('admin.bookings.handover.percent', { percent: Number(value) });
    default:
      return <bdi className="break-words">{String(value)}</bdi>;
  }
}

function Line({ change: { field, from, to } }: { change: Change }) {
  const { t } = useTranslation();
  if (!isNamed(field)) return null;
  return (
    <div className="flex flex-wrap gap-x-2 text-sm">
      <dt className="text-muted">{t(names[field])}</dt>
      <dd className="min-w-0">
        {from !== null && from !== undefined && from !== '' && (
          <>
            <del className="text-muted">
              <Value field={field} value={from} />
            </del>{' '}
          </>
        )}
        <Value field={field} value={to} />
      </dd>
    </div>
  );
}

/** What a change made of what; fields that pages do not show are left out. */
export function ChangeLines({ changes }: { changes: unknown }) {
  const lines = readChanges(changes).filter(({ field }) => isNamed(field));
  if (lines.length === 0) return null;
  return (
    <dl>
      {lines.map((change) => (
        <Line key={change.field} change={change} />
      ))}
    </dl>
  );
}
