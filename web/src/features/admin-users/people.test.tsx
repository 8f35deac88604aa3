import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const salma = '019a0000-0000-7000-8000-0000000000a1';
const omar = '019a0000-0000-7000-8000-0000000000a2';

function make(changes: Partial<Person> = {}): Person {
  const { permissions: _, ...account } = makeUser({ id: salma, phoneNumber: '+212 661 00 00 00' });
  return { ...account, blockedAt: null, ...changes };
}

/** The server's accounts as a test plays them; returns what was asked and sent. */
function play(rows: Person[]) {
  const asked: URLSearchParams[] = [];
  const sent: { method: string; id: string; body: Record<string, unknown> }[] = [];
  const problem = (status: number, code: string, message: string) =>
    HttpResponse.json({ status, code, message }, { status });
  server.use(
    http.get('*/users', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const pagination = { page: 1, limit: 25, total: rows.length, totalPages: 1 };
      return HttpResponse.json({ data: { users: rows, pagination } });
    }),
    http.get('*/users/:id', ({ params }) => {
      const row = rows.find(({ id }) => id === params.id);
      if (!row) return problem(404, 'USER_NOT_FOUND', 'User not found');
      return HttpResponse.json({ data: { user: row } });
    }),
    http.post('*/users', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'POST', id: '', body });
      if (body.email === 'salma@example.com')
        return problem(409, 'EMAIL_TAKEN', 'User with email salma@example.com already exists');
      const row = make({ ...(body as Partial<Person>), id: omar });
      rows.push(row);
      return HttpResponse.json({ data: { user: row } }, { status: 201 });
    }),
    http.put('*/users/:id', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ method: 'PUT', id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const now = {
        ...(rows[at] as Person),
        ...(body as Partial<Person>),
        updatedAt: '2026-11-21T12:00:00Z',
      };
      rows[at] = now;
      return HttpResponse.json({ data: { user: now } });
    }),
    http.post('*/media/:id/link', () =>
      HttpResponse.json({
        data: { link: { url: '/media/front/1.jpg?link=x', expiresAt: '2026-11-21T12:05:00Z' } },
      }),
    ),
    http.post('*/users/:id/identity-card/decision', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, string>;
      sent.push({ method: 'DECIDE', id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const card = {
        state: body.state,
        since: body.since,
        reason: body.reason ?? null,
        note: body.note ?? null,
      };
      const now = { ...(rows[at] as Person), identityCard: card as Person['identityCard'] };
      rows[at] = now;
      return HttpResponse.json({ data: { user: now } });
    }),
    http.get('*/users/:id/sessions', () =>
      HttpResponse.json({
        data: {
          sessions: [
            {
              id: 's1',
              current: false,
              ip: '192.0.2.10',
              userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
              createdAt: '2026-11-01T09:00:00Z',
              lastUsedAt: '2026-11-20T09:00:00Z',
              expiresAt: '2026-12-20T09:00:00Z',
            },
          ],
        },
      }),
    ),
    http.delete('*/users/:id/sessions/:session', ({ params }) => {
      sent.push({ method: 'END', id: String(params.session), body: {} });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/users/:id/:turn', async ({ request, params }) => {
      const body = params.turn === 'block' ? ((await request.json()) as Record<string, unknown>) : {};
      sent.push({ method: String(params.turn), id: String(params.id), body });
      const at = rows.findIndex(({ id }) => id === params.id);
      const blocked =
        params.turn === 'block'
          ? { blockedAt: '2026-11-21T12:00:00Z', blockedReason: String(body.reason) }
          : { blockedAt: null };
      const now = { ...(rows[at] as Person), ...blocked };
      rows[at] = now;
      return HttpResponse.json({ data: { user: now } });
    }),
    http.delete('*/users/:id', () =>
      problem(409, 'USER_HAS_BOOKINGS', 'Cannot delete user, they have 2 booking(s) to come'),
    ),
  );
  return { asked, sent };
}

const typeName = async (user: ReturnType<typeof renderSite>['user']) => {
  await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Omar');
  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Bennani');
};

