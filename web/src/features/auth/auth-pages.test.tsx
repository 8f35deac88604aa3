import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuth } from '@/stores/auth';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const person = makeUser();
const session = { user: person, accessToken: accessToken(600), refreshToken: 'r1' };

beforeEach(() => {
  useAuth.getState().signOut();
  server.use(http.get('*/auth/me', () => HttpResponse.json({ data: { user: person } })));
});

describe('signing in', () => {
  it('comes back to the page that asked for it', async () => {
    server.use(http.post('*/auth/login', () => HttpResponse.json({ data: session })));
    const { router, user } = renderSite('/profile');
    await user.type(await screen.findByLabelText('Email'), 'salma@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your profile' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/profile');
    expect(within(screen.getByRole('main')).getByText('salma@example.com')).toBeInTheDocument();
  });

  it('never leads to another site', async () => {
    useAuth.getState().signIn(session);
    const { router } = renderSite('/auth/login?redirect=//evil.example');
    await waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  it('has neither header nor footer', async () => {
    renderSite('/auth/login');
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('says why it was refused, and keeps what was typed', async () => {
    server.use(
      http.post('*/auth/login', () =>
        HttpResponse.json(
          { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' },
          { status: 401 },
        ),
      ),
    );
    const { user } = renderSite('/auth/login');
    await user.type(await screen.findByLabelText('Email'), 'salma@example.com');
    await user.type(screen.getByLabelText('Password'), 'Secret123');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(screen.getByLabelText('Email')).toHaveValue('salma@example.com');
    expect(useAuth.getState().authenticated).toBe(false);
  });

  it('shows a password on demand', async () => {
    const { user } = renderSite('/auth/login');
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
  });
});

describe('registering', () => {
  async function fill(user: ReturnType<typeof renderSite>['user'], password: string) {
    await user.type(await screen.findByLabelText('First name'), ' Salma ');
    await user.type(screen.getByLabelText('Last name'), 'Idrissi');
    await user.type(screen.getByLabelText('Email'), 'salma@example.com');
    await user.type(screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
  }

  it('checks fields before sending', async () => {
    const { user } = renderSite('/auth/register');
    await fill(user, 'weakpassword');
    expect(await screen.findByText(/Use at least 8 characters/)).toBeInTheDocument();
    const password = screen.getByLabelText('Password');
    expect(password).toBeInvalid();
    expect(password).toHaveAccessibleDescription(/Use at least 8 characters/);
    expect(password).toHaveFocus();
  });

  it('sends what was typed, trimmed, with the language and without an empty phone, and signs in', async () => {
    let sent: unknown;
    server.use(
      http.post('*/auth/register', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ data: session }, { status: 201 });
      }),
    );
    const { user } = renderSite('/auth/register?redirect=/profile');
    await fill(user, 'Secret123');
    expect(await screen.findByRole('heading', { level: 1, name: 'Your profile' })).toBeInTheDocument();
    expect(sent).toEqual({
      firstName: 'Salma',
      lastName: 'Idrissi',
      email: 'salma@example.com',
      password: 'Secret123',
      language: 'en',
    });
    expect(useAuth.getState().refreshToken).toBe('r1');
  });

  it("puts the server's refusal under its field and into a toast", async () => {
    server.use(
      http.post('*/auth/register', () =>
        HttpResponse.json(
          {
            code: 'VALIDATION',
            message: 'Some fields need attention',
            errors: [{ field: 'email', code: 'TOO_LONG', message: 'At most 254 characters' }],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = renderSite('/auth/register');
    await fill(user, 'Secret123');
    await waitFor(() =>
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('At most 254 characters'),
    );
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent(
      'Some fields need attention',
    );
  });
});
