import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect';

it.each([
  ['/profile', '/profile'],
  [
    '/results?startDate=2026-12-01&location=address:Rabat',
    '/results?startDate=2026-12-01&location=address:Rabat',
  ],
  [undefined, '/'],
  ['', '/'],
  ['profile', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/a\\..\\b', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/auth/login?redirect=/auth/login', '/'],
])('leads from %j to %j', (target, expected) => {
  expect(safeRedirect(target)).toBe(expected);
});
