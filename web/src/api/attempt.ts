import { asProblem } from './problem';

const prefix = 'attempt:';

interface Attempt {
  readonly content: string;
  readonly key: string;
}

function read(name: string): Attempt | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null');
    const { content, key } = (kept ?? {}) as Partial<Attempt>;
    return typeof content === 'string' && typeof key === 'string' ? { content, key } : undefined;
  } catch {
    return undefined;
  }
}

/** 128 random bits. `crypto.randomUUID` exists on secure pages only; this exists everywhere. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function keyOf(name: string, content: string): string {
  const kept = read(name);
  if (kept?.content === content) return kept.key;
  const key = newKey();
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify({ content, key }));
  } catch {
    // Without storage a lost answer can only be told apart by the server's own checks.
  }
  return key;
}

/** Ends an attempt whose outcome is known, so that the next press is a new one. */
function forget(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Sends what must not be done twice, with the `Idempotency-Key` to send it under (D25): the same one for as long as the content is
 * the same, a reload included, and nothing is known of what came of it. A refusal is final; without an answer, or after a failure,
 * it may have been done. `name` says which form it is.
 */
export async function attempt<Answer>(
  name: string,
  content: unknown,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = keyOf(name, JSON.stringify(content));
  try {
    const answer = await send(key);
    forget(name);
    return answer;
  } catch (cause) {
    if (!asProblem(cause).transient) forget(name);
    throw cause;
  }
}
