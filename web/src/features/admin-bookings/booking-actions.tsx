import { ArrowLeftRight, Ban, Banknote, CalendarClock, CircleCheck, KeyRound, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking, BookingStep } from '@/api/types';
import { useCan } from '@/crud/use-can';
import { Button } from '@/ui/button';
import { CancelBooking } from './cancel-booking';
import { ConfirmBooking } from './confirm-booking';
import { HandoverDialog } from './handover-dialog';
import { MoveBooking } from './move-booking';
import { TakePayment } from './take-payment';

interface Action {
  readonly step: BookingStep;
  readonly label:
    | 'cancel'
    | 'move'
    | 'extend'
    | 'reassign'
    | 'confirm'
    | 'takePayment'
    | 'handOver'
    | 'takeBack';
  readonly icon: ReactNode;
  readonly variant: 'primary' | 'secondary';
}

const size = 17;

/** In the order in which they stand; the main one is last, where the eye ends. */
const actions: readonly Action[] = [
  { step: 'CANCEL', label: 'cancel', variant: 'secondary', icon: <Ban aria-hidden="true" size={size} /> },
  {
    step: 'MOVE',
    label: 'move',
    variant: 'secondary',
    icon: <CalendarClock aria-hidden="true" size={size} />,
  },
  {
    step: 'EXTEND',
    label: 'extend',
    variant: 'secondary',
    icon: <CalendarClock aria-hidden="true" size={size} />,
  },
  {
    step: 'REASSIGN',
    label: 'reassign',
    variant: 'secondary',
    icon: <ArrowLeftRight aria-hidden="true" size={size} />,
  },
  {
    step: 'CONFIRM',
    label: 'confirm',
    variant: 'secondary',
    icon: <CircleCheck aria-hidden="true" size={size} />,
  },
  {
    step: 'TAKE_PAYMENT',
    label: 'takePayment',
    variant: 'primary',
    icon: <Banknote aria-hidden="true" size={size} />,
  },
  {
    step: 'HAND_OVER',
    label: 'handOver',
    variant: 'primary',
    icon: <KeyRound aria-hidden="true" size={size} />,
  },
  {
    step: 'TAKE_BACK',
    label: 'takeBack',
    variant: 'primary',
    icon: <Undo2 aria-hidden="true" size={size} className="mirror" />,
  },
];

/** What can be done with a booking now, by the server's word (D8); a refund stands with the payments. */
export function BookingActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const may = useCan('BOOKING_MANAGE');
  const mayTake = useCan('PAYMENT_TAKE');
  const [doing, setDoing] = useState<BookingStep>();
  const steps = booking.nextSteps ?? [];
  if (!may) return null;
  const dialog = { booking, onClose: () => setDoing(undefined) };
  return (
    <>
      {actions
        .filter(({ step }) => steps.includes(step) && (step !== 'TAKE_PAYMENT' || mayTake))
        .map(({ step, label, variant, icon }) => (
          <Button key={step} size="sm" variant={variant} icon={icon} onClick={() => setDoing(step)}>
            {t(`admin.bookings.actions.${label}`)}
          </Button>
        ))}
      {doing === 'CANCEL' && <CancelBooking {...dialog} />}
      {(doing === 'MOVE' || doing === 'EXTEND') && <MoveBooking {...dialog} />}
      {doing === 'REASSIGN' && <MoveBooking {...dialog} times={false} motorcycle />}
      {doing === 'CONFIRM' && <ConfirmBooking {...dialog} />}
      {doing === 'TAKE_PAYMENT' && <TakePayment {...dialog} />}
      {doing === 'HAND_OVER' && <HandoverDialog {...dialog} kind="HAND_OVER" />}
      {doing === 'TAKE_BACK' && <HandoverDialog {...dialog} kind="RETURN" />}
    </>
  );
}
