import { useQuery } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  CreditCard,
  Flag,
  KeyRound,
  Lock,
  type LucideIcon,
  Mail,
  PencilLine,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Booking, BookingStatus, PaymentStatus, Refund, TimelineEntry } from '@/api/types';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { noteText } from '@/features/admin-payments/note-words';
import { formatMoney } from '@/i18n/format';
import { Skeleton } from '@/ui/skeleton';
import { staffBookingQueries } from './queries';
import { ChangeLines } from './timeline-changes';
import { isKnownLetter } from './timeline-words';

const icons: Record<TimelineEntry['kind'], LucideIcon> = {
  STATUS: Flag,
  CHANGE: PencilLine,
  PAYMENT: CreditCard,
  REFUND: Undo2,
  LETTER: Mail,
  LOCK: Lock,
  HANDOVER: KeyRound,
};

/** What happened, in a few words. */
function Headline({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation();
  const { kind, from, to, letter, note, amount, gateway } = entry;
  const price = amount === undefined ? '' : formatMoney(amount);
  const words = { price, gateway: gateway ? t(`payment.gateway.${gateway}`) : '' };
  switch (kind) {
    case 'STATUS':
      return from === undefined
        ? t('admin.bookings.timeline.made')
        : t(`admin.bookingStatus.${to as BookingStatus}`);
    case 'PAYMENT':
      return t('admin.bookings.timeline.payment', {
        ...words,
        status: t(`status.payment.${to as PaymentStatus}`),
      });
    case 'REFUND':
      return t('admin.bookings.timeline.refund', {
        ...words,
        state: t(`admin.bookings.refund.states.${to as Refund['state']}`),
      });
    case 'LETTER':
      return t(
        note === 'franchise' ? 'admin.bookings.timeline.toFranchise' : 'admin.bookings.timeline.toCustomer',
        {
          letter: isKnownLetter(letter) ? t(`admin.letters.${letter}`) : letter,
        },
      );
    case 'LOCK':
      return t(to === 'ENDED' ? 'admin.bookings.timeline.lockEnded' : 'admin.bookings.timeline.lockIssued');
    case 'HANDOVER':
      return t(`admin.bookings.handover.title.${to === 'RETURN' ? 'RETURN' : 'HAND_OVER'}`);
    case 'CHANGE':
      return t('admin.bookings.timeline.changed');
  }
}

/** Notes for people: in their own words, or with a code that says them in the reader's language. */
const spoken = ({ kind, actor, noteCode }: TimelineEntry) =>
  noteCode !== undefined || kind === 'HANDOVER' || (kind === 'REFUND' && actor !== null);

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation();
  const Icon = icons[entry.kind] ?? ArrowRightLeft;
  const { actor, at, note } = entry;
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0">
      <span
        aria-hidden="true"
        className="relative z-10 grid size-7 shrink-0 place-items-center rounded-full border border-line bg-surface text-muted"
      >
        <Icon size={15} />
      </span>
      <div className="min-w-0 grow">
        <p className="break-words text-sm font-medium">
          <Headline entry={entry} />
        </p>
        <ChangeLines changes={entry.changes} />
        {note && spoken(entry) && (
          <p dir="auto" className="whitespace-pre-line break-words text-sm">
            {noteText({ note, noteCode: entry.noteCode, noteValue: entry.noteValue }, t)}
          </p>
        )}
        <p className="text-xs text-muted">
          <bdi>
            <DateText value={at} style="instant" />
          </bdi>
          {' · '}
          {actor ? (
            <bdi>{actor.name || t('admin.bookings.timeline.erased')}</bdi>
          ) : (
            t('admin.bookings.timeline.itself')
          )}
        </p>
      </div>
    </li>
  );
}

/** Everything that happened to a booking, the latest first. */
export function BookingTimeline({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const may = useCan('BOOKING_MANAGE');
  const { data, error, refetch } = useQuery({ ...staffBookingQueries.timeline(booking), enabled: may });
  if (!may) return null;
  return (
    <Panel title={t('admin.bookings.timeline.title')}>
      {data ? (
        <ol className="relative before:absolute before:inset-y-2 before:start-3.5 before:border-s before:border-line">
          {data.toReversed().map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, so their number is their name.
            <Entry key={data.length - index} entry={entry} />
          ))}
        </ol>
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Panel>
  );
}
