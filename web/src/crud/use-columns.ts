import { useState } from 'react';
import { useAuth } from '@/stores/auth';
import type { Column } from './entity';

const storageName = (user: string, list: string) => `columns:${user}:${list}`;

function kept(name: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The columns that a person has chosen to see in a list, kept on the device for each of them. The first one always stays: it
 * says what a row is about. So does the one that somebody asked the rows to be ordered by, `sort`: an order that nobody sees
 * reads like none.
 */
export function useColumns<R>(list: string, columns: readonly Column<R>[], sort: string) {
  const user = useAuth((session) => session.user);
  const name = storageName(user?.id ?? '', list);
  const own = columns.filter(({ visible }) => !visible || (user && visible(user)));
  const [hidden, setHidden] = useState(
    () => kept(name) ?? own.filter((column) => column.hidden).map(({ key }) => key),
  );
  const order = sort.replace(/^-/, '');
  const isOrder = (key: string) =>
    order !== '' && columns.some((one) => one.key === key && one.sort === order);
  const isShown = (key: string) => !hidden.includes(key) || isOrder(key);
  /** Shows a column, or does not any more. */
  const set = (key: string, on: boolean) => {
    const others = hidden.filter((one) => one !== key);
    const now = on ? others : [...others, key];
    setHidden(now);
    try {
      localStorage.setItem(name, JSON.stringify(now));
    } catch {
      // The choice holds until the page is left.
    }
  };
  return {
    all: own,
    shown: own.filter(({ key }, index) => index === 0 || isShown(key)),
    isShown,
    /** Whether the rows are ordered by it. */
    isOrder,
    set,
  };
}
