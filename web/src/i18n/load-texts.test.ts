import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { loadTexts } from './load-texts';

const noPause = () => vi.fn(async () => {});

it('tries five times more, each pause twice the one before, and then succeeds', async () => {
  let calls = 0;
  server.use(
    http.get('*/locales/fr.json', () =>
      ++calls <= 5 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json({ a: 'b' }),
    ),
  );
  const wait = noPause();
  expect(await loadTexts('fr', wait)).toEqual({ a: 'b' });
  expect(calls).toBe(6);
  expect(wait.mock.calls.flat()).toEqual([200, 400, 800, 1600, 3200]);
});

it('gives up after the fifth retry', async () => {
  let calls = 0;
  server.use(
    http.get('*/locales/fr.json', () => {
      calls++;
      return HttpResponse.error();
    }),
  );
  await expect(loadTexts('fr', noPause())).rejects.toThrow();
  expect(calls).toBe(6);
});

it('does not ask again for what does not exist', async () => {
  const wait = noPause();
  server.use(http.get('*/locales/fr.json', () => new HttpResponse(null, { status: 404 })));
  await expect(loadTexts('fr', wait)).rejects.toThrow('404');
  expect(wait).not.toHaveBeenCalled();
});
