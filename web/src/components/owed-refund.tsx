import { useTranslation } from 'react-i18next';
import type { Payment } from '@/api/types';
import { formatMoney } from '@/i18n/format';
import { Alert } from '@/ui/alert';

/** Money that was to go back and did not arrive, and what happens next; nothing while there is none. */
export function OwedRefund({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  if (payment.owedAmount === 0) return null;
  return (
    <Alert
      tone="warning"
      title={t('payment.owed.title', { amount: formatMoney(payment.owedAmount, payment.currency) })}
    >
      {t('payment.owed.text')}
    </Alert>
  );
}
