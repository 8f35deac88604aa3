/** Specification section 9: a token counts as expired this long before it is. */
const marginSeconds = 60;

/**
 * Whether an access token is too old to send. A token that cannot be read, or that names no expiry, counts
 * as expired (specification section 4). The signature is the server's business.
 */
export function isExpired(token: string, now: number = Date.now()): boolean {
  const expiry = expiryOf(token);
  return expiry === undefined || expiry - marginSeconds <= now / 1000;
}

/** The `exp` claim, in seconds since 1970. */
function expiryOf(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}
