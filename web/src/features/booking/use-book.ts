import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '@/api/problem';
import { authMutations } from '@/api/queries/auth';
import { bookingMutations } from '@/api/queries/bookings';
import { quoteQueries } from '@/api/queries/quotes';
import type { Booking, BookingAlternatives, NewBooking, Quote } from '@/api/types';
import type { GatewayLaunch } from '@/components/gateway-form';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import type { RegisterValues } from '@/features/auth/account-forms';
import { currentLanguage } from '@/i18n';
import { forgetDraft } from './draft';

/** Why the last press did not end in a booking, as far as the page can help. */
export type Refusal =
  | { readonly kind: 'price'; readonly before: number; readonly quote: Quote }
  | { readonly kind: 'conflict'; readonly alternatives: BookingAlternatives; readonly message: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'other'; readonly step: 'register' | 'book'; readonly problem: Problem };

function refusalOf(problem: Problem, shownTotal: number | undefined): Refusal {
  const { code, body } = problem;
  const quote = body.quote as Quote | undefined;
  if (code === 'PRICE_CHANGED' && quote) {
    return { kind: 'price', before: shownTotal ?? quote.totalAmount, quote };
  }
  if (code === 'BOOKING_CONFLICT') {
    const { nextFree = null, motorcycles = [] } = (body.alternatives ?? {}) as Partial<BookingAlternatives>;
    return { kind: 'conflict', alternatives: { nextFree, motorcycles }, message: problem.message };
  }
  return { kind: 'other', step: 'book', problem };
}

function launchOf(booking: Booking, paymentUrl: string | null): GatewayLaunch | undefined {
  const url = paymentUrl ?? booking.payment?.gatewayPaymentUrl;
  const response = booking.payment?.gatewayResponse;
  return booking.bookingType === 'AUTONOM' && url && response
    ? { url, payload: response.payload, signature: response.signature }
    : undefined;
}

/**
 * Books: opens the account first when there is none, then sends the booking (D21), once however often the button is
 * pressed. Afterwards `launch` holds what to post to the gateway, or the site has moved on to the next page.
 */
export function useBook({ onFields }: { onFields: (problem: Problem) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const register = useMutation(authMutations.register());
  const create = useMutation(bookingMutations.create());
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [launch, setLaunch] = useState<{ bookingId: string; gateway: GatewayLaunch }>();

  const failed = (next: Refusal) => {
    setRefusal(next);
    if (next.kind !== 'other') return;
    onFields(next.problem);
    // Specification section 8: the server's message as a toast, with what to do next.
    notify({ tone: 'danger', title: problemText(next.problem, t), text: t('errors.tryAgain') });
  };

  const openAccount = async ({ phoneNumber, ...person }: RegisterValues): Promise<boolean> => {
    try {
      await register.mutateAsync({
        ...person,
        ...(phoneNumber && { phoneNumber }),
        language: currentLanguage(),
      });
      return true;
    } catch (cause) {
      const problem = asProblem(cause);
      failed(
        problem.code === 'EMAIL_TAKEN'
          ? { kind: 'email', email: person.email }
          : { kind: 'other', step: 'register', problem },
      );
      return false;
    }
  };

  const send = async (booking: NewBooking): Promise<void> => {
    try {
      const answer = await create.mutateAsync(booking);
      forgetDraft();
      notify({ tone: 'success', title: t('booking.created') });
      await leave(answer.booking, answer.paymentUrl);
    } catch (cause) {
      const problem = asProblem(cause);
      const next = refusalOf(problem, booking.totalAmount);
      if (next.kind === 'price') {
        const { motorcycleId, startDatetime, endDatetime, selectedSupplements } = booking;
        const request = { motorcycleId, startDatetime, endDatetime, selectedSupplements };
        queryClient.setQueryData(quoteQueries.quote(request).queryKey, next.quote);
      }
      failed(next);
    }
  };

  const leave = async (booking: Booking, paymentUrl: string | null): Promise<void> => {
    const gateway = launchOf(booking, paymentUrl);
    if (gateway) return setLaunch({ bookingId: booking.id, gateway });
    if (booking.bookingType === 'DELIVERY') {
      return navigate({ to: '/booking/thank-you', search: { booking: booking.id } });
    }
    return navigate({ to: '/booking/payment/$bookingId', params: { bookingId: booking.id } });
  };

  const book = async (booking: NewBooking, person: RegisterValues | undefined): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setRefusal(undefined);
    try {
      if (!person || (await openAccount(person))) await send(booking);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { book, busy, refusal, clearRefusal: () => setRefusal(undefined), launch };
}
