import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '@/components/notify';
import { useAuth } from '@/stores/auth';
import { pages, person, serveAllPages } from '@/test/pages';
import { accessToken } from '@/test/session';
import { renderSite } from '@/test/site';

/** The part that breaks, and whether it still does. */
const broken = vi.hoisted(() => ({ part: '' }));

/** A module whose part of this name breaks while it is told to. */
const breaking = vi.hoisted(() => async (load: () => Promise<object>, name: string) => {
  const parts = (await load()) as Record<string, (props: object) => unknown>;
  const draw = parts[name];
  return {
    ...parts,
    [name]: (props: object) => {
      if (broken.part === name) throw new TypeError(`${name} is broken`);
      return draw?.(props);
    },
  };
});

vi.mock('@/features/bookings/next-step', (load) => breaking(load, 'NextStep'));
vi.mock('@/features/bookings/boarding-pass', (load) => breaking(load, 'BoardingPass'));
vi.mock('@/features/bookings/booking-papers', (load) => breaking(load, 'BookingPapers'));
vi.mock('@/features/bookings/booking-row', (load) => breaking(load, 'BookingRow'));
vi.mock('@/features/booking/motorcycle-summary', (load) => breaking(load, 'MotorcycleSummary'));
vi.mock('@/features/booking/extras-section', (load) => breaking(load, 'ExtrasSection'));
vi.mock('@/features/motorcycle/cancellation-ladder', (load) => breaking(load, 'CancellationLadder'));
vi.mock('@/features/payment/booking-summary', (load) => breaking(load, 'BookingSummary'));
vi.mock('@/features/profile/sessions-section', (load) => breaking(load, 'SessionsSection'));

const seen = {
  booking: () => screen.findByRole('button', { name: 'Print' }),
  'my bookings': () => screen.findByRole('heading', { level: 1, name: 'My bookings' }),
  'booking form': () => screen.findByRole('button', { name: 'Proceed to payment' }),
  motorcycle: () => screen.findByRole('link', { name: 'Book this motorcycle' }),
  payment: () => screen.findByRole('button', { name: /^Pay 1,950\.00/ }),
  profile: () => screen.findByLabelText('First name'),
};

beforeEach(() => {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signIn({ user: person, accessToken: accessToken(600), refreshToken: 'r1' });
  serveAllPages();
});

it.each([
  ['NextStep', 'booking'],
  ['BoardingPass', 'booking'],
  ['BookingPapers', 'booking'],
  ['BookingRow', 'my bookings'],
  ['MotorcycleSummary', 'booking form'],
  ['ExtrasSection', 'booking form'],
  ['CancellationLadder', 'motorcycle'],
  ['BookingSummary', 'payment'],
  ['SessionsSection', 'profile'],
] as const)('an error in %s leaves the rest of the page %s, and is mended on asking', async (part, name) => {
  // React tells the console of every error that a boundary catches.
  const told = vi.spyOn(console, 'error').mockReturnValue();
  broken.part = part;
  const { user } = renderSite(pages.find((page) => page.name === name)?.address ?? '');
  const title = await screen.findByText('This part of the page did not load');
  expect(await seen[name]()).toBeEnabled();
  expect(screen.queryByText('This page has a flat tyre')).toBeNull();
  broken.part = '';
  const alert = title.closest('[role="alert"]') as HTMLElement;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(screen.queryByText('This part of the page did not load')).toBeNull();
  expect(await seen[name]()).toBeEnabled();
  told.mockRestore();
});
