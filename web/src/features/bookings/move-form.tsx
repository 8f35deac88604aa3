import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/problem';
import type { Booking, MoveQuote, Period } from '@/api/types';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { problemText } from '@/components/problem-text';
import { whenBetween } from '@/features/booking/booking.search';
import { WhenInputs } from '@/features/booking/when-inputs';
import { formatMoney, formatPeriod } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { type MoveWish, useMove } from './use-move';

/** What the dialog calls things: customers and staff read different words. */
export interface MoveWords {
  readonly title: string;
  readonly lead: string;
  /** Before there is anything to ask about. */
  readonly choose: string;
  /** Below "taken at that time". */
  readonly taken: string;
  readonly refund: string;
  readonly dearer: (price: string) => string;
  readonly done: string;
  /** What a refusal is called in place of the server's words, where those say too little. */
  readonly refused?: (problem: Problem) => string | undefined;
}

function Line({ label, children, strong }: { label: string; children: ReactNode; strong?: boolean }) {
  return (
    <div className={cn('flex flex-wrap items-baseline justify-between gap-x-4', strong && 'text-lg')}>
      <dt className={strong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={cn(strong && 'font-semibold text-terracotta')}>{children}</dd>
    </div>
  );
}

/** What it costs, and what there is to pay or to get back; or why it cannot be had, and what can. */
function Offer({
  booking,
  quote,
  stale,
  words,
  notes,
  onTake,
}: {
  booking: Booking;
  quote: MoveQuote;
  stale: boolean;
  words: MoveWords;
  notes: ReactNode;
  /** Absent where the times cannot be chosen. */
  onTake: ((period: Period) => void) | undefined;
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
          onTake && (
            <Button size="sm" variant="secondary" className="h-auto" onClick={() => onTake(nextFree)}>
              {t('booking.refused.conflict.move', {
                period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'moment'),
              })}
            </Button>
          )
        }
      >
        {words.taken}
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
          <Line strong label={words.refund}>
            <Money amount={quote.refundAmount} currency={currency} />
          </Line>
        )}
      </dl>
      {notes}
      {!quote.allowed && (
        <Alert tone="warning" className="mt-3">
          {words.dearer(formatMoney(difference, currency))}
        </Alert>
      )}
    </>
  );
}

/** Takes a booking elsewhere in the calendar: what changes is shown before anything is done (D8). */
export function MoveForm({
  booking,
  wish = {},
  words,
  choice,
  notes,
  onDone,
}: {
  booking: Booking;
  wish?: MoveWish;
  words: MoveWords;
  /** Chooses more than the times, above them; `onChoice` is told, so that what was refused before is forgotten. */
  choice?: (onChoice: () => void) => ReactNode;
  /** What else an offer means. */
  notes?: (quote: MoveQuote) => ReactNode;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const move = useMove(booking, wish, () => {
    notify({ tone: 'success', title: words.done });
    onDone();
  });
  const { times = true } = wish;
  const { quote } = move;
  const said = (problem: Problem) =>
    problem.code === 'PRICE_CHANGED'
      ? t('bookings.move.priceChanged')
      : (words.refused?.(problem) ?? problemText(problem, t));
  // What has begun cannot begin later.
  const take = times && !move.riding ? (next: Period) => move.change(whenBetween(next)) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={words.title}
      closeLabel={t('common.close')}
      description={words.lead}
      actions={
        <>
          <Button variant="secondary" onClick={onDone}>
            {t('bookings.move.keep')}
          </Button>
          <Button busy={move.busy} disabled={!move.ready} onClick={move.confirm}>
            {t('bookings.move.confirm')}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-col gap-4">
        {choice?.(move.forget)}
        {times && (
          <WhenInputs
            when={move.when}
            checked={move.checked}
            showErrors
            startFixed={move.riding}
            onChange={move.change}
          />
        )}
      </div>
      {/* A list that opens above has room where there are no times below it. */}
      <div className={cn('mt-5', !times && 'min-h-56')} aria-live="polite">
        {!move.changed ? (
          <p className="text-sm text-muted">{!move.unclear && words.choose}</p>
        ) : quote ? (
          <Offer
            booking={booking}
            quote={quote}
            stale={move.stale}
            words={words}
            notes={notes?.(quote)}
            onTake={take}
          />
        ) : move.failure ? (
          <ProblemAlert
            error={move.failure}
            text={said}
            actions={
              <Button size="sm" variant="secondary" onClick={move.retry}>
                {t('common.retry')}
              </Button>
            }
          />
        ) : (
          <Skeleton className="h-30" />
        )}
      </div>
      <ProblemAlert error={move.refusal} text={said} className="mt-4" />
    </Dialog>
  );
}
