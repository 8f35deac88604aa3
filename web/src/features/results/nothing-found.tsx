import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '@/api/types';
import { cities } from '@/features/search/cities';
import { addressLocation } from '@/features/search/location';
import { formatPeriod } from '@/i18n/format';
import { toWallClock } from '@/lib/wall-clock';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { placeLabelOf } from './results-header';
import { countFilters, noFilters } from './results.search';
import { useResultsSearch } from './use-results';

/** Nothing fits: which part of the question is to blame, and each way out in one press. */
export function NothingFound({ result }: { result: SearchResult }) {
  const { t } = useTranslation();
  const { search, change } = useResultsSearch();
  const { nearest } = result;
  const filters = countFilters(search);
  const place = placeLabelOf(search.location, result);
  const reason = filters > 0 ? 'filters' : nearest ? 'dates' : place !== '' ? 'place' : 'all';

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
          {t('results.none.clear')}
        </Button>
      )}
      {search.location !== '' && (
        <Button variant="secondary" onClick={() => change({ location: '' })}>
          {t('results.none.everywhere')}
        </Button>
      )}
      <div className="w-full">
        <p className="mt-3 text-sm text-muted">{t('results.none.cities')}</p>
        <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
          {cities.map((city) => (
            <li key={city}>
              <Link
                from="/results"
                search={(before) => ({ ...before, location: addressLocation(city), page: '1' })}
                className="inline-flex min-h-10 items-center text-majorelle underline underline-offset-4"
              >
                {t(`search.city.${city}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </EmptyState>
  );
}
