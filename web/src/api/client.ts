import createClient from 'openapi-fetch';
import { runtimeConfig } from '@/config/runtime';
import { currentLanguage } from '@/i18n';
import { type Session, useAuth } from '@/stores/auth';
import { createAuthFetch, createCarrier } from './auth-fetch';
import { asProblem, Problem, toProblem } from './problem';
import type { paths } from './types';

/** A full address even when the API is this site's own: `Request` outside a browser takes no other. */
export const baseUrl = runtimeConfig.apiUrl || location.origin;

function withLanguage(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('Accept-Language', currentLanguage());
  return globalThis.fetch(new Request(request, { headers }));
}

/** Calls that begin or end a session, and so carry none. */
export const openApi = createClient<paths>({ baseUrl, fetch: withLanguage });

async function refresh(refreshToken: string): Promise<Session | null> {
  try {
    return await dataOf(openApi.POST('/auth/refresh-token', { body: { refreshToken } }));
  } catch (cause) {
    const problem = asProblem(cause);
    // Refused: the token is unknown, used or too old. Anything else says nothing about the session.
    if ([400, 401, 403, 422].includes(problem.status)) return null;
    throw problem;
  }
}

/** The session, for whatever sends requests: all of them share one refresh. */
export const carry = createCarrier({
  holder: {
    tokens: () => useAuth.getState(),
    reload: () => useAuth.persist.rehydrate(),
    signIn: (session) => useAuth.getState().signIn(session),
    end: () => useAuth.getState().end(),
  },
  refresh,
});

/** Calls that carry the session when there is one. */
export const api = createClient<paths>({
  baseUrl,
  fetch: createAuthFetch({ carry, language: currentLanguage }),
});

type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

async function answerOf<Data>(call: Call<Data>): Promise<Data | undefined> {
  let answer: Awaited<Call<Data>>;
  try {
    answer = await call;
  } catch (cause) {
    // A call that nobody waits for any more is no failure.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw asProblem(cause);
  }
  if (!answer.response.ok) throw toProblem(answer.response, answer.error);
  return answer.data;
}

/** The `data` of an answer, or a thrown {@link Problem}: of code `NETWORK` when no answer came. */
export async function dataOf<T>(call: Call<{ readonly data: T }>): Promise<T> {
  const answer = await answerOf(call);
  if (answer === undefined) throw new Problem({ status: 0, code: 'UNEXPECTED', message: '' });
  return answer.data;
}

/** Waits for an answer that has no body (204); throws a {@link Problem} like `dataOf`. */
export async function done(call: Call<unknown>): Promise<void> {
  await answerOf(call);
}

/** The file that an answer is; throws a {@link Problem} like `dataOf`. */
export async function fileOf(call: Call<Blob>): Promise<Blob> {
  const file = await answerOf(call);
  if (file === undefined) throw new Problem({ status: 0, code: 'UNEXPECTED', message: '' });
  return file;
}

/** The bytes of an answer as they come, for `parseAs: 'stream'`; throws a {@link Problem} like `dataOf`. */
export async function streamOf(
  call: Call<ReadableStream<Uint8Array> | null>,
): Promise<ReadableStream<Uint8Array>> {
  const stream = await answerOf(call);
  if (!stream) throw new Problem({ status: 0, code: 'UNEXPECTED', message: '' });
  return stream;
}
