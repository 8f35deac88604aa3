import { CreditCard } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gateway } from '@/api/types';
import { Money } from '@/components/money';
import { cn } from '@/lib/cn';
import { Badge } from '@/ui/badge';

/** Whom to pay through, and what each really charges. One alone is shown and not asked about. */
export function GatewayChoice({
  gateways,
  chosen,
  onChoose,
}: {
  gateways: readonly Gateway[];
  chosen: Gateway['name'];
  onChoose: (name: Gateway['name']) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const several = gateways.length > 1;
  const cards = gateways.map(({ name, isDefault, amount, currency }) => {
    const checked = name === chosen;
    const Row = several ? 'label' : 'div';
    return (
      <Row
        key={name}
        className={cn(
          'flex items-center gap-4 rounded-card border p-4 transition-colors',
          checked ? 'border-majorelle ring-1 ring-majorelle' : 'border-line-strong',
        )}
      >
        {several && (
          <input
            type="radio"
            name={id}
            checked={checked}
            aria-labelledby={`${id}-${name}`}
            aria-describedby={`${id}-${name}-text`}
            className="size-6 shrink-0 accent-majorelle"
            onChange={() => onChoose(name)}
          />
        )}
        <CreditCard
          aria-hidden="true"
          size={26}
          className={cn('shrink-0', checked ? 'text-majorelle' : 'text-muted')}
        />
        <span className="min-w-0 grow">
          <span id={`${id}-${name}`} className="block font-medium">
            {t(`payment.gateway.${name}`)}
          </span>
          <span id={`${id}-${name}-text`} className="block text-sm text-muted">
            {name === 'PAYPAL' ? t('payment.pay.wallet') : t('payment.pay.method')}
            {several && amount !== null && (
              <>
                {' · '}
                <Money amount={amount} currency={currency} />
              </>
            )}
          </span>
        </span>
        {isDefault && (
          <Badge tone="confirmed" className="max-sm:hidden">
            {t('payment.pay.recommended')}
          </Badge>
        )}
      </Row>
    );
  });
  if (!several) return <div className="mt-5">{cards}</div>;
  return (
    <fieldset className="mt-5 flex flex-col gap-3">
      <legend className="mb-3 font-medium">{t('payment.pay.through')}</legend>
      {cards}
    </fieldset>
  );
}
