import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { Panel } from '@/crud/panel';
import { RecordForm } from '@/crud/record-form';
import { useEntityForm } from '@/crud/use-entity-form';
import { bookings } from './bookings';

function StaffNotes({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const state = useEntityForm(bookings, booking);
  return (
    <RecordForm entity={bookings} row={booking} title={t('admin.bookings.notes.title')} part state={state} />
  );
}

/** What the customer wrote, and what staff write for each other. */
export function BookingNotes({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('admin.bookings.notes.title')}>
      {booking.notesByCustomer && (
        <div className="mb-4">
          <h3 className="text-sm font-medium">{t('admin.bookings.notes.customer')}</h3>
          <p
            dir="auto"
            className="mt-1 whitespace-pre-line break-words rounded-control bg-sunken px-3.5 py-2.5"
          >
            {booking.notesByCustomer}
          </p>
        </div>
      )}
      {/* Notes that somebody else wrote meanwhile begin the form anew; what is typed is kept and meets them. */}
      <StaffNotes key={booking.notesByAdmin ?? ''} booking={booking} />
    </Panel>
  );
}
