import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A fact with its name: `dl` holds these. */
export function Stat({
  name,
  icon,
  className,
  children,
}: {
  name: ReactNode;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="flex items-center gap-1.5 text-sm text-muted">
        {icon}
        {name}
      </dt>
      <dd className="figures mt-0.5 font-medium">{children}</dd>
    </div>
  );
}
