import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SearchResult } from '@/api/types';
import { formatPeriod } from '@/i18n/format';
import { toWallClock } from '@/i18n/wall-clock';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { CityLinks } from './city-links';
import { countFilters, noFilters } from './results.search';
import { placeLabelOf } from './results-header';
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
      <CityLinks />
    </EmptyState>
  );
}
