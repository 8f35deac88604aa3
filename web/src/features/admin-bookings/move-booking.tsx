import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking, Period } from '@/api/types';
import { RelationField } from '@/crud/relation-field';
import { freeMotorcycleRelation } from '@/features/admin-relations/relations';
import { MoveForm } from '@/features/bookings/move-form';

/** Where a booking is to go, as far as that was said already. */
export interface Destination {
  readonly period?: Period;
  readonly motorcycleId?: string;
}

/**
 * Takes a booking to another period, makes a running one end later, or gives it another motorcycle; what changes in money
 * stands there first (D8). `times` and `motorcycle` say what can be chosen.
 */
export function MoveBooking({
  booking,
  times = true,
  motorcycle = false,
  to = {},
  onClose,
}: {
  booking: Booking;
  times?: boolean;
  motorcycle?: boolean;
  to?: Destination;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(to.motorcycleId ?? '');
  const riding = booking.bookingStatus === 'ACTIVE';
  const lead = riding && times ? 'bookings.move.started' : 'admin.bookings.move.lead';
  const title = motorcycle ? 'reassign' : riding ? 'extend' : 'move';
  return (
    <MoveForm
      booking={booking}
      wish={{ times, ...(to.period && { to: to.period }), ...(chosen && { motorcycleId: chosen }) }}
      words={{
        title: t(`admin.bookings.actions.${title}`),
        lead: t(motorcycle ? 'admin.bookings.reassign.lead' : lead),
        choose: t(motorcycle ? 'admin.bookings.reassign.choose' : 'bookings.move.choose'),
        taken: t(motorcycle ? 'admin.bookings.reassign.taken' : 'admin.bookings.move.taken'),
        refund: t('admin.bookings.cancel.refund'),
        dearer: (price) => t('admin.bookings.move.dearer', { price }),
        done: t(motorcycle ? 'admin.bookings.reassign.done' : 'admin.bookings.move.done'),
        refused: ({ code }) =>
          code === 'MOTORCYCLE_NOT_FOUND' ? t('admin.bookings.reassign.otherFranchise') : undefined,
      }}
      choice={(onChoice) =>
        motorcycle && (
          <RelationField
            label={t('admin.bookings.reassign.motorcycle')}
            hint={t('admin.bookings.reassign.free')}
            none={t('admin.bookings.reassign.none')}
            relation={freeMotorcycleRelation(booking.franchiseId, to.period ?? booking)}
            value={chosen}
            required
            onChange={(id) => {
              onChoice();
              setChosen(id);
            }}
          />
        )
      }
      onDone={onClose}
    />
  );
}
