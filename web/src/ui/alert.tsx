import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { cn } from '@/lib/cn';

type Tone = 'info' | 'success' | 'warning' | 'danger';

const tones: Record<Tone, { icon: LucideIcon; className: string }> = {
  info: { icon: Info, className: 'bg-majorelle-tint [--accent:var(--majorelle)]' },
  success: { icon: CircleCheck, className: 'bg-mint-tint [--accent:var(--mint)]' },
  warning: { icon: TriangleAlert, className: 'bg-saffron-tint [--accent:var(--saffron)]' },
  danger: { icon: CircleAlert, className: 'bg-rose-tint [--accent:var(--rose)]' },
};

/** Something to know before going on. A danger is announced at once; give `ref` to move focus to it. */
export function Alert({
  tone = 'info',
  title,
  children,
  actions,
  className,
  ref,
}: {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
  ref?: Ref<HTMLDivElement>;
}) {
  const { icon: Icon, className: look } = tones[tone];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex items-start gap-3 rounded-card p-4', look, className)}
    >
      <Icon aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-(--accent)" />
      <div className="min-w-0 grow">
        {title && <p className="font-medium text-(--accent)">{title}</p>}
        {children && <div className={cn('text-sm', title != null && 'mt-1')}>{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}
