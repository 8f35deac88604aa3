import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenSession } from '@/api/types';
import { useNotices } from '@/components/notify';
import { type SessionUser, useAuth } from '@/stores/auth';
import { setTexts } from '@/test/i18n';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const person = makeUser({ phoneNumber: '+212612345678' });
/** The account as the server has it. */
let account: SessionUser;
/** What was sent, by method and path. */
let sent: Array<{ call: string; body: unknown }>;

const here: OpenSession = {
  id: 's1',
  current: true,
  ip: '196.12.200.4',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  createdAt: '2026-11-01T10:00:00Z',
  lastUsedAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-20T10:00:00Z',
};
const elsewhere: OpenSession = {
  ...here,
  id: 's2',
  current: false,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
};
let sessions: OpenSession[];

function signIn(user = person) {
  useAuth.getState().signIn({ user, accessToken: accessToken(600), refreshToken: 'r1' });
}

/** Changes the account on the server, a second later each time. */
function change(changes: Partial<SessionUser>): SessionUser {
  const updatedAt = new Date(Date.parse(account.updatedAt) + 1000).toISOString();
  account = { ...account, ...changes, updatedAt };
  return account;
}

function problem(code: string, status: number, more: object = {}) {
  return HttpResponse.json({ code, message: `Refused: ${code}`, ...more }, { status });
}

/** Notes calls, and has each answered as told, or with nothing to say. */
function answers(
  method: 'post' | 'delete',
  path: string,
  answer = () => new HttpResponse(null, { status: 204 }),
) {
  server.use(
    http[method](`*${path}`, async ({ request }) => {
      const text = await request.text();
      const call = `${method.toUpperCase()} ${new URL(request.url).pathname}`;
      sent.push({ call, body: text ? JSON.parse(text) : null });
      return answer();
    }),
  );
}

const section = (name: string) => screen.findByRole('region', { name });

async function openProfile(address = '/profile') {
  const site = renderSite(address);
  await screen.findByRole('heading', { level: 1, name: 'Your profile' });
  return site;
}

beforeEach(() => {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signOut();
  account = person;
  sessions = [here, elsewhere];
  sent = [];
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: account } })),
    http.get('*/auth/sessions', () => HttpResponse.json({ data: { sessions } })),
    http.put('*/users/:id', async ({ request, params }) => {
      const body = (await request.json()) as Partial<SessionUser>;
      sent.push({ call: `PUT /users/${params.id}`, body });
      const { updatedAt, ...changes } = body;
      if (updatedAt && updatedAt !== account.updatedAt) return problem('CHANGED_MEANWHILE', 409);
      const { permissions: _, ...user } = change(changes);
      return HttpResponse.json({ data: { user } });
    }),
  );
  signIn();
});

const calls = () => sent.map(({ call }) => call);
const toasts = () => screen.getByRole('region', { name: 'Notifications' });
const firstName = () => screen.findByLabelText('First name');
const save = () => screen.getByRole('button', { name: 'Save' });

