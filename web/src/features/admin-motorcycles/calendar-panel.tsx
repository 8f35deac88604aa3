import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarX2, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEntry, FleetMotorcycle } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { formatDay } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import type { RawSearch } from '@/lib/search-params';
import { Button } from '@/ui/button';
import { useWide } from '@/ui/use-wide';
import { BlockDialog, type BlockTask } from './block-dialog';
import { blockQueries } from './blocks';
import { EntryLine } from './calendar-entry';
import { addMonths, daysBetween, readMonth } from './month';
import { MonthGrid } from './month-grid';

const none: ReadonlyMap<string, CalendarEntry[]> = new Map();

/** A month of the motorcycle: its rentals and blocks. The month is in the address; blocks are made by choosing days. */
export function CalendarPanel({ row }: { row: FleetMotorcycle }) {
  const { t } = useTranslation();
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const today = dayFromToday(0);
  const month = readMonth(search.month, today);
  const calendar = useQuery({ ...blockQueries.month(row.id, month), placeholderData: keepPreviousData });
  const mayBlock = useCan('AVAILABILITY_BLOCK_CREATE');
  const wide = useWide('md');
  const [task, setTask] = useState<BlockTask>();
  const go = (to: string) =>
    void navigate({
      to: '.',
      search: to === today.slice(0, 7) ? {} : { month: to },
      replace: true,
      resetScroll: false,
    });
  const entries = calendar.data ?? none;
  const listed = [...new Map([...entries.values()].flat().map((entry) => [entry.id, entry])).values()];
  const title = formatDay(`${month}-01`, 'month');

  return (
    <Panel
      className="mt-6 max-w-3xl"
      title={t('admin.motorcycles.calendar.title')}
      lead={mayBlock && t('admin.motorcycles.calendar.lead')}
      actions={
        mayBlock && (
          <Button
            size="sm"
            variant="secondary"
            icon={<CalendarX2 aria-hidden="true" size={17} />}
            onClick={() => {
              const { last: first } = daysBetween(`${month}-01`, today);
              setTask({ days: { first, last: first } });
            }}
          >
            {t('admin.motorcycles.block.add')}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('admin.motorcycles.calendar.previous')}
          icon={<ChevronLeft aria-hidden="true" size={18} className="mirror" />}
          onClick={() => go(addMonths(month, -1))}
        />
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('admin.motorcycles.calendar.next')}
          icon={<ChevronRight aria-hidden="true" size={18} className="mirror" />}
          onClick={() => go(addMonths(month, 1))}
        />
        <h3 aria-live="polite" className="text-base font-medium">
          {title}
        </h3>
        {month !== today.slice(0, 7) && (
          <Button size="sm" variant="link" className="ms-auto" onClick={() => go(today.slice(0, 7))}>
            {t('admin.motorcycles.calendar.today')}
          </Button>
        )}
      </div>
      {calendar.isError && !calendar.data ? (
        <FailureState error={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : (
        <div
          aria-busy={calendar.isFetching || undefined}
          className={cn('mt-2', (calendar.isPending || calendar.isPlaceholderData) && 'opacity-60')}
        >
          <MonthGrid
            key={row.id}
            label={t('admin.motorcycles.calendar.of', { month: title })}
            month={month}
            today={today}
            named={wide}
            entries={calendar.isPlaceholderData ? none : entries}
            onMonth={go}
            onChoose={mayBlock ? (days) => setTask({ days }) : undefined}
            onBlock={(id) => setTask({ id })}
          />
          {!wide && listed.length > 0 && (
            <ul aria-label={t('admin.motorcycles.calendar.entries')} className="mt-3 flex flex-col gap-1.5">
              {listed.map((entry) => (
                <li key={entry.id}>
                  <EntryLine entry={entry} onBlock={(id) => setTask({ id })} />
                </li>
              ))}
            </ul>
          )}
          {calendar.isSuccess && listed.length === 0 && (
            <p className="mt-2 text-sm text-muted">{t('admin.motorcycles.calendar.free')}</p>
          )}
        </div>
      )}
      {task && <BlockDialog motorcycleId={row.id} task={task} onClose={() => setTask(undefined)} />}
    </Panel>
  );
}
