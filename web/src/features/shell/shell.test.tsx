import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuth } from '@/stores/auth';
import { setTexts } from '@/test/i18n';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

function signIn(role: 'CUSTOMER' | 'ADMIN' = 'CUSTOMER') {
  useAuth.getState().signIn({ user: makeUser({ role }), accessToken: accessToken(600), refreshToken: 'r' });
}

beforeEach(() => useAuth.getState().signOut());

describe('header', () => {
  it('offers a visitor the public pages and signing in', async () => {
    renderSite('/help-center');
    const header = await screen.findByRole('banner');
    const nav = within(header).getByRole('navigation', { name: 'Main' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/', '/about-us', '/contact-us']);
    expect(within(header).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/auth/login?redirect=/help-center',
    );
  });

  it('offers a signed-in person their bookings, profile and logging out', async () => {
    signIn();
    server.use(http.post('*/auth/logout', () => new HttpResponse(null, { status: 204 })));
    const { user } = renderSite('/help-center');
    const header = await screen.findByRole('banner');
    expect(within(header).getByRole('link', { name: 'My bookings' })).toHaveAttribute('href', '/my-bookings');
    await user.click(within(header).getByRole('button', { name: 'Account of Salma Idrissi' }));
    expect(within(header).getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    await user.click(within(header).getByRole('button', { name: 'Logout' }));
    expect(await within(header).findByRole('link', { name: 'Sign in' })).toBeInTheDocument();
    expect(useAuth.getState()).toMatchObject({ user: null, refreshToken: null, authenticated: false });
  });

  it('repeats the links of a signed-in person in the menu of a phone', async () => {
    signIn();
    const { user } = renderSite('/help-center');
    const header = await screen.findByRole('banner');
    await user.click(within(header).getByRole('button', { name: 'Menu' }));
    const menu = within(header).getAllByRole('navigation', { name: 'Main' }).at(-1) as HTMLElement;
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/', '/my-bookings', '/about-us', '/contact-us', '/profile']);
    expect(within(menu).getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it('closes a panel with Escape and gives the focus back', async () => {
    const { user } = renderSite('/help-center');
    const button = await screen.findByRole('button', { name: 'Language: English' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });
});

it('changes the language in place', async () => {
  const { router, user } = renderSite('/help-center?from=mail');
  const button = await screen.findByRole('button', { name: 'Language: English' });
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'العربية' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'مركز المساعدة' })).toBeInTheDocument();
  // What was pressed is gone from sight.
  expect(button).toHaveFocus();
  expect(router.state.location.href).toBe('/help-center?from=mail');
  expect(localStorage.getItem('i18nextLng')).toBe('ar');
  await setTexts('en');
});

it('moves focus to the heading and names the page after a navigation', async () => {
  const { user } = renderSite('/help-center');
  const footer = await screen.findByRole('contentinfo');
  await user.click(within(footer).getByRole('link', { name: 'Privacy policy' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Privacy policy' });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(document.title).toBe('Privacy policy · Rihla');
});

it('describes each page, and takes back what was only true of the one that was loaded', async () => {
  document.head.innerHTML =
    '<meta name="description" content="" /><meta property="og:url" content="http://rihla.test/help-center" />' +
    '<link rel="canonical" href="http://rihla.test/help-center" /><link rel="alternate" hreflang="fr" href="http://rihla.test/help-center?lang=fr" />';
  const description = () => document.querySelector('meta[name="description"]')?.getAttribute('content');
  const { user } = renderSite('/help-center');
  const footer = await screen.findByRole('contentinfo');
  await waitFor(() => expect(description()).toMatch(/^The questions riders ask/));
  expect(document.querySelector('link[rel="canonical"]')).not.toBeNull();
  await user.click(within(footer).getByRole('link', { name: 'Privacy policy' }));
  await waitFor(() => expect(description()).toMatch(/^What we keep, why/));
  // Browsers share the canonical address.
  await waitFor(() => expect(document.head.querySelectorAll('link, meta[property]')).toHaveLength(0));
});

describe('unknown pages', () => {
  it.each([
    ['a visitor', null, '/'],
    ['a customer', 'CUSTOMER', '/'],
    ['an administrator', 'ADMIN', '/admin'],
  ] as const)('lead %s back', async (_name, role, target) => {
    if (role) signIn(role);
    renderSite('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeInTheDocument();
    expect(
      screen.getByText("Looks like you've ventured into the unknown digital realm."),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to website' })).toHaveAttribute('href', target);
  });
});

it('shows what failed to load with a way to try again and the reference', async () => {
  let fails = true;
  server.use(
    http.get('*/franchises', () =>
      fails
        ? HttpResponse.json(
            { code: 'FORBIDDEN', message: 'Not for you', requestId: 'req-7' },
            { status: 403 },
          )
        : HttpResponse.json({
            data: { franchises: [], pagination: { page: 1, limit: 100, total: 0, totalPages: 0 } },
          }),
    ),
  );
  const { user } = renderSite('/contact-us');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not for you');
  expect(alert).toHaveTextContent('req-7');
  fails = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No franchise is listed at the moment.')).toBeInTheDocument();
});
