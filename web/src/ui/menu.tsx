import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Actions on one thing, behind a button. `trigger` is the button element. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-50">
          <Base.Popup className="rise min-w-48 rounded-card border border-line bg-surface p-1.5 shadow-soft outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One action. `danger` for what ends or destroys something. */
export function MenuItem({
  onClick,
  danger = false,
  disabled,
  icon,
  children,
}: {
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Item
      onClick={onClick}
      disabled={disabled}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken',
        danger && 'text-rose',
      )}
    >
      {icon}
      {children}
    </Base.Item>
  );
}
