import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FleetEntry, type FleetRow, motorcycleCategories } from '@/api/types';
import { notify } from '@/components/notify';
import type { Filter } from '@/crud/entity';
import { FilterBar } from '@/crud/filter-bar';
import { type ListState, questionOf, readList, writeList } from '@/crud/list-url';
import { PageHeader } from '@/crud/page-header';
import { entryClass } from '@/features/admin-motorcycles/calendar-entry';
import { parkingPointRelation } from '@/features/admin-relations/relations';
import { franchiseFilter } from '@/features/admin-relations/shared-parts';
import { motorcycleStatuses } from '@/features/admin-relations/states';
import { dayFromToday } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { choiceParam, type RawSearch, textParam } from '@/lib/search-params';
import { Button } from '@/ui/button';
import { useWide } from '@/ui/use-wide';
import { type Task, TaskDialog } from './dialogs';
import { useFreshFleet } from './fleet';
import { FleetBoard } from './fleet-board';
import { FleetTable } from './fleet-table';
import type { PutDown } from './use-carry';
import {
  carriedBy,
  freePart,
  periodOf,
  readDay,
  type Scale,
  scales,
  stepped,
  titleOf,
  windowOf,
} from './window';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'admin.fields.status',
    options: motorcycleStatuses.map((value) => ({ value, label: `admin.motorcycles.status.${value}` })),
  },
  {
    kind: 'choice',
    name: 'category',
    label: 'admin.motorcycles.category',
    options: motorcycleCategories.map((value) => ({ value, label: `format.category.${value}` })),
  },
  {
    kind: 'relation',
    name: 'parkingPointId',
    label: 'admin.motorcycles.parkingPoint',
    relation: parkingPointRelation,
  },
  franchiseFilter,
];
const listed = { columns: [], filters };

const legend = (bookingStatus: 'PENDING_PAYMENT' | 'CONFIRMED' | 'ACTIVE' | 'COMPLETED'): FleetEntry => ({
  kind: 'BOOKING',
  id: bookingStatus,
  bookingStatus,
  startDatetime: '',
  endDatetime: '9999-01-01T00:00:00Z',
  isOverdue: false,
});

/** What the colours mean. */
function Legend() {
  const { t } = useTranslation();
  const look = 'rounded-sm px-2 py-0.5';
  return (
    <p className="mt-3 flex flex-wrap gap-2 text-xs">
      {(['PENDING_PAYMENT', 'CONFIRMED', 'ACTIVE', 'COMPLETED'] as const).map((status) => (
        <span key={status} className={cn(look, entryClass(legend(status)))}>
          {t(`status.booking.${status}`)}
        </span>
      ))}
      <span className={cn(look, entryClass({ ...legend('ACTIVE'), endDatetime: '2000-01-01T00:00:00Z' }))}>
        {t('admin.motorcycles.calendar.overdue')}
      </span>
      <span className={cn(look, entryClass({ ...legend('ACTIVE'), kind: 'BLOCK' }))}>
        {t('admin.calendar.blocked')}
      </span>
    </p>
  );
}

