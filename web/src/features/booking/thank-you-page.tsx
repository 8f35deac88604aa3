import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import { Code } from '@/components/code';
import { Money } from '@/components/money';
import { useAuth } from '@/stores/auth';
import { buttonClass } from '@/ui/button';

const route = getRouteApi('/_site/booking/thank-you');

/** After a delivery was asked for (D29): what happens next, and the way to paying. Also fine when opened bare. */
export function ThankYouPage() {
  const { t } = useTranslation();
  const { booking: bookingId } = route.useSearch();
  const authenticated = useAuth((session) => session.authenticated);
  const { data: booking, error } = useQuery({
    ...bookingQueries.detail(bookingId ?? ''),
    enabled: Boolean(bookingId) && authenticated,
  });
  const gone = error !== null && asProblem(error).status === 404;
  const unpaid = booking?.bookingStatus === 'PENDING_PAYMENT';
  const steps = ['call', 'pay', 'ride'] as const;
  return (
    <div className="zellige">
      <div className="page flex max-w-3xl flex-col items-center py-12 text-center">
        <img src="/pictures/ride-on.svg" alt="" width="320" height="240" className="h-auto w-64" />
        <h1 className="mt-2 text-3xl">{t('booking.thanks.title')}</h1>
        <p className="mt-2 max-w-lg text-lg text-muted">{t('booking.thanks.text')}</p>
        {booking && (
          <p className="mt-4 flex flex-wrap items-baseline justify-center gap-x-4 gap-y-1">
            <span>
              <span className="text-muted">{t('bookings.reference')}</span>{' '}
              <Code className="font-semibold">{booking.reference}</Code>
            </span>
            <Money
              amount={booking.totalAmount}
              currency={booking.currency}
              className="font-semibold text-terracotta"
            />
          </p>
        )}
        <ol className="mt-8 grid w-full gap-4 text-start sm:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step} className="rounded-card border border-line bg-surface p-5">
              <span className="figures grid size-8 place-items-center rounded-full bg-saffron-tint text-sm font-semibold text-saffron">
                {index + 1}
              </span>
              <p className="mt-3 text-sm">{t(`booking.thanks.${step}`)}</p>
            </li>
          ))}
        </ol>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {bookingId && !gone && (!booking || unpaid) && (
            <Link to="/booking/payment/$bookingId" params={{ bookingId }} className={buttonClass()}>
              {t('booking.thanks.payNow')}
            </Link>
          )}
          <Link to="/my-bookings" className={buttonClass({ variant: bookingId ? 'secondary' : 'primary' })}>
            {t('nav.myBookings')}
          </Link>
          {!bookingId && (
            <Link to="/" className={buttonClass({ variant: 'secondary' })}>
              {t('booking.goHome')}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}
