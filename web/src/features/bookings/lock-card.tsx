import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking, LockCode } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { formatDate } from '@/i18n/format';
import { isStaff, useAuth } from '@/stores/auth';
import { Card } from '@/ui/card';
import { Spinner } from '@/ui/spinner';
import { needsAnswer, nextLook } from './lock-time';

const pauseAfterFailure = 15_000;

function Content({ lock }: { lock: LockCode }) {
  const { t } = useTranslation();
  if (lock.code) {
    return (
      <>
        <p className="text-4xl font-semibold tracking-[0.2em]">
          <Code>{lock.code}</Code>
        </p>
        <p className="mt-2">{t('bookings.lock.use')}</p>
        {lock.codeValidUntil && Date.parse(lock.codeValidUntil) < Date.parse(lock.availableUntil) && (
          <p className="mt-1 text-sm text-muted">
            {t('bookings.lock.changes', { moment: formatDate(lock.codeValidUntil, 'moment') })}
          </p>
        )}
      </>
    );
  }
  if (Date.parse(lock.availableFrom) > Date.now()) {
    return (
      <>
        <p>{t('bookings.lock.later')}</p>
        <p className="mt-1 text-sm text-muted">{formatDate(lock.availableFrom, 'moment')}</p>
      </>
    );
  }
  return (
    <p className="flex items-center gap-3">
      <Spinner size={20} />
      {t('bookings.lock.waiting')}
    </p>
  );
}

/** The code of the motorcycle's smart lock, when it has one: from shortly before pick-up until the end of the rental. */
export function LockCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const customer = useAuth((state) => state.user !== null && !isStaff(state.user));
  const running = booking.bookingStatus === 'CONFIRMED' || booking.bookingStatus === 'ACTIVE';
  const { data, error, refetch } = useQuery({
    ...bookingQueries.lockCode(booking.id),
    enabled: customer && running,
    // What failed was tried three times already.
    refetchInterval: ({ state }) => (state.error ? pauseAfterFailure : nextLook(state.data)),
  });
  if (!running || !customer) return null;
  const over = !data || Date.parse(data.availableUntil) <= Date.now();
  if (over && !error) return null;
  return (
    <Card as="section" aria-labelledby="lock-title" className="no-print">
      <h2 id="lock-title" className="mb-3 flex items-center gap-2.5 text-xl">
        <KeyRound aria-hidden="true" size={22} className="shrink-0 text-majorelle" />
        {t('bookings.lock.title')}
      </h2>
      <div aria-live="polite">
        {data && !over && !(error && needsAnswer(data)) ? (
          <Content lock={data} />
        ) : (
          <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Card>
  );
}
