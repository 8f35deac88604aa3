import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Supplement } from '@/api/types';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { followNews, useNews } from './news';
import { differenceOf } from './use-newer';

const event = (id: string, type = 'booking.created') => ({ id, type, happenedAt: '2026-11-21T09:00:00Z' });
const answer = (...events: object[]) => ({
  data: { data: { events, at: '2026-11-21T09:00:00Z', isComplete: true } },
  response: new Response(),
});

/** Has the window be seen, or not, and whoever listens know. */
function look(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('asking for news', () => {
  let stop: () => void;
  const asked = () => vi.mocked(api.GET).mock.calls.length;
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(api, 'GET').mockImplementation((async () => answer()) as never);
    stop = followNews(true);
  });
  afterEach(() => stop());

  it('goes on every few seconds from where it was, and ends', async () => {
    await pass(12);
    expect(asked()).toBe(3);
    expect(vi.mocked(api.GET).mock.calls[0]?.[1]).toMatchObject({ params: { query: { since: undefined } } });
    expect(vi.mocked(api.GET).mock.calls[2]?.[1]).toMatchObject({
      params: { query: { since: '2026-11-21T09:00:00Z' } },
    });
    stop();
    await pass(60);
    expect(asked()).toBe(3);
  });

  it('tells each list once of what concerns it', async () => {
    const told = () => ['bookings', 'payments', 'motorcycles', 'supplements', undefined].map(count);
    const count = (list?: string) => renderHook(() => useNews(list)).result.current;
    await pass(1);
    const before = told();
    const grown = () => told().map((now, index) => now - (before[index] ?? 0));
    vi.mocked(api.GET).mockImplementation((async () =>
      answer(event('a'), event('b', 'payment.processed'))) as never);
    await pass(11);
    expect(asked()).toBe(3);
    expect(grown()).toEqual([1, 1, 0, 0, 1]);
    vi.mocked(api.GET).mockImplementation((async () =>
      answer(event('b'), event('c', 'motorcycle.added'))) as never);
    await pass(5);
    expect(grown()).toEqual([1, 1, 1, 0, 2]);
  });

  it('rests while nobody looks or there is no network, and asks at once after that', async () => {
    await pass(1);
    look(true);
    await pass(300);
    expect(asked()).toBe(1);
    look(false);
    expect(asked()).toBe(2);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await pass(300);
    expect(asked()).toBe(2);
    vi.mocked(Object.getOwnPropertyDescriptor(navigator, 'onLine')?.get as () => boolean).mockReturnValue(
      true,
    );
    window.dispatchEvent(new Event('online'));
    expect(asked()).toBe(3);
  });

  it('asks more and more seldom while it fails, and as usual after that', async () => {
    await pass(1);
    vi.mocked(api.GET).mockRejectedValue(new TypeError('no answer'));
    await pass(4 + 10 + 20 + 40 + 80 + 120);
    expect(asked()).toBe(1 + 6);
    vi.mocked(api.GET).mockImplementation((async () => answer()) as never);
    await pass(120);
    expect(asked()).toBe(8);
    await pass(5);
    expect(asked()).toBe(9);
  });
});

it('tells how much of a page is new, changed or gone', () => {
  const rows = (total: number, ...list: [string, number][]) => ({
    rows: list.map(([id, price]) => ({ id, price })),
    total,
    totalPages: 1,
  });
  const shown = rows(2, ['a', 1], ['b', 1]);
  expect(differenceOf(shown, rows(2, ['a', 1], ['b', 1]))).toBe(0);
  expect(differenceOf(shown, rows(3, ['c', 1], ['a', 1]))).toBe(1);
  expect(differenceOf(shown, rows(2, ['a', 2], ['b', 2]))).toBe(2);
  expect(differenceOf(shown, rows(1, ['a', 1]))).toBe(1);
  expect(differenceOf(shown, rows(7, ['a', 1], ['b', 1]))).toBe(5);
});

describe('a list', () => {
  // Any list does: coming back to the window tells all of them that they may be different.
  let rows: { id: string; name: string; price: number }[];
  let reads: number;
  const shownRows = () => screen.getAllByRole('rowheader').map((head) => head.textContent);

  beforeEach(() => {
    reads = 0;
    rows = ['Casque', 'GPS', 'Top case'].map((name, index) => ({
      id: `019a0000-0000-7000-8000-00000000000${index}`,
      name,
      price: 50,
    }));
    signInStaff();
    server.use(
      http.get('*/supplements/admin', () => {
        reads += 1;
        const supplements = rows.map((row) => ({
          ...row,
          priceType: 'PER_DAY',
          isActive: true,
          isFree: false,
          franchiseId: null,
          updatedAt: '2026-11-21T09:00:00Z',
        })) as Partial<Supplement>[];
        const pagination = { page: 1, limit: 25, total: rows.length, totalPages: 1 };
        return HttpResponse.json({ data: { supplements, pagination } });
      }),
    );
  });

  const news = async () => {
    const before = reads;
    look(true);
    look(false);
    await waitFor(() => expect(reads).toBeGreaterThan(before));
  };

  it('says that there is something new, and shows it when it is asked to', async () => {
    const { user } = renderSite('/admin/supplements');
    await screen.findByRole('rowheader', { name: 'GPS' });
    const table = screen.getByRole('table');
    const first = within(table).getByRole('rowheader', { name: 'Casque' });
    await news();
    expect(screen.queryByText(/new or changed/)).toBeNull();
    rows = [{ id: '019a0000-0000-7000-8000-000000000009', name: 'Antivol', price: 20 }, ...rows];
    rows[2] = { ...(rows[2] as (typeof rows)[0]), price: 75 };
    await news();
    const line = await screen.findByText('2 new or changed');
    expect(line.closest('[role=status]')).not.toBeNull();
    expect(shownRows()).toEqual(['Casque', 'GPS', 'Top case']);
    expect(first).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByRole('rowheader', { name: 'Antivol' })).toBeInTheDocument();
    expect(screen.getByText(/^75\.00/)).toBeInTheDocument();
    expect(screen.queryByText(/new or changed/)).toBeNull();
  });

  it('never changes without a press, whatever happens', async () => {
    const { user } = renderSite('/admin/supplements');
    await screen.findByRole('rowheader', { name: 'GPS' });
    // The same steps in every run, none of them in an order that anybody chose.
    let seed = 7;
    const dice = (sides: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * sides);
    };
    for (let step = 0; step < 16; step += 1) {
      const before = shownRows();
      const at = dice(rows.length);
      const deed = dice(4);
      if (deed === 0)
        rows.splice(at, 0, {
          id: `019a0000-0000-7000-8000-0000000001${step + 10}`,
          name: `Extra ${step}`,
          price: 10,
        });
      else if (deed === 1 && rows.length > 1) rows.splice(at, 1);
      else if (deed === 2) rows = rows.with(at, { ...(rows[at] as (typeof rows)[0]), name: `Other ${step}` });
      else rows.reverse();
      await news();
      expect(shownRows(), `step ${step}`).toEqual(before);
      if (dice(3) > 0) continue;
      const show = await screen.findByRole('button', { name: 'Show' }).catch(() => undefined);
      if (!show) continue;
      await user.click(show);
      await waitFor(() => expect(shownRows()).toEqual(rows.map(({ name }) => name)));
    }
  });
});
