import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/skeleton';
import type { DatesOverlayProps } from './when-fields';

const DatesPanel = lazy(() => import('./dates-panel'));

/** The calendar below its fields. It does not lock the page: Escape, a press outside and leaving with Tab close it. */
export function DatesPopover({
  onClose,
  months,
  align,
  ...panel
}: DatesOverlayProps & { months: 1 | 2; align: 'start' | 'end' }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    const onPointer = (event: PointerEvent) => {
      // The fields belong to it: pressing the other day there only changes which end is chosen.
      if (!element.parentElement?.contains(event.target as Node)) close.current();
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, []);

  return (
    <div
      ref={frame}
      role="dialog"
      aria-label={t('search.when.title')}
      tabIndex={-1}
      className={cn(
        'rise absolute top-full z-40 mt-2 rounded-card border border-line bg-surface p-5 shadow-soft outline-none',
        months === 2 ? 'w-176' : 'w-92',
        align === 'start' ? 'start-0' : 'end-0',
      )}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to && !event.currentTarget.parentElement?.contains(to)) onClose();
      }}
    >
      <Suspense fallback={<Skeleton className="h-110" />}>
        <DatesPanel {...panel} months={months} onDone={onClose} />
      </Suspense>
    </div>
  );
}
