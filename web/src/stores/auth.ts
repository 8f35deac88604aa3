import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SessionAnswer, User } from '@/api/types';

/** The signed-in person. What they may do is for showing and hiding only: the server decides. */
export type SessionUser = User;

export type Session = SessionAnswer;

interface AuthState {
  readonly user: SessionUser | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly authenticated: boolean;
  /** Log-in, registration and refresh all end here. */
  signIn(session: Session): void;
  signOut(): void;
  /** Signs out whoever did not ask for it: the server ended the session. */
  end(): void;
  /** Address of whom that happened to last. Not kept: another tab, or a later visit, need not be told. */
  readonly ended: string | null;
  /** Replaces what is known about the signed-in person, tokens untouched. What is no news is dropped. */
  setUser(user: SessionUser): void;
}

const signedOut = { user: null, accessToken: null, refreshToken: null, authenticated: false };

/** Name under which the session is kept in local storage (specification section 3). */
export const storageName = 'auth-store';

/**
 * The session: the only client state that is kept. Read it with `useAuth.getState()` outside components,
 * route guards included.
 */
export const useAuth = create<AuthState>()(
  persist(
    (set) => ({
      ...signedOut,
      ended: null,
      signIn: ({ user, accessToken, refreshToken }) =>
        set({ user, accessToken, refreshToken, authenticated: true, ended: null }),
      signOut: () => set({ ...signedOut, ended: null }),
      end: () => set(({ user }) => ({ ...signedOut, ended: user?.email ?? null })),
      setUser: (user) => set((now) => (isNews(user, now.user) ? { user } : now)),
    }),
    {
      name: storageName,
      version: 1,
      partialize: ({ user, accessToken, refreshToken, authenticated }) => ({
        user,
        accessToken,
        refreshToken,
        authenticated,
      }),
      merge: (kept, current) => ({ ...current, ...readKept(kept) }),
      migrate: () => signedOut,
    },
  ),
);

/** Answers may arrive late: about whoever was signed in before, or from before a change. */
function isNews(user: SessionUser, known: SessionUser | null): boolean {
  return known?.id === user.id && Date.parse(user.updatedAt) >= Date.parse(known.updatedAt);
}

/** What local storage held, or signed out when it does not have the form of a session. */
function readKept(kept: unknown): Partial<AuthState> {
  const given = (kept ?? {}) as Partial<Record<keyof AuthState, unknown>>;
  const user = given.user as SessionUser | null | undefined;
  const whole =
    given.authenticated === true &&
    typeof given.accessToken === 'string' &&
    typeof given.refreshToken === 'string' &&
    typeof user?.id === 'string' &&
    typeof user.email === 'string';
  return whole ? (given as Partial<AuthState>) : signedOut;
}

/** Whether this person may enter the admin area: for choosing a link or a page, never for protection. */
export function isStaff(user: SessionUser | null): boolean {
  return user?.role === 'ADMIN' || user?.role === 'FRANCHISE_ADMIN';
}

/** Keeps this tab's session equal to what another tab wrote; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageName || event.key === null) void useAuth.persist.rehydrate();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
