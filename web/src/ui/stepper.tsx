import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Where one is in a short sequence. `current` counts from 0; `label` names the list for screen readers. */
export function Stepper({
  steps,
  current,
  label,
  className,
}: {
  steps: ReadonlyArray<{ key: string; label: ReactNode }>;
  current: number;
  label: string;
  className?: string;
}) {
  return (
    <ol aria-label={label} className={cn('flex items-start', className)}>
      {steps.map((step, index) => {
        const done = index < current;
        const here = index === current;
        return (
          <li
            key={step.key}
            aria-current={here ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-2 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cn(
                  'absolute end-[calc(50%+1.5rem)] top-4.5 h-0.5 w-[calc(100%-3rem)] rounded-full',
                  done || here ? 'bg-majorelle' : 'bg-line',
                )}
              />
            )}
            <span
              className={cn(
                'figures grid size-9 place-items-center rounded-full text-sm font-semibold',
                done && 'bg-majorelle text-on-majorelle forced-color-adjust-none',
                here && 'bg-majorelle-tint text-majorelle ring-2 ring-majorelle forced-color-adjust-none',
                !done && !here && 'bg-sunken text-muted',
              )}
            >
              {done ? <Check aria-hidden="true" size={18} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className={cn('px-1 text-sm', here ? 'font-medium' : 'text-muted')}>{step.label}</span>
          </li>
        );
      })}
    </ol>
  );
}
