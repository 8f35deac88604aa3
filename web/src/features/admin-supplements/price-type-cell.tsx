import { useTranslation } from 'react-i18next';
import type { Supplement } from '@/api/types';

/** What a price is for: the rental, or each day of it. */
export function PriceTypeCell({ value }: { value: Supplement['priceType'] }) {
  const { t } = useTranslation();
  return t(`admin.supplements.priceType.${value}`);
}
