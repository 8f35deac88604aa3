import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Checkbox } from '@/ui/checkbox';
import { type Column, type Entity, type Row, rowPath } from './entity';
import { type ListState, nextSort } from './list-url';
import { RowName } from './row-name';
import { useRoom } from './use-room';
import type { Selection } from './use-selection';

export interface ListViewProps<R extends Row> {
  entity: Entity<R>;
  columns: readonly Column<R>[];
  rows: readonly R[];
  state: ListState;
  change: (changes: Partial<ListState>) => void;
  /** Absent: rows cannot be chosen. */
  selection?: Selection<R>;
  /** Whether a row may be chosen and changed. */
  editable: (row: R) => boolean;
  /** Buttons at the end of a row. */
  actions?: (row: R) => ReactNode;
}

/** Moves the focus with the arrows to the same place in the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const rows = [...event.currentTarget.rows];
  if (!row) return;
  const places = (one: HTMLTableRowElement) => [...one.querySelectorAll<HTMLElement>('a, button, input')];
  const place = places(row).indexOf(event.target);
  const last = rows.length - 1;
  const to = step === 'first' ? 0 : step === 'last' ? last : rows.indexOf(row) + Number(step);
  const next = rows[to];
  if (!next) return;
  event.preventDefault();
  (places(next)[place] ?? places(next)[0])?.focus();
}

/** A list as a table: heads that sort, rows that can be chosen, and arrows that lead from row to row. */
export function DataTable<R extends Row>({
  entity,
  columns,
  rows,
  state,
  change,
  selection,
  editable,
  actions,
}: ListViewProps<R>) {
  const { t } = useTranslation();
  const lastPressed = useRef<number>(undefined);
  const selectable = rows.filter(editable);
  const chosen = selectable.filter(({ id }) => selection?.rows.has(id));
  const order = state.sort || entity.sort || '';
  const { frame, fits, present, absent } = useRoom(columns, rows, order);

  const press = (index: number, on: boolean, range: boolean) => {
    const from = range ? (lastPressed.current ?? index) : index;
    const some = rows.slice(Math.min(from, index), Math.max(from, index) + 1).filter(editable);
    selection?.set(some, on);
    lastPressed.current = index;
  };

  return (
    <>
      {/* The heads stay in sight: below the page's own where the table fits, in a frame of its own where it scrolls sideways. */}
      <div
        ref={frame}
        className={cn(
          'relative rounded-card border border-line bg-surface',
          fits ? 'overflow-clip' : 'max-h-[max(20rem,calc(100dvh-12rem))] overflow-auto',
        )}
      >
        <table className="w-full text-sm">
          <caption className="sr-only">{t(entity.texts.title)}</caption>
          <thead
            className={cn('sticky z-10 bg-sunken shadow-[0_1px_0_var(--line)]', fits ? 'top-14' : 'top-0')}
          >
            <tr>
              {selection && (
                <th scope="col" className="w-11 ps-3">
                  <Checkbox
                    label={<span className="sr-only">{t('admin.list.selectPage')}</span>}
                    checked={chosen.length > 0 && chosen.length === selectable.length}
                    disabled={selectable.length === 0}
                    ref={(box) => {
                      if (box) box.indeterminate = chosen.length > 0 && chosen.length < selectable.length;
                    }}
                    onChange={({ target }) => selection.set(selectable, target.checked)}
                  />
                </th>
              )}
              {present.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  order={order}
                  onSort={(sort) => change({ sort })}
                />
              ))}
              {actions && (
                <th scope="col" className="w-px px-3 text-end font-medium">
                  <span className="sr-only">{t('admin.list.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody onKeyDown={moveBetweenRows} className="[&_:is(a,button,input)]:scroll-mt-28">
            {rows.map((row, index) => (
              <tr
                key={row.id}
                className={cn(
                  'h-10 border-t border-line hover:bg-ground',
                  selection?.rows.has(row.id) && 'bg-majorelle-tint hover:bg-majorelle-tint',
                )}
              >
                {selection && (
                  <td className="ps-3">
                    {editable(row) && (
                      <Checkbox
                        label={
                          <span className="sr-only">
                            {t('admin.list.select', { name: entity.name(row) })}
                          </span>
                        }
                        checked={selection.rows.has(row.id)}
                        onChange={({ target, nativeEvent }) =>
                          press(index, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
                        }
                      />
                    )}
                  </td>
                )}
                {present.map((column, place) =>
                  place === 0 ? (
                    <th
                      key={column.key}
                      scope="row"
                      className="max-w-80 px-1.5 py-1.5 first:ps-3 last:pe-3 2xl:px-3 text-start font-medium"
                    >
                      <RowName to={rowPath(entity, row)}>{column.cell(row)}</RowName>
                    </th>
                  ) : (
                    <td
                      key={column.key}
                      className={cn(
                        'px-1.5 py-1.5 first:ps-3 last:pe-3 2xl:px-3 whitespace-nowrap',
                        column.numeric && 'figures text-end',
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ),
                )}
                {actions && <td className="px-2 text-end whitespace-nowrap">{actions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {absent.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {t('admin.list.noRoom', {
            columns: absent.map(({ label }) => t(label)).join(t('admin.values.comma')),
          })}
        </p>
      )}
    </>
  );
}

function HeadCell<R>({
  column: { key, label, sort, numeric },
  order,
  onSort,
}: {
  column: Column<R>;
  order: string;
  onSort: (sort: string) => void;
}) {
  const { t } = useTranslation();
  const up = sort !== undefined && order === sort;
  const down = sort !== undefined && order === `-${sort}`;
  const Icon = up ? ArrowUp : down ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      data-column={key}
      aria-sort={sort === undefined ? undefined : up ? 'ascending' : down ? 'descending' : 'none'}
      className={cn(
        'h-10 px-1.5 font-medium whitespace-nowrap first:ps-3 last:pe-3 2xl:px-3',
        numeric ? 'text-end' : 'text-start',
      )}
    >
      {sort === undefined ? (
        t(label)
      ) : (
        <button
          type="button"
          onClick={() => onSort(nextSort(order, sort))}
          className={cn(
            '-mx-1.5 inline-flex min-h-8 items-center gap-1.5 rounded-sm px-1.5 hover:bg-line',
            numeric && 'flex-row-reverse',
            (up || down) && 'text-majorelle',
          )}
        >
          {t(label)}
          <Icon aria-hidden="true" size={15} className={cn(!up && !down && 'text-muted')} />
        </button>
      )}
    </th>
  );
}
