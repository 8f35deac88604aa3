import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking, QuoteLine } from '@/api/types';
import { cn } from '@/lib/cn';
import { Money } from './money';

function Line({ name, detail, children }: { name: ReactNode; detail?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 wrap-anywhere">
        {name}
        {detail && <span className="figures block text-xs text-muted">{detail}</span>}
      </dt>
      <dd className="shrink-0">{children}</dd>
    </div>
  );
}

function Frame({
  lines,
  total,
  stale,
}: {
  lines: ReactNode;
  total: { amount: number; currency: string };
  stale: boolean;
}) {
  const { t } = useTranslation();
  return (
    <dl className={cn('flex flex-col gap-2 text-sm transition-opacity', stale && 'opacity-50')}>
      {lines}
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed border-saffron-fill pt-4">
        <dt className="font-medium">{t('booking.price.total')}</dt>
        <dd>
          <Money {...total} className="text-2xl font-semibold text-terracotta" />
        </dd>
      </div>
    </dl>
  );
}

/** The lines of the server's price (D1). `stale` dims them while a new price is on its way. */
export function QuoteLines({
  lines,
  total,
  currency,
  stale = false,
}: {
  lines: readonly QuoteLine[];
  total: number;
  currency: string;
  stale?: boolean;
}) {
  const { t } = useTranslation();
  const included = <span className="text-mint">{t('booking.price.included')}</span>;
  return (
    <Frame
      stale={stale}
      total={{ amount: total, currency }}
      lines={lines.map((line) => {
        const daily = line.kind === 'RENTAL' || line.priceType === 'PER_DAY';
        return (
          <Line
            key={line.supplementId ?? line.kind}
            name={line.label}
            detail={
              line.kind !== 'FREE' &&
              daily && (
                <>
                  {t('format.days', { count: line.units })} {t('booking.price.times')}{' '}
                  <Money amount={line.unitPrice} currency={currency} />
                </>
              )
            }
          >
            {line.kind === 'FREE' ? included : <Money amount={line.amount} currency={currency} />}
          </Line>
        );
      })}
    />
  );
}

/** The price of a booking as it was agreed. */
export function BookedLines({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { currency, motorcycle } = booking;
  return (
    <Frame
      stale={false}
      total={{ amount: booking.totalAmount, currency }}
      lines={
        <>
          <Line
            name={motorcycle ? `${motorcycle.make} ${motorcycle.model}` : t('booking.price.rental')}
            detail={t('format.days', { count: booking.days })}
          >
            <Money amount={booking.baseRentalPrice} currency={currency} />
          </Line>
          {booking.selectedSupplements.map((extra) => (
            <Line key={extra.supplementId} name={extra.name}>
              {extra.isFree ? (
                <span className="text-mint">{t('booking.price.included')}</span>
              ) : (
                <Money amount={extra.amount} currency={currency} />
              )}
            </Line>
          ))}
        </>
      }
    />
  );
}
