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
 * says what a row is about.
 */
export function useColumns<R>(list: string, columns: readonly Column<R>[]) {
  const user = useAuth((session) => session.user);
  const name = storageName(user?.id ?? '', list);
  const own = columns.filter(({ visible }) => !visible || (user && visible(user)));
  const [hidden, setHidden] = useState(
    () => kept(name) ?? own.filter((column) => column.hidden).map(({ key }) => key),
  );
  const toggle = (key: string) => {
    const now = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
    setHidden(now);
    try {
      localStorage.setItem(name, JSON.stringify(now));
    } catch {
      // The choice holds until the page is left.
    }
  };
  return {
    all: own,
    shown: own.filter(({ key }, index) => index === 0 || !hidden.includes(key)),
    isShown: (key: string) => !hidden.includes(key),
    toggle,
  };
}
