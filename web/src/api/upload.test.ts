import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { useAuth } from '@/stores/auth';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { playUploads, type Upload } from '@/test/uploads';
import { upload } from './upload';

const old = { user: makeUser(), accessToken: accessToken(600, 'old'), refreshToken: 'r1' };
const next = { user: makeUser(), accessToken: accessToken(600, 'next'), refreshToken: 'r2' };

function start(signal = new AbortController().signal) {
  const uploads = playUploads();
  const onProgress = vi.fn();
  const form = new FormData();
  form.append('file', new File(['bytes'], 'card.jpg'));
  const result = upload<{ media: { url: string } }>('/media/upload', form, { signal, onProgress });
  result.catch(() => undefined);
  return { uploads, onProgress, form, result };
}

function first(uploads: Upload[], n = 0): Promise<Upload> {
  return vi.waitFor(() => {
    const one = uploads[n];
    if (!one) throw new Error('not begun');
    return one;
  });
}

beforeEach(() => useAuth.getState().signIn(old));

it('carries the session and the form, tells how far it is, and gives the data', async () => {
  const { uploads, onProgress, form, result } = start();
  const one = await first(uploads);
  expect(one.address).toMatch(/\/media\/upload$/);
  expect(one.headers).toEqual({ 'Accept-Language': 'en', Authorization: `Bearer ${old.accessToken}` });
  expect(one.form).toBe(form);
  one.progress(40);
  expect(onProgress).toHaveBeenLastCalledWith({ loaded: 40, total: 100, percentage: 40 });
  one.answer(201, { data: { media: { url: '/media/m1' } } });
  await expect(result).resolves.toEqual({ media: { url: '/media/m1' } });
});

it('is sent once more when its token is refused', async () => {
  server.use(http.post('*/auth/refresh-token', () => HttpResponse.json({ data: next })));
  const { uploads, result } = start();
  (await first(uploads)).answer(401, { code: 'INVALID_TOKEN' });
  const again = await first(uploads, 1);
  expect(again.headers.Authorization).toBe(`Bearer ${next.accessToken}`);
  again.answer(201, { data: { media: { url: '/media/m1' } } });
  await expect(result).resolves.toEqual({ media: { url: '/media/m1' } });
});

it('throws what the server said', async () => {
  const { uploads, result } = start();
  (await first(uploads)).answer(
    413,
    { code: 'MEDIA_TOO_LARGE', message: 'Too large' },
    { 'X-Request-Id': 'req-1' },
  );
  await expect(result).rejects.toMatchObject({
    status: 413,
    code: 'MEDIA_TOO_LARGE',
    message: 'Too large',
    requestId: 'req-1',
  });
});

it('throws what a server said that is none of ours', async () => {
  const { uploads, result } = start();
  (await first(uploads)).answer(502, '<html>');
  await expect(result).rejects.toMatchObject({ status: 502, code: 'HTTP_502' });
});

it('keeps the session when the network breaks off', async () => {
  const { uploads, result } = start();
  (await first(uploads)).breakOff();
  await expect(result).rejects.toMatchObject({ code: 'NETWORK' });
  expect(useAuth.getState().authenticated).toBe(true);
});

it('stops when it is told to', async () => {
  const stop = new AbortController();
  const { uploads, result } = start(stop.signal);
  const one = await first(uploads);
  stop.abort();
  expect(one.aborted).toBe(true);
  await expect(result).rejects.toMatchObject({ name: 'AbortError' });
});

it('does not begin when it was stopped before', async () => {
  const { uploads, result } = start(AbortSignal.abort());
  await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  expect(uploads).toEqual([]);
});
