import type { SessionUser } from '@/stores/auth';

/** An access token that ends so many seconds from now. Its signature is of no interest to the site. */
export function accessToken(secondsFromNow: number, mark = 'a'): string {
  const payload = { exp: Math.floor(Date.now() / 1000) + secondsFromNow, mark };
  return `header.${btoa(JSON.stringify(payload)).replace(/=+$/, '')}.signature`;
}

export function makeUser(changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    email: 'salma@example.com',
    firstName: 'Salma',
    lastName: 'Idrissi',
    phoneNumber: null,
    role: 'CUSTOMER',
    franchiseId: null,
    language: 'en',
    identityCardFront: null,
    identityCardCover: null,
    identityCard: { state: 'NONE', since: null, reason: null, note: null },
    emailVerifiedAt: null,
    createdAt: '2026-03-01T10:00:00Z',
    updatedAt: '2026-03-01T10:00:00Z',
    permissions: {},
    ...changes,
  };
}
