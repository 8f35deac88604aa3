import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminLink } from '@/crud/admin-link';
import { formatNumber } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { trendOf } from './figures';
import type { CountedList } from './lists';

/** A number that leads to the list which it counts. */
export function CountLink({ list, children }: { list: CountedList; children: ReactNode }) {
  return (
    <AdminLink
      to={list.to}
      search={list.search}
      className="rounded-sm text-majorelle underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current"
    >
      {children}
    </AdminLink>
  );
}

/** A figure with its name, what it is to be read with, and how it stood before. */
export function Figure({
  name,
  aside,
  trend,
  children,
}: {
  name: string;
  aside?: ReactNode;
  trend?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-3 sm:p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures mt-1 text-xl font-semibold">{children}</dd>
      {aside && <dd className="figures mt-0.5 text-xs text-muted">{aside}</dd>}
      {trend && <dd className="figures mt-auto pt-2 text-xs">{trend}</dd>}
    </div>
  );
}

/** How a figure stands to the one before it: a sign, a word, and the one before. */
export function TrendText({
  now,
  before,
  worse = false,
  children,
}: {
  now: number;
  before: number;
  /** More of it is bad news. */
  worse?: boolean;
  /** The figure before, leading to its list. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const trend = trendOf(now, before);
  const Icon = now === before ? Equal : now > before ? TrendingUp : TrendingDown;
  const good = now === before ? undefined : now < before === worse;
  const share = 'share' in trend ? formatNumber(trend.share * 100) : '';
  return (
    <>
      <span
        className={cn(
          'flex items-start gap-1.5',
          good === true && 'text-mint',
          good === false && 'text-rose',
        )}
      >
        <Icon aria-hidden="true" size={15} className="mirror mt-0.5 shrink-0" />
        {t(`admin.dashboard.trend.${trend.kind}`, { share })}
      </span>
      <span className="mt-0.5 block text-muted">
        {t('admin.dashboard.trend.before')} {children}
      </span>
    </>
  );
}
