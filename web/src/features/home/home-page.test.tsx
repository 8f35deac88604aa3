import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { dayFromToday } from '@/i18n/wall-clock';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

beforeEach(() =>
  server.use(
    http.get('*/supplements', () => HttpResponse.json({ data: { supplements: [] } })),
    http.get('*/motorcycles/search', () => HttpResponse.json({ code: 'FORBIDDEN' }, { status: 403 })),
    http.get('*/places/suggest', ({ request }) => {
      const text = new URL(request.url).searchParams.get('q');
      return HttpResponse.json({
        data: {
          places:
            text === 'mar'
              ? [
                  {
                    id: '1',
                    label: 'Marrakech',
                    detail: null,
                    kind: 'CITY',
                    latitude: 31.6,
                    longitude: -8,
                    location: 'address:Marrakech',
                  },
                ]
              : [],
        },
      });
    }),
  ),
);

const usual = {
  startDate: dayFromToday(1),
  startTime: '10:00',
  endDate: dayFromToday(4),
  endTime: '10:00',
};

it('searches all of Morocco from tomorrow for three days when nothing is filled in', async () => {
  const { router, user } = renderSite('/');
  await user.click(await screen.findByRole('button', { name: 'Search' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results'));
  expect(router.state.location.searchStr).toBe(
    `?startDate=${usual.startDate}&startTime=10:00&endDate=${usual.endDate}&endTime=10:00`,
  );
});

it('searches with Enter for what is written', async () => {
  const { router, user } = renderSite('/');
  await user.type(await screen.findByRole('combobox', { name: 'Where' }), 'Oued Laou{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ location: 'address:Oued Laou' }));
});

it('takes a suggestion by keyboard, and remembers it', async () => {
  const { router, user } = renderSite('/');
  const field = await screen.findByRole('combobox', { name: 'Where' });
  await user.type(field, 'mar');
  const option = await screen.findByRole('option', { name: 'Marrakech' });
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('Marrakech');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ location: 'address:Marrakech' }));
  expect(localStorage.getItem('recent-places')).toContain('address:Marrakech');
});

it('links each city to its motorcycles for the coming days', async () => {
  renderSite('/');
  const city = await screen.findByRole('link', { name: 'Fez' });
  expect(city.getAttribute('href')).toBe(
    `/results?location=address:Fez&startDate=${usual.startDate}&startTime=10:00&endDate=${usual.endDate}&endTime=10:00`,
  );
});
