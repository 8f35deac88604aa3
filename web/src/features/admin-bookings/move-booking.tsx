import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking, MoveQuote, Period } from '@/api/types';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { checkWhen, type When, whenBetween } from '@/features/booking/booking.search';
import { WhenInputs } from '@/features/booking/when-inputs';
import { formatMoney, formatPeriod } from '@/i18n/format';
import { attemptKey, forgetAttempt } from '@/lib/attempt-key';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { staffBookingMutations } from './queries';

const attemptName = 'staff-move';

function Line({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{name}</dt>
      <dd className={cn(strong && 'font-semibold text-terracotta')}>{children}</dd>
    </div>
  );
}

/** What the server says of a period: its price and whose money moves, or why it cannot be had and what can. */
function Offer({
  booking,
  quote,
  stale,
  onTake,
}: {
  booking: Booking;
  quote: MoveQuote;
  stale: boolean;
  onTake: (period: Period) => void;
}) {
  const { t } = useTranslation();
  const { currency, difference, nextFree } = quote;
  if (!quote.available) {
    return (
      <Alert
        tone="warning"
        title={t('bookings.move.taken')}
        actions={
          nextFree &&
          booking.bookingStatus !== 'ACTIVE' && (
            <Button size="sm" variant="secondary" className="h-auto" onClick={() => onTake(nextFree)}>
              {t('booking.refused.conflict.move', {
                period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'moment'),
              })}
            </Button>
          )
        }
      >
        {t('admin.bookings.move.taken')}
      </Alert>
    );
  }
  return (
    <>
      <dl className={cn('flex flex-col gap-1.5 rounded-card bg-sunken p-4', stale && 'opacity-60')}>
        <Line name={t('bookings.move.before')}>
          <Money amount={booking.totalAmount} currency={currency} />
        </Line>
        <Line name={t('bookings.move.after')}>
          <Money amount={quote.totalAmount} currency={currency} />
        </Line>
        {quote.allowed && quote.amountDue > 0 && (
          <Line strong name={t('bookings.move.due')}>
            <Money amount={quote.amountDue} currency={currency} />
          </Line>
        )}
        {quote.refundAmount > 0 && (
          <Line strong name={t('admin.bookings.cancel.refund')}>
            <Money amount={quote.refundAmount} currency={currency} />
          </Line>
        )}
      </dl>
      {!quote.allowed && (
        <Alert tone="warning" className="mt-3">
          {t('admin.bookings.move.dearer', { price: formatMoney(difference, currency) })}
        </Alert>
      )}
    </>
  );
}

/** Takes a booking to another period, or makes a running one end later; what changes in money stands there first (D8). */
export function MoveBooking({
  booking,
  to,
  onClose,
}: {
  booking: Booking;
  /** Where it is to go, when that was said already: asked about at once. */
  to?: Period;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const riding = booking.bookingStatus === 'ACTIVE';
  const now = whenBetween(booking);
  const [when, setWhen] = useState(() => (to ? whenBetween(to) : now));
  const same = (end: 'start' | 'end') =>
    when[`${end}Date`] === now[`${end}Date`] && when[`${end}Time`] === now[`${end}Time`];
  // A ride that has begun keeps its start, which is past.
  const checked = checkWhen(when, riding ? 0 : undefined);
  // Minutes are all that the inputs hold: what stays as it is, is the booking's own.
  const period = checked.period && {
    startDatetime: same('start') ? booking.startDatetime : checked.period.startDatetime,
    endDatetime: same('end') ? booking.endDatetime : checked.period.endDatetime,
  };
  const changed = period !== undefined && !(same('start') && same('end'));
  const offer = useQuery({
    ...bookingQueries.moveQuote(booking.id, period ?? booking),
    enabled: changed,
  });
  const move = useMutation(staffBookingMutations.move(booking.id));
  const stale = offer.isPlaceholderData;
  const quote = changed ? offer.data : undefined;
  const ready = quote?.allowed === true && !stale;
  const problem = move.error && asProblem(move.error);

  const change = (next: When) => {
    move.reset();
    setWhen(next);
  };
  const confirm = () => {
    if (!ready || !period) return;
    const to = { ...period, totalAmount: quote.totalAmount, updatedAt: booking.updatedAt };
    const key = attemptKey(attemptName, JSON.stringify([booking.id, to]));
    move.mutate(
      { to, key },
      {
        onSuccess: () => {
          forgetAttempt(attemptName);
          notify({ tone: 'success', title: t('admin.bookings.move.done') });
          onClose();
        },
        onError: (cause) => {
          // A refusal is final; without an answer it may have been done, and is asked again under the same key.
          if (!asProblem(cause).transient) forgetAttempt(attemptName);
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(riding ? 'admin.bookings.actions.extend' : 'admin.bookings.actions.move')}
      description={t(riding ? 'bookings.move.started' : 'admin.bookings.move.lead')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('bookings.move.keep')}
          </Button>
          <Button busy={move.isPending} disabled={!ready} onClick={confirm}>
            {t('bookings.move.confirm')}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-col gap-4">
        <WhenInputs when={when} checked={checked} showErrors startFixed={riding} onChange={change} />
      </div>
      <div className="mt-5" aria-live="polite">
        {!changed ? (
          <p className="text-sm text-muted">{period && t('bookings.move.choose')}</p>
        ) : quote ? (
          <Offer booking={booking} quote={quote} stale={stale} onTake={(next) => change(whenBetween(next))} />
        ) : offer.error ? (
          <Alert
            tone="danger"
            actions={
              <Button size="sm" variant="secondary" onClick={() => void offer.refetch()}>
                {t('common.retry')}
              </Button>
            }
          >
            {problemText(asProblem(offer.error), t)}
          </Alert>
        ) : (
          <Skeleton className="h-28" />
        )}
      </div>
      {problem && (
        <Alert tone="danger" className="mt-4">
          {problem.code === 'PRICE_CHANGED' ? t('bookings.move.priceChanged') : problemText(problem, t)}
        </Alert>
      )}
    </Dialog>
  );
}
