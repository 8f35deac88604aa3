import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment, StrictMode } from 'react';
import { onTestFinished } from 'vitest';
import { followSession } from '@/app/follow-session';
import { createQueryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/router';

/**
 * The whole site at an address: real routes, memory history, the API of `server`. `strict` has React run effects twice,
 * as development does.
 */
export function renderSite(address: string, { strict = false } = {}) {
  const Mode = strict ? StrictMode : Fragment;
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(queryClient, history);
  onTestFinished(followSession(queryClient, router));
  render(
    <Mode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Mode>,
  );
  return { router, user: userEvent.setup() };
}
