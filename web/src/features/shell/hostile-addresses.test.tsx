import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '@/components/notify';
import { useAuth } from '@/stores/auth';
import { person, serveAllPages } from '@/test/pages';
import { bookingId, motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken } from '@/test/session';
import { renderSite } from '@/test/site';

/** Values that nobody means, for any parameter. */
const values: ReadonlyArray<readonly [name: string, query: (parameter: string) => string]> = [
  ['empty', (parameter) => `${parameter}=`],
  ['repeated', (parameter) => `${parameter}=1&${parameter}=2&${parameter}[]=3`],
  ['negative', (parameter) => `${parameter}=-1`],
  ['endless', (parameter) => `${parameter}=${'9'.repeat(400)}`],
  ['no day of any year', (parameter) => `${parameter}=2026-02-31`],
  ['far away', (parameter) => `${parameter}=9999-12-31`],
  ['off the Earth', (parameter) => `${parameter}=current:95,200`],
  ['a place of no form', (parameter) => `${parameter}=Atlantis`],
  ['no address', (parameter) => `${parameter}=address:%20`],
  ['5000 letters', (parameter) => `${parameter}=address:${'x'.repeat(5000)}`],
  ['markup', (parameter) => `${parameter}=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E`],
  ['a script', (parameter) => `${parameter}=javascript:alert(1)`],
  ['a way up', (parameter) => `${parameter}=..`],
  ['a way to another site', (parameter) => `${parameter}=//evil.example/`],
  ['zeros and half letters', (parameter) => `${parameter}=%00%ff%E0%A4%A`],
  ['of the language', (parameter) => `__proto__=1&constructor=2&${parameter}=toString`],
];

/** Every page with parameters, at an address that is fine but for one of them. */
const pages: ReadonlyArray<{
  readonly path: string;
  readonly fine?: Readonly<Record<string, string>>;
  readonly parameters: readonly string[];
  readonly account?: true;
}> = [
  {
    path: '/results',
    parameters: [
      'startDate',
      'endDate',
      'location',
      'page',
      'limit',
      'startTime',
      'endTime',
      'franchiseId',
      'category',
      'transmission',
      'minPrice',
      'maxPrice',
      'minEngineCc',
      'maxEngineCc',
      'featureId',
      'sort',
      'radius',
      'view',
    ],
  },
  {
    path: `/motorcycle/${motorcycleId}`,
    parameters: ['startDate', 'endDate', 'location', 'startTime', 'endTime'],
  },
  {
    path: '/booking',
    fine: { motorcycleId, location: parkingPointId },
    parameters: ['motorcycleId', 'startDate', 'endDate', 'startTime', 'endTime', 'location', 'franchiseId'],
  },
  { path: '/booking/thank-you', parameters: ['booking'] },
  { path: '/my-bookings', parameters: ['page'], account: true },
  { path: `/booking/payment/${bookingId}`, parameters: ['result'], account: true },
  { path: '/auth/login', parameters: ['redirect'] },
  {
    path: '/auth/reset-password',
    fine: { token: 't', email: 'a@example.com' },
    parameters: ['token', 'email'],
  },
  { path: '/auth/confirm-email', parameters: ['token'] },
];

/** Answers as the server does to parameters that it cannot read. */
function refuse(request: Request) {
  const { searchParams } = new URL(request.url);
  const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
  const wrong = [...searchParams].filter(
    ([name, value]) =>
      (/Id$/.test(name) && !id.test(value)) ||
      (/Date$/.test(name) && Number.isNaN(Date.parse(value))) ||
      (/Time$/.test(name) && !/^\d\d:\d\d$/.test(value)) ||
      (/^(page|limit|min|max)/.test(name) && !(Number(value) >= 0 && Number(value) <= 1_000_000_000)) ||
      (name === 'page' && !(Number(value) >= 1 && Number(value) <= 1_000_000)) ||
      (name === 'limit' && !(Number(value) >= 1 && Number(value) <= 100)),
  );
  return wrong.map(([name, value]) => `${name}=${value}`);
}

describe.each(
  pages.flatMap(({ parameters, ...page }) => parameters.map((parameter) => ({ ...page, parameter }))),
)('$path?$parameter', ({ path, fine = {}, parameter, account }) => {
  let unreadable: string[];

  beforeEach(() => {
    sessionStorage.clear();
    useNotices.setState({ list: [] });
    useAuth.getState().signOut();
    if (account)
      useAuth.getState().signIn({ user: person, accessToken: accessToken(600), refreshToken: 'r1' });
    serveAllPages();
    unreadable = [];
    server.use(
      http.all('*', ({ request }) => void unreadable.push(...refuse(request))),
      http.get('*/parking-points/:id', ({ params }) =>
        params.id === parkingPointId ? undefined : HttpResponse.json({ code: 'X' }, { status: 404 }),
      ),
      http.post('*/auth/confirm-email', () => HttpResponse.json({ code: 'LINK_INVALID' }, { status: 422 })),
    );
  });

  it.each(values)('may be %s', async (_name, query) => {
    const told = vi.spyOn(console, 'error');
    const others = new URLSearchParams(fine);
    others.delete(parameter);
    const { router } = renderSite(`${path}?${others}&${query(parameter)}`);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => {
      expect(router.state.status).toBe('idle');
      expect(document.querySelector('[aria-busy="true"], [role="status"] .pulse')).toBeNull();
    });
    expect(screen.queryByText('This page has a flat tyre'), 'the page that failed').toBeNull();
    expect(screen.queryByText('This part of the page did not load'), 'a panel that failed').toBeNull();
    expect(screen.queryByText(/Something broke on our side/)).toBeNull();
    expect(document.querySelector('main img[src="x"]')).toBeNull();
    for (const { protocol, hostname, href } of document.links) {
      expect(protocol, href).not.toBe('javascript:');
      expect(hostname, href).not.toBe('evil.example');
    }
    expect(unreadable, 'what the server cannot read').toEqual([]);
    // jsdom does not know every element that browsers do.
    expect(told.mock.calls.filter(([text]) => !/unrecognized in this browser/.test(String(text)))).toEqual(
      [],
    );
    told.mockRestore();
  });
});
