import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface Fact {
  readonly key: string;
  readonly name: string;
  readonly value: ReactNode;
  readonly numeric?: boolean | undefined;
}

/** A row of a table where a table does not fit, as an entry of a list: what it is called, and what else is known by name. */
export function FactCard({
  title,
  before,
  after,
  facts,
  chosen = false,
  children,
}: {
  title: ReactNode;
  /** Beside the title: a box to choose it, buttons. */
  before?: ReactNode;
  after?: ReactNode;
  facts: readonly Fact[];
  chosen?: boolean;
  /** Below the facts. */
  children?: ReactNode;
}) {
  return (
    <li
      className={cn(
        'rounded-card border border-line bg-surface p-3',
        chosen && 'border-majorelle bg-majorelle-tint',
      )}
    >
      <div className="flex items-start gap-2">
        {before}
        <h2 className="min-w-0 grow py-1 font-medium wrap-anywhere">{title}</h2>
        {after && <div className="flex shrink-0">{after}</div>}
      </div>
      {/* What there is nothing of takes no line; what does not fit beside its name stands below it, whole. */}
      <dl className="mt-2 flex flex-col gap-y-1.5 text-sm">
        {facts.map(({ key, name, value, numeric }) => (
          <div
            key={key}
            className="flex flex-wrap items-baseline justify-between gap-x-4 has-[>dd>[data-empty]]:hidden"
          >
            <dt className="text-muted">{name}</dt>
            <dd className={cn('ms-auto min-w-0 text-end wrap-anywhere', numeric && 'figures')}>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  );
}
