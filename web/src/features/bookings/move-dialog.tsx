import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '@/api/problem';
import { bookingMutations, bookingQueries } from '@/api/queries/bookings';
import type { Booking, MoveQuote, Period } from '@/api/types';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { checkWhen, type When, whenBetween } from '@/features/booking/booking.search';
import { WhenInputs } from '@/features/booking/when-inputs';
import { formatMoney, formatPeriod } from '@/i18n/format';
import { attemptKey, forgetAttempt } from '@/lib/attempt-key';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';

const attemptName = 'move';

/** The server's own words are for whoever books. */
function moveProblem(problem: Problem, t: TFunction): string {
  return problem.code === 'PRICE_CHANGED' ? t('bookings.move.priceChanged') : problemText(problem, t);
}

function samePeriod(one: Period, other: Period): boolean {
  return (
    Date.parse(one.startDatetime) === Date.parse(other.startDatetime) &&
    Date.parse(one.endDatetime) === Date.parse(other.endDatetime)
  );
}

function Line({ label, children, strong }: { label: string; children: ReactNode; strong?: boolean }) {
  return (
    <div className={cn('flex flex-wrap items-baseline justify-between gap-x-4', strong && 'text-lg')}>
      <dt className={strong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={cn(strong && 'font-semibold text-terracotta')}>{children}</dd>
    </div>
  );
}

/** What the new period costs, and what there is to pay or to get back; or why it cannot be had, and what can. */
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
  const riding = booking.bookingStatus === 'ACTIVE';
  if (!quote.available) {
    return (
      <Alert
        tone="warning"
        title={t('bookings.move.taken')}
        actions={
          // What has begun cannot begin later.
          nextFree &&
          !riding && (
            <Button size="sm" variant="secondary" className="h-auto" onClick={() => onTake(nextFree)}>
              {t('booking.refused.conflict.move', {
                period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'moment'),
              })}
            </Button>
          )
        }
      >
        {t('bookings.move.takenText')}
      </Alert>
    );
  }
  return (
    <>
      <dl className={cn('flex flex-col gap-2 rounded-card bg-sunken p-4', stale && 'opacity-60')}>
        <Line label={t('bookings.move.before')}>
          <Money amount={booking.totalAmount} currency={currency} />
        </Line>
        <Line label={t('bookings.move.after')}>
          <Money amount={quote.totalAmount} currency={currency} />
        </Line>
        {difference !== 0 && (
          <Line label={t(difference > 0 ? 'bookings.move.more' : 'bookings.move.less')}>
            <Money amount={Math.abs(difference)} currency={currency} />
          </Line>
        )}
        {quote.allowed && quote.amountDue > 0 && (
          <Line strong label={t('bookings.move.due')}>
            <Money amount={quote.amountDue} currency={currency} />
          </Line>
        )}
        {quote.refundAmount > 0 && (
          <Line strong label={t('bookings.move.refund')}>
            <Money amount={quote.refundAmount} currency={currency} />
          </Line>
        )}
      </dl>
      {quote.refundAmount > 0 && <p className="mt-2 text-sm">{t('bookings.cancel.when')}</p>}
      {/* The server says what goes back; less than the difference is what the ladder keeps. */}
      {quote.allowed && quote.amountDue === 0 && difference < 0 && quote.refundAmount < -difference && (
        <p className="mt-2 text-sm">{t('bookings.move.late')}</p>
      )}
      {!quote.allowed && (
        <Alert tone="warning" className="mt-3">
          {t(riding ? 'bookings.move.dearerRiding' : 'bookings.move.dearer', {
            price: formatMoney(difference, currency),
          })}
        </Alert>
      )}
    </>
  );
}

function Form({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const { t } = useTranslation();
  const riding = booking.bookingStatus === 'ACTIVE';
  const [when, setWhen] = useState(() => whenBetween(booking));
  // A ride that has begun keeps its start, which is past.
  const checked = checkWhen(when, riding ? 0 : undefined);
  // Minutes are all that the inputs hold: a start that stays is the booking's own.
  const period = checked.period && {
    ...checked.period,
    ...(riding && { startDatetime: booking.startDatetime }),
  };
  const changed = period !== undefined && !samePeriod(period, booking);
  const offer = useQuery({
    ...bookingQueries.moveQuote(booking.id, period ?? booking),
    enabled: changed,
  });
  const move = useSendOnce(bookingMutations.move());
  const stale = offer.isPlaceholderData;
  const quote = changed ? offer.data : undefined;
  const ready = quote?.allowed === true && !stale;

  const change = (next: When) => {
    move.reset();
    setWhen(next);
  };
  const confirm = () => {
    if (!ready || !period) return;
    const to = { ...period, totalAmount: quote.totalAmount, updatedAt: booking.updatedAt };
    const key = attemptKey(attemptName, JSON.stringify([booking.id, to]));
    move.send(
      { id: booking.id, to, key },
      {
        onSuccess: () => {
          forgetAttempt(attemptName);
          notify({ tone: 'success', title: t('bookings.move.done') });
          onDone();
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
      onOpenChange={onDone}
      title={t('bookings.move.title')}
      closeLabel={t('common.close')}
      description={t(riding ? 'bookings.move.started' : 'bookings.move.lead')}
      actions={
        <>
          <Button variant="secondary" onClick={onDone}>
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
          <ProblemAlert
            error={offer.error}
            actions={
              <Button size="sm" variant="secondary" onClick={() => void offer.refetch()}>
                {t('common.retry')}
              </Button>
            }
          />
        ) : (
          <Skeleton className="h-30" />
        )}
      </div>
      <ProblemAlert error={move.error} text={moveProblem} className="mt-4" />
    </Dialog>
  );
}

/** Takes a booking to other dates: what changes in price is shown before anything is done (D8). */
export function MoveDialog({
  booking,
  open,
  onOpenChange,
}: {
  booking: Booking;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return open ? <Form booking={booking} onDone={() => onOpenChange(false)} /> : null;
}
