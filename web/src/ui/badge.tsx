import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Flag,
  Info,
  type LucideIcon,
  RotateCcw,
  Route,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export type BadgeTone =
  | 'confirmed'
  | 'active'
  | 'completed'
  | 'waiting'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'info';

/** Colour is never alone: each tone has its own icon, and the word is the caller's. */
const tones: Record<BadgeTone, { icon: LucideIcon; className: string }> = {
  confirmed: { icon: CircleCheck, className: 'bg-mint-tint text-mint' },
  active: { icon: Route, className: 'bg-majorelle-tint text-majorelle' },
  completed: { icon: Flag, className: 'bg-sunken text-muted' },
  waiting: { icon: Clock, className: 'bg-saffron-tint text-saffron' },
  failed: { icon: CircleX, className: 'bg-rose-tint text-rose' },
  cancelled: { icon: Ban, className: 'border border-rose text-rose' },
  refunded: { icon: RotateCcw, className: 'bg-terracotta-tint text-terracotta' },
  info: { icon: Info, className: 'bg-sunken text-ink' },
};

/** A state in a word. */
export function Badge({
  tone,
  icon,
  className,
  children,
}: {
  tone: BadgeTone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  const Icon = icon ?? tones[tone].icon;
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium',
        tones[tone].className,
        className,
      )}
    >
      <Icon aria-hidden="true" size={15} className="shrink-0" />
      {children}
    </span>
  );
}
