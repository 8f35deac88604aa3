import { useTranslation } from 'react-i18next';
import type { CardState, Role } from '@/api/types';
import { EmptyCell } from '@/crud/cells';
import { languages } from '@/i18n/languages';
import { Badge, type BadgeTone } from '@/ui/badge';

/** What a person may do, in a word. */
export function RoleCell({ role }: { role: Role }) {
  const { t } = useTranslation();
  return t(`admin.users.role.${role}`);
}

const tones: Record<Exclude<CardState, 'NONE'>, BadgeTone> = {
  SUBMITTED: 'waiting',
  APPROVED: 'confirmed',
  REFUSED: 'failed',
};

/** How far the check of an identity card is. */
export function CardBadge({ state }: { state: CardState }) {
  const { t } = useTranslation();
  if (state === 'NONE') return <EmptyCell />;
  return (
    <Badge tone={tones[state]} className="whitespace-nowrap px-2 text-xs">
      {t(`admin.users.card.${state}`)}
    </Badge>
  );
}

/** A language by its own name. */
export function LanguageCell({ code }: { code: string }) {
  const name = languages.find((one) => one.code === code)?.name ?? code;
  return <bdi lang={code}>{name}</bdi>;
}
