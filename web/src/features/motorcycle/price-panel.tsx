import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MotorcycleDetail, Period } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { QuoteLines } from '@/components/price-lines';
import { bookingSearch } from '@/features/search/booking-link';
import type { Trip } from '@/features/search/trip';
import { WhenFields } from '@/features/search/when-fields';
import { formatPeriod } from '@/i18n/format';
import { toWallClock } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import type { TripQuote } from './use-trip-quote';

/** The dates and their price, which never leave the screen. */
export function PricePanel({
  motorcycle,
  trip,
  onChange,
  quote,
  taken,
}: {
  motorcycle: MotorcycleDetail;
  trip: Trip;
  onChange: (trip: Trip) => void;
  quote: TripQuote;
  taken: readonly Period[] | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Card
      as="aside"
      aria-label={t('motorcycle.price.title')}
      className="z-20 flex flex-col gap-5 lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <p className="text-sm text-muted">
        <Money amount={motorcycle.basePricePerDay} className="text-xl font-semibold text-ink" />{' '}
        {t('format.perDay')}
      </p>
      <WhenFields trip={trip} onChange={onChange} taken={taken} months={1} align="end" stacked />
      <Price quote={quote} trip={trip} onChange={onChange} />
      <BookButton
        motorcycle={motorcycle}
        trip={trip}
        quote={quote}
        label={t('motorcycle.price.book')}
        className="max-lg:hidden"
      />
      <p className="text-xs text-muted">
        {motorcycle.franchise.graceHours > 0
          ? t('motorcycle.price.grace', { count: motorcycle.franchise.graceHours })
          : t('motorcycle.price.noGrace')}
      </p>
    </Card>
  );
}

function Price({
  quote: { quote, stale, error, retry },
  trip,
  onChange,
}: {
  quote: TripQuote;
  trip: Trip;
  onChange: (trip: Trip) => void;
}) {
  const { t } = useTranslation();
  if (error) return <FailureState heading="h3" error={error} onRetry={retry} />;
  if (!quote) return <Skeleton className="h-30" />;
  const { available, nextFree } = quote;
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {!available && !stale && (
        <Alert
          tone="warning"
          title={t('motorcycle.price.taken')}
          actions={
            nextFree && (
              <Button
                size="sm"
                variant="secondary"
                icon={<CalendarClock aria-hidden="true" size={17} />}
                onClick={() => {
                  const start = toWallClock(nextFree.startDatetime);
                  const end = toWallClock(nextFree.endDatetime);
                  onChange({
                    ...trip,
                    startDate: start.date,
                    startTime: start.time,
                    endDate: end.date,
                    endTime: end.time,
                  });
                }}
              >
                <span>{formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'day')}</span>
              </Button>
            )
          }
        >
          {nextFree ? t('motorcycle.price.nextFree') : t('motorcycle.price.otherDates')}
        </Alert>
      )}
      <QuoteLines lines={quote.lines} total={quote.totalAmount} currency={quote.currency} stale={stale} />
    </div>
  );
}

function BookButton({
  motorcycle,
  trip,
  quote,
  label,
  className,
}: {
  motorcycle: MotorcycleDetail;
  trip: Trip;
  quote: TripQuote;
  label: string;
  className?: string;
}) {
  // A link that leads nowhere yet keeps its place and is read as unavailable.
  if (!quote.bookable) {
    return (
      <Button size="lg" disabled className={className}>
        {label}
      </Button>
    );
  }
  return (
    <Link
      to="/booking"
      search={bookingSearch(motorcycle, trip)}
      className={buttonClass({ size: 'lg', className })}
    >
      {label}
    </Link>
  );
}

/** The total and the button at the bottom of a phone. */
export function PriceBar({
  motorcycle,
  trip,
  quote,
}: {
  motorcycle: MotorcycleDetail;
  trip: Trip;
  quote: TripQuote;
}) {
  const { t } = useTranslation();
  return (
    <div className="no-print sticky bottom-0 z-30 -mx-4 mt-10 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-soft md:-mx-8 md:px-8 lg:hidden">
      <p className="min-w-0">
        {quote.quote ? (
          <Money
            amount={quote.quote.totalAmount}
            currency={quote.quote.currency}
            className={cn('block text-lg font-semibold text-terracotta', quote.stale && 'opacity-50')}
          />
        ) : (
          <Skeleton className="h-6 w-32" />
        )}
        <span className="text-xs text-muted">
          {quote.quote && !quote.quote.available
            ? t('motorcycle.price.taken')
            : quote.quote && t('format.days', { count: quote.quote.days })}
        </span>
      </p>
      <BookButton
        motorcycle={motorcycle}
        trip={trip}
        quote={quote}
        label={t('results.card.book')}
        className="shrink-0"
      />
    </div>
  );
}
