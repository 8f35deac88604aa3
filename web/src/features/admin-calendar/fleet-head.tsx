import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { columnName, type Window } from './window';

/** Height of the head, in pixels: the grid counts on it. */
export const headHeight = 44;

/** The days or hours along the grid. */
export const FleetHead = memo(function FleetHead({
  window,
  total,
  current,
}: {
  window: Window;
  /** How many motorcycles there are. */
  total: number;
  /** Column of today or of this hour, or -1. */
  current: number;
}) {
  const { t } = useTranslation();
  return (
    <thead className="fleet-rows sticky top-0 z-20 block bg-surface">
      <tr
        aria-rowindex={1}
        className="fleet-columns border-b border-line-strong"
        style={{ height: headHeight }}
      >
        <th
          scope="col"
          className="sticky start-0 z-10 flex items-center border-e border-line bg-surface px-2 text-start text-xs font-normal text-muted"
        >
          {t('admin.calendar.motorcycles', { count: total })}
        </th>
        {window.columns.map((column, at) => (
          <th
            key={column.key}
            scope="col"
            aria-label={columnName(window, column)}
            {...(at === current && { 'aria-current': window.scale === 'day' ? 'time' : 'date' })}
            className={cn(
              'figures grid content-center border-e border-line/60 text-center text-xs leading-tight font-normal',
              at === current ? 'bg-majorelle-tint font-semibold text-majorelle' : 'text-muted',
            )}
          >
            {window.scale === 'month' ? (
              <>
                <span>{formatDay(column.day, 'weekdayLetter')}</span>
                <span className="text-ink">{Number(column.day.slice(8))}</span>
              </>
            ) : (
              columnName(window, column)
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
});
