import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import type { SearchResult } from '@/api/types';
import { formatDistance, formatPeriod } from '@/i18n/format';
import { toWallClock } from '@/i18n/wall-clock';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { CityLinks } from './city-links';
import { countFilters, noFilters, type ResultsSearch, toSearchQuery } from './results.search';
import { placeLabelOf } from './results-header';
import { useResultsSearch } from './use-results';

/** How many motorcycles the filters hide; undefined while nobody knows. */
function useUnfiltered(search: ResultsSearch): number | undefined {
  const question = toSearchQuery({ ...search, ...noFilters, page: '1', limit: '1' });
  const { data } = useQuery({
    ...motorcycleQueries.search(question),
    placeholderData: undefined,
    enabled: countFilters(search) > 0,
  });
  return data?.pagination.total;
}

/** Nothing fits: which part of the question is to blame, and each way out in one press. */
export function NothingFound({ result }: { result: SearchResult }) {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  const { nearest, elsewhere } = result;
  const filters = countFilters(search);
  const place = placeLabelOf(search.location, result);
  const unfiltered = useUnfiltered(search);
  const reason =
    filters > 0 && unfiltered !== 0 ? 'filters' : nearest ? 'dates' : place !== '' ? 'place' : 'all';

  const takeNearest = () => {
    if (!nearest) return;
    const start = toWallClock(nearest.startDatetime);
    const end = toWallClock(nearest.endDatetime);
    change({ startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time });
  };
  return (
    <EmptyState
      picture="/pictures/empty-road.svg"
      title={t('results.none.title')}
      text={t(`results.none.${reason}`, { count: filters, place })}
    >
      {nearest && (
        <Button icon={<CalendarCheck aria-hidden="true" size={19} />} onClick={takeNearest}>
          <span>
            {t('results.none.nearest', {
              count: nearest.total,
              period: formatPeriod(nearest.startDatetime, nearest.endDatetime, 'day'),
            })}
          </span>
        </Button>
      )}
      {filters > 0 && (
        <Button variant={nearest ? 'secondary' : 'primary'} onClick={() => change(noFilters)}>
          {unfiltered ? t('results.none.unfiltered', { count: unfiltered }) : t('results.none.clear')}
        </Button>
      )}
      {search.location !== '' && (
        <Button variant="secondary" onClick={() => change({ location: '' })}>
          {t('results.none.everywhere')}
        </Button>
      )}
      {elsewhere.length > 0 ? (
        <div className="w-full text-center">
          <p className="mt-3 text-sm text-muted">{t('results.none.elsewhere')}</p>
          <ul className="mt-1 flex flex-col items-center">
            {elsewhere.map(({ location, name, distanceKm, total }) => (
              <li key={location}>
                <Link
                  from="/results"
                  search={(before) => ({ ...before, location, page: '1' })}
                  className="figures inline-flex min-h-10 items-center py-1 text-center text-majorelle underline underline-offset-4"
                >
                  {t('results.none.elsewhereAt', {
                    name,
                    distance: formatDistance(distanceKm),
                    count: total,
                  })}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <CityLinks />
      )}
    </EmptyState>
  );
}
