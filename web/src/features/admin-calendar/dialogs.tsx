import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import type { FleetEntry, FleetRow } from '@/api/types';
import { Code } from '@/components/code';
import { problemText } from '@/components/problem-text';
import { AdminLink } from '@/crud/admin-link';
import { useCan } from '@/crud/use-can';
import { type Destination, MoveBooking } from '@/features/admin-bookings/move-booking';
import { BlockDialog } from '@/features/admin-motorcycles/block-dialog';
import { entryClass, useEntryText } from '@/features/admin-motorcycles/calendar-entry';
import { formatPeriod } from '@/i18n/format';
import { toWallClock } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { Alert } from '@/ui/alert';
import { Button, buttonClass } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { movable } from './window';

/** What somebody is about to do in the calendar. */
export type Task =
  /** Look at what is there. */
  | { readonly kind: 'look'; readonly row: FleetRow; readonly entries: readonly FleetEntry[] }
  /** Use what is free. */
  | { readonly kind: 'gap'; readonly row: FleetRow; readonly span: { start: string; end: string } }
  /** Take a booking elsewhere, where that was said already; `exchange` asks for another motorcycle. */
  | {
      readonly kind: 'move';
      readonly id: string;
      readonly to?: Destination;
      readonly exchange?: boolean;
    }
  | { readonly kind: 'block'; readonly row: FleetRow; readonly span: { start: string; end: string } }
  | {
      readonly kind: 'edit-block';
      readonly row: FleetRow;
      readonly id: string;
      readonly to?: { start: string; end: string };
    };

const nameOf = ({ motorcycle }: FleetRow) => `${motorcycle.make} ${motorcycle.model}`;

/** The dialog of a task; other tasks may follow from it. */
export function TaskDialog({
  task,
  onTask,
}: {
  task: Task;
  /** Goes on with another task, or ends. */
  onTask: (task: Task | undefined) => void;
}) {
  const close = () => onTask(undefined);
  switch (task.kind) {
    case 'look':
      return <LookDialog {...task} onTask={onTask} />;
    case 'gap':
      return <GapDialog {...task} onTask={onTask} />;
    case 'move':
      return <MoveDialog {...task} onClose={close} />;
    case 'block':
      return <BlockDialog motorcycleId={task.row.motorcycle.id} task={{ span: task.span }} onClose={close} />;
    case 'edit-block':
      return (
        <BlockDialog
          motorcycleId={task.row.motorcycle.id}
          task={{ id: task.id, ...(task.to && { to: task.to }) }}
          onClose={close}
        />
      );
  }
}

