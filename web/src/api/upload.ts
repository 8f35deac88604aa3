import { currentLanguage } from '@/i18n';
import { baseUrl, carry, dataOf } from './client';

/** How much of a file is on its way. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number;
  /** 0 to 100, whole. */
  readonly percentage: number;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

/**
 * Posts a form with a file, tells how much of it has left, and gives the `data` of the answer. Throws a `Problem` as
 * `dataOf` does, and an AbortError once `signal` is aborted.
 */
export function upload<T>(path: string, form: FormData, options: UploadOptions): Promise<T> {
  const call = async () => {
    const response = await carry((token) => post(baseUrl + path, form, token, options));
    const body: unknown = await response.json().catch(() => undefined);
    return response.ok ? { data: body as { data: T }, response } : { error: body, response };
  };
  return dataOf(call());
}

/** `fetch` does not tell how much it has sent. */
function post(
  address: string,
  form: FormData,
  token: string | null,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (then: () => void) => () => {
      signal.removeEventListener('abort', abort);
      then();
    };
    request.open('POST', address);
    request.setRequestHeader('Accept-Language', currentLanguage());
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress({ loaded, total, percentage: Math.round((loaded / total) * 100) });
    });
    request.onload = settle(() => resolve(answerOf(request)));
    request.onerror = settle(() => reject(new TypeError('The upload broke off')));
    request.onabort = settle(() => reject(new DOMException('The upload was cancelled', 'AbortError')));
    signal.addEventListener('abort', abort);
    if (signal.aborted) return request.onabort?.(new ProgressEvent('abort'));
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['Retry-After', 'X-Request-Id']) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
