import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { bookingQueries } from '@/api/queries/bookings';
import type { Booking, BookingStatus } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { PanelBoundary } from '@/components/panel-boundary';
import { refundPace } from '@/components/refund-state';
import { formatDate } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { keptBooking, noteNextRide } from '@/stores/next-booking';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Pagination } from '@/ui/pagination';
import { Skeleton } from '@/ui/skeleton';
import { BoardingPass } from './boarding-pass';
import { BookingRow } from './booking-row';
import { nextRide } from './ride-time';

const route = getRouteApi('/_site/_account/my-bookings');

const toCome: BookingStatus[] = ['PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE'];
const ended: BookingStatus[] = ['COMPLETED', 'CANCELLED_BY_USER', 'CANCELLED_BY_ADMIN'];
/** More than anybody has ahead of them, so that those need no pages. */
const upcomingLimit = 50;
const pageSize = 10;

/** Money on its way back is followed until it is there. */
function refetchInterval({ state }: { state: { data: { bookings: readonly Booking[] } | undefined } }) {
  const paces = (state.data?.bookings ?? []).map(
    (booking) => refundPace(booking) || Number.POSITIVE_INFINITY,
  );
  const pace = Math.min(...paces);
  return Number.isFinite(pace) && pace;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <div className="mt-4">
        <PanelBoundary>{children}</PanelBoundary>
      </div>
    </section>
  );
}

function Rows({ bookings }: { bookings: readonly Booking[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} />
      ))}
    </ul>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-8 flex flex-col gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-72" />
      <Skeleton className="mt-6 h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      className="mt-8"
      picture="/pictures/empty-road.svg"
      title={t('bookings.empty.title')}
      text={t('bookings.empty.text')}
    >
      <Link to="/" className={buttonClass()}>
        {t('bookings.empty.search')}
      </Link>
    </EmptyState>
  );
}

/** The rides of the signed-in person: the next one first, what is to come, what was. */
export function MyBookingsPage() {
  const { t } = useTranslation();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const upcoming = useQuery({
    ...bookingQueries.list({ status: toCome, sort: 'startDatetime', page: 1, limit: upcomingLimit }),
    refetchInterval,
  });
  const past = useQuery({
    ...bookingQueries.list({ status: ended, sort: '-startDatetime', page, limit: pageSize }),
    // What is to come stays where it is while the pages of what was are turned.
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const error = upcoming.error ?? past.error;
  const last = past.isPlaceholderData ? undefined : past.data?.pagination.totalPages;
  const beyond = last !== undefined && page > Math.max(1, last);
  useEffect(() => {
    if (beyond) void navigate({ search: last && last > 1 ? { page: last } : {}, replace: true });
  }, [beyond, last, navigate]);
  const told = upcoming.data?.bookings;
  useEffect(() => {
    if (told) noteNextRide(nextRide(told));
  }, [told]);
  const content = () => {
    if (error && !(upcoming.data && past.data)) {
      const kept = keptBooking();
      return (
        <>
          {kept && (
            <Group title={t('bookings.next.title')}>
              <BoardingPass booking={kept.booking} />
              <p className="mt-3 text-sm text-muted">
                {t('bookings.kept', { moment: formatDate(new Date(kept.at), 'moment') })}
              </p>
            </Group>
          )}
          <div className="mt-8">
            <FailureState
              error={error}
              onRetry={() => {
                void upcoming.refetch();
                void past.refetch();
              }}
            />
          </div>
        </>
      );
    }
    if (!upcoming.data || !past.data) return <Waiting />;
    const next = nextRide(upcoming.data.bookings);
    const others = upcoming.data.bookings.filter(({ id }) => id !== next?.id);
    const { pagination, bookings: before } = past.data;
    if (upcoming.data.bookings.length === 0 && pagination.total === 0) return <Nothing />;
    return (
      <>
        {next && (
          <Group title={t('bookings.next.title')}>
            <BoardingPass booking={next} />
          </Group>
        )}
        {others.length > 0 && (
          <Group title={t('bookings.upcoming')}>
            <Rows bookings={others} />
          </Group>
        )}
        {before.length > 0 && (
          <Group title={t('bookings.past')}>
            <div className={cn('transition-opacity', past.isPlaceholderData && 'opacity-55')}>
              <Rows bookings={before} />
            </div>
            <Pagination
              className="mt-8"
              page={page}
              totalPages={pagination.totalPages}
              labels={{
                nav: t('bookings.pages.label'),
                previous: t('bookings.pages.previous'),
                next: t('bookings.pages.next'),
                page: (one) => t('bookings.pages.page', { page: one }),
              }}
              renderLink={(one, props) => (
                <Link to="/my-bookings" search={one > 1 ? { page: one } : {}} {...props} />
              )}
            />
          </Group>
        )}
      </>
    );
  };
  return (
    <div className="page max-w-5xl py-10">
      <h1 className="text-3xl">{t('nav.myBookings')}</h1>
      {content()}
    </div>
  );
}
