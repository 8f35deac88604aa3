import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMotorcycle, makeQuote } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const found = () =>
  HttpResponse.json({
    data: {
      motorcycles: [makeMotorcycle({ quote: makeQuote({ selectedSupplements: [] }) })],
      pagination: { page: 1, limit: 5, total: 1, totalPages: 1 },
      search: { place: null, startDatetime: null, endDatetime: null, days: null },
      facets: { priceMin: 650, priceMax: 650 },
      nearest: null,
      elsewhere: [],
    },
  });

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

it('keeps the places of the cards while an answer takes five seconds', async () => {
  server.use(
    http.get('*/motorcycles/search', async () => {
      await delay(5_000);
      return found();
    }),
  );
  renderSite('/results');
  await screen.findByRole('heading', { level: 1, name: 'Looking for motorcycles…' });
  expect(screen.getByRole('region', { name: 'Motorcycles' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
});

describe.each([
  ['down', () => HttpResponse.error(), 'We cannot reach Rihla.'],
  [
    '429',
    () => HttpResponse.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '7' } }),
    'Too many tries. Wait 7 seconds, then try again.',
  ],
  [
    '500',
    () => HttpResponse.json({ code: 'INTERNAL', requestId: 'ref-500' }, { status: 500 }),
    'Something broke on our side.',
  ],
  [
    'an answer that is no JSON',
    () => new HttpResponse('<html>', { status: 502 }),
    'Something broke on our side.',
  ],
])('when the search is %s', (_name, answer, text) => {
  it('says so, keeps the filters, and finds on asking again', async () => {
    server.use(http.get('*/motorcycles/search', answer));
    const { router, user } = renderSite('/results?category=TRAIL');
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(screen.getByRole('alert')).toHaveTextContent(text);
    });
    expect(screen.getByRole('button', { name: 'Trail' })).toHaveAttribute('aria-pressed', 'true');
    server.use(http.get('*/motorcycles/search', found));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', { name: 'Yamaha Ténéré 700' });
    expect(router.state.location.searchStr).toBe('?category=TRAIL');
  });
});

it('says which part of the search the server refuses, and opens it for changing', async () => {
  server.use(
    http.get('*/motorcycles/search', () =>
      HttpResponse.json(
        {
          code: 'VALIDATION',
          message: 'Check the fields.',
          errors: [{ field: 'startDate', code: 'IN_PAST', message: 'Choose a day that is still to come.' }],
        },
        { status: 422 },
      ),
    ),
  );
  renderSite('/results?startDate=2020-01-01&endDate=2020-01-03');
  await screen.findByText('Choose a day that is still to come.');
  expect(screen.getByRole('form', { name: 'Search motorcycles' })).toBeVisible();
});
