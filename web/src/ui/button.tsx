import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Spinner } from './spinner';

const variants = {
  /** The one thing to do next. */
  primary: 'forced-colors:border bg-majorelle text-on-majorelle hover:bg-majorelle-deep',
  /** Another way on. */
  secondary: 'border border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken',
  /** Beside text and in bars. */
  quiet: 'text-ink hover:bg-sunken',
  /** Ends or destroys something. */
  danger: 'forced-colors:border bg-rose text-on-rose hover:bg-rose-deep',
  /** Reads as a link, acts as a button. */
  link: 'text-majorelle underline decoration-from-font underline-offset-4 hover:text-majorelle-deep',
} as const;

const sizes = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5',
  lg: 'min-h-13 px-7 text-lg',
} as const;

export interface ButtonLook {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** As wide as what holds it. */
  wide?: boolean;
  className?: string;
}

/** The look of a button, for links that lead somewhere. */
export function buttonClass({ variant = 'primary', size = 'md', wide, className }: ButtonLook = {}): string {
  return cn(
    'relative inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-medium',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress',
    variants[variant],
    variant === 'link' ? 'min-h-0 p-0' : sizes[size],
    wide && 'w-full',
    className,
  );
}

/**
 * A button. While `busy` it shows a spinner in place of its words, keeps its width and focus, and does
 * nothing when pressed.
 */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonLook & { busy?: boolean; icon?: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass({ variant, size, wide, className })}
    >
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size={20} />
        </span>
      )}
      <span className={cn('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
    </button>
  );
}
