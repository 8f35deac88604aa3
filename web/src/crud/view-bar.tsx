import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import type { RawSearch } from '@/lib/search-params';
import { AdminLink } from './admin-link';
import type { FilterValue, View } from './entity';
import type { ListState } from './list-url';

/** The entries of a record, in an order that does not depend on how it was made. */
function written(filters: Readonly<Record<string, FilterValue>>): string {
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => one.localeCompare(other)));
}

const all: View = { key: 'all', label: 'admin.filters.any', filters: () => ({}) };

/**
 * Questions that are asked often, as links: first the usual one, which is the whole list unless said otherwise. The one that
 * is on says so.
 */
export function ViewBar({
  usual = all,
  views,
  state,
  searchOf,
}: {
  usual?: View;
  views: readonly View[];
  state: ListState;
  searchOf: (changes: Partial<ListState>) => RawSearch;
}) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('admin.list.views')} className="mt-3">
      <ul className="flex flex-wrap gap-2">
        {[usual, ...views].map(({ key, label, filters, sort = '' }) => {
          const wanted = filters();
          const on = state.q === '' && written(wanted) === written(state.filters);
          return (
            <li key={key}>
              <AdminLink
                to="."
                search={searchOf({ filters: wanted, sort, q: '' })}
                aria-current={on ? 'true' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
                className={cn(
                  'inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm',
                  on
                    ? 'border-majorelle bg-majorelle-tint font-medium text-majorelle'
                    : 'border-line-strong bg-surface hover:border-ink',
                )}
              >
                {t(label)}
              </AdminLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
