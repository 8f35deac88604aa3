import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '@/components/notify';
import { useAuth } from '@/stores/auth';
import { ownPages, pages, person, type SitePage, serveAllPages } from '@/test/pages';
import { server } from '@/test/server';
import { accessToken } from '@/test/session';
import { renderSite } from '@/test/site';

/** Every page with every call that it cannot do without. */
const calls = pages.flatMap((page) =>
  page.needs.map((path) => ({ ...page, path, label: `${page.name}, ${path}` })),
);

beforeEach(() => {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signOut();
  serveAllPages();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

function open({ address, account }: Pick<SitePage, 'address' | 'account'>) {
  if (account) useAuth.getState().signIn({ user: person, accessToken: accessToken(600), refreshToken: 'r1' });
  return renderSite(address);
}

const found = async (text: RegExp) => (await screen.findAllByText(text))[0];

/** The part of the page that says why it shows nothing, once the site has stopped trying by itself. */
async function failure(text: string | RegExp): Promise<HTMLElement> {
  return waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    const [alert] = screen.getAllByRole('alert');
    expect(alert).toHaveTextContent(text);
    return alert as HTMLElement;
  });
}

describe.each(calls)('$label', (page) => {
  it('is waited for five seconds in its place', async () => {
    server.use(http.get(page.path, async () => void (await delay(5_000))));
    const { router } = open({ ...page, address: '/about-us' });
    await screen.findByRole('heading', { level: 1, name: 'About us' });
    void router.navigate({ href: page.address });
    await waitFor(() => expect(router.state.location.href).toBe(page.address));
    await waitFor(() =>
      expect(document.querySelector('main [aria-busy="true"], main [role="status"] .pulse')).not.toBeNull(),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await found(page.shows)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 }), 'the heading once all is there').toHaveFocus();
  });

  it.each([
    ['is not reached', () => HttpResponse.error(), 'We cannot reach Rihla.'],
    [
      'is asked too often',
      () => HttpResponse.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '7' } }),
      'Wait 7 seconds, then try again.',
    ],
    [
      'breaks',
      () => HttpResponse.json({ code: 'INTERNAL', requestId: 'ref-500' }, { status: 500 }),
      /Something broke on our side\..*ref-500/,
    ],
    [
      'is answered by something else',
      () => new HttpResponse('<html>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
      'Something broke on our side.',
    ],
  ])('says so when it %s, and shows all on asking again', async (_how, answer, text) => {
    server.use(http.get(page.path, answer));
    const { router, user } = open(page);
    await failure(text);
    expect(screen.getByRole('banner')).toBeVisible();
    server.resetHandlers();
    serveAllPages();
    const [again] = screen.getAllByRole('button', { name: 'Try again' });
    await user.click(again as HTMLElement);
    expect(await found(page.shows)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(router.state.location.href).toBe(page.address);
  });
});

describe.each(calls.filter(({ account }) => account))('$label', (page) => {
  it('leads to signing in and back when the server has ended the session', async () => {
    server.use(
      http.get(page.path, () => HttpResponse.json({ code: 'UNAUTHENTICATED' }, { status: 401 })),
      http.post('*/auth/refresh-token', () => HttpResponse.json({ code: 'INVALID_TOKEN' }, { status: 401 })),
    );
    const { router, user } = open(page);
    await screen.findByText('Your session has ended');
    expect(router.state.location.search).toEqual({ redirect: page.address });
    expect(screen.getByLabelText('Email')).toHaveValue(person.email);
    server.resetHandlers();
    serveAllPages();
    server.use(
      http.post('*/auth/login', () =>
        HttpResponse.json({
          data: { user: person, accessToken: accessToken(600, 'b'), refreshToken: 'r2' },
        } as never),
      ),
    );
    await user.type(screen.getByLabelText('Password'), 'Route-du-Sud-9');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await found(page.shows)).toBeVisible();
    expect(router.state.location.href).toBe(page.address);
  });

  it('keeps the session when the network fails', async () => {
    server.use(http.get(page.path, () => HttpResponse.error()));
    open(page);
    await failure('We cannot reach Rihla.');
    expect(useAuth.getState().authenticated).toBe(true);
  });
});

describe.each(pages)('$name, once it is there', (page) => {
  it('stays when asking again fails', async () => {
    open(page);
    const here = await found(page.shows);
    const asked: string[] = [];
    server.use(
      http.all('*', ({ request }) => {
        asked.push(request.url);
        return HttpResponse.error();
      }),
    );
    // Another language asks for everything again, as coming back to the page does after a while.
    const { i18next } = await import('@/i18n');
    await i18next.changeLanguage('fr');
    await i18next.changeLanguage('en');
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await found(page.shows)).toBeVisible();
    expect(here).toBeDefined();
  });
});

describe('without a server', () => {
  it.each(ownPages)('%s has all that it shows with it', async (address, heading) => {
    server.use(http.all('*', () => HttpResponse.error()));
    renderSite(address);
    await screen.findByRole('heading', { level: 1, name: heading });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
