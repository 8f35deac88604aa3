import { useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './entity';

/** What may leave a table: never its first column, which names the record, nor the one that it is ordered by. */
type Leaving<R> = Pick<Column<R>, 'key' | 'sort' | 'spare' | 'hidden'>;

/**
 * The columns that leave first when a table is wider than its place: the spare ones, then the others, the last before those in
 * front of it. What is hidden until somebody chooses it was chosen, and stays.
 */
export function leavingOrder<R>([, ...columns]: readonly Leaving<R>[], order: string): string[] {
  const free = columns.filter(({ sort, hidden }) => !hidden && (!sort || sort !== order.replace(/^-/, '')));
  return [...free.filter(({ spare }) => !spare), ...free.filter(({ spare }) => spare)]
    .map(({ key }) => key)
    .reverse();
}

/** As many of them, in their order, as make room for so many pixels. */
export function leaversFor(
  over: number,
  order: readonly string[],
  widthOf: (key: string) => number,
): readonly string[] {
  let missing = over;
  return order.filter((key) => {
    if (missing <= 0) return false;
    missing -= widthOf(key);
    return true;
  });
}

/** So much wider a frame has to become before what left it is tried again: more than a scroll bar, which comes and goes. */
const wider = 20;

/**
 * Has a table fit in its frame: columns leave until it is no wider, and come back when the frame is. They do not come back when
 * other rows come, so that nothing jumps from page to page. A table that is too wide without them scrolls within its frame.
 */
export function useRoom<R>(columns: readonly Column<R>[], rows: readonly R[], order: string) {
  const frame = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(true);
  const names = columns.map(({ key }) => key).join();
  const [left, setLeft] = useState({ names, width: 0, keys: [] as readonly string[] });
  const gone = left.names === names ? left.keys : [];
  const leaving = leavingOrder(columns, order);
  const absent = columns.filter(({ key }) => gone.includes(key) && leaving.includes(key));

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured as it is drawn, and whenever frame or table change their size.
  useLayoutEffect(() => {
    const box = frame.current;
    const table = box?.querySelector('table');
    if (!box || !table) return;
    const measure = () => {
      const width = box.clientWidth;
      if (gone.length > 0 && width > left.width + wider) return setLeft({ names, width, keys: [] });
      const widthOf = (key: string) =>
        table.querySelector<HTMLElement>(`th[data-column="${key}"]`)?.offsetWidth ?? 0;
      const present = leaving.filter((key) => !gone.includes(key));
      const more = leaversFor(table.offsetWidth - width, present, widthOf);
      if (more.length > 0) setLeft({ names, width, keys: [...gone, ...more] });
      else setFits(table.offsetWidth <= width);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [names, left, rows, order]);

  return { frame, fits, absent, present: columns.filter((column) => !absent.includes(column)) };
}
