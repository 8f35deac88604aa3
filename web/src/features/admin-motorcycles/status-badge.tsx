import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MotorcycleStatus } from '@/api/types';
import { Badge, type BadgeTone } from '@/ui/badge';

const tones: Record<MotorcycleStatus, BadgeTone> = {
  AVAILABLE: 'confirmed',
  BOOKED: 'active',
  MAINTENANCE: 'waiting',
  UNAVAILABLE: 'cancelled',
};

/** How a motorcycle stands. */
export function MotorcycleStatusBadge({ status }: { status: MotorcycleStatus }) {
  const { t } = useTranslation();
  return (
    <Badge
      tone={tones[status]}
      {...(status === 'MAINTENANCE' && { icon: Wrench })}
      className="whitespace-nowrap px-2 text-xs"
    >
      {t(`admin.motorcycles.status.${status}`)}
    </Badge>
  );
}
