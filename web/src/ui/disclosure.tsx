import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cn } from '@/lib/cn';

/**
 * A button that shows and hides a small panel of links below itself: the disclosure pattern for site
 * navigation. Escape, a press outside, leaving with Tab and choosing something close it; who was in it is then at its button.
 */
export function Disclosure({
  button,
  label,
  buttonClass,
  panelClass = 'end-0 mt-2 min-w-48 rounded-card border p-1.5',
  className = 'relative',
  children,
}: {
  button: (open: boolean) => ReactNode;
  /** Read for the button when its content is an icon. */
  label?: string;
  buttonClass?: string;
  /** Where the panel stands below, and its edges. */
  panelClass?: string;
  /** `relative` hangs the panel on the button; `static` on the nearest frame around. */
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const onOutside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={frame} className={className}>
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        className={buttonClass}
        onClick={() => setOpen(!open)}
      >
        {button(open)}
      </button>
      <div
        id={id}
        hidden={!open}
        className={cn('rise absolute top-full z-40 border-line bg-surface shadow-soft', panelClass)}
      >
        {children(close)}
      </div>
    </div>
  );
}

/** The look of a line in a panel. */
export const panelItemClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 text-start hover:bg-sunken aria-[current]:font-medium aria-[current]:text-majorelle';
