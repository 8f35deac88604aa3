import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuth } from '@/stores/auth';
import { franchiseId, signInStaff } from '@/test/admin';
import { setTexts } from '@/test/i18n';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { sectionOf, sections } from './sections';

beforeEach(() => {
  useAuth.getState().signOut();
  server.use(
    http.get('*/supplements/admin', () =>
      HttpResponse.json({ data: { supplements: [], pagination: { total: 0, totalPages: 0 } } }),
    ),
    http.get('*/motorcycle-features', () =>
      HttpResponse.json({ data: { motorcycleFeatures: [], pagination: { total: 0, totalPages: 0 } } }),
    ),
  );
});

const links = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

it('has visitors sign in first, and come back', async () => {
  const { router } = renderSite('/admin/supplements?q=gps');
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  expect(router.state.location.search).toEqual({ redirect: '/admin/supplements?q=gps' });
});

it('does not exist for customers', async () => {
  signInStaff({ role: 'CUSTOMER' });
  renderSite('/admin/supplements');
  expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to website' })).toHaveAttribute('href', '/');
});

describe.each([
  ['ADMIN', null, 'Welcome, Admin', 'A', /^Version \d/],
  ['FRANCHISE_ADMIN', franchiseId, 'Welcome, Franchise Admin', 'F', /^Franchise Admin Panel/],
] as const)('as %s', (role, franchise, greeting, badge, version) => {
  beforeEach(() => {
    signInStaff({ role, franchiseId: franchise });
  });

  it('greets, shows the badge, the year and the version', async () => {
    renderSite('/admin/supplements');
    const header = await screen.findByRole('banner');
    expect(within(header).getByText(greeting)).toBeInTheDocument();
    expect(within(header).getByText(badge)).toBeInTheDocument();
    const footer = screen.getByRole('contentinfo');
    expect(within(footer).getByText(version)).toBeInTheDocument();
    expect(footer).toHaveTextContent(/© \d{4} Rihla/);
  });
});

it('lists the sections that permissions open, and leads to the first', async () => {
  signInStaff({}, { permissions: ['SUPPLEMENT_GET_BY_ID'] });
  const { router } = renderSite('/admin');
  const [nav] = await screen.findAllByRole('navigation', { name: 'Main' });
  expect(links(nav as HTMLElement)).toEqual(['/admin/supplements']);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/supplements'));
  expect(within(nav as HTMLElement).getByRole('link')).toHaveAttribute('aria-current', 'page');
});

it('says that a section is closed where its address was typed, with a way back', async () => {
  signInStaff({}, { permissions: ['SUPPLEMENT_LIST'] });
  renderSite('/admin/motorcycle-features/edit/019a0000-0000-7000-8000-0000000000f1');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This section is not open to you' }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Back to the admin area' })).toHaveAttribute('href', '/admin');
  expect(document.title).toBe('This section is not open to you · Rihla');
});

it('closes a form that may not be sent', async () => {
  signInStaff({}, { permissions: ['SUPPLEMENT_LIST'] });
  renderSite('/admin/supplements/add');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This section is not open to you' }),
  ).toBeInTheDocument();
});

it('opens and closes its menu on a small screen', async () => {
  signInStaff({}, { wide: false });
  const { router, user } = renderSite('/admin/supplements');
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  const menu = screen.getByRole('dialog', { name: 'Menu' });
  await user.click(within(menu).getByRole('link', { name: 'Motorcycle features' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/motorcycle-features'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

it('logs out', async () => {
  signInStaff();
  server.use(http.post('*/auth/logout', () => new HttpResponse(null, { status: 204 })));
  const { router, user } = renderSite('/admin/supplements');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
});

it('asks before what is typed is lost by logging out', async () => {
  signInStaff();
  server.use(http.post('*/auth/logout', () => new HttpResponse(null, { status: 204 })));
  const { router, user } = renderSite('/admin/supplements/add');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Antivol');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('dialog', { name: 'Log out without saving?' });
  await user.click(within(question).getByRole('button', { name: 'Stay here' }));
  expect(useAuth.getState().authenticated).toBe(true);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Antivol');
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await user.click(screen.getByRole('button', { name: 'Discard the changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  expect(sessionStorage).toHaveLength(0);
});

it('asks about what was typed on a page that was left, too', async () => {
  signInStaff();
  sessionStorage.setItem('draft:counter', '{}');
  const { user } = renderSite('/admin/supplements');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('dialog', { name: 'Log out without saving?' })).toBeInTheDocument();
});

it('speaks the language that is chosen in it', async () => {
  const person = signInStaff();
  server.use(http.put('*/users/:id', () => HttpResponse.json({ data: { user: person } })));
  const { user } = renderSite('/admin/supplements');
  await user.click(await screen.findByRole('button', { name: 'Language: English' }));
  await user.click(screen.getByRole('button', { name: 'Français' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Suppléments' })).toBeInTheDocument();
  await setTexts('en');
});

describe('sections', () => {
  it('ask for permissions that exist', () => {
    const policy = readFileSync('../internal/platform/authz/policy.go', 'utf8');
    const known = [...policy.matchAll(/Permission = "(\w+)"/g)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(50);
    const asked = sections.flatMap(({ permissions }) => permissions);
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are found by address', () => {
    expect(sectionOf('/admin/motorcycle-features/add')?.key).toBe('motorcycle-features');
    expect(sectionOf('/admin/motorcycles/edit/1')?.key).toBe('motorcycles');
    expect(sectionOf('/ADMIN/Franchises/add')?.key).toBe('franchises');
    expect(sectionOf('/admin')).toBeUndefined();
    expect(sectionOf('/admin/nothing')).toBeUndefined();
  });
});
