import { api, dataOf, streamOf } from '@/api/client';
import type { Payment, PaymentsQuery } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { Money } from '@/components/money';
import { PaymentStatusBadge } from '@/components/status-badge';
import { EmptyCell, TextCell } from '@/crud/cells';
import { defineEntity } from '@/crud/entity';
import { userRelation } from '@/features/admin-relations/relations';
import { franchiseFilter } from '@/features/admin-relations/shared-parts';
import { paymentGateways, paymentStatuses } from '@/features/admin-relations/states';
import { GatewayCell } from './gateway-cell';

/** What customers paid, and tried to. Payments come of bookings; their page is one of its own. */
export const payments = defineEntity<Payment, never, never, PaymentsQuery>({
  key: 'payments',
  texts: {
    title: 'admin.sections.payments',
    emptyTitle: 'admin.payments.emptyTitle',
    emptyText: 'admin.payments.emptyText',
  },
  may: {},
  name: ({ id, booking }) => booking?.reference ?? id,
  path: ({ id }) => `/admin/payments/${id}`,

  async page(query, signal) {
    const { payments: rows, pagination } = await dataOf(
      api.GET('/payments/admin', { params: { query }, signal }),
    );
    return { rows, ...pagination };
  },
  async one(id, signal) {
    return (await dataOf(api.GET('/payments/{id}', { params: { path: { id } }, signal }))).payment;
  },
  download: (query, signal) =>
    streamOf(api.GET('/payments/export', { params: { query }, parseAs: 'stream', signal })),

  search: true,
  columns: [
    {
      key: 'booking',
      label: 'admin.bookings.one',
      cell: ({ id, booking }) => (
        <Code className="whitespace-nowrap">{booking?.reference ?? id.slice(0, 8)}</Code>
      ),
    },
    {
      key: 'status',
      label: 'admin.fields.status',
      sort: 'status',
      cell: ({ status }) => <PaymentStatusBadge status={status} />,
    },
    {
      key: 'amount',
      label: 'admin.bookings.refund.amount',
      sort: 'amount',
      numeric: true,
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'refunded',
      label: 'admin.payments.refunded',
      spare: true,
      numeric: true,
      cell: ({ refundedAmount }) => (refundedAmount > 0 ? <Money amount={refundedAmount} /> : <EmptyCell />),
    },
    {
      key: 'gateway',
      label: 'admin.payments.gateway',
      spare: true,
      sort: 'gateway',
      cell: ({ gateway }) => <GatewayCell gateway={gateway} />,
    },
    {
      key: 'customer',
      label: 'admin.bookings.customer',
      cell: ({ booking }) => (
        <TextCell>{booking && `${booking.firstName} ${booking.lastName}`.trim()}</TextCell>
      ),
    },
    {
      key: 'createdAt',
      label: 'admin.payments.opened',
      sort: 'createdAt',
      cell: ({ createdAt }) => <DateText value={createdAt} style="instant" />,
    },
    {
      key: 'processedAt',
      label: 'admin.payments.processed',
      sort: 'processedAt',
      hidden: true,
      cell: ({ processedAt }) =>
        processedAt ? <DateText value={processedAt} style="instant" /> : <EmptyCell />,
    },
    {
      key: 'transaction',
      label: 'admin.payments.transaction',
      hidden: true,
      cell: ({ gatewayTransactionId }) =>
        gatewayTransactionId ? <Code>{gatewayTransactionId}</Code> : <EmptyCell />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'admin.fields.status',
      several: true,
      options: paymentStatuses.map((value) => ({ value, label: `status.payment.${value}` })),
    },
    {
      kind: 'choice',
      name: 'gateway',
      label: 'admin.payments.gateway',
      several: true,
      options: paymentGateways.map((value) => ({ value, label: `payment.gateway.${value}` })),
    },
    {
      kind: 'dates',
      from: 'createdAfter',
      to: 'createdBefore',
      label: 'admin.payments.opened',
      instants: true,
    },
    { kind: 'range', from: 'minAmount', to: 'maxAmount', label: 'admin.bookings.refund.amount' },
    { kind: 'relation', name: 'userId', label: 'admin.bookings.customer', relation: userRelation },
    franchiseFilter,
    {
      kind: 'dates',
      from: 'revenueAfter',
      to: 'revenueBefore',
      label: 'admin.payments.counted',
      instants: true,
      rare: true,
    },
  ],
  form: [],
});
