/** One field that the server refused. */
export interface FieldProblem {
  /** Name as sent, nested ones dotted: `selectedSupplements.0.quantity`. */
  readonly field: string;
  readonly code: string;
  /** In the reader's language. */
  readonly message: string;
}

interface ProblemBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly requestId?: unknown;
  readonly errors?: unknown;
}

/**
 * A failed call. `code` is stable and decides what the site does; `message` is the server's text in the
 * reader's language. `status` 0 with code `NETWORK` means that no answer came.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly requestId: string | undefined;
  /** Seconds after which a refused caller may ask again (429). */
  readonly retryAfter: number | undefined;
  /** The whole body, for what only some codes carry (`quote`, `alternatives`). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    fields?: readonly FieldProblem[];
    requestId?: string | undefined;
    retryAfter?: number | undefined;
    body?: Readonly<Record<string, unknown>>;
    cause?: unknown;
  }) {
    super(init.message, { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId;
    this.retryAfter = init.retryAfter;
    this.body = init.body ?? {};
  }

  /** Whether asking again may help: no answer, or a failure on the server's side. */
  get transient(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429;
  }
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldProblems(errors: unknown): FieldProblem[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((one: Partial<FieldProblem> | null) =>
    typeof one?.field === 'string'
      ? [{ field: one.field, code: string(one.code) ?? 'INVALID', message: string(one.message) ?? '' }]
      : [],
  );
}

/** Reads a failed answer (RFC 9457). A body that is no problem document still gives a Problem. */
export function toProblem(response: Response, body: unknown): Problem {
  const given = (body !== null && typeof body === 'object' ? body : {}) as ProblemBody &
    Record<string, unknown>;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: string(given.code) ?? `HTTP_${response.status}`,
    message: string(given.message) ?? string(given.detail) ?? '',
    fields: fieldProblems(given.errors),
    requestId: string(given.requestId) ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    body: given,
  });
}

/** Whatever was thrown, as a Problem: what is none already counts as a call without an answer. */
export function asProblem(cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  if (cause instanceof TypeError) return new Problem({ status: 0, code: 'NETWORK', message: '', cause });
  return new Problem({ status: 0, code: 'UNEXPECTED', message: '', cause });
}
