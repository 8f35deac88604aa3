import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  applyLanguage,
  detectLanguage,
  rememberLanguage,
  takeLanguageFromAddress,
  toLanguage,
} from './languages';

const boot = readFileSync('public/boot.js', 'utf8');

function visitor(stored: string | null, browser: string[], page: string) {
  if (stored !== null) localStorage.setItem('i18nextLng', stored);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
  document.documentElement.lang = page;
}

beforeEach(() => {
  history.replaceState(null, '', '/');
  document.documentElement.dir = 'ltr';
  document.head.innerHTML = '';
});

describe.each([
  ['local storage first', 'ar', ['fr-FR'], 'en', 'ar'],
  ['then the browser', null, ['de-DE', 'fr-MA', 'en'], 'en', 'fr'],
  ['then the page', null, ['de-DE'], 'ar', 'ar'],
  ['English when nothing fits', 'xx', ['de-DE'], 'de', 'en'],
  ['a region in local storage', 'fr-CA', ['ar'], 'en', 'fr'],
])('detection: %s', (_name, stored, browser, page, expected) => {
  it('by the application', () => {
    visitor(stored, browser, page);
    expect(detectLanguage()).toBe(expected);
  });

  it('alike before first paint, with direction and the download of the texts', () => {
    visitor(stored, browser, page);
    new Function(boot)();
    expect(document.documentElement.lang).toBe(expected);
    expect(document.documentElement.dir).toBe(expected === 'ar' ? 'rtl' : 'ltr');
    expect(document.head.querySelector(`link[href="/locales/${expected}.json"]`)).not.toBeNull();
  });
});

describe.each([
  ['?lang=fr', 'fr'],
  ['?location=address:Fez&lang=ar-MA', 'ar'],
  ['?lang=de', 'en'],
  ['?lang=', 'en'],
])('a language in the address %s', (query, expected) => {
  it('comes before all else', () => {
    visitor('en', ['en'], 'en');
    history.replaceState(null, '', `/results${query}`);
    expect(detectLanguage()).toBe(expected);
    new Function(boot)();
    expect(document.documentElement.lang).toBe(expected);
  });

  it('is a choice, and leaves the address', () => {
    visitor('en', ['en'], 'en');
    history.replaceState({ kept: true }, '', `/results${query}#map`);
    takeLanguageFromAddress();
    expect(location.pathname + location.search + location.hash).toBe(
      query.startsWith('?location') ? '/results?location=address:Fez#map' : '/results#map',
    );
    expect(history.state).toEqual({ kept: true });
    expect(detectLanguage()).toBe(expected);
  });
});

it('remembers a choice', () => {
  rememberLanguage('ar');
  visitor(null, ['fr'], 'en');
  expect(detectLanguage()).toBe('ar');
});

it('sets language and direction of the page together', () => {
  applyLanguage('ar');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  applyLanguage('fr');
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['fr', 'ltr']);
});

it('knows its languages by any of their tags', () => {
  expect(toLanguage('FR-ma')).toBe('fr');
  expect(toLanguage('de')).toBeUndefined();
  expect(toLanguage(null)).toBeUndefined();
});
