import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import { bookingQueries } from '@/api/queries/bookings';
import { paymentQueries } from '@/api/queries/payments';
import type { Payment } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { PaymentStatusBadge } from '@/components/status-badge';
import { AdminLink } from '@/crud/admin-link';
import { editPath, listPath } from '@/crud/entity';
import { PageHeader } from '@/crud/page-header';
import { Panel } from '@/crud/panel';
import { rowQuery } from '@/crud/queries';
import { AbsentPage, FormSkeleton } from '@/crud/state-pages';
import { useCan } from '@/crud/use-can';
import { leftSearch } from '@/crud/use-list-url';
import { PaymentLine } from '@/features/admin-bookings/booking-payments';
import { bookings } from '@/features/admin-bookings/bookings';
import { formatRate } from '@/i18n/format';
import { Button } from '@/ui/button';
import { Stat } from '@/ui/stat';
import { BooksPanel } from './books-panel';
import { noteText } from './note-words';
import { payments } from './payments';

/** How often a payment that is looked at is asked for, in milliseconds. */
const pace = 15_000;

/** Only what is open has anything left for the gateway to say. */
const isOpen = ({ status }: Payment) => status === 'PENDING' || status === 'PROCESSING';

/** Asks the gateway how a payment stands. */
function CheckButton({ payment: { id, gateway } }: { payment: Payment }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: async () =>
      (await dataOf(api.POST('/payments/{id}/check', { params: { path: { id } } }))).payment,
    onSuccess: ({ status }) =>
      notify({
        tone: 'info',
        title: t('admin.payments.checked', {
          gateway: t(`payment.gateway.${gateway}`),
          status: t(`status.payment.${status}`),
        }),
      }),
    onError: (cause) =>
      notify({
        tone: 'danger',
        title: t('admin.payments.checkFailed'),
        text: problemText(asProblem(cause), t),
      }),
    onSettled: () =>
      Promise.all(
        [paymentQueries.all, bookingQueries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={check.isPending}
      icon={<RefreshCw aria-hidden="true" size={17} />}
      onClick={() => check.mutate()}
    >
      {t('admin.payments.check')}
    </Button>
  );
}

function Facts({ payment, reference }: { payment: Payment; reference: ReactNode }) {
  const { t } = useTranslation();
  const code = (value: string | null) => value && <Code className="break-all">{value}</Code>;
  const facts: [string, ReactNode][] = [
    [t('admin.bookings.one'), reference],
    [t('admin.payments.opened'), <DateText key="opened" value={payment.createdAt} style="instant" />],
    [
      t('admin.payments.processed'),
      payment.processedAt && <DateText key="processed" value={payment.processedAt} style="instant" />,
    ],
    [t('admin.payments.transaction'), code(payment.gatewayTransactionId)],
    [t('admin.payments.order'), payment.gateway !== 'COUNTER' && code(payment.gatewayOrderId)],
    [
      t('payment.charged.name'),
      payment.gatewayCurrency !== 'MAD' && (
        <Money key="charged" amount={payment.gatewayAmount} currency={payment.gatewayCurrency} />
      ),
    ],
    [t('admin.payments.rate'), payment.rate !== null && formatRate(payment.rate)],
    [
      t('admin.payments.refunded'),
      payment.refundedAmount > 0 && <Money key="refunded" amount={payment.refundedAmount} />,
    ],
    [
      t('admin.payments.owed'),
      payment.owedAmount > 0 && <Money key="owed" amount={payment.owedAmount} className="text-rose" />,
    ],
    [t('admin.payments.failureCode'), code(payment.failureCode)],
  ];
  return (
    <Panel title={t('admin.payments.facts')}>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {facts.map(
          ([name, value]) =>
            value && (
              <Stat key={name} name={name}>
                {value}
              </Stat>
            ),
        )}
      </dl>
    </Panel>
  );
}

/** What came from outside, as it came. */
function Raw({ title, text }: { title: string; text: string }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer rounded-sm text-muted hover:text-ink">{title}</summary>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its frame is pushed along with the keys, too.
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-control bg-sunken p-3 text-xs"
      >
        {text}
      </pre>
    </details>
  );
}

function Steps({ payment: { history = [], gatewayRecord } }: { payment: Payment }) {
  const { t } = useTranslation();
  if (history.length === 0) return null;
  return (
    <Panel title={t('admin.payments.history')}>
      <ol className="divide-y divide-line text-sm">
        {history.map(({ happenedAt, to, gatewayMessage, ...why }) => (
          <li key={`${happenedAt} ${to}`} className="py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <PaymentStatusBadge status={to} />
              <span className="text-muted">
                <DateText value={happenedAt} style="instant" />
              </span>
            </p>
            {why.note && (
              <p className="mt-1 break-words text-muted">
                <bdi>{noteText(why, t)}</bdi>
              </p>
            )}
            {gatewayMessage && <Raw title={t('admin.payments.message')} text={gatewayMessage} />}
          </li>
        ))}
      </ol>
      {gatewayRecord !== undefined && gatewayRecord !== null && (
        <div className="mt-3 border-t border-line pt-3 text-sm">
          <Raw title={t('admin.payments.launch')} text={JSON.stringify(gatewayRecord, null, 2)} />
        </div>
      )}
    </Panel>
  );
}

function Content({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const mayLook = useCan('BOOKING_GET_BY_ID');
  const { data: booking } = useQuery({ ...rowQuery(bookings, payment.bookingId), enabled: mayLook });
  const title = t('admin.payments.one');
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>
              {title} {booking && <Code>{booking.reference}</Code>}
            </span>
            <PaymentStatusBadge status={payment.status} />
          </span>
        }
        documentTitle={booking ? `${title} ${booking.reference}` : title}
        back={{ to: listPath(payments), search: leftSearch(payments.key), label: t(payments.texts.title) }}
      >
        {isOpen(payment) && payment.gateway !== 'COUNTER' && <CheckButton payment={payment} />}
      </PageHeader>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Facts
            payment={payment}
            reference={
              booking && (
                <AdminLink
                  to={editPath(bookings, booking.id)}
                  className="rounded-sm text-majorelle underline-offset-4 hover:underline"
                >
                  <Code>{booking.reference}</Code>
                </AdminLink>
              )
            }
          />
          <Steps payment={payment} />
          <BooksPanel payment={payment} />
        </div>
        <Panel title={t('admin.payments.money')}>
          <ul>
            <PaymentLine payment={payment} />
          </ul>
        </Panel>
      </div>
    </>
  );
}

/** A payment, every step that it took and what can be done about it (`/admin/payments/{id}`). */
export function PaymentPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    ...rowQuery(payments, id),
    refetchOnWindowFocus: true,
    refetchInterval: pace,
  });
  if (error && asProblem(error).status === 404)
    return <AbsentPage back={listPath(payments)} label={t('admin.absent.back')} />;
  if (data) return <Content payment={data} />;
  if (error) return <FailureState heading="h1" error={error} onRetry={() => void refetch()} />;
  return <FormSkeleton label={t('common.loading')} />;
}
