import { Link, useLocation } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { MotorcycleDetail, Period } from '@/api/types';
import { applyProblem } from '@/components/form-problem';
import type { GatewayLaunch } from '@/components/gateway-form';
import { PanelBoundary } from '@/components/panel-boundary';
import { Trans } from '@/components/trans';
import { type RegisterValues, registerForm } from '@/features/auth/account-forms';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import type { BookingSearch } from './booking.search';
import { BottomBar } from './bottom-bar';
import { ContactSection } from './contact-section';
import { keepContact, readDraft } from './draft';
import { ExtrasSection } from './extras-section';
import { bookedPlace } from './location';
import { MotorcycleSummary } from './motorcycle-summary';
import { PriceSummary, PriceVoice } from './price-summary';
import { RefusalAlert } from './refusal-alert';
import { useBook } from './use-book';
import { useRide } from './use-ride';
import { useWide } from './use-wide';
import { WhenSection } from './when-section';
import { WhereSection } from './where-section';

const personFields = ['firstName', 'lastName', 'email', 'phoneNumber', 'password'] as const;
const linkClass = 'underline underline-offset-4 hover:text-ink';

function TermsNote({ className }: { className?: string }) {
  return (
    <p className={className}>
      <Trans
        i18nKey="booking.agree"
        components={{
          terms: <Link to="/terms-conditions" target="_blank" className={linkClass} />,
          privacy: <Link to="/privacy-policy" target="_blank" className={linkClass} />,
        }}
      />
    </p>
  );
}

/** A visitor's details, kept while they are typed. */
function usePerson() {
  const form = useForm<RegisterValues>({
    resolver: registerForm,
    defaultValues: { ...readDraft().contact, password: '' },
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepContact(values),
      }),
    [subscribe],
  );
  return form;
}

/**
 * The booking form: one column of questions and one of truth, which on a phone is a card above and a bar below. Once
 * booked, `launch` replaces it.
 */
export function BookingForm({
  motorcycle,
  search,
  children,
}: {
  motorcycle: MotorcycleDetail;
  search: BookingSearch;
  children: (state: {
    launch: { bookingId: string; gateway: GatewayLaunch } | undefined;
    content: ReactNode;
  }) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const wide = useWide();
  const here = useLocation({ select: ({ href }) => href });
  const user = useAuth((session) => session.user);
  const ride = useRide(motorcycle, search);
  const person = usePerson();
  const frame = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(0);
  const { book, busy, refusal, clearRefusal, launch } = useBook({
    onFields: (problem) => applyProblem(problem, personFields, person.setError),
  });

  const { checked, location, request, price } = ride;
  const place = bookedPlace(location);
  const incomplete = !checked.period || 'missing' in place;

  useEffect(() => {
    if (tried > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);

  const send = (values: RegisterValues | undefined) => {
    if (!request || 'missing' in place) return;
    const { quote } = price;
    void book(
      {
        ...request,
        ...place.fields,
        ...(quote && {
          baseRentalPrice: quote.baseRentalPrice,
          supplementsTotalPrice: quote.supplementsTotalPrice,
          totalAmount: quote.totalAmount,
        }),
      },
      values,
    );
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (incomplete) {
      if (!user) void person.trigger();
      return setTried((times) => times + 1);
    }
    return user ? send(undefined) : void person.handleSubmit(send)();
  };
  const moveTo = (period: Period) => {
    clearRefusal();
    ride.moveTo(period);
  };

  const summary = (
    <PanelBoundary>
      <MotorcycleSummary motorcycle={motorcycle} period={checked.period} location={location} />
    </PanelBoundary>
  );
  const prices = (
    <PriceSummary motorcycle={motorcycle} period={checked.period} price={price} onMove={moveTo} />
  );
  const button = (
    <Button
      type="submit"
      form={id}
      wide={wide}
      busy={busy}
      disabled={Boolean(checked.period) && (!price.quote || price.stale)}
    >
      {t('booking.submit')}
    </Button>
  );

  const content = (
    <form
      ref={frame}
      id={id}
      noValidate
      aria-label={t('booking.title')}
      onSubmit={submit}
      className="max-lg:[&_input]:scroll-mb-28 max-lg:[&_textarea]:scroll-mb-28"
    >
      <div className="page mt-6 grid grid-cols-1 gap-8 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        {!wide && (
          <Card as="section" aria-label={t('booking.summary.title')}>
            {summary}
          </Card>
        )}
        <div className="flex min-w-0 flex-col gap-9">
          <WhenSection
            when={ride.when}
            checked={checked}
            showErrors={tried > 0}
            onChange={(when) => {
              clearRefusal();
              ride.setWhen(when);
            }}
          />
          <WhereSection
            location={location}
            own={motorcycle.place}
            error={tried > 0 && 'missing' in place ? place.missing : undefined}
            onChange={ride.setLocation}
          />
          <PanelBoundary>
            <ExtrasSection
              supplements={ride.supplements.data}
              error={ride.supplements.error}
              onRetry={() => void ride.supplements.refetch()}
              chosen={ride.extras}
              onChange={ride.setExtras}
            />
          </PanelBoundary>
          <ContactSection user={user} form={person} />
          {refusal && (
            <RefusalAlert
              refusal={refusal}
              fields={personFields}
              search={{ ...search, location: ride.isOwnPlace ? undefined : location }}
              here={here}
              onAccept={() => submit()}
              onMove={moveTo}
            />
          )}
          {/* The sheet of the bar is closed: what keeps the ride from being booked is said here. */}
          {!wide && (price.error || (price.quote?.available === false && !price.stale)) && (
            <Card as="section" aria-label={t('booking.price.title')}>
              {prices}
            </Card>
          )}
          {!wide && <TermsNote className="text-xs text-muted" />}
        </div>
        {wide && (
          <aside aria-label={t('booking.summary.title')} className="self-start lg:sticky lg:top-6">
            <Card>
              {summary}
              <div className="mt-5 border-t border-line pt-5">{prices}</div>
              <div className="mt-5">{button}</div>
              <TermsNote className="mt-3 text-center text-xs text-muted" />
            </Card>
          </aside>
        )}
      </div>
      {!wide && <BottomBar quote={price.quote} stale={price.stale} details={prices} button={button} />}
      <PriceVoice quote={price.quote} stale={price.stale} />
    </form>
  );
  return children({ launch, content });
}
