import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';

/** A box to tick; the whole line is the target. */
export function Checkbox({
  label,
  hint,
  error,
  className,
  ...rest
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
} & Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className={className}>
      <label className="flex items-start gap-3 py-1">
        <span className="relative mt-0.5 grid size-5.5 shrink-0 place-items-center">
          <input
            {...rest}
            type="checkbox"
            aria-describedby={cn(hint != null && hintId, error != null && errorId) || undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-5.5 cursor-pointer appearance-none rounded-sm border-[1.5px] border-line-strong bg-surface checked:border-majorelle checked:bg-majorelle hover:border-ink disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-rose"
          />
          <Check
            aria-hidden="true"
            size={16}
            strokeWidth={3}
            className="pointer-events-none absolute text-on-majorelle opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0 grow">{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="ps-8.5 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="ps-8.5 text-sm text-rose">
          {error}
        </p>
      )}
    </div>
  );
}