describe('details', () => {
  it('are saved, only what was changed, and shown everywhere', async () => {
    const { user } = await openProfile();
    expect(save()).toBeDisabled();
    await user.clear(await firstName());
    await user.type(await firstName(), ' Zineb ');
    await user.clear(screen.getByLabelText('Phone'));
    await user.click(save());
    await waitFor(() => expect(toasts()).toHaveTextContent('Your details are saved'));
    expect(sent).toEqual([
      {
        call: `PUT /users/${person.id}`,
        body: { firstName: 'Zineb', phoneNumber: null, updatedAt: person.updatedAt },
      },
    ]);
    expect(await firstName()).toHaveValue('Zineb');
    expect(save()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Account of Zineb Idrissi' })).toBeInTheDocument();
    expect(useAuth.getState().user).toMatchObject({ firstName: 'Zineb', permissions: {} });
  });

  it('are checked here, and show what the server refuses at its field', async () => {
    const { user } = await openProfile();
    await user.clear(await firstName());
    await user.click(save());
    expect(await firstName()).toHaveAccessibleDescription('Please fill this in');
    expect(sent).toEqual([]);
    server.use(
      http.put('*/users/:id', () =>
        problem('VALIDATION', 422, {
          errors: [{ field: 'phoneNumber', code: 'INVALID_PHONE', message: 'At most 15 digits' }],
        }),
      ),
    );
    await user.type(await firstName(), 'Zineb');
    await user.click(save());
    const phone = screen.getByLabelText('Phone');
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/At most 15 digits/));
    expect(phone).toHaveFocus();
    expect(await firstName()).toHaveValue('Zineb');
  });

  it('go back to how they were', async () => {
    const { user } = await openProfile();
    await user.type(await firstName(), 'x');
    await user.click(screen.getByRole('button', { name: 'Undo my changes' }));
    expect(await firstName()).toHaveValue('Salma');
    expect(sessionStorage).toHaveLength(0);
  });

  it('are saved when something else of the account was changed meanwhile', async () => {
    const { user } = await openProfile();
    await user.type(await firstName(), 'h');
    change({ language: 'fr' });
    await user.click(save());
    await waitFor(() => expect(toasts()).toHaveTextContent('Your details are saved'));
    expect(account).toMatchObject({ firstName: 'Salmah', language: 'fr' });
  });

  it('say what was changed elsewhere, and let the person decide', async () => {
    const { user } = await openProfile();
    await user.type(await firstName(), 'h');
    change({ firstName: 'Selma', lastName: 'Alaoui' });
    await user.click(save());
    const notice = (await screen.findByText('Your details were changed somewhere else meanwhile')).closest(
      '[role="status"]',
    ) as HTMLElement;
    expect(notice).toHaveTextContent('First name: it is now \u2068Selma\u2069');
    expect(await firstName()).toHaveValue('Salmah');
    expect(screen.getByLabelText('Last name')).toHaveValue('Alaoui');
    expect(account.firstName).toBe('Selma');
    await user.click(save());
    await waitFor(() => expect(account.firstName).toBe('Salmah'));
    expect(account.lastName).toBe('Alaoui');
    expect(screen.queryByText('Your details were changed somewhere else meanwhile')).toBeNull();
  });

  it('take what is there when the person wants that', async () => {
    const { user } = await openProfile();
    await user.type(await firstName(), 'h');
    change({ firstName: 'Selma' });
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Take what is there' }));
    expect(await firstName()).toHaveValue('Selma');
    expect(save()).toBeDisabled();
  });

  it('keep what was typed when the server cannot be reached', async () => {
    const { user } = await openProfile();
    server.use(http.put('*/users/:id', () => HttpResponse.error()));
    await user.type(await firstName(), 'h');
    await user.click(save());
    expect(await screen.findByText('Your details were not saved')).toBeInTheDocument();
    expect(await firstName()).toHaveValue('Salmah');
    expect(useAuth.getState().authenticated).toBe(true);
  });
});

