import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, CalendarClock, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { OwedRefund } from '@/components/owed-refund';
import { useDocumentTitle } from '@/components/page-title';
import { PanelBoundary } from '@/components/panel-boundary';
import { BookedLines } from '@/components/price-lines';
import { refundPace } from '@/components/refund-state';
import { BookingStatusBadge, PaymentStatusBadge } from '@/components/status-badge';
import { formatDate } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button, buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { BoardingPass } from './boarding-pass';
import { BookingPapers } from './booking-papers';
import { CalendarButton } from './calendar-button';
import { CancelDialog } from './cancel-dialog';
import { LockCard } from './lock-card';
import { MoveDialog } from './move-dialog';
import { NextStep } from './next-step';
import { isMovable, isToCome } from './ride-time';

const route = getRouteApi('/_site/booking/$bookingId');

function Content({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const [cancelling, setCancelling] = useState(false);
  const [moving, setMoving] = useState(false);
  return (
    <>
      <div className="mt-6 flex flex-col gap-6">
        <PanelBoundary>
          <NextStep booking={booking} />
        </PanelBoundary>
        <PanelBoundary>{booking.payment && <OwedRefund payment={booking.payment} />}</PanelBoundary>
        <PanelBoundary>
          <LockCard booking={booking} />
        </PanelBoundary>
        <PanelBoundary>
          <BoardingPass booking={booking} linked={false} />
        </PanelBoundary>
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
          <Card as="section" aria-labelledby="price-title">
            <h2 id="price-title" className="mb-4 text-xl">
              {t('booking.price.title')}
            </h2>
            <PanelBoundary>
              <BookedLines booking={booking} />
            </PanelBoundary>
            {booking.payment && (
              <p className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm">
                <span className="text-muted">{t('bookings.detail.payment')}</span>
                <span className="flex flex-wrap items-center gap-3">
                  <PaymentStatusBadge status={booking.payment.status} />
                  <Link
                    to="/booking/payment/$bookingId"
                    params={{ bookingId: booking.id }}
                    className="no-print text-majorelle underline underline-offset-4"
                  >
                    {t('bookings.detail.paymentLink')}
                  </Link>
                </span>
              </p>
            )}
          </Card>
          <div className="no-print flex flex-col gap-3">
            {isMovable(booking) && (
              <Button
                variant="secondary"
                wide
                icon={<CalendarClock aria-hidden="true" size={18} />}
                onClick={() => setMoving(true)}
              >
                {t(booking.bookingStatus === 'ACTIVE' ? 'bookings.move.extend' : 'bookings.move.action')}
              </Button>
            )}
            {isToCome(booking) && <CalendarButton booking={booking} />}
            <PanelBoundary>
              <BookingPapers booking={booking} />
            </PanelBoundary>
            <Button
              variant="secondary"
              wide
              icon={<Printer aria-hidden="true" size={18} />}
              onClick={() => print()}
            >
              {t('bookings.detail.print')}
            </Button>
            {booking.cancellation?.allowed && (
              <Button variant="quiet" wide className="text-rose" onClick={() => setCancelling(true)}>
                {t('bookings.cancel.action')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <MoveDialog booking={booking} open={moving} onOpenChange={setMoving} />
      <CancelDialog booking={booking} open={cancelling} onOpenChange={setCancelling} />
    </>
  );
}

/** The same heading while the booking comes and once it is there: who reads it is not thrown out. */
function Heading({ booking }: { booking: Booking | undefined }) {
  const { t } = useTranslation();
  useDocumentTitle(booking && `${t('bookings.detail.title')} ${booking.reference}`);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="text-3xl">
        {t('bookings.detail.title')}{' '}
        {booking && <Code className="whitespace-nowrap">{booking.reference}</Code>}
      </h1>
      {booking && <BookingStatusBadge status={booking.bookingStatus} />}
    </div>
  );
}

/** One booking: how it stands, what to do next, where, when, how much. */
export function BookingDetailPage() {
  const { t } = useTranslation();
  const { bookingId } = route.useParams();
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...bookingQueries.detail(bookingId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data !== undefined && refundPace(state.data),
  });
  const gone = error !== null && asProblem(error).status === 404;
  return (
    <div className="page max-w-5xl py-8">
      <Link
        to="/my-bookings"
        className={buttonClass({ variant: 'quiet', size: 'sm', className: '-ms-3 no-print' })}
      >
        <ArrowLeft aria-hidden="true" size={18} className="mirror" />
        {t('nav.myBookings')}
      </Link>
      {(data ?? !error) && !gone && <Heading booking={data} />}
      {data && !gone ? (
        <>
          {error && (
            <Alert className="no-print mt-4">
              {t('bookings.kept', { moment: formatDate(new Date(dataUpdatedAt), 'moment') })}
            </Alert>
          )}
          <Content booking={data} />
        </>
      ) : gone ? (
        <EmptyState
          heading="h1"
          className="mt-6"
          picture="/pictures/lost.svg"
          title={t('payment.notFound.title')}
          text={t('payment.notFound.text')}
        >
          <Link to="/" className={buttonClass()}>
            {t('payment.notFound.home')}
          </Link>
        </EmptyState>
      ) : error ? (
        <div className="mt-6">
          <FailureState heading="h1" error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div role="status" className="mt-6 flex flex-col gap-6">
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton className="h-72" />
          <Skeleton className="h-48" />
        </div>
      )}
    </div>
  );
}
