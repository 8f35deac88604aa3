import { useTranslation } from 'react-i18next';
import type { Gateway } from '@/api/types';
import { formatMoney, formatRate } from '@/i18n/format';

/** What a gateway that cannot charge dirhams charges for a price, and by which rate. Says nothing of the others. */
export function ChargedNote({ price, gateway }: { price: number; gateway: Gateway }) {
  const { t } = useTranslation();
  const { name, amount, currency, rate } = gateway;
  // There before it has something to say, so that choosing another gateway is read out.
  return (
    <div aria-live="polite" className="text-sm">
      {rate !== null && amount !== null && (
        <p className="mt-4 rounded-card bg-majorelle-tint p-3">
          {t('payment.charged.text', {
            gateway: t(`payment.gateway.${name}`),
            charged: formatMoney(amount, currency),
            price: formatMoney(price),
          })}{' '}
          <span className="block text-muted">
            {t('payment.charged.rate', { unit: `1\u00a0${currency}`, rate: formatRate(rate) })}
          </span>
        </p>
      )}
    </div>
  );
}
