import { beforeEach, expect, it } from 'vitest';
import { attemptKey, forgetAttempt } from './attempt-key';

beforeEach(() => sessionStorage.clear());

it('stays while the content is the same, and no longer', () => {
  const first = attemptKey('form', 'a');
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(attemptKey('form', 'a')).toBe(first);
  expect(attemptKey('other', 'a')).not.toBe(first);
  expect(attemptKey('form', 'b')).not.toBe(first);
});

it('is new once the outcome is known', () => {
  const first = attemptKey('form', 'a');
  forgetAttempt('form');
  expect(attemptKey('form', 'a')).not.toBe(first);
});

it('survives what is not an attempt in the storage', () => {
  sessionStorage.setItem('attempt:form', 'not json');
  expect(attemptKey('form', 'a')).toMatch(/^[\da-f]{32}$/);
});
