import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Motorcycle, Period } from '@/api/types';
import { Money } from '@/components/money';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { ProblemAlert } from '@/components/problem-alert';
import { formatMoney, formatPeriod } from '@/i18n/format';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button, buttonClass } from '@/ui/button';
import type { BookingSearch } from './booking.search';
import type { Refusal } from './use-book';

/** Another motorcycle that is free for the same days. */
function Alternative({ motorcycle, search }: { motorcycle: Motorcycle; search: BookingSearch }) {
  const { make, model, images, quote, category } = motorcycle;
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to="/booking"
        search={{ ...search, motorcycleId: motorcycle.id, franchiseId: motorcycle.franchiseId }}
        className="flex items-center gap-3 rounded-control bg-surface p-2 pe-4 transition-colors hover:bg-sunken"
      >
        <MotorcyclePicture images={images} className="w-20 shrink-0" />
        <span className="min-w-0 grow">
          <span className="block font-medium">
            <bdi>{`${make} ${model}`}</bdi>
          </span>
          {category && <span className="block text-muted">{t(`format.category.${category}`)}</span>}
        </span>
        {quote && <Money amount={quote.totalAmount} className="font-semibold text-terracotta" />}
      </Link>
    </li>
  );
}

/** The way to signing in and back here; the address is known, and not to be typed again. */
function SignInLink({ here, email }: { here: string; email: string | null }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/auth/login"
      search={{ redirect: here }}
      state={{ email: email ?? undefined }}
      className={buttonClass({ size: 'sm' })}
    >
      {t('booking.refused.email.signIn')}
    </Link>
  );
}

/** Why the booking was not made, what was not lost, and the ways on. Takes focus when it appears. */
export function RefusalAlert({
  refusal,
  fields,
  search,
  here,
  onAccept,
  onMove,
}: {
  refusal: Refusal;
  /** Inputs that show what the server says of them. */
  fields: readonly string[];
  search: BookingSearch;
  /** This page's address, for coming back after signing in. */
  here: string;
  /** Books at the new price. */
  onAccept: () => void;
  /** Takes another period instead. */
  onMove: (period: Period) => void;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // An input that the server refused has taken it already; what has no input is said here only.
    if (refusal.kind === 'other' && refusal.problem.fields.some(({ field }) => fields.includes(field)))
      return;
    frame.current?.focus();
  }, [refusal, fields]);

  if (refusal.kind === 'price') {
    return (
      <Alert
        ref={frame}
        tone="warning"
        title={t('booking.refused.price.title')}
        actions={
          <Button size="sm" onClick={onAccept}>
            {t('booking.refused.price.accept', { price: formatMoney(refusal.quote.totalAmount) })}
          </Button>
        }
      >
        <p className="figures flex flex-wrap items-baseline gap-x-3 text-base">
          <span className="sr-only">{t('booking.refused.price.before')}</span>
          <s className="text-muted">
            <Money amount={refusal.before} />
          </s>
          <span className="sr-only">{t('booking.refused.price.now')}</span>
          <Money amount={refusal.quote.totalAmount} className="text-lg font-semibold" />
        </p>
        <p className="mt-1">{t('booking.refused.price.text')}</p>
      </Alert>
    );
  }
  if (refusal.kind === 'conflict') {
    const { nextFree, motorcycles } = refusal.alternatives;
    return (
      <Alert
        ref={frame}
        tone="warning"
        title={t('booking.refused.conflict.title')}
        actions={
          nextFree && (
            <Button size="sm" className="h-auto" onClick={() => onMove(nextFree)}>
              {t('booking.refused.conflict.move', {
                period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'moment'),
              })}
            </Button>
          )
        }
      >
        <p>{t('booking.refused.conflict.text')}</p>
        {motorcycles.length > 0 && (
          <>
            <p className="mt-3 font-medium">{t('booking.refused.conflict.others')}</p>
            <ul className="mt-2 flex flex-col gap-2">
              {motorcycles.map((motorcycle) => (
                <Alternative key={motorcycle.id} motorcycle={motorcycle} search={search} />
              ))}
            </ul>
          </>
        )}
      </Alert>
    );
  }
  if (refusal.kind === 'email') {
    return (
      <Alert
        ref={frame}
        tone="warning"
        title={t('booking.refused.email.title')}
        actions={<SignInLink here={here} email={refusal.email} />}
      >
        {t('booking.refused.email.text', { email: refusal.email })}
      </Alert>
    );
  }
  return (
    <ProblemAlert
      ref={frame}
      error={refusal.problem}
      fields={refusal.step === 'register' ? fields : []}
      title={refusal.step === 'register' ? t('auth.register.failed') : t('booking.refused.other')}
      actions={refusal.problem.status === 401 && <SignInLink here={here} email={useAuth.getState().ended} />}
    />
  );
}
