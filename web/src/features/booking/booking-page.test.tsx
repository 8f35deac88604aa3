import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useAuth } from '@/stores/auth';
import { address, end, playBookingForm, ready, session, start } from '@/test/booking-form';
import { motorcycleId, parkingPointId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

beforeEach(playBookingForm);

describe('the booking form', () => {
  it('leads home without a motorcycle', async () => {
    const { router } = renderSite('/booking?startDate=2027-01-01');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('shows steps, motorcycle, included services and the price of the server', async () => {
    renderSite(address);
    await ready();
    const steps = screen.getByRole('list', { name: 'Steps of the booking' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
    expect(within(steps).getByText('Information').closest('li')).toHaveAttribute('aria-current', 'step');
    const summary = screen.getByRole('complementary', { name: 'Your ride' });
    expect(within(summary).getByRole('heading', { name: 'Yamaha Ténéré 700' })).toBeInTheDocument();
    expect(within(summary).getAllByText('Menara Mall')).toHaveLength(2);
    expect(screen.getAllByText('Insurance')).not.toHaveLength(0);
    expect(within(summary).getByText(/3 days/)).toBeInTheDocument();
  });

  it('asks the server again for an extra, and says the new total', async () => {
    const { user } = renderSite(address);
    await ready();
    await user.click(screen.getByRole('checkbox', { name: /Second helmet/ }));
    expect(await screen.findByText(/The total is now 2,000\.00.MAD/)).toBeInTheDocument();
  });

  it('shows the signed-in person and does not ask again', async () => {
    useAuth.getState().signIn(session);
    renderSite(address);
    await ready();
    for (const [label, value] of [
      ['First name', 'Salma'],
      ['Last name', 'Idrissi'],
      ['Email', 'salma@example.com'],
      ['Phone', '+212612345678'],
    ] as const) {
      expect(screen.getByLabelText(label)).toBeDisabled();
      expect(screen.getByLabelText(label)).toHaveValue(value);
    }
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('keeps what was typed over a reload, but never the password', async () => {
    const { user } = renderSite(address);
    await ready();
    await user.type(screen.getByLabelText('First name'), 'Salma');
    await user.type(screen.getByLabelText('Password'), 'Secret123');
    await user.click(screen.getByRole('checkbox', { name: /Second helmet/ }));
    expect(Object.values({ ...sessionStorage }).join()).not.toContain('Secret123');
    document.body.replaceChildren();
    renderSite(address);
    await ready();
    expect(await screen.findByLabelText('First name')).toHaveValue('Salma');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(screen.getByRole('checkbox', { name: /Second helmet/ })).toBeChecked();
  });

  it('takes days in place, and keeps them in the address', async () => {
    const { router } = renderSite(`/booking?motorcycleId=${motorcycleId}`);
    await screen.findByRole('button', { name: 'Proceed to payment' });
    const [first, last] = screen.getAllByLabelText('Day');
    for (const [input, day] of [
      [first, start],
      [last, end],
    ] as const) {
      if (!input) throw new Error('an input is missing');
      fireEvent.change(input, { target: { value: day } });
      // At once: a value that comes back late makes a day untypable.
      expect(input).toHaveValue(day);
    }
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ startDate: start, endDate: end }),
    );
    await ready();
  });

  it('takes a parking point that is no more for none, and asks for a place', async () => {
    server.use(
      http.get('*/parking-points/:id', () =>
        HttpResponse.json({ code: 'PARKING_POINT_NOT_FOUND' }, { status: 404 }),
      ),
    );
    const gone = '019a0000-0000-7000-8000-0000000000bf';
    useAuth.getState().signIn(session);
    const { user } = renderSite(address.replace(parkingPointId, gone));
    await ready();
    await waitFor(() =>
      expect(within(screen.getByRole('complementary')).getAllByText('To be chosen')).toHaveLength(2),
    );
    await user.click(screen.getByRole('button', { name: 'Proceed to payment' }));
    const ways = screen.getByRole('radiogroup', { name: 'Where do you want it?' });
    await waitFor(() => expect(within(ways).getAllByRole('radio')[0]).toHaveFocus());
    await user.click(within(ways).getByRole('radio', { name: 'At Menara Mall' }));
    expect(within(screen.getByRole('complementary')).getAllByText('Menara Mall')).toHaveLength(2);
  });

  it('keeps what was chosen while the device was still looking for itself', async () => {
    server.use(
      http.get('*/places/reverse', () =>
        HttpResponse.json({ code: 'NOT_FOUND', message: 'x' }, { status: 404 }),
      ),
    );
    let found: PositionCallback | undefined;
    const geolocation = { getCurrentPosition: (onFound: PositionCallback) => (found = onFound) };
    vi.stubGlobal('navigator', { ...navigator, onLine: true, geolocation });
    const { router, user } = renderSite(address);
    await ready();
    const answer = () => {
      const coords = { latitude: 31.63, longitude: -8 } as GeolocationCoordinates;
      found?.({ coords } as GeolocationPosition);
    };
    const here = screen.getByRole('radio', { name: 'Where I am' });
    await user.click(here);
    await user.click(screen.getByRole('radio', { name: 'Brought to an address' }));
    await user.type(screen.getByRole('textbox', { name: 'Address' }), 'Riad Yasmine');
    await act(async () => answer());
    expect(here).not.toBeChecked();
    await waitFor(() => expect(router.state.location.search.location).toBe('address:Riad Yasmine'));
    // Asked once more, it is taken.
    await user.click(here);
    await act(async () => answer());
    expect(here).toBeChecked();
  });

  it('says that a part of the page failed, not the page, when there is no price', async () => {
    server.use(
      http.post('*/bookings/quote', () =>
        HttpResponse.json({ code: 'CONFLICT', message: 'x' }, { status: 409 }),
      ),
    );
    renderSite(address);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading')).toHaveTextContent('This part of the page did not load');
  });

  it('points at the first thing that is missing', async () => {
    const { user } = renderSite(`/booking?motorcycleId=${motorcycleId}`);
    const button = await screen.findByRole('button', { name: 'Proceed to payment' });
    await user.click(button);
    const days = screen.getAllByLabelText('Day');
    await waitFor(() => expect(days[0]).toHaveFocus());
    expect(days[0]).toBeInvalid();
    expect(screen.getByLabelText('First name')).toBeInvalid();
  });
});
