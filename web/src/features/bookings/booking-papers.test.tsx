import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { useAuth } from '@/stores/auth';
import { bookingId, makeBooking, makePayment } from '@/test/ride';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';

function show(booking: Booking) {
  useAuth.getState().signIn({ user: makeUser(), accessToken: accessToken(600), refreshToken: 'r1' });
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: makeUser() } })),
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking } })),
    http.get('*/bookings/:id/lock-code', () => HttpResponse.json({ data: { lockCode: null } })),
  );
  renderSite(`/booking/${bookingId}`);
}

const paid = makeBooking({
  bookingStatus: 'CONFIRMED',
  holdExpiresAt: null,
  payment: makePayment({ status: 'COMPLETED' }),
});

afterEach(() => vi.restoreAllMocks());

describe('a refund that did not arrive', () => {
  it('is told of with what happens next, until it is given back again', async () => {
    show({ ...paid, payment: makePayment({ status: 'COMPLETED', owedAmount: 975 }) });
    expect(await screen.findByText(/975\.00.* did not get back to you/)).toBeInTheDocument();
    expect(screen.getByText(/the franchise has been told/)).toBeInTheDocument();
  });

  it('is nothing to speak of otherwise', async () => {
    show(paid);
    await screen.findByRole('button', { name: 'Print' });
    expect(screen.queryByText(/did not get back to you/)).toBeNull();
  });
});

describe('the papers of a booking', () => {
  it('are not there before it is paid', async () => {
    show(makeBooking());
    await screen.findByRole('button', { name: 'Print' });
    expect(screen.queryByRole('button', { name: 'Contract' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull();
  });

  it('have the ride for a calendar beside them, under the name of the booking', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
    URL.revokeObjectURL = () => undefined;
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    show(paid);
    await userEvent.click(await screen.findByRole('button', { name: 'Add to my calendar' }));
    expect(saved).toEqual([`${paid.reference}.ics`]);
    expect(files[0]?.type).toBe('text/calendar;charset=utf-8');
    const text = await files[0]?.text();
    expect(text).toContain('ORGANIZER;CN="Atlas Moto":mailto:atlas@example.com\r\n');
    expect(text).toContain(`SEQUENCE:${Date.parse(paid.updatedAt) / 1000}\r\n`);
    expect(text).toContain(`SUMMARY:Yamaha Ténéré 700 · ${paid.reference}\r\n`);
    expect(text).toContain('LOCATION:Menara Mall\\, Avenue Mohammed VI\\, Marrakech\r\n');
  });

  it('are fetched with the session and saved under the name of the booking', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/bookings/:id/:paper', ({ request, params }) => {
        if (params.paper === 'lock-code') return HttpResponse.json({ data: { lockCode: null } });
        const lang = new URL(request.url).searchParams.get('lang');
        asked.push(`${params.paper} ${lang} ${request.headers.has('Authorization')}`);
        return new HttpResponse('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } });
      }),
    );
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:paper';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    });
    show(paid);
    await userEvent.click(await screen.findByRole('button', { name: 'Contract' }));
    await userEvent.click(screen.getByRole('button', { name: 'Receipt' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(asked.toSorted()).toEqual(['contract en true', 'receipt en true']);
    expect(saved.toSorted()).toEqual([
      `rihla-contract-${paid.reference}.pdf blob:paper`,
      `rihla-receipt-${paid.reference}.pdf blob:paper`,
    ]);
  });
});