describe('for the platform', () => {
  beforeEach(() => {
    signInStaff();
  });

  it('lists who there is, and whose cards wait, the longest first', async () => {
    const card = { state: 'SUBMITTED', since: '2026-11-20T09:00:00Z', reason: null, note: null } as const;
    const { asked } = play([
      make({ identityCard: card }),
      make({ id: omar, firstName: 'Omar', role: 'FRANCHISE_ADMIN', franchiseId }),
    ]);
    const { user } = renderSite('/admin/users');
    const table = await screen.findByRole('table', { name: 'Users' });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ sort: '-createdAt' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/Salma Idrissi.*salma@example.com.*Customer.*To check/);
    expect(second).toHaveTextContent(/Omar Idrissi.*Franchise administrator/);
    await waitFor(() => expect(second).toHaveTextContent('Atlas Moto'));
    await user.click(screen.getByRole('link', { name: 'Cards to check' }));
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
        identityCardState: 'SUBMITTED',
        sort: 'identityCardSince',
      }),
    );
  });

  it('makes an administrator of a franchise, whose password no draft keeps', async () => {
    const { sent } = play([make()]);
    const { user } = renderSite('/admin/users/add');
    await typeName(user);
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'salma@example.com');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Franchise administrator');
    await user.type(screen.getByLabelText('Password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Use at least 8 characters/)).toBeInTheDocument();
    expect(screen.getByText('Please fill this in')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), '-But-longer-7');
    expect(JSON.stringify(sessionStorage)).toContain('Bennani');
    expect(JSON.stringify(sessionStorage)).not.toContain('short');
    await user.type(screen.getByRole('combobox', { name: /^Franchise/ }), 'Atlas');
    await user.click(await screen.findByRole('option', { name: /Atlas Moto/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User with email salma@example.com already exists')).toBeInTheDocument();
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveFocus();
    await user.clear(email);
    await user.type(email, 'omar@example.com');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Omar Bennani' })).toBeInTheDocument();
    expect(sent[1]?.body).toEqual({
      firstName: 'Omar',
      lastName: 'Bennani',
      email: 'omar@example.com',
      language: 'fr',
      role: 'FRANCHISE_ADMIN',
      franchiseId,
      password: 'short-But-longer-7',
    });
  });

  it('changes what a person may do, and leaves the address to its owner', async () => {
    const { sent } = play([make({ role: 'FRANCHISE_ADMIN', franchiseId })]);
    const { user } = renderSite(`/admin/users/edit/${salma}`);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Role' }), 'Customer');
    await user.click(screen.getByRole('button', { name: /^Empty: Franchise/ }));
    expect(screen.queryByRole('textbox', { name: 'Email' })).not.toBeInTheDocument();
    expect(screen.getByText('salma@example.com')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        role: 'CUSTOMER',
        franchiseId: null,
        updatedAt: '2026-03-01T10:00:00Z',
      }),
    );
  });

  it('looks at a card, and sends it back with a reason that its owner reads', async () => {
    const since = '2026-11-20T09:00:00Z';
    const { sent } = play([
      make({
        identityCardFront: '/media/front',
        identityCardCover: '/media/back',
        identityCard: { state: 'SUBMITTED', since, reason: null, note: null },
      }),
    ]);
    const { user } = renderSite(`/admin/users/edit/${salma}`);
    await user.click(await screen.findByRole('button', { name: 'Show Front' }));
    expect(await screen.findByRole('img', { name: 'Front' })).toHaveAttribute(
      'src',
      expect.stringContaining('/media/front/1.jpg?link=x'),
    );
    await user.click(screen.getByRole('button', { name: 'Refuse' }));
    const dialog = screen.getByRole('dialog');
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Reason' }), 'Something else');
    await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    expect(within(dialog).getByText('Please fill this in')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox'), 'A thumb is in the picture');
    await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText('The card is refused, and the person is told')).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({
      state: 'REFUSED',
      reason: 'OTHER',
      note: 'A thumb is in the picture',
      since,
    });
    expect(await screen.findByText('A thumb is in the picture')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Approve the card' }));
    expect(await screen.findByText('The card is approved, and the person is told')).toBeInTheDocument();
    expect(sent[1]?.body).toEqual({ state: 'APPROVED', since });
  });

  it('signs somebody out, keeps them out with a reason, and lets them in again', async () => {
    const { sent } = play([make()]);
    const { user } = renderSite(`/admin/users/edit/${salma}`);
    await user.click(await screen.findByRole('button', { name: /^Sign out Firefox/ }));
    await waitFor(() => expect(sent[0]).toMatchObject({ method: 'END', id: 's1' }));
    await user.click(screen.getByRole('button', { name: 'Block' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(within(dialog).getByText('Please fill this in')).toBeInTheDocument();
    await user.type(within(dialog).getByRole('textbox'), 'Rode off');
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    await user.click(await screen.findByRole('button', { name: 'Let in again' }));
    expect(await screen.findByText('May sign in again')).toBeInTheDocument();
    expect(sent.slice(1)).toMatchObject([
      { method: 'block', body: { reason: 'Rode off' } },
      { method: 'unblock', id: salma },
    ]);
  });

  it('offers nobody to delete themselves', async () => {
    const me = useAuth.getState().user?.id ?? '';
    play([make({ id: me }), make({ id: omar, firstName: 'Omar' })]);
    const { user } = renderSite('/admin/users');
    expect(await screen.findByRole('button', { name: /^Delete .?Omar/ })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Delete / })).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: /^Salma Idrissi/ }));
    expect(await screen.findByRole('textbox', { name: 'First name' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('keeps who is still to ride', async () => {
    play([make()]);
    const { user } = renderSite('/admin/users');
    await user.click(await screen.findByRole('button', { name: /^Delete .?Salma Idrissi/ }));
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('erased for good');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('2 booking(s) to come');
  });
});

describe('for a franchise', () => {
  beforeEach(() => {
    signInStaff({ role: 'FRANCHISE_ADMIN', franchiseId });
  });

  it('makes accounts of its own, none of the platform', async () => {
    const { sent } = play([]);
    const { user } = renderSite('/admin/users/add');
    await typeName(user);
    const role = screen.getByRole('combobox', { name: 'Role' });
    expect(
      within(role)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Customer', 'Franchise administrator']);
    expect(screen.queryByRole('combobox', { name: /^Franchise/ })).not.toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'omar@example.com');
    await user.type(screen.getByLabelText('Password'), 'Route-du-Sud-9');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ role: 'CUSTOMER' }));
    expect(sent[0]?.body).not.toHaveProperty('franchiseId');
  });

  it('changes its own accounts, and reads those of customers who rent there', async () => {
    play([make(), make({ id: omar, firstName: 'Omar', franchiseId })]);
    const { user } = renderSite(`/admin/users/edit/${salma}`);
    expect(await screen.findByText('You can read this and not change it.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.click(screen.getAllByRole('link', { name: 'Users' }).at(-1) as HTMLElement);
    await user.click(await screen.findByRole('link', { name: 'Omar Idrissi' }));
    expect(await screen.findByRole('textbox', { name: 'First name' })).toBeEnabled();
    expect(screen.queryByRole('combobox', { name: 'Role' })).not.toBeInTheDocument();
  });
});
