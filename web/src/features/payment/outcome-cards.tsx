import { Link } from '@tanstack/react-router';
import { CircleCheck, type LucideIcon, TimerOff, XCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking, Payment } from '@/api/types';
import { Code } from '@/components/code';
import { DirectionsLink } from '@/components/directions-link';
import { HoldClock } from '@/components/hold-clock';
import { PickupName } from '@/components/pickup-place';
import { RefundState } from '@/components/refund-state';
import { toWallClock } from '@/i18n/wall-clock';
import { cn } from '@/lib/cn';
import { Button, buttonClass } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { ContinuePayment } from './continue-payment';

const tones = {
  success: 'border-mint bg-mint-tint [--accent:var(--mint)]',
  processing: 'border-majorelle bg-majorelle-tint [--accent:var(--majorelle)]',
  ended: 'border-rose bg-rose-tint [--accent:var(--rose)]',
  over: 'border-saffron-fill bg-saffron-tint [--accent:var(--saffron)]',
} as const;

function OutcomeCard({
  tone,
  icon: Icon,
  title,
  picture,
  actions,
  className,
  children,
}: {
  tone: keyof typeof tones;
  /** Absent: still turning. */
  icon?: LucideIcon;
  title: string;
  picture?: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      role="status"
      aria-label={title}
      className={cn('overflow-hidden rounded-card border p-5 sm:p-6', tones[tone], className)}
    >
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="flex items-center gap-2.5 text-xl text-(--accent)">
            {Icon ? <Icon aria-hidden="true" size={24} className="shrink-0" /> : <Spinner size={22} />}
            {title}
          </h2>
          <div className="mt-2 flex flex-col gap-2">{children}</div>
        </div>
        {picture && (
          <img src={picture} alt="" width="160" height="120" className="w-36 shrink-0 max-sm:hidden" />
        )}
      </div>
      {actions && <div className="mt-5 flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}

/** The booking is confirmed: paid, and the motorcycle waits. */
export function SuccessCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const { motorcycle } = booking;
  const pickupPlace = booking.bookingType === 'DELIVERY' ? null : booking.pickupPlace;
  const plate = motorcycle?.registrationNumber;
  return (
    <OutcomeCard
      tone="success"
      icon={CircleCheck}
      title={t('payment.success.title')}
      picture="/pictures/ride-on.svg"
      className="zellige"
      actions={
        <>
          <Link
            to="/booking/$bookingId"
            params={{ bookingId: booking.id }}
            className={buttonClass({ size: 'sm' })}
          >
            {t('payment.success.open')}
          </Link>
          {pickupPlace && (
            <DirectionsLink latitude={pickupPlace.latitude} longitude={pickupPlace.longitude} />
          )}
        </>
      }
    >
      <p>{t('payment.success.text')}</p>
      {pickupPlace && (
        <p className="font-medium">
          <PickupName place={pickupPlace} />
        </p>
      )}
      {plate && (
        <p>
          <span className="text-muted">{t('bookings.plate')}</span>{' '}
          <Code className="font-semibold">{plate}</Code>
        </p>
      )}
    </OutcomeCard>
  );
}

/** The gateway has the payment, and has not said yet how it ended. */
export function ProcessingCard({
  payment,
  returned,
  secondsLeft,
  onSwitch,
}: {
  payment: Payment;
  returned: boolean;
  secondsLeft: number;
  /** Present when it could be paid in another way instead. */
  onSwitch: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <OutcomeCard
      tone="processing"
      title={returned ? t('payment.processing.checking') : t('payment.processing.title')}
      actions={
        <>
          <ContinuePayment
            payment={payment}
            variant={returned ? 'secondary' : 'primary'}
            label={t('payment.processing.continue')}
          />
          {onSwitch && (
            <Button variant="secondary" onClick={onSwitch}>
              {t('payment.processing.switch')}
            </Button>
          )}
        </>
      }
    >
      <p>{returned ? t('payment.processing.checkingText') : t('payment.processing.text')}</p>
      {secondsLeft > 0 && <HoldClock seconds={secondsLeft} />}
    </OutcomeCard>
  );
}

function BookAgain({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const start = toWallClock(booking.startDatetime);
  const end = toWallClock(booking.endDatetime);
  const past = Date.parse(booking.startDatetime) <= Date.now();
  return (
    <Link
      to="/booking"
      search={{
        motorcycleId: booking.motorcycleId,
        franchiseId: booking.franchiseId,
        ...(!past && {
          startDate: start.date,
          startTime: start.time,
          endDate: end.date,
          endTime: end.time,
        }),
      }}
      className={buttonClass({ size: 'sm' })}
    >
      {t('payment.bookAgain')}
    </Link>
  );
}

/** The time to pay is over; the server is about to give the motorcycle back (D7). */
export function HoldOverCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const paying = booking.payment?.status === 'PROCESSING';
  return (
    <OutcomeCard
      tone="over"
      icon={TimerOff}
      title={t('payment.over.title')}
      actions={<BookAgain booking={booking} />}
    >
      <p>{t('payment.over.text')}</p>
      {paying && <p className="font-medium">{t('payment.over.paying')}</p>}
    </OutcomeCard>
  );
}

/** The booking was cancelled, by whomever. */
export function EndedCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  return (
    <OutcomeCard
      tone="ended"
      icon={XCircle}
      title={t('payment.ended.title')}
      actions={<BookAgain booking={booking} />}
    >
      <p>
        {booking.bookingStatus === 'CANCELLED_BY_USER' ? t('payment.ended.byYou') : t('payment.ended.byUs')}
      </p>
      <RefundState booking={booking} />
    </OutcomeCard>
  );
}
