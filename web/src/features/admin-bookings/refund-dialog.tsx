import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Payment } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useDraft } from '@/crud/use-draft';
import { formatMoney } from '@/i18n/format';
import { amountOf } from '@/lib/amount';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Textarea } from '@/ui/textarea';
import { staffBookingMutations } from './queries';

/** Gives money of a payment back, all that is left unless less is asked for. */
export function RefundDialog({
  payment,
  left,
  onClose,
}: {
  payment: Payment;
  /** What was neither given back nor promised to be, in dirham. */
  left: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const formId = useId();
  const [{ typed, reason }, change, drop] = useDraft(`refund:${payment.id}`, {
    typed: left.toFixed(2),
    reason: '',
  });
  const [wrong, setWrong] = useState<'INVALID_FORMAT' | 'TOO_SMALL' | 'TOO_LARGE'>();
  const refund = useSendOnce(staffBookingMutations.refund(payment.id));
  const problem = refund.error && asProblem(refund.error);
  const refused = (name: string) => {
    const field = problem?.fields.find((one) => one.field === name);
    return fieldText(t, field && (field.message || field.code));
  };
  const amount = amountOf(typed);

  const close = () => {
    drop();
    onClose();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal =
      amount === undefined
        ? 'INVALID_FORMAT'
        : amount < 0.01
          ? 'TOO_SMALL'
          : amount > left
            ? 'TOO_LARGE'
            : undefined;
    setWrong(refusal);
    if (refusal || amount === undefined) return;
    refund.send(
      { refundAmount: amount, reason: reason.trim(), left },
      {
        onSuccess: () => {
          notify({ tone: 'success', title: t('admin.bookings.refund.done', { price: formatMoney(amount) }) });
          close();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('admin.bookings.refund.title')}
      description={
        payment.gateway === 'COUNTER'
          ? t('admin.bookings.refund.counterText')
          : t('admin.bookings.refund.text', { gateway: t(`payment.gateway.${payment.gateway}`) })
      }
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('admin.form.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={refund.isPending}>
            {t('admin.bookings.refund.confirm', { price: formatMoney(amount ?? 0) })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <Input
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          aria-required
          label={t('admin.bookings.refund.amount')}
          hint={t('admin.bookings.refund.left', { price: formatMoney(left) })}
          error={fieldText(t, wrong) ?? refused('refundAmount')}
          end={<span className="text-sm text-muted">{t('admin.values.currency')}</span>}
          value={typed}
          onChange={({ target }) => {
            change({ typed: target.value });
            setWrong(undefined);
            refund.reset();
          }}
        />
        <Textarea
          rows={2}
          maxLength={500}
          label={t('admin.bookings.refund.reason')}
          hint={t('admin.bookings.refund.reasonHint')}
          aside={t('common.optional')}
          error={refused('reason')}
          value={reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
        {problem && problem.fields.length === 0 && <Alert tone="danger">{problemText(problem, t)}</Alert>}
      </form>
    </Dialog>
  );
}
