import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { supplementQueries } from '@/api/queries/catalogue';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { quoteQueries } from '@/api/queries/quotes';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { QuoteLines } from '@/components/price-lines';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { editPath, listPath } from '@/crud/entity';
import { PageHeader } from '@/crud/page-header';
import { Panel } from '@/crud/panel';
import { RelationField } from '@/crud/relation-field';
import { ForbiddenPage } from '@/crud/state-pages';
import { useCan } from '@/crud/use-can';
import { useDraft } from '@/crud/use-draft';
import { leftSearch } from '@/crud/use-list-url';
import { motorcycleRelation, parkingPointRelation } from '@/features/admin-relations/relations';
import { checkWhen, whenBetween } from '@/features/booking/booking.search';
import { locationOfMotorcycle } from '@/features/booking/location';
import { WhenInputs } from '@/features/booking/when-inputs';
import { formatMoney, formatPeriod } from '@/i18n/format';
import type { RawSearch } from '@/lib/search-params';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { Textarea } from '@/ui/textarea';
import { bookings } from './bookings';
import { CounterCustomer } from './counter-customer';
import { CounterExtras } from './counter-extras';
import { counterBody, fieldOf, linesOf, missingOf, readCounterSearch, usualValues } from './counter-values';
import { PaymentMethodFields } from './payment-method-fields';
import { staffBookingMutations } from './queries';

function CounterForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as RawSearch;
  const form = useRef<HTMLFormElement>(null);
  const [usual] = useState(usualValues);
  const [values, change, drop] = useDraft('counter', usual, readCounterSearch(search));
  const [pressed, setPressed] = useState(false);
  const mayTake = useCan('PAYMENT_TAKE');
  const method = mayTake ? values.method : 'LATER';

  const motorcycle = useQuery({
    ...motorcycleQueries.detail(values.motorcycleId),
    enabled: values.motorcycleId !== '',
  });
  const franchiseId = motorcycle.data?.franchiseId ?? '';
  const supplements = useQuery({ ...supplementQueries.active(franchiseId), enabled: franchiseId !== '' });
  const checked = checkWhen(values);
  // An extra that is offered no longer would make the whole price fail.
  const extras = linesOf(values.extras).filter((id) =>
    supplements.data?.some((one) => one.id === id && !one.isFree),
  );
  const request = motorcycle.data &&
    checked.period && {
      motorcycleId: motorcycle.data.id,
      ...checked.period,
      selectedSupplements: extras.toSorted().map((supplementId) => ({ supplementId, quantity: 1 })),
    };
  const price = useQuery({
    ...quoteQueries.quote(request ?? { motorcycleId: '', startDatetime: '', endDatetime: '' }),
    enabled: request !== undefined,
    staleTime: 0,
  });
  const quote = request && price.data;
  const stale = price.isPlaceholderData || price.isFetching;
  const book = useSendOnce(staffBookingMutations.book());
  const problem = book.error && asProblem(book.error);

  const missing = missingOf(values);
  const refusals = problem?.fields.map((field) => ({ ...field, own: fieldOf(field.field) })) ?? [];
  const errorOf = (name: string): string | undefined => {
    const code = pressed ? missing[name] : undefined;
    const refused = refusals.find(({ own }) => own === name);
    return fieldText(t, code ?? (refused && (refused.message || refused.code)));
  };
  const edit: typeof change = (changes) => {
    book.reset();
    change(changes);
  };

  const location = motorcycle.data?.place ? locationOfMotorcycle(motorcycle.data.place) : '';
  const noPlace = motorcycle.data !== undefined && values.pickup === '' && location === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (book.isPending) return;
    const body =
      checked.period && quote && !stale
        ? counterBody(
            { ...values, method, extras: extras.join('\n') },
            { period: checked.period, totalAmount: quote.totalAmount, location },
          )
        : undefined;
    if (Object.keys(missing).length > 0 || !body || !quote?.available) {
      // Errors stand there a moment later.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    book.send(body, {
      onSuccess: ({ booking }) => {
        drop();
        notify({
          tone: 'success',
          title: t('admin.bookings.counter.done', { reference: booking.reference }),
        });
        void navigate({ to: editPath(bookings, booking.id) as '/admin' });
      },
      onError: () => void price.refetch(),
    });
  };

  const nextFree = quote?.available === false ? quote.nextFree : null;
  const rest = problem && (refusals.length === 0 || refusals.some(({ own }) => own === undefined));

  return (
    <>
      <PageHeader
        title={t('admin.bookings.add')}
        documentTitle={t('admin.bookings.add')}
        lead={t('admin.bookings.counter.lead')}
        back={{ to: listPath(bookings), search: leftSearch(bookings.key), label: t(bookings.texts.title) }}
      >
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            setPressed(false);
            edit(usualValues());
            drop();
          }}
        >
          {t('admin.bookings.counter.anew')}
        </Button>
      </PageHeader>
      <form
        ref={form}
        noValidate
        aria-label={t('admin.bookings.add')}
        className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]"
        onSubmit={submit}
      >
        <div className="flex min-w-0 flex-col gap-5">
          <Panel title={t('admin.bookings.ride')}>
            <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
              <RelationField
                className="md:col-span-2"
                label={t('admin.bookings.motorcycle')}
                relation={motorcycleRelation}
                none={t('admin.form.choose')}
                required
                value={values.motorcycleId}
                error={errorOf('motorcycleId')}
                onChange={(motorcycleId) => edit({ motorcycleId, extras: '', pickup: '' })}
              />
              <WhenInputs
                when={values}
                checked={checked}
                showErrors={pressed}
                onChange={(when) => edit({ ...when })}
              />
              <RelationField
                className="md:col-span-2"
                label={t('booking.summary.pickup')}
                hint={
                  motorcycle.data?.place
                    ? t('admin.bookings.counter.own', { place: motorcycle.data.place.name })
                    : undefined
                }
                relation={parkingPointRelation}
                none={t('admin.bookings.counter.ownPlace')}
                value={values.pickup}
                error={pressed && noPlace ? t('errors.fields.LOCATION_FOR_TYPE') : errorOf('pickup')}
                onChange={(pickup) => edit({ pickup })}
              />
            </div>
            {motorcycle.error && (
              <Alert tone="danger" className="mt-4">
                {problemText(asProblem(motorcycle.error), t)}
              </Alert>
            )}
            {quote?.available === false && (
              <Alert
                tone="warning"
                className="mt-4"
                title={t('bookings.move.taken')}
                actions={
                  nextFree && (
                    <Button
                      size="sm"
                      variant="secondary"
                      className="h-auto"
                      onClick={() => edit({ ...whenBetween(nextFree) })}
                    >
                      {t('booking.refused.conflict.move', {
                        period: formatPeriod(nextFree.startDatetime, nextFree.endDatetime, 'moment'),
                      })}
                    </Button>
                  )
                }
              />
            )}
          </Panel>
          <CounterCustomer values={values} errorOf={errorOf} onChange={edit} />
          <CounterExtras
            supplements={franchiseId === '' ? [] : supplements.data}
            chosen={extras}
            onChange={(ids) => edit({ extras: ids.join('\n') })}
          />
          <Panel title={t('admin.bookings.notes.title')}>
            <Textarea
              rows={2}
              maxLength={1000}
              label={t('admin.bookings.notes.customer')}
              hint={t('admin.bookings.counter.notesHint')}
              aside={t('common.optional')}
              value={values.notes}
              error={errorOf('notes')}
              onChange={({ target }) => edit({ notes: target.value })}
            />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-5 xl:sticky xl:top-19">
          <Panel title={t('booking.price.title')}>
            {quote ? (
              <QuoteLines
                lines={quote.lines}
                total={quote.totalAmount}
                currency={quote.currency}
                stale={stale}
              />
            ) : price.error ? (
              <Alert tone="danger">{problemText(asProblem(price.error), t)}</Alert>
            ) : request ? (
              <Skeleton className="h-28" />
            ) : (
              <p className="text-sm text-muted">{t('admin.bookings.counter.noPrice')}</p>
            )}
          </Panel>
          <Panel title={t('admin.bookings.payment')}>
            <PaymentMethodFields
              later
              method={method}
              receiptNumber={values.receiptNumber}
              error={errorOf('receiptNumber')}
              mayTake={mayTake}
              onChange={edit}
            />
          </Panel>
          {rest && (
            <Alert tone="danger" title={t('admin.bookings.counter.failed')}>
              {problem.code === 'PRICE_CHANGED' ? t('bookings.move.priceChanged') : problemText(problem, t)}
              {refusals
                .filter(({ own }) => own === undefined)
                .map(({ field, message }) => (
                  <p key={field}>{message}</p>
                ))}
            </Alert>
          )}
          <Button type="submit" wide busy={book.isPending} disabled={quote?.available === false}>
            {quote && method !== 'LATER'
              ? t('admin.bookings.counter.take', { price: formatMoney(quote.totalAmount, quote.currency) })
              : t('admin.bookings.counter.book')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** A booking for somebody who stands at the counter, or calls (`/admin/bookings/add`). */
export function CounterPage() {
  const may = useCan('BOOKING_MANAGE');
  return may ? <CounterForm /> : <ForbiddenPage />;
}
