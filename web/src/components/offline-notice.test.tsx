import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTexts } from '@/test/i18n';
import { OfflineNotice } from './offline-notice';

function setOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')));
}

afterEach(() => vi.restoreAllMocks());

describe('the notice of a lost network', () => {
  it('comes and goes with the network, in a place that is read aloud', () => {
    render(<OfflineNotice />);
    const place = screen.getByRole('status');
    expect(place).toBeEmptyDOMElement();
    setOnline(false);
    expect(place).toHaveTextContent('No connection.');
    setOnline(true);
    expect(place).toBeEmptyDOMElement();
  });

  it.each([
    ['fr', 'Pas de connexion.'],
    ['ar', 'لا يوجد اتصال.'],
  ] as const)('speaks %s', async (language, text) => {
    await setTexts(language);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<OfflineNotice />);
    expect(screen.getByRole('status')).toHaveTextContent(text);
  });
});
