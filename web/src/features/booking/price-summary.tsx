import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quoteQueries } from '@/api/queries/quotes';
import type { MotorcycleDetail, Period, Quote, QuoteRequest } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { QuoteLines } from '@/components/price-lines';
import { formatDate, formatMoney, formatPeriod } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';

/** The server's price for what is chosen, or undefined while days are missing (D1). */
export function useQuote(request: QuoteRequest | undefined) {
  const query = useQuery({
    ...quoteQueries.quote(
      request ?? { motorcycleId: '', startDatetime: '', endDatetime: '', selectedSupplements: [] },
    ),
    enabled: request !== undefined,
  });
  return {
    quote: request && query.data,
    stale: query.isPlaceholderData,
    error: request && !query.data ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Says a changed total aloud, once the new one is there. */
export function PriceVoice({ quote, stale }: { quote: Quote | undefined; stale: boolean }) {
  const { t } = useTranslation();
  const last = useRef<number>(undefined);
  const [said, setSaid] = useState('');
  const total = stale ? undefined : quote?.totalAmount;
  useEffect(() => {
    if (total === undefined) return;
    if (last.current !== undefined && last.current !== total) {
      setSaid(t('booking.price.changed', { price: formatMoney(total) }));
    }
    last.current = total;
  }, [total, t]);
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}

const hour = 3_600_000;

/** Until when the whole price, or a part, comes back after cancelling (D10). */
function CancellationNote({
  policy,
  start,
}: {
  policy: MotorcycleDetail['franchise']['cancellationPolicy'];
  start: string;
}) {
  const { t } = useTranslation();
  const full = new Date(Date.parse(start) - policy.fullRefundHours * hour);
  const part = new Date(Date.parse(start) - policy.partialRefundHours * hour);
  const now = Date.now();
  const text =
    full.getTime() > now
      ? t('booking.price.fullRefund', { until: formatDate(full, 'moment') })
      : part.getTime() > now && policy.partialRefundPercent > 0
        ? t('booking.price.partRefund', {
            percent: policy.partialRefundPercent,
            until: formatDate(part, 'moment'),
          })
        : t('booking.price.noRefund');
  return <p className="mt-4 text-xs text-muted">{text}</p>;
}

export function PriceSummary({
  motorcycle,
  period,
  price: { quote, stale, error, retry },
  onMove,
}: {
  motorcycle: MotorcycleDetail;
  period: Period | undefined;
  price: ReturnType<typeof useQuote>;
  onMove: (period: Period) => void;
}) {
  const { t } = useTranslation();
  if (!period) return <p className="text-sm text-muted">{t('booking.price.needsDays')}</p>;
  if (error) return <FailureState error={error} onRetry={retry} heading="h3" />;
  if (!quote) {
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-3 h-9" />
      </div>
    );
  }
  const { nextFree } = quote;
  return (
    <div>
      <QuoteLines lines={quote.lines} total={quote.totalAmount} currency={quote.currency} stale={stale} />
      <CancellationNote policy={motorcycle.franchise.cancellationPolicy} start={period.startDatetime} />
      {!quote.available && !stale && (
        <Alert
          tone="warning"
          className="mt-4"
          title={t('booking.price.taken')}
          actions={
            nextFree && (
              <Button
                size="sm"
                variant="secondary"
                icon={<CalendarX2 aria-hidden="true" size={17} className="shrink-0" />}
                onClick={() => onMove(nextFree)}
              >
                {t('booking.refused.conflict.move', {
                  period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'brief'),
                })}
              </Button>
            )
          }
        />
      )}
    </div>
  );
}
