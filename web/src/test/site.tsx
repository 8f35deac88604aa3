import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { followSession } from '@/app/follow-session';
import { createQueryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/router';
import type { SessionUser } from '@/stores/auth';

/** The whole site at an address: real routes, memory history, the API of `server`. */
export function renderSite(address: string) {
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(queryClient, history);
  onTestFinished(followSession(queryClient, router));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, user: userEvent.setup() };
}

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
    createdAt: '2026-03-01T10:00:00Z',
    permissions: {},
    ...changes,
  };
}
