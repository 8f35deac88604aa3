import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { setTexts } from './i18n';
import { server } from './server';

// A page's code is compiled when a test first shows it, which on a busy machine takes longer than the usual second.
configure({ asyncUtilTimeout: 8_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(async () => {
  localStorage.clear();
  await setTexts('en');
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
});

// jsdom knows the element but not its methods: a modal dialog is one that is open, as far as tests can tell.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Nor does it scroll.
Element.prototype.scrollIntoView = () => {};

// Nor does it lay anything out: every question about the screen is answered with no.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
