import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { paymentQueries } from '@/api/queries/payments';
import type { BookProposal, Payment } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useDraft } from '@/crud/use-draft';
import { formatDate, formatMoney } from '@/i18n/format';
import { amountOf, centimesOf } from '@/lib/amount';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { correctMutation } from './books-queries';
import { type Correctable, correctable, type Fact, facts, isOfRefund, nameOf } from './books-words';

type Amounts = Record<Correctable, string>;

/** The amounts of a proposal as they are typed; of none, empty fields. */
function typedAmounts(lines: BookProposal['lines'] = []): Amounts {
  return Object.fromEntries(
    correctable.map((account) => {
      const line = lines.find((one) => one.account === account);
      return [account, line ? (line.amountCentimes / 100).toFixed(2) : ''];
    }),
  ) as Amounts;
}

/** The refund that a correction is about. */
function RefundChoice({
  payment,
  value,
  error,
  onChange,
}: {
  payment: Payment;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation();
  const { data: refunds = [] } = useQuery(paymentQueries.refunds(payment.id));
  return (
    <Select
      required
      label={t('admin.payments.books.refund')}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('admin.form.none')}</option>
      {refunds.map(({ id, amount, createdAt, state }) => (
        <option key={id} value={id}>
          {t('admin.payments.books.refundOption', {
            price: formatMoney(amount),
            when: formatDate(createdAt, 'instant'),
            state: t(`admin.bookings.refund.states.${state}`),
          })}
        </option>
      ))}
    </Select>
  );
}

/** Posts what the books miss, or takes back what they have wrong: a fact, why, and what it moves between accounts. */
export function CorrectionDialog({
  payment,
  proposal,
  onClose,
}: {
  payment: Payment;
  /** What the check misses, to begin with. */
  proposal: BookProposal | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const formId = useId();
  // Whatever is proposed while the dialog is open: what was typed stays.
  const [proposed] = useState(proposal !== undefined);
  const [fact, setFact] = useState<Fact>((proposal?.corrects ?? 'PAYMENT_CAPTURED') as Fact);
  const [refundId, setRefundId] = useState(proposal?.refundId ?? '');
  const [amounts, setAmounts] = useState(() => typedAmounts(proposal?.lines));
  const [{ reason }, keep, drop] = useDraft(`correction:${payment.id}`, { reason: '' });
  const [looked, setLooked] = useState(false);
  const correct = useSendOnce(correctMutation(payment.id));
  const problem = correct.error && asProblem(correct.error);

  const lines = correctable.flatMap((account) => {
    if (amounts[account].trim() === '') return [];
    const amount = amountOf(amounts[account]);
    return [{ account, amountCentimes: amount === undefined ? Number.NaN : centimesOf(amount) }];
  });
  const sum = lines.reduce((total, { amountCentimes }) => total + amountCentimes, 0);
  const readable = !Number.isNaN(sum);
  // What can be seen before anybody is asked; the server says the rest.
  const unbalanced =
    lines.length < 2
      ? t('admin.payments.books.tooFew')
      : readable && sum !== 0
        ? t('admin.payments.books.unbalanced')
        : undefined;
  const refused = (name: string) => {
    const field = problem?.fields.find((one) => one.field === name);
    return fieldText(t, field && (field.message || field.code));
  };
  const refusedLine = (account: Correctable) => {
    const at = correct.variables?.lines.findIndex((line) => line.account === account) ?? -1;
    return refused(`lines[${at}].amountCentimes`) ?? refused(`lines[${at}].account`);
  };
  const sumError = (looked ? unbalanced : undefined) ?? refused('lines');
  const changed = () => {
    setLooked(false);
    correct.reset();
  };

  const close = () => {
    drop();
    onClose();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (unbalanced || !readable || reason.trim() === '' || (isOfRefund(fact) && refundId === '')) return;
    correct.send(
      { corrects: fact, ...(isOfRefund(fact) && { refundId }), reason: reason.trim(), lines },
      {
        onSuccess: () => {
          notify({ tone: 'success', title: t('admin.payments.books.done') });
          close();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('admin.payments.books.correct')}
      description={t('admin.payments.books.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('admin.form.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={correct.isPending}>
            {t('admin.payments.books.post')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {proposed && <Alert>{t('admin.payments.books.proposed')}</Alert>}
        <Select
          label={t('admin.payments.books.fact')}
          value={fact}
          error={refused('corrects')}
          onChange={({ target }) => {
            setFact(target.value as Fact);
            changed();
          }}
        >
          {facts.map((one) => (
            <option key={one} value={one}>
              {t(`admin.payments.books.facts.${one}`)}
            </option>
          ))}
        </Select>
        {isOfRefund(fact) && (
          <RefundChoice
            payment={payment}
            value={refundId}
            error={looked && refundId === '' ? fieldText(t, 'REQUIRED') : refused('refundId')}
            onChange={(id) => {
              setRefundId(id);
              changed();
            }}
          />
        )}
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 text-sm font-medium">{t('admin.payments.books.amounts')}</legend>
          {correctable.map((account) => {
            const amount = amountOf(amounts[account]);
            const price = formatMoney(Math.abs(amount ?? 0));
            const wrong = looked && amounts[account].trim() !== '' && amount === undefined;
            return (
              <Input
                key={account}
                dir="ltr"
                autoComplete="off"
                label={t(`admin.payments.books.accounts.${nameOf(account, payment)}`)}
                hint={
                  amount &&
                  (amount > 0
                    ? t('admin.payments.books.owes', { price })
                    : t('admin.payments.books.isOwed', { price }))
                }
                error={wrong ? fieldText(t, 'INVALID_FORMAT') : refusedLine(account)}
                end={<span className="text-sm text-muted">{t('admin.values.currency')}</span>}
                value={amounts[account]}
                onChange={({ target }) => {
                  setAmounts((before) => ({ ...before, [account]: target.value }));
                  changed();
                }}
              />
            );
          })}
          <div role="status" className={cn('text-sm', sumError && 'text-rose')}>
            {readable && (
              <p className="figures font-medium">
                {t('admin.payments.books.sum', { price: formatMoney(sum / 100) })}
              </p>
            )}
            {sumError && <p>{sumError}</p>}
          </div>
        </fieldset>
        <Textarea
          rows={2}
          required
          maxLength={500}
          label={t('admin.bookings.refund.reason')}
          hint={t('admin.bookings.refund.reasonHint')}
          error={looked && reason.trim() === '' ? fieldText(t, 'REQUIRED') : refused('reason')}
          value={reason}
          onChange={({ target }) => {
            keep({ reason: target.value });
            changed();
          }}
        />
        {problem && problem.fields.length === 0 && <Alert tone="danger">{problemText(problem, t)}</Alert>}
      </form>
    </Dialog>
  );
}
