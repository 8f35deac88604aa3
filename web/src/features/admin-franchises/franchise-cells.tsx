import { CirclePause, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FranchiseStatus } from '@/api/types';
import { formatNumber } from '@/i18n/format';
import { Badge, type BadgeTone } from '@/ui/badge';

const tones: Record<FranchiseStatus, BadgeTone> = {
  ACTIVE: 'confirmed',
  PENDING_APPROVAL: 'waiting',
  SUSPENDED: 'cancelled',
  INACTIVE: 'completed',
};

const icons = { SUSPENDED: CirclePause, INACTIVE: CircleSlash };

/** How a franchise stands. */
export function FranchiseStatusBadge({ status }: { status: FranchiseStatus }) {
  const { t } = useTranslation();
  return (
    <Badge
      tone={tones[status]}
      {...((status === 'SUSPENDED' || status === 'INACTIVE') && { icon: icons[status] })}
      className="whitespace-nowrap px-2 text-xs"
    >
      {t(`admin.franchises.status.${status}`)}
    </Badge>
  );
}

/** A share of 1, in percent with at most two decimals. */
export function ShareCell({ share }: { share: number }) {
  const { t } = useTranslation();
  return <bdi>{t('admin.values.share', { value: formatNumber(share * 100, 2) })}</bdi>;
}
