import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { followSession } from '@/app/follow-session';
import { createQueryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/router';

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
