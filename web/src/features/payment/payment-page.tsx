import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { paymentQueries } from '@/api/queries/payments';
import type { Booking, Gateway } from '@/api/types';
import { BookingSteps } from '@/components/booking-steps';
import { FailureState } from '@/components/failure-state';
import { GatewayRedirect } from '@/components/gateway-redirect';
import { useSecondsUntil } from '@/components/hold-clock';
import { PanelBoundary } from '@/components/panel-boundary';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { BookingSummary } from './booking-summary';
import { EndedCard, HoldOverCard, ProcessingCard, SuccessCard } from './outcome-cards';
import { PayCard } from './pay-card';
import { PaymentStatusCard } from './payment-status-card';
import { useCheckedPayment } from './use-checked-payment';
import { useFollowedBooking } from './use-followed-booking';
import { usePay } from './use-pay';

const route = getRouteApi('/_site/booking/payment/$bookingId');

function Frame({ bookingId, children }: { bookingId?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="page max-w-5xl py-8">
      {bookingId && (
        <Link
          to="/booking/$bookingId"
          params={{ bookingId }}
          className={buttonClass({ variant: 'quiet', size: 'sm', className: '-ms-3' })}
        >
          <ArrowLeft aria-hidden="true" size={18} className="mirror" />
          {t('payment.back')}
        </Link>
      )}
      <BookingSteps current="payment" className="mt-6" />
      <h1 className="mt-8 text-3xl">{t('payment.title')}</h1>
      {children}
    </div>
  );
}

/** No such booking, or not this person's (specification section 8). */
function NotFoundCard() {
  const { t } = useTranslation();
  return (
    <EmptyState
      className="mt-6"
      picture="/pictures/lost.svg"
      title={t('payment.notFound.title')}
      text={t('payment.notFound.text')}
    >
      <Link to="/" className={buttonClass()}>
        {t('payment.notFound.home')}
      </Link>
    </EmptyState>
  );
}

/** What a booking may be paid through while the server has not said: the default is always there. */
const onlyDefault: Gateway[] = [
  { name: 'PAYZONE', isDefault: true, currency: 'MAD', amount: null, rate: null },
];

/** The gateways to choose from: those that do not have the open payment in hand already. */
function useGateways({ id, payment, bookingStatus }: Booking) {
  const { data = onlyDefault } = useQuery({
    ...paymentQueries.gateways(id),
    enabled: bookingStatus === 'PENDING_PAYMENT',
  });
  const open = payment?.status === 'PROCESSING' ? payment.gateway : undefined;
  const [first, ...others] = data.filter(({ name }) => name !== open);
  return first && ([first, ...others] as const);
}

/** What the state of booking and payment asks of the person: to pay, to wait, to go and ride, or to book again. */
function Outcome({
  booking,
  returned,
  refetch,
  pay,
}: {
  booking: Booking;
  returned: boolean;
  refetch: () => Promise<unknown>;
  pay: ReturnType<typeof usePay>;
}) {
  const gateways = useGateways(booking);
  // The payment that the person wants to replace by another.
  const [replacing, setReplacing] = useState<string>();
  const secondsLeft = useSecondsUntil(booking.holdExpiresAt);
  const { payment, bookingStatus } = booking;
  const waiting = bookingStatus === 'PENDING_PAYMENT';
  const over = waiting && booking.holdExpiresAt !== null && secondsLeft === 0;
  useEffect(() => {
    if (over) void refetch();
  }, [over, refetch]);
  const canRetry = waiting && !over && (payment?.status === 'FAILED' || payment?.status === 'CANCELLED');
  const canSwitch = waiting && !over && payment?.status === 'PROCESSING' && gateways !== undefined;
  const payable =
    waiting &&
    !over &&
    (booking.paymentId === null || ((canRetry || canSwitch) && replacing === payment?.id));
  return (
    <div className="flex flex-col gap-5">
      {(bookingStatus === 'CONFIRMED' || bookingStatus === 'ACTIVE' || bookingStatus === 'COMPLETED') && (
        <SuccessCard booking={booking} />
      )}
      {(bookingStatus === 'CANCELLED_BY_USER' || bookingStatus === 'CANCELLED_BY_ADMIN') && (
        <EndedCard booking={booking} />
      )}
      {over && <HoldOverCard booking={booking} />}
      {waiting && !over && payment?.status === 'PROCESSING' && (
        <ProcessingCard
          payment={payment}
          returned={returned}
          secondsLeft={secondsLeft}
          onSwitch={canSwitch && !payable ? () => setReplacing(payment.id) : undefined}
        />
      )}
      {payable && gateways && (
        <PayCard booking={booking} gateways={gateways} secondsLeft={secondsLeft} pay={pay} />
      )}
      {(payment || booking.paymentId) && !payable && (
        <PaymentStatusCard
          payment={payment}
          secondsLeft={canRetry ? secondsLeft : 0}
          onRetry={canRetry ? () => setReplacing(payment?.id) : undefined}
          onRefetch={refetch}
        />
      )}
    </div>
  );
}

function Loaded({
  booking,
  returned,
  refetch,
}: {
  booking: Booking;
  returned: boolean;
  refetch: () => Promise<unknown>;
}) {
  const pay = usePay(booking);
  if (pay.launch) return <GatewayRedirect bookingId={booking.id} gateway={pay.launch} onStay={pay.stay} />;
  return (
    <Frame bookingId={booking.id}>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <Outcome booking={booking} returned={returned} refetch={refetch} pay={pay} />
        <PanelBoundary>
          <BookingSummary booking={booking} />
        </PanelBoundary>
      </div>
    </Frame>
  );
}

/** Paying for a booking and what became of it (specification section 2). */
export function PaymentPage() {
  const { t } = useTranslation();
  const { bookingId } = route.useParams();
  const { result } = route.useSearch();
  const { data, error, refetch } = useFollowedBooking(bookingId, result !== undefined);
  // Who turned back at a page that stays open, as Stripe's does, has given the bank nothing to answer.
  const answering = result !== undefined && result !== 'cancel';
  useCheckedPayment(data?.payment, answering);
  if (data) return <Loaded booking={data} returned={answering} refetch={refetch} />;
  if (error) {
    return (
      <Frame>
        {asProblem(error).status === 404 ? (
          <NotFoundCard />
        ) : (
          <div className="mt-6">
            <FailureState error={error} onRetry={() => void refetch()} />
          </div>
        )}
      </Frame>
    );
  }
  return (
    <Frame bookingId={bookingId}>
      <div role="status" className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    </Frame>
  );
}
