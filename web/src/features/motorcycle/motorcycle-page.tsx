import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { supplementQueries } from '@/api/queries/catalogue';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import type { MotorcycleDetail } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { useDescription, useDocumentTitle } from '@/components/page-title';
import { PanelBoundary } from '@/components/panel-boundary';
import { defaultTrip, hasDates, type Trip } from '@/features/search/trip';
import { formatNumber } from '@/i18n/format';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Availability, useTaken } from './availability';
import { CancellationLadder } from './cancellation-ladder';
import { Facts } from './facts';
import { Gallery } from './gallery';
import { MotorcycleSkeleton } from './motorcycle-skeleton';
import { PickupPlace } from './pickup-place';
import { PriceBar, PricePanel } from './price-panel';
import { useTripQuote } from './use-trip-quote';

const route = getRouteApi('/_site/motorcycle/$id');

/** One motorcycle: what it is, where it stands, what it costs for the dates, and how to get out of it. */
export function MotorcyclePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(motorcycleQueries.detail(id));
  // The same words as the program's for who does not run this code (internal/spa).
  const about = data && {
    name: `${data.make} ${data.model}`,
    year: data.year,
    place: data.place?.name ?? data.franchise.name,
    price: Number.isInteger(data.basePricePerDay)
      ? formatNumber(data.basePricePerDay)
      : formatNumber(data.basePricePerDay, 2, 2),
  };
  useDocumentTitle(about && t('meta.motorcycle.title', about));
  useDescription(about && t('meta.motorcycle.description', about));
  if (data) return <Loaded motorcycle={data} />;
  if (error && asProblem(error).status === 404) {
    return (
      <div className="page py-10">
        <EmptyState
          heading="h1"
          picture="/pictures/lost.svg"
          title={t('motorcycle.gone.title')}
          text={t('motorcycle.gone.text')}
        >
          <Link to="/results" search={defaultTrip()} className={buttonClass()}>
            {t('motorcycle.gone.others')}
          </Link>
        </EmptyState>
      </div>
    );
  }
  if (error) {
    return (
      <div className="page py-10">
        <FailureState heading="h1" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return <MotorcycleSkeleton id={id} />;
}

function Loaded({ motorcycle }: { motorcycle: MotorcycleDetail }) {
  const { t } = useTranslation();
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  const [usual] = useState(() => defaultTrip());
  // Without dates in the address the page shows what the coming days would cost.
  const trip: Trip = hasDates(asked) ? asked : { ...usual, location: asked.location };
  const change = (next: Trip) => void navigate({ search: next, replace: true, resetScroll: false });
  const quote = useTripQuote(motorcycle.id, trip);
  const taken = useTaken(motorcycle.id);
  const free = (useQuery(supplementQueries.active(motorcycle.franchiseId)).data ?? []).filter(
    ({ isFree }) => isFree,
  );
  const { make, model, year, category, description, features } = motorcycle;
  const name = `${make} ${model}`;
  const included = [...features, ...free];
  const place = motorcycle.place?.name ?? motorcycle.franchise.name;

  return (
    <div className="page py-6 sm:py-10">
      <Link
        to="/results"
        search={trip}
        className="inline-flex min-h-9 items-center text-sm text-majorelle hover:underline hover:underline-offset-4"
      >
        {t('motorcycle.back')}
      </Link>
      <div className="mt-3 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <PanelBoundary>
            <Gallery images={motorcycle.images} name={name} />
          </PanelBoundary>
          <p className="mt-6 text-terracotta">{category && t(`format.category.${category}`)}</p>
          <h1 className="text-3xl">
            <bdi>{name}</bdi> <span className="figures font-normal text-muted">{year}</span>
          </h1>
          <Facts motorcycle={motorcycle} place={place} />
        </div>
        <PanelBoundary className="lg:col-start-2">
          <PricePanel
            motorcycle={motorcycle}
            trip={trip}
            onChange={change}
            quote={quote}
            taken={taken.data?.conflicts}
          />
        </PanelBoundary>
        <div className="min-w-0 lg:-mt-2">
          {description && (
            <p className="max-w-prose whitespace-pre-line">
              <bdi>{description}</bdi>
            </p>
          )}
          {included.length > 0 && (
            <section aria-labelledby="included" className="mt-10">
              <h2 id="included" className="text-xl">
                {t('motorcycle.included')}
              </h2>
              <ul className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
                {included.map((one) => (
                  <li key={one.id} className="flex items-start gap-2.5">
                    <Check aria-hidden="true" size={19} className="mt-1 shrink-0 text-mint" />
                    {one.name}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <PanelBoundary className="mt-10">
            <Availability taken={taken} trip={trip} onChange={change} />
          </PanelBoundary>
          <PanelBoundary className="mt-10">
            <PickupPlace motorcycle={motorcycle} />
          </PanelBoundary>
          <PanelBoundary className="mt-10">
            <CancellationLadder policy={motorcycle.franchise.cancellationPolicy} trip={trip} />
          </PanelBoundary>
        </div>
      </div>
      <PriceBar motorcycle={motorcycle} trip={trip} quote={quote} />
    </div>
  );
}
