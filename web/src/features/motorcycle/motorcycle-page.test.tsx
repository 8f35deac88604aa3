import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '@/api/types';
import { formatDate, formatDay } from '@/i18n/format';
import { dayFromToday, toInstant } from '@/i18n/wall-clock';
import { makeMotorcycle, makeQuote, motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const nextFree = { startDatetime: '2030-12-10T09:00:00Z', endDatetime: '2030-12-13T09:00:00Z' };

/** Two rentals of the coming month: from its 10th at 10:00 to its 12th at 18:30, and from its 20th. */
const month = dayFromToday(40).slice(0, 7);
const at = (day: string, time: string) => toInstant({ date: `${month}-${day}`, time }) ?? '';
const taken = () => [
  { startDatetime: at('10', '10:00'), endDatetime: at('12', '18:30') },
  { startDatetime: at('20', '10:00'), endDatetime: at('22', '10:00') },
];

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
    http.get('*/motorcycles/:id/availability', () =>
      HttpResponse.json({ data: { available: false, nextFree: null, conflicts: taken() } }),
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
  expect(screen.getByText('You get 50% back')).toBeInTheDocument();
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
  await screen.findByRole('heading', { level: 1, name: 'This motorcycle is not for rent' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'See other motorcycles' })).toBeVisible());
});

it('shows which days are taken, and takes the days pressed in the calendar', async () => {
  const { router, user } = renderSite(
    `/motorcycle/${motorcycleId}?startDate=${month}-01&endDate=${month}-03&startTime=10:00&endTime=20:00`,
  );
  const section = await screen.findByRole('region', { name: 'When it is free' });
  const calendar = await within(section).findByRole('grid', { name: formatDay(`${month}-01`, 'month') });
  const day = (date: string, state = '') =>
    within(calendar).getByRole('button', {
      name: new RegExp(`${formatDay(`${month}-${date}`, 'full')}${state && `, ${state}`}$`),
    });
  expect(day('10', 'free until 10:00')).toBeEnabled();
  expect(day('11', 'taken')).toBeDisabled();
  expect(day('15')).toBeEnabled();

  await user.click(day('12', 'free from 18:30'));
  await within(section).findByText('Now press the day of return.');
  expect(router.state.location.search).toMatchObject({ startDate: `${month}-12`, startTime: '18:30' });
  expect(day('21', 'taken')).toBeDisabled();
  expect(day('23'), 'the next rental lies between').toBeDisabled();
  await user.click(day('20', 'free until 10:00'));
  expect(router.state.location.search).toMatchObject({ endDate: `${month}-20`, endTime: '10:00' });
});

it('keeps the price and the rest when the calendar cannot be read', async () => {
  server.use(
    http.get('*/motorcycles/:id/availability', () =>
      HttpResponse.json({ code: 'FORBIDDEN', requestId: 'ref-9' }, { status: 403 }),
    ),
  );
  const { user } = renderSite(`/motorcycle/${motorcycleId}`);
  const section = await screen.findByRole('region', { name: 'When it is free' });
  await within(section).findByText('ref-9');
  expect(await screen.findByRole('link', { name: 'Book this motorcycle' })).toBeVisible();
  server.use(
    http.get('*/motorcycles/:id/availability', () =>
      HttpResponse.json({ data: { available: true, nextFree: null, conflicts: [] } }),
    ),
  );
  await user.click(within(section).getByRole('button', { name: 'Try again' }));
  await within(section).findAllByRole('grid');
});

it('steps through several pictures, the main one first', async () => {
  const picture = (number: number, isPrimary: boolean) => ({
    id: `019a0000-0000-7000-8000-00000000100${number}`,
    imageUrl: `/pictures/trail-${number}.svg`,
    isPrimary,
    altText: number === 2 ? 'From the left' : '',
  });
  server.use(
    http.get('*/motorcycles/:id', () =>
      HttpResponse.json({
        data: {
          motorcycle: makeMotorcycle({
            images: [picture(1, false), picture(2, true), picture(3, false)],
          }),
        },
      }),
    ),
  );
  Element.prototype.scrollTo = () => {};
  const { user } = renderSite(`/motorcycle/${motorcycleId}`);
  const gallery = await screen.findByRole('region', { name: 'Pictures of Yamaha Ténéré 700' });
  const [strip] = within(gallery).getAllByRole('list');
  expect(
    within(strip as HTMLElement)
      .getAllByRole('img')
      .map((image) => image.getAttribute('alt')),
  ).toEqual(['From the left', 'Yamaha Ténéré 700, picture 2', 'Yamaha Ténéré 700, picture 3']);
  expect(within(gallery).getByText('1 of 3')).toBeVisible();
  expect(within(gallery).getByRole('button', { name: 'Previous picture' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(within(gallery).getByRole('button', { name: 'Next picture' }));
  expect(within(gallery).getByText('2 of 3')).toBeVisible();
  await user.click(within(gallery).getByRole('button', { name: 'Yamaha Ténéré 700, picture 3' }));
  expect(within(gallery).getByText('3 of 3')).toBeVisible();
});
