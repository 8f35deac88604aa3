import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Period } from '@/api/types';
import { PanelBoundary } from '@/components/panel-boundary';
import { cn } from '@/lib/cn';
import { useWide } from '@/ui/use-wide';
import { DatesPopover } from './dates-popover';
import { hasDates, periodProblem, type Trip } from './trip';
import { WhenField } from './when-field';

const DatesSheet = lazy(() => import('./dates-sheet'));

/** What the calendar needs, in whichever form it opens. */
export interface DatesOverlayProps {
  trip: Trip;
  onChange: (trip: Trip) => void;
  active: 'start' | 'end';
  onActive: (end: 'start' | 'end') => void;
  /** What is taken of the motorcycle that the trip is for. */
  taken?: readonly Period[];
  onClose: () => void;
}

/** When: pick-up and return, each a day and a half hour, with one calendar for both days. */
export function WhenFields({
  trip,
  onChange,
  months = 2,
  align = 'start',
  stacked = false,
  taken,
  className,
}: {
  trip: Trip;
  onChange: (trip: Trip) => void;
  /** Months side by side on a wide screen. */
  months?: 1 | 2;
  /** The edge of the fields that the calendar hangs from. */
  align?: 'start' | 'end';
  /** One below the other at every width. */
  stacked?: boolean;
  /** What is taken of the motorcycle that the trip is for. */
  taken?: readonly Period[];
  className?: string;
}) {
  const { t } = useTranslation();
  const wide = useWide('md');
  const [active, setActive] = useState<'start' | 'end'>();
  const buttons = { start: useRef<HTMLButtonElement>(null), end: useRef<HTMLButtonElement>(null) };
  const problem = hasDates(trip) ? periodProblem(trip) : undefined;
  const errorOf = (end: 'start' | 'end') =>
    problem?.field === end ? t(`errors.fields.${problem.code}`) : undefined;

  const close = () => {
    if (active) buttons[active].current?.focus();
    setActive(undefined);
  };
  const overlay = active && { trip, onChange, active, onActive: setActive, taken, onClose: close };
  return (
    <div className={cn('relative grid gap-4', !stacked && 'sm:grid-cols-2', className)}>
      {(['start', 'end'] as const).map((end) => (
        <WhenField
          key={end}
          end={end}
          dayRef={buttons[end]}
          day={trip[`${end}Date`]}
          time={trip[`${end}Time`]}
          open={active === end}
          error={errorOf(end)}
          onOpen={() => (active === end ? close() : setActive(end))}
          onTime={(time) => onChange({ ...trip, [`${end}Time`]: time })}
        />
      ))}
      {overlay && (
        <PanelBoundary className="col-span-full">
          {wide ? (
            <DatesPopover {...overlay} months={months} align={align} />
          ) : (
            <Suspense fallback={null}>
              <DatesSheet {...overlay} />
            </Suspense>
          )}
        </PanelBoundary>
      )}
    </div>
  );
}
