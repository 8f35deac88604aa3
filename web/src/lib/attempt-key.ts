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

/**
 * The `Idempotency-Key` under which this content is sent: the same one for as long as the content is the same, a
 * reload included, so that an answer that never arrived is not answered twice. `name` says which form it is.
 */
export function attemptKey(name: string, content: string): string {
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
export function forgetAttempt(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}
