import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, Problem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import { paymentMutations } from '@/api/queries/payments';
import type { Booking, Gateway } from '@/api/types';
import type { GatewayLaunch } from '@/components/gateway-form';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';

/**
 * Opens a payment and leads to the gateway: `launch` holds what to post there; a gateway that takes no form is gone to
 * at once. `failure` is what to say beside the button.
 */
export function usePay(booking: Booking) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const create = useMutation(paymentMutations.create());
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem>();
  const [launch, setLaunch] = useState<GatewayLaunch>();

  const failed = (title: string, problem: Problem) => {
    setFailure(problem);
    notify({ tone: 'danger', title, text: problemText(problem, t) });
    // The reason may be that the booking has moved on: paid, ended or cancelled elsewhere.
    void queryClient.invalidateQueries({ queryKey: bookingQueries.detail(booking.id).queryKey });
  };

  const pay = async (gateway: Gateway['name']): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const payment = {
      bookingId: booking.id,
      amount: booking.totalAmount,
      currency: 'MAD',
      gateway,
    } as const;
    try {
      const answer = await create.mutateAsync({ payment, after: booking.payment?.id });
      const url = answer.gatewayPaymentUrl ?? answer.payment.gatewayPaymentUrl;
      if (!url) {
        const nowhere = { status: 201, code: 'NO_PAYMENT_PAGE', message: t('payment.noUrl.text') };
        return failed(t('payment.noUrl.title'), new Problem(nowhere));
      }
      notify({ tone: 'success', title: t('payment.redirecting') });
      const response = answer.payment.gatewayResponse;
      if (response) setLaunch({ url, payload: response.payload, signature: response.signature });
      else location.assign(url);
    } catch (cause) {
      failed(t('payment.createFailed'), asProblem(cause));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { pay, busy, failure, launch, stay: () => setLaunch(undefined) };
}
