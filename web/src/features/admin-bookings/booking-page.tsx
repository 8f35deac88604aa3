import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Booking } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { PanelBoundary } from '@/components/panel-boundary';
import { BookedLines } from '@/components/price-lines';
import { refundPace } from '@/components/refund-state';
import { listPath } from '@/crud/entity';
import { PageHeader } from '@/crud/page-header';
import { Panel } from '@/crud/panel';
import { rowQuery } from '@/crud/queries';
import { AbsentPage } from '@/crud/state-pages';
import { leftSearch } from '@/crud/use-list-url';
import { BookingState } from '@/features/admin-relations/booking-state';
import { BookingPapers, papersOf } from '@/features/bookings/booking-papers';
import { Alert } from '@/ui/alert';
import { Skeleton } from '@/ui/skeleton';
import { BookingActions } from './booking-actions';
import { CustomerPanel, RidePanel } from './booking-facts';
import { BookingNotes } from './booking-notes';
import { BookingPayments } from './booking-payments';
import { BookingTimeline } from './booking-timeline';
import { bookings } from './bookings';
import { HandoversPanel } from './handovers-panel';

/** How often a booking that is looked at is asked for, in milliseconds: others work on it, and its customer does. */
const pace = 30_000;

function Content({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { reference } = booking;
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>
              {t('admin.bookings.one')} <Code>{reference}</Code>
            </span>
            <BookingState booking={booking} />
          </span>
        }
        documentTitle={`${t('admin.bookings.one')} ${reference}`}
        back={{ to: listPath(bookings), search: leftSearch(bookings.key), label: t(bookings.texts.title) }}
      >
        <BookingActions booking={booking} />
      </PageHeader>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <div className="grid gap-5 lg:grid-cols-2">
            <RidePanel booking={booking} />
            <CustomerPanel booking={booking} />
          </div>
          <PanelBoundary>
            <HandoversPanel booking={booking} />
          </PanelBoundary>
          <BookingNotes booking={booking} />
          <PanelBoundary>
            <BookingTimeline booking={booking} />
          </PanelBoundary>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Panel title={t('booking.price.title')}>
            <BookedLines booking={booking} />
          </Panel>
          <PanelBoundary>
            <BookingPayments booking={booking} />
          </PanelBoundary>
          {papersOf(booking).length > 0 && (
            <Panel title={t('admin.bookings.papers')}>
              <div className="flex flex-col gap-2">
                <BookingPapers booking={booking} />
              </div>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

/** Everything about a booking, and what can be done with it (`/admin/bookings/edit/{id}`). */
export function BookingPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    ...rowQuery(bookings, id),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data && refundPace(state.data)) || pace,
  });
  if (error && asProblem(error).status === 404)
    return <AbsentPage back={listPath(bookings)} label={t('admin.absent.back')} />;
  if (data) {
    return (
      <>
        {error && (
          <Alert tone="warning" className="mb-4">
            {t('admin.bookings.outOfDate')}
          </Alert>
        )}
        <Content key={data.id} booking={data} />
      </>
    );
  }
  if (error) return <FailureState heading="h1" error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-14 xl:col-span-2" />
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </div>
  );
}
