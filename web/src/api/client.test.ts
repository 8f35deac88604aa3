import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuth } from '@/stores/auth';
import { setTexts } from '@/test/i18n';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { api, dataOf, done } from './client';
import { Problem } from './problem';

const next = { user: makeUser(), accessToken: accessToken(600, 'next'), refreshToken: 'r2' };
const pagination = { page: 1, limit: 10, total: 0, totalPages: 0 };

/** Signs in with a token that the server no longer takes. */
beforeEach(() => {
  useAuth.getState().signIn({ user: makeUser(), accessToken: accessToken(600, 'old'), refreshToken: 'r1' });
  server.use(
    http.get('*/bookings', ({ request }) =>
      request.headers.get('Authorization') === `Bearer ${next.accessToken}`
        ? HttpResponse.json({ data: { bookings: [], pagination } })
        : HttpResponse.json({ code: 'INVALID_TOKEN', message: 'Sign in again' }, { status: 401 }),
    ),
  );
});

const listBookings = () => dataOf(api.GET('/bookings'));

describe('a call whose token is refused', () => {
  it('is made again after the refresh, and the new session is kept', async () => {
    server.use(
      http.post('*/auth/refresh-token', async ({ request }) => {
        expect(await request.json()).toEqual({ refreshToken: 'r1' });
        return HttpResponse.json({ data: next });
      }),
    );
    expect((await listBookings()).bookings).toEqual([]);
    expect(useAuth.getState()).toMatchObject({ ...next, authenticated: true });
  });

  it('ends the session when the refresh token is refused', async () => {
    server.use(
      http.post('*/auth/refresh-token', () =>
        HttpResponse.json({ code: 'REFRESH_REJECTED' }, { status: 401 }),
      ),
    );
    await expect(listBookings()).rejects.toMatchObject({ code: 'INVALID_TOKEN', status: 401 });
    expect(useAuth.getState().authenticated).toBe(false);
  });

  it.each([
    ['the network fails', () => HttpResponse.error(), { code: 'NETWORK' }],
    ['the server fails', () => new HttpResponse(null, { status: 503 }), { status: 503 }],
    ['there were too many tries', () => new HttpResponse(null, { status: 429 }), { status: 429 }],
  ])('keeps the session when %s', async (_name, answer, failure) => {
    server.use(http.post('*/auth/refresh-token', answer));
    await expect(listBookings()).rejects.toMatchObject(failure);
    expect(useAuth.getState()).toMatchObject({ authenticated: true, refreshToken: 'r1' });
  });
});

it('asks in the language of the page and repeats list parameters', async () => {
  await setTexts('fr');
  let asked: Request | undefined;
  server.use(
    http.get('*/motorcycles/search', ({ request }) => {
      asked = request;
      return HttpResponse.json({ data: { motorcycles: [], pagination } });
    }),
  );
  await dataOf(
    api.GET('/motorcycles/search', { params: { query: { category: ['SCOOTER', 'CITY'], page: 2 } } }),
  );
  expect(asked?.headers.get('Accept-Language')).toBe('fr');
  expect(new URL(asked?.url ?? '').search).toBe('?category=SCOOTER&category=CITY&page=2');
});

it('takes an answer without a body', async () => {
  server.use(http.delete('*/bookings/b1', () => new HttpResponse(null, { status: 204 })));
  await expect(
    done(api.DELETE('/bookings/{id}', { params: { path: { id: 'b1' } } })),
  ).resolves.toBeUndefined();
});

it('throws a problem for an answer that is not the API at all', async () => {
  server.use(http.get('*/franchises', () => HttpResponse.text('<html>', { status: 502 })));
  const failure: unknown = await dataOf(api.GET('/franchises')).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(Problem);
  expect(failure).toMatchObject({ status: 502, transient: true });
});
