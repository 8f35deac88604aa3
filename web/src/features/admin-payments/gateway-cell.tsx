import { useTranslation } from 'react-i18next';
import type { Payment } from '@/api/types';

/** Who took the money. */
export function GatewayCell({ gateway }: { gateway: Payment['gateway'] }) {
  const { t } = useTranslation();
  return <bdi>{t(`payment.gateway.${gateway}`)}</bdi>;
}
