import { beforeEach, describe, expect, it } from 'vitest';
import { accessToken, makeUser } from '@/test/session';
import { followOtherTabs, isStaff, storageName, useAuth } from './auth';

const session = { user: makeUser(), accessToken: accessToken(600), refreshToken: 'r1' };

beforeEach(() => useAuth.getState().signOut());

describe('the session', () => {
  it('is kept under auth-store with user, both tokens and the flag', () => {
    useAuth.getState().signIn(session);
    expect(JSON.parse(localStorage.getItem('auth-store') ?? '')).toEqual({
      state: { ...session, authenticated: true },
      version: 1,
    });
  });

  it('is cleared by signing out', () => {
    useAuth.getState().signIn(session);
    useAuth.getState().signOut();
    expect(useAuth.getState()).toMatchObject({
      user: null,
      accessToken: null,
      refreshToken: null,
      authenticated: false,
    });
  });

  it('tells being ended by the server from signing out, and keeps that to this tab', () => {
    useAuth.getState().signIn(session);
    useAuth.getState().end();
    expect(useAuth.getState()).toMatchObject({
      user: null,
      refreshToken: null,
      authenticated: false,
      ended: 'salma@example.com',
    });
    expect(JSON.parse(localStorage.getItem(storageName) ?? '')).toEqual({
      state: { user: null, accessToken: null, refreshToken: null, authenticated: false },
      version: 1,
    });
    useAuth.getState().signIn(session);
    expect(useAuth.getState().ended).toBeNull();
    useAuth.getState().end();
    useAuth.getState().signOut();
    expect(useAuth.getState().ended).toBeNull();
  });

  it('takes no news of somebody who is not signed in, and none that is old', () => {
    useAuth.getState().setUser(makeUser());
    expect(useAuth.getState().user).toBeNull();
    useAuth.getState().signIn(session);
    useAuth.getState().setUser(makeUser({ id: 'another' }));
    expect(useAuth.getState().user).toEqual(session.user);
    useAuth.getState().setUser(makeUser({ firstName: 'Old', updatedAt: '2026-02-28T10:00:00Z' }));
    expect(useAuth.getState().user).toEqual(session.user);
    useAuth.getState().setUser(makeUser({ firstName: 'Salma Zahra' }));
    expect(useAuth.getState().user?.firstName).toBe('Salma Zahra');
  });

  it('comes back from local storage', async () => {
    localStorage.setItem(
      storageName,
      JSON.stringify({ state: { ...session, authenticated: true }, version: 1 }),
    );
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({ ...session, authenticated: true });
  });

  it.each([
    ['half a session', { ...session, refreshToken: undefined, authenticated: true }],
    ['no user', { ...session, user: null, authenticated: true }],
    ['something else', 'text'],
  ])('is signed out when local storage holds %s', async (_name, state) => {
    localStorage.setItem(storageName, JSON.stringify({ state, version: 1 }));
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({ user: null, authenticated: false });
  });

  it('follows other tabs', () => {
    const stop = followOtherTabs();
    localStorage.setItem(
      storageName,
      JSON.stringify({ state: { ...session, authenticated: true }, version: 1 }),
    );
    dispatchEvent(new StorageEvent('storage', { key: storageName }));
    expect(useAuth.getState().authenticated).toBe(true);
    stop();
  });
});

it('knows who may enter the admin area', () => {
  expect(isStaff(makeUser({ role: 'ADMIN' }))).toBe(true);
  expect(isStaff(makeUser({ role: 'FRANCHISE_ADMIN' }))).toBe(true);
  expect(isStaff(makeUser())).toBe(false);
  expect(isStaff(null)).toBe(false);
});
