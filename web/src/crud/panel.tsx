import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';

/** A part of an admin page under a heading of its own; what can be done with it stands beside the heading. */
export function Panel({
  title,
  lead,
  actions,
  className,
  children,
}: {
  title: ReactNode;
  /** What the part is for, below its title. */
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn('min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5', className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {actions}
      </div>
      {lead && <p className="mt-0.5 text-sm text-muted">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
