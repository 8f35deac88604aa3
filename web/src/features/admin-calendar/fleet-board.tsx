import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetEntry, FleetRow } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { type Question, useFleet } from './fleet';
import { FleetGrid, type Range } from './fleet-grid';
import type { PutDown } from './use-carry';
import type { Window } from './window';

/** As much as a printer should be given: some thirty pages. */
const mostOnPaper = 500;

/** The grid with the rows that it needs, asked for as it is scrolled. What stands around it is not drawn anew by that. */
export function FleetBoard({
  label,
  window,
  question,
  printing,
  onPrinted,
  onGap,
  onEntry,
  onPutDown,
}: {
  label: string;
  window: Window;
  question: Question;
  /** Everything is to be drawn, and printed once it is there. */
  printing: boolean;
  onPrinted: () => void;
  onGap: (row: FleetRow, from: number, to: number) => void;
  onEntry: (row: FleetRow, entries: readonly FleetEntry[]) => void;
  onPutDown: PutDown;
}) {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>({ first: 0, last: 0 });
  const [asked, setAsked] = useState<Range>(range);
  const [total, setTotal] = useState<number>();
  const shown = printing ? { first: 0, last: Math.min(total ?? 1, mostOnPaper) - 1 } : asked;
  const onRange = (next: Range, flying: boolean) => {
    setRange(next);
    if (!flying) setAsked(next);
  };
  const fleet = useFleet(window, question, shown.first, shown.last);
  const known = fleet.total ?? total;
  useEffect(() => {
    if (fleet.total !== undefined) setTotal(fleet.total);
  }, [fleet.total]);

  useEffect(() => {
    if (!printing || !fleet.whole) return;
    globalThis.print();
    onPrinted();
  }, [printing, fleet.whole, onPrinted]);

  if (fleet.error) return <FailureState error={fleet.error} onRetry={fleet.retry} />;
  if (known === undefined) return <Skeleton className="h-100" />;
  if (known === 0) return <EmptyState title={t('admin.list.noneTitle')} text={t('admin.list.noneText')} />;
  return (
    <FleetGrid
      label={label}
      window={window}
      total={printing ? Math.min(known, mostOnPaper) : known}
      rowAt={fleet.rowAt}
      range={range}
      onRange={onRange}
      all={printing}
      onGap={onGap}
      onEntry={onEntry}
      onPutDown={onPutDown}
    />
  );
}
