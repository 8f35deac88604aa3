import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { linkToMedia } from '@/api/queries/account';
import type { Booking, Handover } from '@/api/types';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { problemText } from '@/components/problem-text';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { formatNumber } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { staffBookingQueries } from './queries';

/** Pictures are private, and each look is recorded: they are fetched when somebody asks to see them. */
function Pictures({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<readonly string[]>();
  const look = useMutation({
    mutationFn: () => Promise.all(addresses.map(async (address) => (await linkToMedia(address)).url)),
    onSuccess: setShown,
  });
  return (
    <div className="mt-2">
      <Button
        size="sm"
        variant="secondary"
        busy={look.isPending}
        aria-expanded={shown !== undefined}
        icon={shown ? <EyeOff aria-hidden="true" size={17} /> : <Eye aria-hidden="true" size={17} />}
        onClick={() => (shown ? setShown(undefined) : look.mutate())}
      >
        {t('admin.bookings.handover.show', { count: addresses.length })}
      </Button>
      {shown && (
        <ul className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3">
          {shown.map((url, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={url}
                  alt={t('admin.bookings.handover.picture', { number: index + 1 })}
                  className="aspect-[4/3] w-full rounded-control bg-sunken object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {look.error && (
        <Alert tone="danger" className="mt-2">
          {problemText(asProblem(look.error), t)}
        </Alert>
      )}
    </div>
  );
}

function Sheet({ handover, driven }: { handover: Handover; driven?: number }) {
  const { t } = useTranslation();
  const { kind, at, actorName, odometerKm, fuelPercent, notes, pictures } = handover;
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-medium">{t(`admin.bookings.handover.title.${kind}`)}</h3>
      <p className="text-xs text-muted">
        <DateText value={at} style="instant" /> <bdi>{actorName}</bdi>
      </p>
      <dl className="figures mt-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        <div>
          <dt className="text-xs text-muted">{t('admin.bookings.handover.odometer')}</dt>
          <dd>{t('admin.bookings.handover.km', { kilometres: formatNumber(odometerKm) })}</dd>
        </div>
        {fuelPercent !== null && (
          <div>
            <dt className="text-xs text-muted">{t('admin.bookings.handover.fuel')}</dt>
            <dd>{t('admin.bookings.handover.percent', { percent: fuelPercent })}</dd>
          </div>
        )}
        {driven !== undefined && (
          <div>
            <dt className="text-xs text-muted">{t('admin.bookings.handover.driven')}</dt>
            <dd>{t('admin.bookings.handover.km', { kilometres: formatNumber(driven) })}</dd>
          </div>
        )}
      </dl>
      {notes && (
        <p dir="auto" className="mt-2 whitespace-pre-line break-words text-sm">
          {notes}
        </p>
      )}
      {pictures.length > 0 && <Pictures addresses={pictures} />}
    </div>
  );
}

/** How the motorcycle was when it left, and when it came back, side by side. */
export function HandoversPanel({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const may = useCan('BOOKING_MANAGE');
  const { data, error, refetch } = useQuery({ ...staffBookingQueries.handovers(booking.id), enabled: may });
  if (error && !data)
    return (
      <Panel title={t('admin.bookings.handover.heading')}>
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data || data.length === 0) return null;
  const left = data.find(({ kind }) => kind === 'HAND_OVER');
  return (
    <Panel title={t('admin.bookings.handover.heading')}>
      <div className="grid gap-5 sm:grid-cols-2">
        {data.map((handover) => (
          <Sheet
            key={handover.id}
            handover={handover}
            driven={handover.kind === 'RETURN' && left ? handover.odometerKm - left.odometerKm : undefined}
          />
        ))}
      </div>
    </Panel>
  );
}
