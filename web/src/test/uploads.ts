import { onTestFinished, vi } from 'vitest';

/** An upload as the browser sees it, answered by the test step by step. */
export class Upload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  address = '';
  form = new FormData();
  aborted = false;
  status = 0;
  responseText = '';
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private answered: Record<string, string> = {};

  open(_method: string, address: string) {
    this.address = address;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  getResponseHeader(name: string) {
    return this.answered[name] ?? null;
  }

  send(form: FormData) {
    this.form = form;
  }

  abort() {
    this.aborted = true;
    this.onabort?.();
  }

  /** So many of a hundred bytes have left. */
  progress(loaded: number) {
    const event = new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 });
    this.upload.dispatchEvent(event);
  }

  answer(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.answered = headers;
    this.onload?.();
  }

  breakOff() {
    this.onerror?.();
  }
}

/** Has the page's uploads wait for the test; returns those that were begun. */
export function playUploads(): Upload[] {
  const begun: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Upload {
      override send(form: FormData) {
        super.send(form);
        begun.push(this);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return begun;
}
