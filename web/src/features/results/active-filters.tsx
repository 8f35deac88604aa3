import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { franchiseQueries } from '@/api/queries/catalogue';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { formatMoney } from '@/i18n/format';
import { Button } from '@/ui/button';
import { countFilters, noFilters, type ResultsSearch } from './results.search';
import { useResultsSearch } from './use-results';

/** A filter that is on: its words, and the address without it. */
interface ActiveFilter {
  readonly key: string;
  readonly text: string;
  readonly without: Partial<ResultsSearch>;
}

function rangeText(kind: 'price' | 'engine', min: string, max: string, t: TFunction): string {
  const show = (value: string) =>
    kind === 'price' ? formatMoney(Number(value)) : t('format.engine', { size: value });
  if (min !== '' && max !== '') return t('results.filter.between', { min: show(min), max: show(max) });
  return min !== ''
    ? t('results.filter.atLeast', { min: show(min) })
    : t('results.filter.atMost', { max: show(max) });
}

function useActiveFilters(search: ResultsSearch): ActiveFilter[] {
  const { t } = useTranslation();
  const features = useQuery({ ...motorcycleQueries.features(), enabled: search.featureId.length > 0 }).data;
  const franchises = useQuery({ ...franchiseQueries.list(), enabled: search.franchiseId !== '' }).data;
  const { minPrice, maxPrice, minEngineCc, maxEngineCc } = search;
  const all: Array<ActiveFilter | false> = [
    ...search.category.map((category) => ({
      key: category,
      text: t(`format.category.${category}`),
      without: { category: search.category.filter((one) => one !== category) },
    })),
    search.transmission !== '' && {
      key: 'transmission',
      text: t(`format.transmission.${search.transmission}`),
      without: { transmission: '' },
    },
    (minPrice !== '' || maxPrice !== '') && {
      key: 'price',
      text: rangeText('price', minPrice, maxPrice, t),
      without: { minPrice: '', maxPrice: '' },
    },
    (minEngineCc !== '' || maxEngineCc !== '') && {
      key: 'engine',
      text: rangeText('engine', minEngineCc, maxEngineCc, t),
      without: { minEngineCc: '', maxEngineCc: '' },
    },
    ...search.featureId.map((id) => ({
      key: id,
      text: features?.find((feature) => feature.id === id)?.name ?? t('results.filter.feature'),
      without: { featureId: search.featureId.filter((one) => one !== id) },
    })),
    search.franchiseId !== '' && {
      key: 'franchise',
      text: franchises?.find(({ id }) => id === search.franchiseId)?.name ?? t('results.filter.franchise'),
      without: { franchiseId: '' },
    },
  ];
  return all.filter((one) => one !== false);
}

/** Why the list is what it is: every filter that is on, each with a way out. */
export function ActiveFilters({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  const filters = useActiveFilters(search);
  if (countFilters(search) === 0) return null;
  return (
    <ul aria-label={t('results.filter.active')} className={className}>
      {filters.map(({ key, text, without }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={t('results.filter.remove', { filter: text })}
            onClick={() => change(without)}
            className="figures inline-flex min-h-8 items-center gap-1.5 rounded-full bg-majorelle-tint ps-3 pe-2 text-sm text-majorelle hover:underline"
          >
            {text}
            <X aria-hidden="true" size={15} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" className="min-h-8 text-sm" onClick={() => change(noFilters)}>
          {t('results.filter.clear')}
        </Button>
      </li>
    </ul>
  );
}
