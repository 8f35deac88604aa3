import { useTranslation } from 'react-i18next';
import type { BookingStatus, CalendarEntry, FleetEntry } from '@/api/types';
import { Code } from '@/components/code';
import { AdminLink } from '@/crud/admin-link';
import { useCan } from '@/crud/use-can';
import { formatPeriod } from '@/i18n/format';
import { cn } from '@/lib/cn';

/** An entry of one motorcycle's calendar, or of the whole fleet's. */
type AnyEntry = CalendarEntry | FleetEntry;

const tones: Partial<Record<BookingStatus, string>> = {
  PENDING_PAYMENT: 'bg-saffron-tint text-saffron',
  CONFIRMED: 'bg-mint-tint text-mint',
  ACTIVE: 'bg-majorelle-tint text-majorelle',
  COMPLETED: 'bg-sunken text-muted',
};

/** Whether a motorcycle should have been back by now. */
function overdue({ bookingStatus, endDatetime }: AnyEntry): boolean {
  return bookingStatus === 'ACTIVE' && new Date(endDatetime) < new Date();
}

/** Colours as badges have them; a block is dashed, so that it is told apart without colour. */
export function entryClass(entry: AnyEntry): string {
  if (entry.kind === 'BLOCK') return 'border border-dashed border-line-strong bg-surface text-ink';
  if (overdue(entry)) return 'bg-rose-tint text-rose';
  return tones[entry.bookingStatus ?? 'COMPLETED'] ?? 'bg-sunken text-muted';
}

/** What an entry is, in words: its state or reason, and from when to when. */
export function useEntryText() {
  const { t } = useTranslation();
  return (entry: AnyEntry): string => {
    const what =
      entry.kind === 'BLOCK'
        ? t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`)
        : overdue(entry)
          ? t('admin.motorcycles.calendar.overdue')
          : t(`status.booking.${entry.bookingStatus ?? 'COMPLETED'}`);
    const period = formatPeriod(entry.startDatetime, entry.endDatetime, 'moment');
    return [what, period, entry.notes].filter(Boolean).join(t('admin.values.comma'));
  };
}

/** The way to a booking, or to the block itself; plain text where there is none. */
export function EntryName({
  entry,
  label,
  className,
  onBlock,
}: {
  entry: CalendarEntry;
  /** Read in place of the short name. */
  label: string;
  className?: string;
  onBlock: (id: string) => void;
}) {
  const { t } = useTranslation();
  const mayOpen = useCan('BOOKING_GET_BY_ID');
  if (entry.kind === 'BLOCK') {
    return (
      <button
        type="button"
        title={label}
        aria-label={label}
        className={cn('text-start', className)}
        onClick={() => onBlock(entry.id)}
      >
        {t(`admin.motorcycles.reason.${entry.reason ?? 'other'}`)}
      </button>
    );
  }
  const name = <Code>{entry.reference ?? ''}</Code>;
  return mayOpen ? (
    <AdminLink
      to={`/admin/bookings/edit/${entry.id}`}
      title={label}
      aria-label={`${entry.reference}, ${label}`}
      className={className}
    >
      {name}
    </AdminLink>
  ) : (
    <span title={label} className={className}>
      {name}
    </span>
  );
}

/** An entry as a line of the list that a phone shows below the month. */
export function EntryLine({ entry, onBlock }: { entry: CalendarEntry; onBlock: (id: string) => void }) {
  const text = useEntryText();
  return (
    <div className={cn('rounded-control px-3 py-2 text-sm', entryClass(entry))}>
      <EntryName entry={entry} label={text(entry)} className="font-medium underline" onBlock={onBlock} />
      <p className="text-ink">{text(entry)}</p>
    </div>
  );
}