describe('a session that ends in the middle of a form', () => {
  beforeEach(() => {
    server.use(
      http.put('*/users/:id', () => problem('INVALID_TOKEN', 401), { once: true }),
      http.post('*/auth/refresh-token', () => problem('REFRESH_REJECTED', 401)),
      http.post('*/auth/login', () =>
        HttpResponse.json({ data: { user: account, accessToken: accessToken(600), refreshToken: 'r2' } }),
      ),
    );
  });

  it('leads to signing in, and back to the form with what was typed', async () => {
    const { router, user } = await openProfile('/profile#details');
    await user.type(await firstName(), 'h');
    await user.type(screen.getByLabelText('New address'), 'zineb@example.com');
    await user.type(screen.getByLabelText('Your password'), 'Secret123');
    await user.type(screen.getByLabelText('Current password'), 'Secret123');
    await user.click(save());
    expect(await screen.findByText('Your session has ended')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('salma@example.com');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret123');
    await user.type(screen.getByLabelText('Password'), 'Secret123{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Your profile' });
    expect(router.state.location.href).toBe('/profile#details');
    expect(await firstName()).toHaveValue('Salmah');
    expect(screen.getByLabelText('New address')).toHaveValue('zineb@example.com');
    expect(screen.getByText('What you had typed is still here. It is not saved yet.')).toBeInTheDocument();
    await user.click(save());
    await waitFor(() => expect(account.firstName).toBe('Salmah'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Salmah');
  });

  it('shows nothing of it to who signs in next', async () => {
    const { user } = await openProfile();
    await user.type(await firstName(), 'h');
    await user.click(save());
    await screen.findByText('Your session has ended');
    account = makeUser({ id: '019a0000-0000-7000-8000-000000000002', firstName: 'Omar' });
    await user.type(screen.getByLabelText('Password'), 'Secret123{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Your profile' });
    expect(await firstName()).toHaveValue('Omar');
    expect(screen.queryByText(/is still here/)).toBeNull();
  });

  it('leaves nothing behind for who signed out', async () => {
    answers('post', '/auth/logout');
    const { user } = await openProfile();
    await user.type(await firstName(), 'h');
    await waitFor(() => expect(sessionStorage).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Account of Salma Idrissi' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign in' });
    expect(screen.queryByText('Your session has ended')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('the language', () => {
  it('is kept on the server too', async () => {
    const { user } = await openProfile();
    await user.click(within(await section('Language')).getByRole('button', { name: 'Français' }));
    await waitFor(() =>
      expect(sent).toEqual([{ call: `PUT /users/${person.id}`, body: { language: 'fr' } }]),
    );
    await waitFor(() => expect(useAuth.getState().user?.language).toBe('fr'));
    await setTexts('en');
  });

  it('of the account can be brought in line with that of the device', async () => {
    account = { ...person, language: 'ar' };
    signIn(account);
    const { user } = await openProfile();
    const part = await section('Language');
    expect(part).toHaveTextContent('We still write to you in \u2068العربية\u2069.');
    await user.click(within(part).getByRole('button', { name: 'Write to me in English' }));
    await waitFor(() => expect(part).not.toHaveTextContent('We still write'));
    expect(account.language).toBe('en');
  });
});

describe('the password', () => {
  it('is changed, with the rules ticked while it is typed', async () => {
    answers('post', '/auth/change-password');
    const { user } = await openProfile();
    const part = within(await section('Password'));
    const rule = part.getByText('a digit').closest('li') as HTMLElement;
    await user.type(part.getByLabelText('New password'), 'Route-du-Sud');
    expect(rule).toHaveTextContent('missing');
    await user.type(part.getByLabelText('New password'), '9');
    expect(rule).toHaveTextContent('done');
    await user.type(part.getByLabelText('Current password'), 'Secret123');
    sessions = [here];
    await user.click(part.getByRole('button', { name: 'Change the password' }));
    await waitFor(() => expect(toasts()).toHaveTextContent('Your password is changed'));
    expect(sent).toEqual([
      {
        call: 'POST /auth/change-password',
        body: { currentPassword: 'Secret123', newPassword: 'Route-du-Sud9' },
      },
    ]);
    expect(part.getByLabelText('Current password')).toHaveValue('');
    expect(await screen.findByText('You are signed in only here.')).toBeInTheDocument();
  });

  it('stays when the present one is wrong, which is said at its field', async () => {
    answers('post', '/auth/change-password', () =>
      problem('VALIDATION', 422, {
        errors: [{ field: 'currentPassword', code: 'WRONG_PASSWORD', message: 'Invalid password' }],
      }),
    );
    const { user } = await openProfile();
    const part = within(await section('Password'));
    const current = part.getByLabelText('Current password');
    await user.type(current, 'Secret124');
    await user.type(part.getByLabelText('New password'), 'weak');
    await user.click(part.getByRole('button', { name: 'Change the password' }));
    expect(await part.findByText(/Use at least 8 characters with/)).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.type(part.getByLabelText('New password'), 'NESS-2026');
    await user.click(part.getByRole('button', { name: 'Change the password' }));
    await waitFor(() => expect(current).toHaveAccessibleDescription('Invalid password'));
    expect(current).toHaveFocus();
  });

  it('says how long to wait after too many tries', async () => {
    answers('post', '/auth/change-password', () =>
      HttpResponse.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '40' } }),
    );
    const { user } = await openProfile();
    const part = within(await section('Password'));
    await user.type(part.getByLabelText('Current password'), 'Secret123');
    await user.type(part.getByLabelText('New password'), 'Route-du-Sud9{Enter}');
    expect(await part.findByRole('alert')).toHaveTextContent('Wait 40 seconds');
  });
});

describe('the address', () => {
  it('is changed by a mailed link', async () => {
    answers('post', '/auth/change-email');
    const { user } = await openProfile();
    const part = within(await section('Email'));
    expect(part.getByText('Not confirmed yet')).toBeInTheDocument();
    await user.type(part.getByLabelText('New address'), 'zineb@example.com');
    await user.type(part.getByLabelText('Your password'), 'Secret123{Enter}');
    expect(await part.findByText('Check your mail')).toBeInTheDocument();
    expect(part.getByText('zineb@example.com')).toBeInTheDocument();
    expect(part.getByText('salma@example.com')).toBeInTheDocument();
    expect(sent[0]?.body).toEqual({ newEmail: 'zineb@example.com', password: 'Secret123' });
    expect(sessionStorage).toHaveLength(0);
  });

  it('is confirmed by the same way', async () => {
    answers('post', '/auth/change-email');
    const { user } = await openProfile();
    const part = within(await section('Email'));
    await user.click(part.getByRole('button', { name: 'Confirm this address' }));
    expect(part.getByLabelText('New address')).toHaveValue('salma@example.com');
    expect(part.getByLabelText('Your password')).toHaveFocus();
  });

  it("says at its field that it is somebody else's", async () => {
    answers('post', '/auth/change-email', () => problem('EMAIL_TAKEN', 409));
    const { user } = await openProfile();
    const part = within(await section('Email'));
    await user.type(part.getByLabelText('New address'), 'omar@example.com');
    await user.type(part.getByLabelText('Your password'), 'Secret123{Enter}');
    const address = part.getByLabelText('New address');
    await waitFor(() => expect(address).toHaveAccessibleDescription('Refused: EMAIL_TAKEN'));
    expect(address).toHaveFocus();
  });

  it('follows a link that was opened in another tab', async () => {
    await openProfile();
    const state = { ...useAuth.getState(), user: { ...person, email: 'zineb@example.com' } };
    localStorage.setItem('auth-store', JSON.stringify({ state, version: 1 }));
    dispatchEvent(new StorageEvent('storage', { key: 'auth-store' }));
    await waitFor(async () => expect(await section('Email')).toHaveTextContent('zineb@example.com'));
  });
});

describe('sessions', () => {
  it('are listed with their device, and end one by one', async () => {
    answers('delete', '/auth/sessions/:id', () => {
      sessions = [here];
      return new HttpResponse(null, { status: 204 });
    });
    const { user } = await openProfile();
    const part = within(await section('Where you are signed in'));
    const [mine, other] = await part.findAllByRole('listitem');
    expect(mine).toHaveTextContent('Firefox on Linux');
    expect(mine).toHaveTextContent('This device');
    expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
    expect(other).toHaveTextContent('Safari on iPhone');
    expect(other).toHaveTextContent('Last used 20 Nov 2026, 11:00');
    await user.click(within(other as HTMLElement).getByRole('button', { name: /^Sign out/ }));
    expect(await part.findByText('You are signed in only here.')).toBeInTheDocument();
    expect(calls()).toEqual(['DELETE /auth/sessions/s2']);
  });

  it('are gone from the list when age was quicker', async () => {
    answers('delete', '/auth/sessions/:id', () => {
      sessions = [here];
      return problem('SESSION_NOT_FOUND', 404);
    });
    const { user } = await openProfile();
    const part = within(await section('Where you are signed in'));
    await user.click(await part.findByRole('button', { name: /^Sign out Safari/ }));
    expect(await part.findByText('You are signed in only here.')).toBeInTheDocument();
    expect(toasts()).not.toHaveTextContent('Could not be signed out');
  });

  it('end everywhere else at once', async () => {
    answers('delete', '/auth/sessions');
    const { user } = await openProfile();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(toasts()).toHaveTextContent('You are signed out everywhere else'));
    expect(calls()).toEqual(['DELETE /auth/sessions']);
  });

  it('say why they could not be loaded, and load by hand', async () => {
    let fails = true;
    server.use(
      http.get('*/auth/sessions', () =>
        fails ? problem('FORBIDDEN', 403, { requestId: 'req-9' }) : HttpResponse.json({ data: { sessions } }),
      ),
    );
    const { user } = await openProfile();
    const part = within(await section('Where you are signed in'));
    const alert = await part.findByRole('alert');
    expect(alert).toHaveTextContent('req-9');
    fails = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('Firefox on Linux')).toBeInTheDocument();
  });
});