function LookDialog({
  row,
  entries,
  onTask,
}: Extract<Task, { kind: 'look' }> & { onTask: (task: Task | undefined) => void }) {
  const { t } = useTranslation();
  const text = useEntryText();
  const mayOpen = useCan('BOOKING_GET_BY_ID');
  const mayMove = useCan('BOOKING_MOVE') && mayOpen;
  return (
    <Dialog
      open
      onOpenChange={() => onTask(undefined)}
      title={<bdi>{nameOf(row)}</bdi>}
      description={<Code>{row.motorcycle.registrationNumber}</Code>}
      closeLabel={t('common.close')}
    >
      <ul className="mt-4 flex flex-col gap-3">
        {entries.map((entry) => (
          <li key={entry.id} className={cn('rounded-control px-3 py-2.5', entryClass(entry))}>
            <p className="flex flex-wrap gap-x-2 font-medium">
              {entry.reference ? <Code>{entry.reference}</Code> : text(entry)}
              {entry.customerName && <bdi className="font-normal">{entry.customerName}</bdi>}
            </p>
            {entry.reference && <p className="text-sm text-ink">{text(entry)}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              {entry.kind === 'BLOCK' ? (
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => onTask({ kind: 'edit-block', row, id: entry.id })}
                >
                  {t('admin.motorcycles.block.edit')}
                </Button>
              ) : (
                <>
                  {mayOpen && (
                    <AdminLink
                      to={`/admin/bookings/edit/${entry.id}`}
                      className={buttonClass({ size: 'sm', variant: 'secondary' })}
                    >
                      {t('admin.calendar.open')}
                    </AdminLink>
                  )}
                  {mayMove && movable(entry) && (
                    <>
                      <Button
                        size="sm"
                        variant="secondary"
                        onClick={() => onTask({ kind: 'move', id: entry.id })}
                      >
                        {t('admin.bookings.actions.move')}
                      </Button>
                      {entry.bookingStatus !== 'ACTIVE' && (
                        <Button
                          size="sm"
                          variant="secondary"
                          onClick={() => onTask({ kind: 'move', id: entry.id, exchange: true })}
                        >
                          {t('admin.bookings.actions.reassign')}
                        </Button>
                      )}
                    </>
                  )}
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function GapDialog({
  row,
  span,
  onTask,
}: Extract<Task, { kind: 'gap' }> & { onTask: (task: Task | undefined) => void }) {
  const { t } = useTranslation();
  const { routesByPath } = useRouter();
  const mayBlock = useCan('AVAILABILITY_BLOCK_CREATE');
  const mayBook = useCan('BOOKING_MANAGE') && '/admin/bookings/add' in routesByPath;
  const [start, end] = [toWallClock(span.start), toWallClock(span.end)];
  return (
    <Dialog
      open
      onOpenChange={() => onTask(undefined)}
      title={<bdi>{nameOf(row)}</bdi>}
      description={t('admin.calendar.gap', { period: formatPeriod(span.start, span.end, 'moment') })}
      closeLabel={t('common.close')}
      actions={
        <>
          {mayBlock && (
            <Button variant="secondary" onClick={() => onTask({ kind: 'block', row, span })}>
              {t('admin.motorcycles.block.add')}
            </Button>
          )}
          {mayBook && (
            <AdminLink
              to="/admin/bookings/add"
              search={{
                motorcycleId: row.motorcycle.id,
                startDate: start.date,
                startTime: start.time,
                endDate: end.date,
                endTime: end.time,
              }}
              className={buttonClass()}
            >
              {t('admin.calendar.book')}
            </AdminLink>
          )}
        </>
      }
    >
      <p className="mt-3 text-sm text-muted">
        <Code>{row.motorcycle.registrationNumber}</Code>
      </p>
    </Dialog>
  );
}

/** The booking is asked for first: what it allows now, the server knows. */
function MoveDialog({
  id,
  to,
  exchange = to?.motorcycleId !== undefined,
  onClose,
}: Extract<Task, { kind: 'move' }> & { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, isFetchedAfterMount } = useQuery({ ...bookingQueries.detail(id), staleTime: 0 });
  const booking = isFetchedAfterMount ? data : undefined;
  const steps = booking?.nextSteps ?? [];
  const times = steps.includes('MOVE') || steps.includes('EXTEND');
  // Where it was put down, the server says itself what it has against it.
  if (booking && (to || (exchange ? steps.includes('REASSIGN') : times))) {
    return (
      <MoveBooking
        booking={booking}
        // What is handed over cannot be exchanged: its end is not asked for beside that.
        times={exchange ? steps.includes('MOVE') : times || to?.period !== undefined}
        motorcycle={exchange}
        {...(to && { to })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(exchange ? 'admin.bookings.actions.reassign' : 'admin.bookings.actions.move')}
      closeLabel={t('common.close')}
    >
      <div className="mt-4">
        {error ? (
          <Alert tone="danger">{problemText(asProblem(error), t)}</Alert>
        ) : booking ? (
          <Alert tone="warning">{t('admin.calendar.stays')}</Alert>
        ) : (
          <Skeleton className="h-28" />
        )}
      </div>
    </Dialog>
  );
}
