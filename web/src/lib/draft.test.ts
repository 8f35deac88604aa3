import { beforeEach, expect, it, vi } from 'vitest';
import { dropDrafts, keepDraft, readDraft } from './draft';

beforeEach(() => sessionStorage.clear());

it('gives a draft back to who typed it, and to nobody else', () => {
  keepDraft('details', 'salma', { firstName: 'Salma' });
  expect(readDraft('details', 'salma')).toEqual({ firstName: 'Salma' });
  expect(readDraft('details', 'omar')).toEqual({});
  expect(readDraft('email', 'salma')).toEqual({});
});

it('keeps nothing of a form that is as it was', () => {
  keepDraft('details', 'salma', { firstName: 'Salma' });
  keepDraft('details', 'salma', {});
  expect(sessionStorage).toHaveLength(0);
});

it('drops drafts and nothing else', () => {
  sessionStorage.setItem('other', 'kept');
  keepDraft('details', 'salma', { firstName: 'Salma' });
  keepDraft('email', 'salma', { newEmail: 's@example.com' });
  dropDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});

it.each(['text', '[]', '{"owner":"salma","values":null}', '{"owner":"salma","values":{"a":1}}'])(
  'takes %s for no draft',
  (kept) => {
    sessionStorage.setItem('draft:details', kept);
    expect(readDraft('details', 'salma')).toEqual({});
  },
);

it('does without storage', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => keepDraft('details', 'salma', { firstName: 'Salma' })).not.toThrow();
  refuse.mockRestore();
});
