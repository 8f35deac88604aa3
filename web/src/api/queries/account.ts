import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { useAuth } from '@/stores/auth';
import { api, baseUrl, dataOf, done, fileOf } from '../client';
import type { AccountChanges, EmailChange, Media, MediaLink, PasswordChange } from '../types';
import { type UploadOptions, upload } from '../upload';
import { authQueries } from './auth';

export const accountQueries = {
  /** Where the person is signed in, the latest used first. */
  sessions: () =>
    queryOptions({
      queryKey: ['auth', 'sessions'],
      queryFn: async ({ signal }) => (await dataOf(api.GET('/auth/sessions', { signal }))).sessions,
    }),
};

export const accountMutations = {
  /** Changes one's own account. `updatedAt` as it was read has the server refuse when somebody else was first. */
  update: () =>
    mutationOptions({
      mutationFn: async (changes: AccountChanges) => {
        const id = useAuth.getState().user?.id ?? '';
        return (await dataOf(api.PUT('/users/{id}', { params: { path: { id } }, body: changes }))).user;
      },
      onSuccess: (changed, _changes, _before, { client }) => {
        const { user, setUser } = useAuth.getState();
        if (!user) return;
        const now = { ...user, ...changed };
        setUser(now);
        client.setQueryData(authQueries.me(true).queryKey, now);
      },
    }),
  /** Ends every other session of the account. */
  changePassword: () =>
    mutationOptions({
      mutationFn: (body: PasswordChange) => done(api.POST('/auth/change-password', { body })),
      onSuccess: (_data, _body, _before, { client }) =>
        void client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
    }),
  /** Has a link mailed that proves the address. */
  changeEmail: () =>
    mutationOptions({
      mutationFn: (body: EmailChange) => done(api.POST('/auth/change-email', { body })),
    }),
  /** Signs out somewhere; without an id, everywhere else. */
  endSession: () =>
    mutationOptions({
      mutationFn: (id: string | undefined) =>
        done(
          id === undefined
            ? api.DELETE('/auth/sessions')
            : api.DELETE('/auth/sessions/{id}', { params: { path: { id } } }),
        ),
      onSettled: (_data, _error, _id, _before, { client }) =>
        client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey }),
    }),
  /** Everything that is kept about the person, as a file. */
  download: () =>
    mutationOptions({ mutationFn: () => fileOf(api.GET('/auth/my-data', { parseAs: 'blob' })) }),
  /** Erases who the account was. */
  remove: () =>
    mutationOptions({
      mutationFn: (password: string) => done(api.POST('/auth/delete-account', { body: { password } })),
    }),
};

/** Uploads a file for something to name. Papers, an identity card among them, are shown by a link only. */
export async function uploadMedia(
  purpose: Media['purpose'],
  file: Blob,
  name: string,
  options: UploadOptions,
): Promise<Media> {
  const form = new FormData();
  // The server reads what the file is for before the file.
  form.append('purpose', purpose);
  form.append('file', file, name);
  return (await upload<{ media: Media }>('/media/upload', form, options)).media;
}

/** An address under which a private file can be fetched for five minutes. Each is recorded. */
export async function linkToMedia(id: string): Promise<MediaLink> {
  const { link } = await dataOf(api.POST('/media/{id}/link', { params: { path: { id } } }));
  return { ...link, url: new URL(link.url, baseUrl).href };
}

/** Removes a file that nothing names any more. */
export function removeMedia(id: string): Promise<void> {
  return done(api.DELETE('/media/{id}', { params: { path: { id } } }));
}
