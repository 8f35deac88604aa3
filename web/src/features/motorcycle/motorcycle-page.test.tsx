import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { formatDate } from '@/i18n/format';
import { makeMotorcycle, makeQuote, motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const nextFree = { startDatetime: '2030-12-10T09:00:00Z', endDatetime: '2030-12-13T09:00:00Z' };

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  server.use(
    http.get('*/motorcycles/:id', ({ params }) =>
      params.id === motorcycleId
        ? HttpResponse.json({ data: { motorcycle: makeMotorcycle() } })
        : HttpResponse.json({ code: 'MOTORCYCLE_NOT_FOUND' }, { status: 404 }),
    ),
    http.get('*/supplements', () => HttpResponse.json({ data: { supplements: [] } })),
    http.get('*/parking-points/:id', () => HttpResponse.json({ code: 'X' }, { status: 404 })),
    http.get('*/basemap/morocco.json', () => HttpResponse.json({ type: 'FeatureCollection', features: [] })),
    http.post('*/bookings/quote', async ({ request }) => {
      const asked = (await request.json()) as QuoteRequest;
      const taken = asked.startDatetime.startsWith('2030-12-01');
      return HttpResponse.json({
        data: {
          quote: {
            ...makeQuote({ selectedSupplements: [] }),
            available: !taken,
            nextFree: taken ? nextFree : null,
          },
        },
      });
    }),
  );
});

it('prices the dates of the address and books them where the motorcycle stands', async () => {
  renderSite(`/motorcycle/${motorcycleId}?startDate=2030-11-01&endDate=2030-11-04&startTime=09:30`);
  const [book] = await screen.findAllByRole('link', { name: 'Book this motorcycle' });
  expect(screen.getAllByText(/1,950\.00/).length).toBeGreaterThan(0);
  const link = new URL(book?.getAttribute('href') ?? '', 'http://rihla.test');
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    motorcycleId,
    startDate: '2030-11-01',
    startTime: '09:30',
    endTime: '10:00',
    location: parkingPointId,
  });
});

it('dates the cancellation steps of this trip', async () => {
  renderSite(`/motorcycle/${motorcycleId}?startDate=2030-11-04&endDate=2030-11-06`);
  await screen.findByText(`Until ${formatDate('2030-11-02T09:00:00Z', 'moment')}`);
  expect(screen.getByText(`Until ${formatDate('2030-11-03T09:00:00Z', 'moment')}`)).toBeInTheDocument();
  expect(screen.getByText('You get 50 % back')).toBeInTheDocument();
});

it('offers the next free period when the dates are taken', async () => {
  const { router, user } = renderSite(
    `/motorcycle/${motorcycleId}?startDate=2030-12-01&endDate=2030-12-04&location=address:Fez`,
  );
  await screen.findAllByText('Taken for these dates');
  expect(screen.queryByRole('link', { name: 'Book this motorcycle' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /10 Dec/ }));
  await screen.findByRole('link', { name: 'Book this motorcycle' });
  expect(router.state.location.search).toMatchObject({
    startDate: '2030-12-10',
    endDate: '2030-12-13',
    location: 'address:Fez',
  });
});

it('leads on when the motorcycle is gone', async () => {
  renderSite('/motorcycle/019a0000-0000-7000-8000-0000000000ff');
  await screen.findByRole('heading', { level: 1, name: 'This motorcycle is not to rent' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'See other motorcycles' })).toBeVisible());
});
