import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Mail, MapPin, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { franchiseQueries } from '@/api/queries/catalogue';
import type { Franchise } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { OpeningHours } from '@/components/opening-hours';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';

const lineClass = 'flex items-start gap-2.5';
const iconClass = 'mt-1 shrink-0 text-terracotta';

function FranchiseCard({ franchise }: { franchise: Franchise }) {
  const { t } = useTranslation();
  return (
    <Card as="li" className="flex flex-col gap-2">
      <h3 className="text-lg">
        <bdi>{franchise.name}</bdi>
      </h3>
      <p className={lineClass}>
        <MapPin aria-hidden="true" size={18} className={iconClass} />
        <span>
          <bdi>{franchise.address}</bdi>
        </span>
      </p>
      {franchise.contactPhone && (
        <p className={lineClass}>
          <Phone aria-hidden="true" size={18} className={iconClass} />
          <a
            href={`tel:${franchise.contactPhone.replace(/[^+\d]/g, '')}`}
            aria-label={`${t('pages.contact.phone')} ${franchise.contactPhone}`}
            className="text-majorelle underline underline-offset-4"
          >
            <bdi dir="ltr">{franchise.contactPhone}</bdi>
          </a>
        </p>
      )}
      {franchise.contactEmail && (
        <p className={lineClass}>
          <Mail aria-hidden="true" size={18} className={iconClass} />
          <a
            href={`mailto:${franchise.contactEmail}`}
            aria-label={`${t('pages.contact.email')} ${franchise.contactEmail}`}
            className="min-w-0 break-all text-majorelle underline underline-offset-4"
          >
            <bdi dir="ltr">{franchise.contactEmail}</bdi>
          </a>
        </p>
      )}
      {franchise.operatingHours && (
        <details className="group text-sm">
          <summary className="inline-flex min-h-9 items-center gap-1.5 rounded-sm text-muted">
            {t('pages.contact.hours')}
            <ChevronDown
              aria-hidden="true"
              size={16}
              className="transition-transform group-open:rotate-180"
            />
          </summary>
          <OpeningHours hours={franchise.operatingHours} />
        </details>
      )}
    </Card>
  );
}

function Franchises() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(franchiseQueries.list());
  if (isPending) {
    return (
      <div className="mt-5 grid gap-4 sm:grid-cols-2" role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (error && !data) {
    return (
      <div className="mt-5">
        <FailureState error={error} onRetry={() => void refetch()} heading="h3" />
      </div>
    );
  }
  if (data.length === 0) return <p className="mt-3 text-muted">{t('pages.contact.none')}</p>;
  return (
    <ul className="mt-5 grid gap-4 sm:grid-cols-2">
      {data.map((franchise) => (
        <FranchiseCard key={franchise.id} franchise={franchise} />
      ))}
    </ul>
  );
}

/** The people who hold the keys, and how to reach them. */
export function ContactPage() {
  const { t } = useTranslation();
  return (
    <div className="page py-10 sm:py-14">
      <div className="mx-auto max-w-4xl">
        <h1 className="text-3xl sm:text-4xl">{t('pages.contact.title')}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{t('pages.contact.lead')}</p>
        <Card as="section" sunken className="mt-8">
          <h2 className="text-lg">{t('pages.contact.booked.title')}</h2>
          <p className="mt-1">{t('pages.contact.booked.text')}</p>
        </Card>
        <section className="mt-10">
          <h2 className="text-xl">{t('pages.contact.franchises')}</h2>
          <Franchises />
        </section>
      </div>
    </div>
  );
}
