import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const now = Date.parse('2027-04-12T08:00:00Z');

/** A page with answers, and what a query begins with there. */
async function begin(
  path: string,
  query: Record<string, string | number | string[] | undefined>,
  given = {},
) {
  document.getElementById('rihla-answers')?.remove();
  const script = document.createElement('script');
  script.id = 'rihla-answers';
  script.type = 'application/json';
  script.textContent = JSON.stringify({
    at: now,
    language: 'en',
    answers: [
      {
        path: '/motorcycles/search',
        query: 'page=1&category=CITY&category=QUAD&location=address%3AFez',
        body: { data: { count: 7 } },
      },
    ],
    ...given,
  });
  document.head.append(script);
  vi.resetModules();
  const { fromPage } = await import('./page-answers');
  const { initialData, initialDataUpdatedAt } = fromPage(
    path,
    query,
    (data: { count: number }) => data.count,
  );
  return { data: initialData(), at: initialDataUpdatedAt() };
}

const asked = { location: 'address:Fez', category: ['CITY', 'QUAD'], page: 1, franchiseId: undefined };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  document.getElementById('rihla-answers')?.remove();
});

it('takes the answer to the very same question, in whichever order it was written', async () => {
  expect(await begin('/motorcycles/search', asked)).toEqual({ data: 7, at: now });
});

it('takes no answer to another question', async () => {
  expect((await begin('/motorcycles/search', { ...asked, page: 2 })).data).toBeUndefined();
});

it('takes no answer of another path', async () => {
  expect((await begin('/motorcycles/1', {})).data).toBeUndefined();
});

it('takes no answer in another language', async () => {
  expect((await begin('/motorcycles/search', asked, { language: 'fr' })).data).toBeUndefined();
});

it('takes no answer of a page that the browser kept, nor of a clock that is wrong', async () => {
  vi.setSystemTime(now + 31_000);
  expect((await begin('/motorcycles/search', asked)).data).toBeUndefined();
  vi.setSystemTime(now - 31_000);
  expect((await begin('/motorcycles/search', asked)).data).toBeUndefined();
});

it('asks anew for whoever is signed in', async () => {
  localStorage.setItem(
    'auth-store',
    JSON.stringify({
      version: 1,
      state: {
        user: { id: '1', email: 'a@example.com' },
        accessToken: 'expired',
        refreshToken: 'kept',
        authenticated: true,
      },
    }),
  );
  expect((await begin('/motorcycles/search', asked)).data).toBeUndefined();
});

it('asks for everything where the page brought nothing', async () => {
  vi.resetModules();
  const { fromPage } = await import('./page-answers');
  expect(fromPage('/motorcycles/search', asked, (data) => data).initialData()).toBeUndefined();
});
