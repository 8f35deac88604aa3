import { create } from 'zustand';

export interface Notice {
  readonly id: number;
  readonly tone: 'success' | 'danger' | 'info';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

interface Notices {
  readonly list: readonly Notice[];
}

let next = 1;

export const useNotices = create<Notices>()(() => ({ list: [] }));

/** At most this many at once; the oldest leaves first. */
const most = 3;

/**
 * A toast at the bottom right. For what succeeded, can be undone or failed in the background; a failure that
 * the person has to deal with is also shown where it happened.
 */
export function notify(notice: Omit<Notice, 'id'>): void {
  const id = next++;
  useNotices.setState(({ list }) => ({ list: [...list.slice(1 - most), { ...notice, id }] }));
}

export function dismiss(id: number): void {
  useNotices.setState(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
}