/** The calendar of the whole fleet. What it shows, and how, is in the address. */
export function CalendarPage() {
  const { t } = useTranslation();
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const wide = useWide('md');
  const today = dayFromToday(0);
  const state = useMemo(() => readList(search, listed), [search]);
  const scale: Scale = choiceParam(search, 'scale', scales) ?? (wide ? 'month' : 'week');
  const day = readDay(textParam(search, 'day'), today);
  const asTable = textParam(search, 'as') === 'table';
  const window = useMemo(() => windowOf(scale, day), [scale, day]);
  const question = useMemo(() => questionOf(state, { filters, sort: 'make' }), [state]);
  const [task, setTask] = useState<Task>();
  const [printing, setPrinting] = useState(false);
  useFreshFleet();
  const onPrinted = useCallback(() => setPrinting(false), []);

  const go = (changes: Record<string, string>, { replace = false, list = state } = {}) => {
    const all = {
      scale: textParam(search, 'scale'),
      day: textParam(search, 'day'),
      as: textParam(search, 'as'),
    };
    const kept = Object.entries({ ...writeList(list), ...all, ...changes }).filter(
      ([, value]) => value !== '',
    );
    void navigate({ to: '.', search: Object.fromEntries(kept), replace, resetScroll: false });
  };
  const change = (changes: Partial<ListState>, options: { replace?: boolean } = {}) =>
    go({}, { ...options, list: { ...state, page: 1, ...changes } });

  const onGap = (row: FleetRow, from: number, to: number) => {
    const span = freePart(periodOf(window, from, to), row.entries, new Date());
    if (span) setTask({ kind: 'gap', row, span });
    else notify({ tone: 'info', title: t('admin.calendar.nothingFree') });
  };
  const onEntry = (row: FleetRow, entries: readonly FleetEntry[]) => setTask({ kind: 'look', row, entries });
  const onPutDown: PutDown = (row, entry, columns, target) => {
    const period = carriedBy(window, entry, columns);
    if (entry.kind === 'BLOCK') {
      const to = { start: period.startDatetime, end: period.endDatetime };
      return setTask({ kind: 'edit-block', row, id: entry.id, to });
    }
    const motorcycleId = target.motorcycle.id;
    const exchanged = motorcycleId !== row.motorcycle.id && { motorcycleId };
    setTask({ kind: 'move', id: entry.id, to: { ...(columns !== 0 && { period }), ...exchanged } });
  };

  const title = titleOf(window);
  const label = t('admin.calendar.of', { period: title });
  return (
    <>
      <PageHeader title={t('admin.sections.calendar')} documentTitle={t('admin.sections.calendar')}>
        <Button size="sm" variant="secondary" onClick={() => go({ as: asTable ? '' : 'table' })}>
          {t(asTable ? 'admin.calendar.asCalendar' : 'admin.calendar.asTable')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          busy={printing}
          icon={<Printer aria-hidden="true" size={17} />}
          onClick={() => (asTable ? globalThis.print() : setPrinting(true))}
        >
          {t('admin.calendar.print')}
        </Button>
      </PageHeader>
      <div className="no-print">
        <FilterBar filters={filters} searchable state={state} change={change} />
      </div>
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="no-print flex items-center gap-1">
          <Button
            size="sm"
            variant="quiet"
            aria-label={t(`admin.calendar.previous.${scale}`)}
            icon={<ChevronLeft aria-hidden="true" size={18} className="mirror" />}
            onClick={() => go({ day: stepped(scale, day, -1) })}
          />
          <Button
            size="sm"
            variant="quiet"
            aria-label={t(`admin.calendar.next.${scale}`)}
            icon={<ChevronRight aria-hidden="true" size={18} className="mirror" />}
            onClick={() => go({ day: stepped(scale, day, 1) })}
          />
          <Button size="sm" variant="secondary" onClick={() => go({ day: '' })}>
            {t('admin.calendar.today')}
          </Button>
        </div>
        <h2 aria-live="polite" className="grow text-base font-semibold">
          {title}
        </h2>
        <fieldset className="no-print flex rounded-control border border-line-strong p-0.5">
          <legend className="sr-only">{t('admin.calendar.scale')}</legend>
          {scales.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === scale}
              className="min-h-8 rounded-sm px-3 text-sm hover:bg-sunken aria-pressed:bg-majorelle aria-pressed:text-on-majorelle"
              onClick={() => go({ scale: one })}
            >
              {t(`admin.calendar.scales.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {asTable ? (
        <FleetTable
          label={label}
          window={window}
          question={question}
          page={state.page}
          onPage={(page, options) => go({}, { ...options, list: { ...state, page } })}
          onLook={(row, entry) => onEntry(row, [entry])}
        />
      ) : (
        <FleetBoard
          label={label}
          window={window}
          question={question}
          printing={printing}
          onPrinted={onPrinted}
          onGap={onGap}
          onEntry={onEntry}
          onPutDown={onPutDown}
        />
      )}
      <Legend />
      {!asTable && <p className="no-print mt-2 text-xs text-muted">{t('admin.calendar.hint')}</p>}
      {task && <TaskDialog task={task} onTask={setTask} />}
    </>
  );
}
