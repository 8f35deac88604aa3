import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEntry } from '@/api/types';
import { formatDay } from '@/i18n/format';
import { toWallClock } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { EntryName, entryClass, useEntryText } from './calendar-entry';
import { addDays, type Days, dayByKey, daysBetween, lastDayOf, weeksOf } from './month';

/**
 * A month as a grid (the ARIA grid pattern). Days are chosen by dragging over them, or with Shift and the arrows and then Enter;
 * a tap chooses one. Days that are over cannot be chosen.
 */
export function MonthGrid({
  label,
  month,
  today,
  named,
  entries,
  onMonth,
  onChoose,
  onBlock,
}: {
  label: string;
  month: string;
  today: string;
  /** Whether there is room for what takes the days to be named, and opened, in the grid itself. */
  named: boolean;
  entries: ReadonlyMap<string, readonly CalendarEntry[]>;
  onMonth: (month: string) => void;
  /** Absent: nothing can be chosen. */
  onChoose?: (days: Days) => void;
  onBlock: (id: string) => void;
}) {
  const { t } = useTranslation();
  const text = useEntryText();
  const weeks = weeksOf(month);
  const [focused, setFocused] = useState(today);
  const [anchor, setAnchor] = useState<string>();
  const dragging = useRef(false);
  const refocus = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const at = focused.startsWith(month) ? focused : `${month}-01`;
  const chosen = anchor === undefined ? undefined : daysBetween(anchor, at);
  const open = (day: string) => onChoose !== undefined && day >= today;

  const choose = (days: Days) => {
    dragging.current = false;
    setAnchor(undefined);
    if (days.last >= today) {
      onChoose?.({ first: days.first < today ? today : days.first, last: days.last });
    }
  };
  // Where a drag ends does not matter: the days are those that it went over.
  const end = useRef(() => {});
  useEffect(() => {
    end.current = () => {
      if (dragging.current && chosen) choose(chosen);
    };
  });
  useEffect(() => {
    const onUp = () => end.current();
    window.addEventListener('pointerup', onUp);
    return () => window.removeEventListener('pointerup', onUp);
  }, []);
  // The day that the arrows lead to has the focus, also when it is of another month.
  useEffect(() => {
    if (!refocus.current) return;
    refocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);

  const goTo = (day: string, extend: boolean) => {
    setAnchor(extend && onChoose ? (anchor ?? at) : undefined);
    setFocused(day);
    refocus.current = true;
    if (!day.startsWith(month)) onMonth(day.slice(0, 7));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const to = dayByKey(event.key, at, document.dir === 'rtl');
    if (to) {
      event.preventDefault();
      goTo(to, event.shiftKey);
    } else if ((event.key === 'Enter' || event.key === ' ') && onChoose) {
      event.preventDefault();
      choose(chosen ?? { first: at, last: at });
    } else if (event.key === 'Escape' && anchor !== undefined) {
      event.stopPropagation();
      setAnchor(undefined);
    }
  };
  const onPointerDown = (day: string) => (event: PointerEvent) => {
    // A finger scrolls; a press on an entry opens it.
    const onEntry = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (event.pointerType !== 'mouse' || event.button !== 0 || onEntry || !open(day)) return;
    event.preventDefault();
    dragging.current = true;
    setAnchor(day);
    setFocused(day);
  };

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern is a table with arrows.
      role="grid"
      aria-label={label}
      aria-multiselectable={onChoose && true}
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <thead>
        <tr>
          {(weeksOf('2026-06')[0] ?? []).map((_, index) => {
            const day = addDays('2026-06-01', index);
            return (
              <th key={day} scope="col" className="pb-1 text-xs font-medium text-muted">
                <span aria-hidden="true" className="md:hidden">
                  {formatDay(day, 'weekdayLetter')}
                </span>
                <span className="max-md:sr-only">{formatDay(day, 'weekday')}</span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find(Boolean) ?? row}>
            {week.map((day, column) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month has no name.
              if (day === null) return <td key={column} className="border-t border-line" />;
              const own = entries.get(day) ?? [];
              const said = [formatDay(day, 'full'), ...own.map(text)].join(t('admin.values.comma'));
              const picked = chosen !== undefined && chosen.first <= day && day <= chosen.last;
              return (
                <td
                  key={day}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a day of that grid.
                  role="gridcell"
                  data-day={day}
                  tabIndex={day === at ? 0 : -1}
                  aria-label={said}
                  aria-selected={onChoose && picked}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={!open(day) || undefined}
                  className={cn(
                    'h-14 min-w-0 border-t border-line p-0.5 align-top select-none md:h-20',
                    day < today && 'bg-ground text-muted',
                    open(day) && 'cursor-cell hover:bg-sunken',
                    picked && 'bg-majorelle-tint hover:bg-majorelle-tint',
                  )}
                  onFocus={({ target, currentTarget }) => target === currentTarget && setFocused(day)}
                  onKeyDown={onKeyDown}
                  onPointerDown={onPointerDown(day)}
                  onPointerEnter={() => dragging.current && setFocused(day)}
                  onClick={(event) => {
                    // A mouse has chosen by letting go.
                    const { pointerType } = event.nativeEvent as { pointerType?: string };
                    if (pointerType === 'touch' && open(day) && event.target === event.currentTarget)
                      choose({ first: day, last: day });
                  }}
                >
                  <span
                    className={cn(
                      'figures pointer-events-none grid size-6 place-items-center rounded-full text-xs',
                      day === today && 'bg-majorelle font-medium text-on-majorelle',
                    )}
                  >
                    {Number(day.slice(8))}
                  </span>
                  {own.map((entry) => {
                    const begins = toWallClock(entry.startDatetime).date === day;
                    const shown = named && (begins || column === 0 || day.endsWith('-01'));
                    return (
                      <span
                        key={entry.id}
                        className={cn(
                          'mt-0.5 block h-1.5 overflow-hidden text-xs md:h-6 md:px-1.5 md:leading-6',
                          entryClass(entry),
                          begins && 'rounded-s-sm',
                          lastDayOf(entry.endDatetime) === day && 'rounded-e-sm',
                        )}
                      >
                        {shown && (
                          <EntryName
                            entry={entry}
                            label={text(entry)}
                            // As high as its bar: links in Arabic have lines of their own, lower than a target may be.
                            className="block w-full truncate font-medium leading-6"
                            onBlock={onBlock}
                          />
                        )}
                      </span>
                    );
                  })}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
