import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';

/** What a control needs to be tied to its label, hint and error. Spread it on the control. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldFrame {
  label: ReactNode;
  /** Read with the label; short. */
  hint?: ReactNode;
  /** Why the value is refused, and what would do. */
  error?: ReactNode;
  /** Beside the label, such as the word for "optional". */
  aside?: ReactNode;
  /** The label is read but not seen. */
  hideLabel?: boolean;
  className?: string;
}

export type FieldProps = FieldFrame;

/** A label, a control and what is said about it, in the order in which they are read. */
export function Field({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  children,
}: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = cn(hint != null && hint !== '' && hintId, error != null && error !== '' && errorId);
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-rose">
          <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** The frame that text inputs, selects and text areas share. */
export function controlClass(className?: string): string {
  return cn(
    'block min-h-11 w-full rounded-control border border-line-strong bg-surface px-3.5 py-2 text-base text-ink',
    'placeholder:text-muted hover:border-ink aria-invalid:border-rose aria-invalid:bg-rose-tint',
    'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
    '[&[readonly]]:bg-sunken [&[readonly]]:text-muted',
    'transition-colors focus-visible:rounded-control focus-visible:outline-offset-0',
    className,
  );
}
