import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { BookingSteps } from '@/components/booking-steps';
import { FailureState } from '@/components/failure-state';
import { GatewayRedirect } from '@/components/gateway-redirect';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import type { BookingSearch } from './booking.search';
import { BookingForm } from './booking-form';

const route = getRouteApi('/_site/booking/');

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="page mt-10 grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="flex flex-col gap-8">
        <Skeleton className="h-24" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
      <Skeleton className="h-130 max-lg:order-first max-lg:h-44" />
    </div>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <EmptyState picture="/pictures/lost.svg" title={t('booking.gone.title')} text={t('booking.gone.text')}>
      <Link to="/" className={buttonClass()}>
        {t('booking.goHome')}
      </Link>
    </EmptyState>
  );
}

function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="pt-8 sm:pt-10">
      <div className="page">
        <BookingSteps current="information" />
        <h1 className="mt-8 text-3xl sm:mt-10">{t('booking.title')}</h1>
      </div>
      {children}
    </div>
  );
}

/** The booking form's page (specification section 2). */
export function BookingPage() {
  const search: BookingSearch = route.useSearch();
  const { motorcycleId = '' } = search;
  const motorcycle = useQuery(motorcycleQueries.detail(motorcycleId));
  if (motorcycle.data) {
    return (
      // Another motorcycle, such as an alternative, is another form.
      <BookingForm key={motorcycleId} motorcycle={motorcycle.data} search={search}>
        {({ launch, content }) => (launch ? <GatewayRedirect {...launch} /> : <Layout>{content}</Layout>)}
      </BookingForm>
    );
  }
  return (
    <Layout>
      {motorcycle.error ? (
        <div className="page mt-10">
          {asProblem(motorcycle.error).status === 404 ? (
            <Gone />
          ) : (
            <FailureState error={motorcycle.error} onRetry={() => void motorcycle.refetch()} />
          )}
        </div>
      ) : (
        <FormSkeleton />
      )}
    </Layout>
  );
}
