import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Pagination as Pages } from '@/api/types';
import { Pagination } from '@/ui/pagination';
import { Select } from '@/ui/select';
import { pageSizes } from './results.search';
import { useResultsSearch } from './use-results';

/** Pages of the list, each with its address, and how many go on one. */
export function ResultsPages({ pagination }: { pagination: Pages }) {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  const sizes = (pageSizes as readonly string[]).includes(search.limit)
    ? pageSizes
    : [...pageSizes, search.limit];
  if (pagination.total <= Number(pageSizes[0]) && search.limit === pageSizes[0]) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <Pagination
        page={pagination.page}
        totalPages={pagination.totalPages}
        labels={{
          nav: t('results.pages.nav'),
          previous: t('results.pages.previous'),
          next: t('results.pages.next'),
          page: (page) => t('results.pages.page', { page }),
        }}
        renderLink={(page, props) => (
          <Link from="/results" search={(before) => ({ ...before, page: String(page) })} {...props} />
        )}
      />
      <Select
        label={t('results.pages.size')}
        className="ms-auto flex-row! items-center gap-3"
        value={search.limit}
        onChange={(event) => change({ limit: event.target.value }, { resetScroll: true })}
      >
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
    </div>
  );
}