describe('a copy of the data', () => {
  it('is saved as a file', async () => {
    server.use(http.get('*/auth/my-data', () => HttpResponse.json({ data: { records: {} } })));
    const create = vi.fn((_file: Blob) => 'blob:rihla');
    URL.createObjectURL = create as typeof URL.createObjectURL;
    URL.revokeObjectURL = vi.fn();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = await openProfile();
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('rihla-my-data.json');
    expect(await create.mock.calls[0]?.[0].text()).toContain('"records"');
    saved.mockRestore();
  });
});

describe('deleting the account', () => {
  async function ask(user: Awaited<ReturnType<typeof openProfile>>['user'], password: string) {
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    if (password) await user.type(dialog.getByLabelText('Password'), password);
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    return dialog;
  }

  it('asks for the password, signs out and leads home', async () => {
    answers('post', '/auth/delete-account');
    const carried: Array<string | null> = [];
    server.use(
      http.get('*/supplements', ({ request }) => {
        carried.push(request.headers.get('Authorization'));
        return HttpResponse.json({ data: { supplements: [], pagination: {} } });
      }),
      http.get('*/parking-points', () => HttpResponse.json({ data: { parkingPoints: [], pagination: {} } })),
    );
    const { router, user } = await openProfile();
    const dialog = await ask(user, '');
    expect(await dialog.findByText('Please fill this in')).toBeInTheDocument();
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('Password'), 'Secret123{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    await waitFor(() => expect(useAuth.getState().authenticated).toBe(false));
    expect(sent).toEqual([{ call: 'POST /auth/delete-account', body: { password: 'Secret123' } }]);
    expect(toasts()).toHaveTextContent('Your account is deleted');
    await waitFor(() => expect(carried).toEqual([null]));
    expect(router.state.location.pathname).toBe('/');
  });

  it('is refused while there are bookings, and leads to them', async () => {
    answers('post', '/auth/delete-account', () => problem('USER_HAS_BOOKINGS', 409));
    const { user } = await openProfile();
    const dialog = await ask(user, 'Secret123');
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Refused: USER_HAS_BOOKINGS');
    expect(within(alert).getByRole('link', { name: 'See my bookings' })).toHaveAttribute(
      'href',
      '/my-bookings',
    );
    expect(useAuth.getState().authenticated).toBe(true);
  });
});

it('leads to its parts', async () => {
  const { router, user } = await openProfile();
  const nav = within(screen.getByRole('navigation', { name: 'On this page' }));
  await user.click(nav.getByRole('link', { name: 'Password' }));
  expect(router.state.location.hash).toBe('password');
  expect(screen.getByRole('heading', { level: 2, name: 'Password' })).toHaveFocus();
});
