import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Problem } from '@/api/problem';
import { NotFoundPage, RouteErrorPage } from './state-pages';

/** A site of one page, which loads by the given function. */
function renderPage(load: () => unknown) {
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => {
      load();
    },
    component: () => <h1>{'Arrived'}</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  // Its routes are not the site's, whose types the components expect.
  render(<RouterProvider router={router as never} />);
}

it('says what went wrong, names the reference, and tries again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const failure = new Problem({ status: 500, code: 'INTERNAL', message: 'boom', requestId: 'req-9' });
  let fails = true;
  renderPage(() => {
    if (fails) throw failure;
  });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('This page has a flat tyre');
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Something broke on our side');
  expect(alert).not.toHaveTextContent('boom');
  expect(alert).toHaveTextContent('req-9');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Arrived')).toBeInTheDocument();
});

it('shows the not-found page for what the server does not have', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  renderPage(() => {
    throw new Problem({ status: 404, code: 'BOOKING_NOT_FOUND', message: 'Booking not found: 1' });
  });
  expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeInTheDocument();
});
