import { useTranslation } from 'react-i18next';
import { formatMoney } from '@/i18n/format';
import { cn } from '@/lib/cn';

/** An amount as people read it: two decimals, currency behind, never broken over a line. */
export function Money({
  amount,
  currency,
  className,
}: {
  amount: number;
  currency?: string;
  className?: string;
}) {
  useTranslation();
  return <bdi className={cn('figures whitespace-nowrap', className)}>{formatMoney(amount, currency)}</bdi>;
}
