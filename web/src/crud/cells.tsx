import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/date-text';
import { toWallClock } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import type { Relation } from './entity';
import { relationQueries } from './queries';

/** Nothing stands here: a dash to see, a word to hear. */
export function EmptyCell() {
  const { t } = useTranslation();
  return (
    <span data-empty="" className="text-muted">
      <Minus aria-hidden="true" size={14} className="inline" />
      <span className="sr-only">{t('admin.values.empty')}</span>
    </span>
  );
}

/**
 * Text that people wrote, in its own direction: cut off where a table has no room, whole on a card. `short` leaves room for the
 * columns beside it on a usual screen.
 */
export function TextCell({
  children,
  short = false,
}: {
  children: string | null | undefined;
  short?: boolean;
}) {
  if (!children) return <EmptyCell />;
  return (
    // Cut off at its own end, and aligned with the page.
    <span className={cn('flex max-w-80', short && 'lg:max-w-24 min-[88rem]:max-w-44')}>
      <bdi className="min-w-0 lg:truncate" data-names="" title={children}>
        {children}
      </bdi>
    </span>
  );
}

/** An instant, its year only where it is not this one: there is little room in a table. */
export function InstantCell({ value }: { value: string }) {
  const thisYear = toWallClock(new Date()).date.slice(0, 4);
  const near = toWallClock(value).date.startsWith(thisYear);
  return <DateText value={value} style={near ? 'briefInstant' : 'instant'} />;
}

/** Yes or no, in a word beside a sign. */
export function FlagCell({ value, yes, no }: { value: boolean; yes?: ParseKeys; no?: ParseKeys }) {
  const { t } = useTranslation();
  const Icon = value ? Check : Minus;
  return (
    <span className={cn('inline-flex items-center gap-1.5 align-middle', !value && 'text-muted')}>
      <Icon aria-hidden="true" size={15} className={cn(value && 'text-mint')} />
      {t(value ? (yes ?? 'admin.values.yes') : (no ?? 'admin.values.no'))}
    </span>
  );
}

/** The name of a record of another entity; `none` is what its absence means. */
export function RelationCell({
  relation,
  id,
  none,
}: {
  relation: Relation;
  id: string | null | undefined;
  none?: ParseKeys;
}) {
  const { t } = useTranslation();
  const named = useQuery({ ...relationQueries.one(relation, id ?? ''), enabled: Boolean(id) });
  if (!id) return none ? <span className="text-muted">{t(none)}</span> : <EmptyCell />;
  return named.data || named.isError ? (
    <bdi>{named.data?.label ?? id}</bdi>
  ) : (
    <span className="text-muted">{t('common.loading')}</span>
  );
}
