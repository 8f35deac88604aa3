import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Booking } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useDraft } from '@/crud/use-draft';
import { formatMoney } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { isOvertaken, Overtaken } from './overtaken';
import { PaymentMethodFields } from './payment-method-fields';
import { staffBookingMutations } from './queries';

/** Records that the whole price was taken over the counter, which confirms the booking. */
export function TakePayment({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [values, change, drop] = useDraft(`counter-payment:${booking.id}`, {
    method: 'CASH',
    receiptNumber: '',
  });
  const take = useSendOnce(staffBookingMutations.takePayment(booking.id));
  const overtaken = isOvertaken(booking, 'TAKE_PAYMENT', take);
  const problem = take.error && asProblem(take.error);
  const refused = problem?.fields.find(({ field }) => field.endsWith('receiptNumber'));
  const price = formatMoney(booking.totalAmount, booking.currency);

  const close = () => {
    drop();
    onClose();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (overtaken) return;
    take.send(
      {
        method: values.method === 'CARD_TERMINAL' ? 'CARD_TERMINAL' : 'CASH',
        receiptNumber: values.receiptNumber.trim(),
      },
      {
        onSuccess: () => {
          close();
          notify({ tone: 'success', title: t('admin.bookings.counter.taken', { price }) });
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('admin.bookings.actions.takePayment')}
      description={t('admin.bookings.counter.takeText')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('admin.form.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={take.isPending} disabled={overtaken}>
            {t('admin.bookings.counter.takeOnly', { price })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-4">
        <PaymentMethodFields
          {...values}
          error={fieldText(t, refused && (refused.message || refused.code))}
          onChange={change}
        />
        {overtaken && <Overtaken booking={booking} />}
        {problem && !refused && !overtaken && (
          <Alert tone="danger" className="mt-4">
            {problemText(problem, t)}
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
