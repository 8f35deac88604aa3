import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { BookingStatusBadge } from '@/components/status-badge';
import { Card } from '@/ui/card';
import { Stat } from '@/ui/stat';

/** What is being paid for. */
export function BookingSummary({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { motorcycle } = booking;
  return (
    <Card as="aside" aria-label={t('payment.summary.title')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {motorcycle && <MotorcyclePicture images={motorcycle.images} className="w-24 shrink-0 lg:w-16" />}
        <div className="min-w-0 grow basis-40">
          <h2 className="text-lg">
            <bdi>{motorcycle ? `${motorcycle.make} ${motorcycle.model}` : t('booking.price.rental')}</bdi>
          </h2>
          <div className="mt-1">
            <BookingStatusBadge status={booking.bookingStatus} />
          </div>
        </div>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-dashed border-saffron-fill pt-5 text-sm">
        <Stat name={t('booking.summary.start')}>
          <DateText value={booking.startDatetime} style="moment" />
        </Stat>
        <Stat name={t('booking.summary.end')}>
          <DateText value={booking.endDatetime} style="moment" />
        </Stat>
        <Stat name={t('bookings.reference')}>
          <Code>{booking.reference}</Code>
        </Stat>
        <Stat name={t('booking.price.total')}>
          <Money amount={booking.totalAmount} currency={booking.currency} className="text-terracotta" />
        </Stat>
        <div className="col-span-2 min-w-0">
          <dt className="text-xs text-muted">{t('payment.summary.id')}</dt>
          <dd className="text-xs break-all text-muted">
            <Code>{booking.id}</Code>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
