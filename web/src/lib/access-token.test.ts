import { describe, expect, it } from 'vitest';
import { isExpired } from './access-token';

const now = Date.parse('2026-12-01T10:00:00Z');

function token(payload: unknown): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return `header.${Buffer.from(text).toString('base64url')}.signature`;
}

describe('isExpired', () => {
  it('counts a token as expired from 60 seconds before its end', () => {
    expect(isExpired(token({ exp: now / 1000 + 61 }), now)).toBe(false);
    expect(isExpired(token({ exp: now / 1000 + 60 }), now)).toBe(true);
    expect(isExpired(token({ exp: now / 1000 - 1 }), now)).toBe(true);
  });

  it.each([
    ['no token at all', ''],
    ['one part', 'abc'],
    ['a payload that is no JSON', token('not json')],
    ['a payload that is null', token(null)],
    ['no expiry', token({ sub: '1' })],
    ['an expiry that is no number', token({ exp: '9999999999' })],
  ])('counts as expired: %s', (_name, text) => {
    expect(isExpired(text, now)).toBe(true);
  });

  it('reads payloads with letters outside Latin', () => {
    expect(isExpired(token({ exp: now / 1000 + 600, name: 'سلمى' }), now)).toBe(false);
  });
});
