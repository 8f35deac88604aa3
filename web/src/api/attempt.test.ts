import { beforeEach, expect, it } from 'vitest';
import { attempt } from './attempt';
import { Problem } from './problem';

beforeEach(() => sessionStorage.clear());

/** Sends something, which ends with that status, and returns the key that it was sent under. */
async function sent(name: string, content: unknown, status: number): Promise<string> {
  let key = '';
  const sending = attempt(name, content, async (given) => {
    key = given;
    if (status !== 200) throw new Problem({ status, code: 'SOME', message: '' });
    return given;
  });
  if (status === 200) expect(await sending).toBe(key);
  else await expect(sending).rejects.toThrow(Problem);
  expect(key).toMatch(/^[\da-f]{32}$/);
  return key;
}

it.each([0, 429, 500, 503])('keeps its key after %i, while the content is the same', async (status) => {
  const first = await sent('form', { a: 1 }, status);
  expect(await sent('other', { a: 1 }, status)).not.toBe(first);
  expect(await sent('form', { a: 1 }, status)).toBe(first);
  expect(await sent('form', { a: 2 }, status)).not.toBe(first);
});

it.each([200, 404, 409, 422])('has another key once %i is known', async (status) => {
  const first = await sent('form', { a: 1 }, status);
  expect(await sent('form', { a: 1 }, status)).not.toBe(first);
});

it('survives what is not an attempt in the storage', async () => {
  sessionStorage.setItem('attempt:form', 'not json');
  await sent('form', 'a', 200);
});
