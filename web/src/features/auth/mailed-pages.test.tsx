import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAuth } from '@/stores/auth';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

const person = makeUser();
const session = { user: person, accessToken: accessToken(600), refreshToken: 'r1' };
const resetLink = '/auth/reset-password?token=t0ken&email=salma%2Bride%40example.com';

/** Has a call answered, and returns the bodies that came. */
function answers(path: string, answer: () => Response | Promise<Response>): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}

const taken = () => new HttpResponse(null, { status: 204 });

function refused(code: string, status: number, errors?: { field: string; code: string; message: string }[]) {
  return () => HttpResponse.json({ code, message: `Refused: ${code}`, errors }, { status });
}

/** An answer that waits to be let go. */
function held(): { answer: () => Promise<Response>; letGo: () => void } {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { answer: () => gate.then(taken), letGo };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => useAuth.getState().signOut());

describe('a forgotten password', () => {
  it('is reached from signing in, which keeps where the person was going', async () => {
    const { router, user } = renderSite('/auth/login?redirect=/my-bookings');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    expect(await heading('Forgot your password?')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await heading('Sign in');
    expect(router.state.location.href).toBe('/auth/login?redirect=/my-bookings');
  });

  it('asks for a link once, and says what there is to do whoever the address belongs to', async () => {
    const { answer, letGo } = held();
    const sent = answers('/auth/forgot-password', answer);
    const { user } = renderSite('/auth/forgot-password');
    await user.type(await screen.findByLabelText('Email'), ' salma@example.com {Enter}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    letGo();
    const title = await heading('Check your mail');
    expect(title).toHaveFocus();
    expect(title).toHaveAccessibleDescription(/^If salma@example.com has an account,/);
    expect(sent).toEqual([{ email: 'salma@example.com' }]);
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(await heading('Forgot your password?')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveValue('salma@example.com');
  });

  it('shows what is wrong with the address under it', async () => {
    const sent = answers(
      '/auth/forgot-password',
      refused('VALIDATION', 422, [{ field: 'email', code: 'TOO_LONG', message: 'At most 254 characters' }]),
    );
    const { user } = renderSite('/auth/forgot-password');
    const email = await screen.findByLabelText('Email');
    await user.type(email, 'salma{Enter}');
    await waitFor(() => expect(email).toHaveAccessibleDescription('Write an address like name@example.com'));
    expect(sent).toEqual([]);
    await user.type(email, '@example.com{Enter}');
    await waitFor(() => expect(email).toHaveAccessibleDescription('At most 254 characters'));
    expect(email).toHaveFocus();
  });

  it('says that too many links were asked for', async () => {
    answers('/auth/forgot-password', () =>
      HttpResponse.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '40' } }),
    );
    const { user } = renderSite('/auth/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'salma@example.com{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wait 40 seconds');
  });

  it('may be one of somebody who is signed in', async () => {
    useAuth.getState().signIn(session);
    renderSite('/auth/forgot-password');
    expect(await heading('Forgot your password?')).toBeInTheDocument();
  });
});

describe('a new password', () => {
  it('is sent once with the link, and leads to signing in without leaving the link behind', async () => {
    const { answer, letGo } = held();
    const sent = answers('/auth/reset-password', answer);
    const { router, user } = renderSite(resetLink);
    expect(await screen.findByLabelText('Email')).toHaveValue('salma+ride@example.com');
    await user.type(screen.getByLabelText('New password'), 'Secret456{Enter}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save the password' }));
    letGo();
    const outcome = await screen.findByText('Your password is changed');
    expect(outcome.closest('[data-outcome]')).toHaveFocus();
    expect(sent).toEqual([{ token: 't0ken', email: 'salma+ride@example.com', password: 'Secret456' }]);
    expect(router.state.location.href).toBe('/auth/login');
    expect(router.history.length).toBe(1);
    expect(screen.getByLabelText('Email')).toHaveValue('salma+ride@example.com');
  });

  it('ends the session that this browser had', async () => {
    useAuth.getState().signIn(session);
    answers('/auth/reset-password', taken);
    const ended = answers('/auth/logout', taken);
    const { user } = renderSite(resetLink);
    await user.type(await screen.findByLabelText('New password'), 'Secret456{Enter}');
    expect(await heading('Sign in')).toBeInTheDocument();
    expect(useAuth.getState().authenticated).toBe(false);
    await waitFor(() => expect(ended).toEqual([{ refreshToken: 'r1' }]));
  });

  it('is checked by the rules of registration, here and by the server', async () => {
    const sent = answers(
      '/auth/reset-password',
      refused('VALIDATION', 422, [
        { field: 'password', code: 'TOO_LONG', message: 'At most 200 characters' },
      ]),
    );
    const { router, user } = renderSite(resetLink);
    const password = await screen.findByLabelText('New password');
    await user.type(password, 'secret{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription(/Use at least 8 characters/));
    expect(password).toHaveFocus();
    expect(sent).toEqual([]);
    await user.type(password, 'SECRET456{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription('At most 200 characters'));
    expect(router.state.location.href).toContain('token=t0ken');
  });

  it('needs a link that still works, and leads to another', async () => {
    answers('/auth/reset-password', refused('LINK_INVALID', 422));
    const { router, user } = renderSite(resetLink);
    await user.type(await screen.findByLabelText('New password'), 'Secret456{Enter}');
    expect(await heading('This link no longer works')).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Ask for a new link' }));
    await heading('Forgot your password?');
    expect(router.state.location.href).toBe('/auth/forgot-password');
    expect(screen.getByLabelText('Email')).toHaveValue('salma+ride@example.com');
  });

  it('needs a whole link', async () => {
    renderSite('/auth/reset-password?email=salma%40example.com');
    await heading('This link is not complete');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeInTheDocument();
  });

  it('keeps what was typed when the server fails', async () => {
    answers('/auth/reset-password', refused('INTERNAL', 500));
    const { user } = renderSite(resetLink);
    await user.type(await screen.findByLabelText('New password'), 'Secret456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something broke on our side');
    expect(screen.getByLabelText('New password')).toHaveValue('Secret456');
  });
});

describe('confirming an address', () => {
  it('sends the token once however often React runs effects, then forgets it', async () => {
    const sent = answers('/auth/confirm-email', taken);
    const { router } = renderSite('/auth/confirm-email?token=t0ken', { strict: true });
    expect(await heading('Your email is confirmed')).toHaveFocus();
    expect(sent).toEqual([{ token: 't0ken' }]);
    expect(router.state.location.href).toBe('/auth/confirm-email');
    expect(router.history.length).toBe(1);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login');
  });

  it('brings the account of whoever is signed in up to date', async () => {
    useAuth.getState().signIn(session);
    answers('/auth/confirm-email', taken);
    const user = makeUser({ email: 'idrissi@example.com' });
    server.use(http.get('*/auth/me', () => HttpResponse.json({ data: { user } })));
    const { user: reader } = renderSite('/auth/confirm-email?token=t0ken');
    await heading('Your email is confirmed');
    await reader.click(screen.getByRole('link', { name: 'See your profile' }));
    await heading('Your profile');
    await waitFor(() =>
      expect(within(screen.getByRole('main')).getByText('idrissi@example.com')).toBeInTheDocument(),
    );
    expect(useAuth.getState().user?.email).toBe('idrissi@example.com');
  });

  it.each([
    ['LINK_INVALID', 422, 'This link no longer works', /your address is probably confirmed already/],
    ['EMAIL_TAKEN', 409, 'This address has an account already', /Yours keeps the address that it had/],
  ])('says what %s means', async (code, status, title, text) => {
    answers('/auth/confirm-email', refused(code, status));
    renderSite('/auth/confirm-email?token=t0ken');
    const told = await heading(title);
    expect(told).toHaveFocus();
    expect(told).toHaveAccessibleDescription(text);
  });

  it('is tried again by hand when the server could not be reached', async () => {
    let reachable = false;
    const sent = answers('/auth/confirm-email', () => (reachable ? taken() : HttpResponse.error()));
    const { user } = renderSite('/auth/confirm-email?token=t0ken');
    expect(await heading('Your email is not confirmed yet')).toHaveFocus();
    reachable = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Your email is confirmed')).toHaveFocus();
    expect(sent).toHaveLength(2);
  });

  it('needs a whole link', async () => {
    const sent = answers('/auth/confirm-email', taken);
    renderSite('/auth/confirm-email?token=%20');
    await heading('This link is not complete');
    expect(sent).toEqual([]);
  });
});
