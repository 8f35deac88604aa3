import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/api/types';
import { calendarFile } from '@/lib/calendar-file';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';

/** Where a ride begins, on one line. */
function placeOf({ bookingType, customerLocation, pickupPlace }: Booking): string {
  if (bookingType === 'DELIVERY') return customerLocation ?? '';
  return [pickupPlace?.name, pickupPlace?.address].filter(Boolean).join(', ');
}

/** Saves a ride for the calendar of whoever rides. */
export function CalendarButton({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { id, franchise, motorcycle, reference, startDatetime: start, endDatetime: end, updatedAt } = booking;
  if (!franchise) return null;
  const organizer = { name: franchise.name, email: franchise.contactEmail };
  const title = motorcycle ? `${motorcycle.make} ${motorcycle.model} · ${reference}` : reference;
  const save = () => {
    const text = calendarFile({
      id,
      title,
      place: placeOf(booking),
      start,
      end,
      since: updatedAt,
      organizer,
    });
    saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), `${reference}.ics`);
  };
  return (
    <Button variant="secondary" wide icon={<CalendarPlus aria-hidden="true" size={18} />} onClick={save}>
      {t('bookings.detail.calendar')}
    </Button>
  );
}
