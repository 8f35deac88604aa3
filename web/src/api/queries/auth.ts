import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Language } from '@/i18n/languages';
import { dropDrafts } from '@/lib/draft';
import { useAuth } from '@/stores/auth';
import { api, dataOf, done, openApi } from '../client';
import type { Credentials, PasswordReset, Registration } from '../types';

export const authQueries = {
  /** The signed-in person with permissions; also brings the stored copy up to date. */
  me: (authenticated: boolean) =>
    queryOptions({
      queryKey: ['auth', 'me'],
      enabled: authenticated,
      staleTime: 5 * 60_000,
      queryFn: async ({ signal }) => {
        const { user } = await dataOf(api.GET('/auth/me', { signal }));
        useAuth.getState().setUser(user);
        return user;
      },
    }),
};

export const authMutations = {
  login: () =>
    mutationOptions({
      mutationFn: (body: Credentials) => dataOf(openApi.POST('/auth/login', { body })),
      onSuccess: (session) => useAuth.getState().signIn(session),
    }),
  register: () =>
    mutationOptions({
      mutationFn: (body: Registration) => dataOf(openApi.POST('/auth/register', { body })),
      onSuccess: (session) => useAuth.getState().signIn(session),
    }),
  /** Has a link mailed, if the address has an account: the answer does not say. */
  forgotPassword: () =>
    mutationOptions({
      mutationFn: (body: { email: string }) => done(openApi.POST('/auth/forgot-password', { body })),
    }),
  /** Uses up a mailed link, and ends every session of its account. */
  resetPassword: () =>
    mutationOptions({
      mutationFn: (body: PasswordReset) => done(openApi.POST('/auth/reset-password', { body })),
    }),
  /** Uses up the token of a mailed link, which proves its address; who is signed in may have another one now. */
  confirmEmail: () =>
    mutationOptions({
      mutationFn: (token: string) => done(openApi.POST('/auth/confirm-email', { body: { token } })),
      onSuccess: (_data, _token, _before, { client }) => {
        const { authenticated } = useAuth.getState();
        if (authenticated) void client.prefetchQuery({ ...authQueries.me(true), staleTime: 0 });
      },
    }),
};

/**
 * Signs out here at once and tells the server, which ends the refresh token. The person is signed out on
 * this device even when the server cannot be reached.
 */
export async function logout(): Promise<void> {
  const { refreshToken, signOut } = useAuth.getState();
  signOut();
  dropDrafts();
  if (!refreshToken) return;
  try {
    await openApi.POST('/auth/logout', { body: { refreshToken } });
  } catch {
    // The token dies by age; nothing the person could do about it.
  }
}

/**
 * Has the account of whoever is signed in remember a language, in which mails are then written too. The site speaks it
 * whether or not that succeeds; the profile says when the two differ.
 */
export async function keepLanguage(language: Language): Promise<void> {
  const { user, setUser } = useAuth.getState();
  if (!user || user.language === language) return;
  try {
    const path = { id: user.id };
    const answer = await dataOf(api.PUT('/users/{id}', { params: { path }, body: { language } }));
    setUser({ ...user, ...answer.user });
  } catch {
    // Nothing was lost: it is on here, and can be kept from the profile.
  }
}
