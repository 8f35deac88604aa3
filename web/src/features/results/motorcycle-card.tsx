import { Link } from '@tanstack/react-router';
import { Check, Cog, Gauge, MapPin, SquareParking, Store } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Motorcycle } from '@/api/types';
import { Money } from '@/components/money';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { bookingSearch } from '@/features/search/booking-link';
import type { Trip } from '@/features/search/trip';
import { formatDistance } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { buttonClass } from '@/ui/button';

/** Features that a card names; the rest are counted. */
const shownFeatures = 3;

interface MotorcycleCardProps {
  motorcycle: Motorcycle;
  trip: Trip;
  /** The pin that it stands under. */
  pin: string | undefined;
  /** Its pin is pointed at. */
  active: boolean;
  /** The list begins with it. */
  first: boolean;
  onHover: (pin: string | undefined) => void;
}

/**
 * A motorcycle of the results: what it is, why it fits, what it costs for the dates. Drawn anew only when something of it is
 * new: every press on a filter and every pin that is pointed at draws the page around it.
 */
export const MotorcycleCard = memo(function MotorcycleCard({
  motorcycle,
  trip,
  pin,
  active,
  first,
  onHover,
}: MotorcycleCardProps) {
  const { t } = useTranslation();
  const { id, make, model, year, category, engineSizeCc, transmission, features } = motorcycle;
  const name = `${make} ${model}`;
  const more = features.length - shownFeatures;
  return (
    <article
      id={`motorcycle-${id}`}
      data-card=""
      aria-label={name}
      onPointerEnter={() => onHover(pin)}
      onPointerLeave={() => onHover(undefined)}
      onFocus={() => onHover(pin)}
      onBlur={() => onHover(undefined)}
      className={cn(
        'relative grid scroll-m-4 gap-x-5 gap-y-4 rounded-card border bg-surface p-4 shadow-soft transition-colors sm:grid-cols-[15.5rem_minmax(0,1fr)]',
        active ? 'border-majorelle' : 'border-line',
      )}
    >
      <MotorcyclePicture
        images={motorcycle.images}
        className="w-full self-start max-sm:aspect-video"
        sizes="(min-width: 40rem) 16rem, 100vw"
        first={first}
      />
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          {category && <p className="text-sm text-terracotta">{t(`format.category.${category}`)}</p>}
          <h3 className="text-lg font-semibold">
            <Link
              to="/motorcycle/$id"
              params={{ id }}
              search={trip}
              className="after:absolute after:inset-0 after:rounded-card hover:underline hover:underline-offset-4"
            >
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="figures text-base font-normal text-muted">{year}</span>
          </h3>
        </div>
        <ul className="flex flex-col gap-1.5 text-sm">
          <li className="flex flex-wrap gap-x-4 gap-y-1.5">
            {engineSizeCc !== null && (
              <Fact icon={<Gauge aria-hidden="true" size={16} />}>
                {t('format.engine', { size: engineSizeCc })}
              </Fact>
            )}
            {transmission && (
              <Fact icon={<Cog aria-hidden="true" size={16} />}>
                {t(`format.transmission.${transmission}`)}
              </Fact>
            )}
          </li>
          <li>
            <PlaceFact motorcycle={motorcycle} />
          </li>
          {features.length > 0 && (
            <li className="flex flex-wrap gap-x-4 gap-y-1.5 text-muted">
              {features.slice(0, shownFeatures).map((feature) => (
                <Fact key={feature.id} icon={<Check aria-hidden="true" size={16} className="text-mint" />}>
                  {feature.name}
                </Fact>
              ))}
              {more > 0 && <span>{t('results.card.moreFeatures', { count: more })}</span>}
            </li>
          )}
        </ul>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t border-dashed border-line pt-3">
          <CardPrice motorcycle={motorcycle} />
          <BookLink motorcycle={motorcycle} trip={trip} name={name} />
        </div>
      </div>
    </article>
  );
});

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="figures wrap-anywhere inline-flex items-start gap-1.5 [&>svg]:mt-[0.25em] [&>svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </span>
  );
}

/** Why it fits: where it stands, who hands it over, how far that is. */
function PlaceFact({ motorcycle: { place, distanceKm, franchiseName } }: { motorcycle: Motorcycle }) {
  const { t } = useTranslation();
  const selfService = place?.kind === 'PARKING_POINT';
  const Icon = selfService ? SquareParking : Store;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1.5">
      <Fact icon={<Icon aria-hidden="true" size={16} className="text-majorelle" />}>
        {t(selfService ? 'results.card.selfService' : 'results.card.atFranchise', {
          name: selfService ? place.name : (place?.name ?? franchiseName),
        })}
      </Fact>
      {distanceKm !== null && (
        <Fact icon={<MapPin aria-hidden="true" size={16} className="text-majorelle" />}>
          {t('results.card.distance', { distance: formatDistance(distanceKm) })}
        </Fact>
      )}
    </span>
  );
}

/** The server's total for the dates, large, and the day's price, small; without dates the day's price alone (D1). */
export function CardPrice({ motorcycle: { quote, basePricePerDay } }: { motorcycle: Motorcycle }) {
  const { t } = useTranslation();
  if (!quote) {
    return (
      <p className="text-sm text-muted">
        {t('results.card.from')}{' '}
        <Money amount={basePricePerDay} className="text-xl font-semibold text-terracotta" />{' '}
        {t('format.perDay')}
      </p>
    );
  }
  return (
    <p>
      <Money
        amount={quote.totalAmount}
        currency={quote.currency}
        className="block text-xl font-semibold text-terracotta"
      />
      <span className="text-sm text-muted">
        {t('format.days', { count: quote.days })}
        {' · '}
        <Money amount={basePricePerDay} currency={quote.currency} /> {t('format.perDay')}
      </span>
    </p>
  );
}

/** Straight to the booking once there are dates; before that to the motorcycle, where they are chosen. */
export function BookLink({ motorcycle, trip, name }: { motorcycle: Motorcycle; trip: Trip; name: string }) {
  const { t } = useTranslation();
  const look = buttonClass({ size: 'md', className: 'relative' });
  return motorcycle.quote ? (
    <Link
      to="/booking"
      search={bookingSearch(motorcycle, trip)}
      aria-label={t('results.card.bookNamed', { name })}
      className={look}
    >
      {t('results.card.book')}
    </Link>
  ) : (
    <Link
      to="/motorcycle/$id"
      params={{ id: motorcycle.id }}
      search={trip}
      aria-label={t('results.card.datesNamed', { name })}
      className={buttonClass({ variant: 'secondary', className: 'relative' })}
    >
      {t('results.card.dates')}
    </Link>
  );
}
