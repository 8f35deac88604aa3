import { Link } from '@tanstack/react-router';
import { ChevronDown, SquareParking, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Franchise, OperatingHours as Hours, ParkingPoint } from '@/api/types';
import { Code } from '@/components/code';
import { OpeningHours } from '@/components/opening-hours';
import { defaultTrip } from '@/features/search/trip';
import { cn } from '@/lib/cn';

interface Highlight {
  /** Its pin is pointed at. */
  active: boolean;
  onHover: (hovered: boolean) => void;
}

/** A self-service place. */
export function PointCard({ point, ...highlight }: { point: ParkingPoint } & Highlight) {
  const { t } = useTranslation();
  return (
    <PlaceCard
      id={point.id}
      icon={<SquareParking aria-hidden="true" size={20} className="mt-1 shrink-0 text-majorelle" />}
      kind={t('places.kind.parking')}
      name={point.name}
      address={point.address}
      hours={point.operatingHours}
      link={
        <Link to="/results" search={defaultTrip(point.id)} className={linkClass}>
          {t('places.motorcycles')}
        </Link>
      }
      {...highlight}
    >
      {point.instructions && (
        <p className="text-sm">
          <bdi>{point.instructions}</bdi>
        </p>
      )}
    </PlaceCard>
  );
}

/** A house with people in it. */
export function FranchiseCard({ franchise, ...highlight }: { franchise: Franchise } & Highlight) {
  const { t } = useTranslation();
  const { id, address, operatingHours, contactPhone } = franchise;
  return (
    <PlaceCard
      id={id}
      icon={<Store aria-hidden="true" size={20} className="mt-1 shrink-0 text-terracotta" />}
      kind={t('places.kind.franchise')}
      name={franchise.name}
      address={address}
      hours={operatingHours}
      link={
        <Link to="/results" search={{ ...defaultTrip(), franchiseId: id }} className={linkClass}>
          {t('places.motorcycles')}
        </Link>
      }
      {...highlight}
    >
      {contactPhone && (
        <a href={`tel:${contactPhone.replace(/\s/g, '')}`} className="text-sm underline underline-offset-4">
          <Code>{contactPhone}</Code>
        </a>
      )}
    </PlaceCard>
  );
}

const linkClass =
  'inline-flex min-h-9 items-center text-sm font-medium text-majorelle underline underline-offset-4';

function PlaceCard({
  id,
  icon,
  kind,
  name,
  address,
  hours,
  link,
  active,
  onHover,
  children,
}: {
  id: string;
  icon: ReactNode;
  kind: string;
  name: string;
  address: string;
  hours: Hours;
  link: ReactNode;
  children: ReactNode;
} & Highlight) {
  const { t } = useTranslation();
  return (
    <li
      id={`place-${id}`}
      data-card=""
      tabIndex={-1}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocus={() => onHover(true)}
      onBlur={() => onHover(false)}
      className={cn(
        'flex scroll-m-4 items-start gap-3 rounded-card border bg-surface p-4 shadow-soft transition-colors',
        active ? 'border-majorelle' : 'border-line',
      )}
    >
      {icon}
      <div className="flex min-w-0 grow flex-col items-start gap-2">
        <div>
          <p className="text-xs text-muted">{kind}</p>
          <h3 className="text-lg font-medium">
            <bdi>{name}</bdi>
          </h3>
          <p className="text-sm text-muted">
            <bdi>{address}</bdi>
          </p>
        </div>
        {children}
        {Object.keys(hours).length > 0 && (
          <details className="group w-full text-sm">
            <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-sm">
              {t('places.hours')}
              <ChevronDown
                aria-hidden="true"
                size={16}
                className="text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <OpeningHours hours={hours} />
          </details>
        )}
        {link}
      </div>
    </li>
  );
}
