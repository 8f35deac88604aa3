import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { motorcycleCategories, type SearchSort, searchSorts } from '@/api/types';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { countFilters } from './results.search';
import { useResultsSearch } from './use-results';

/** The order that the server takes when none is asked for. */
const usualSort: SearchSort = 'price';

/** The most used filter at hand, the others behind a button, and the order of the list. */
export function ResultsToolbar() {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  const count = countFilters(search);
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        <legend className="sr-only">{t('results.filter.category')}</legend>
        {motorcycleCategories.map((category) => {
          const on = search.category.includes(category);
          return (
            <button
              key={category}
              type="button"
              aria-pressed={on}
              onClick={() =>
                change({
                  category: on
                    ? search.category.filter((one) => one !== category)
                    : motorcycleCategories.filter((one) => one === category || search.category.includes(one)),
                })
              }
              className={cn(
                'min-h-10 shrink-0 rounded-full border px-3.5 text-sm whitespace-nowrap transition-colors',
                on
                  ? 'border-majorelle bg-majorelle font-medium text-on-majorelle forced-color-adjust-none'
                  : 'border-line-strong bg-surface hover:border-ink',
              )}
            >
              {t(`format.category.${category}`)}
            </button>
          );
        })}
      </fieldset>
      <div className="flex items-center justify-between gap-3">
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          className="shrink-0 whitespace-nowrap"
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          onClick={() => change({ view: 'filters', page: search.page })}
        >
          {count > 0 ? t('results.filter.openCount', { count }) : t('results.filter.open')}
        </Button>
        <Select
          label={t('results.sort.label')}
          hideLabel
          className="w-52 min-w-0"
          value={search.sort || usualSort}
          onChange={(event) => {
            const sort = event.target.value as SearchSort;
            change({ sort: sort === usualSort ? '' : sort });
          }}
        >
          {searchSorts
            .filter((sort) => sort !== 'distance' || search.location !== '' || search.sort === 'distance')
            .map((sort) => (
              <option key={sort} value={sort}>
                {t(`results.sort.${sort}`)}
              </option>
            ))}
        </Select>
      </div>
    </div>
  );
}
