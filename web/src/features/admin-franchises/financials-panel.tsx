import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import type { AdministeredFranchise, Financials, FinancialsQuery } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { DraftInput } from '@/crud/draft-input';
import { Panel } from '@/crud/panel';
import { formatDay, formatNumber } from '@/i18n/format';
import { dayFromToday } from '@/i18n/wall-clock';
import { plainNumber } from '@/lib/amount';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { Skeleton } from '@/ui/skeleton';
import { Stat } from '@/ui/stat';

/** A month of days at once. */
const limit = 31;

/** An amount of dirham as the API takes it; empty: no limit. Undefined while it is none. */
function amount(typed: string): string | undefined {
  const text = plainNumber(typed);
  return text === '' || /^\d{1,9}(\.\d{1,2})?$/.test(text) ? text : undefined;
}

/** What a franchise earned in a period: the sums, and the days on which money moved. */
export function FinancialsPanel({ franchise: { id } }: { franchise: AdministeredFranchise }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState({
    periodStart: dayFromToday(-29),
    periodEnd: dayFromToday(0),
    minRevenue: '',
    maxRevenue: '',
  });
  const [page, setPage] = useState(1);
  const { minRevenue, maxRevenue, ...period } = filters;
  const query: FinancialsQuery = {
    ...period,
    ...(minRevenue !== '' && { minRevenue: Number(minRevenue) }),
    ...(maxRevenue !== '' && { maxRevenue: Number(maxRevenue) }),
    page,
    limit,
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['franchises', 'financials', id, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/franchises/{id}/financials', { params: { path: { id }, query }, signal })),
  });
  const change = (changes: Partial<typeof filters>) => {
    setFilters({ ...filters, ...changes });
    setPage(1);
  };
  const label = t('admin.franchises.period');
  const day = (name: 'periodStart' | 'periodEnd', edge: 'from' | 'to') => (
    <Input
      type="date"
      dir="ltr"
      label={t(`admin.filters.${edge}`, { label })}
      value={filters[name]}
      onChange={({ target }) => target.value && change({ [name]: target.value })}
    />
  );
  const revenue = (name: 'minRevenue' | 'maxRevenue', edge: 'from' | 'to') => (
    <DraftInput
      dir="ltr"
      inputMode="decimal"
      label={t(`admin.filters.${edge}`, { label: t('admin.franchises.dayRevenue') })}
      value={filters[name]}
      clean={amount}
      onSettle={(value) => change({ [name]: value })}
    />
  );
  return (
    <Panel title={t('admin.franchises.financials')}>
      <search className="grid gap-3 sm:grid-cols-2">
        {day('periodStart', 'from')}
        {day('periodEnd', 'to')}
        {revenue('minRevenue', 'from')}
        {revenue('maxRevenue', 'to')}
      </search>
      {error ? (
        <div className="mt-4">
          <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <div aria-busy={isPlaceholderData} className={cn('mt-5', isPlaceholderData && 'opacity-60')}>
          <Sums financials={data.financials} />
          {data.days.length > 0 ? (
            <Days days={data.days} />
          ) : (
            <p className="mt-5 text-sm text-muted">{t('admin.franchises.noMoney')}</p>
          )}
          {data.pagination.totalPages > 1 && (
            <div className="mt-3 flex flex-wrap items-center gap-3">
              <Button size="sm" variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('admin.franchises.later')}
              </Button>
              <Button
                size="sm"
                variant="secondary"
                disabled={page >= data.pagination.totalPages}
                onClick={() => setPage(page + 1)}
              >
                {t('admin.franchises.earlier')}
              </Button>
            </div>
          )}
        </div>
      ) : (
        <Skeleton className="mt-5 h-40" />
      )}
    </Panel>
  );
}

function Sums({ financials }: { financials: Financials['financials'] }) {
  const { t } = useTranslation();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
      <Stat name={t('admin.franchises.revenue')}>
        <Money amount={financials.revenue} />
      </Stat>
      <Stat name={t('admin.franchises.refunds')}>
        <Money amount={financials.refunds} />
      </Stat>
      <Stat name={t('admin.franchises.commission')}>
        <Money amount={financials.commission} />
      </Stat>
      <Stat name={t('admin.franchises.net')}>
        <Money amount={financials.net} />
      </Stat>
      <Stat name={t('admin.franchises.bookings')}>{formatNumber(financials.bookingCount)}</Stat>
    </dl>
  );
}

function Days({ days }: { days: Financials['days'] }) {
  const { t } = useTranslation();
  const heads = ['revenue', 'refunds', 'commission', 'net', 'bookings'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is pushed along with the keys, too.
    <section className="mt-5 overflow-x-auto" tabIndex={0} aria-label={t('admin.franchises.byDay')}>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('admin.franchises.byDay')}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="h-10 pe-3 text-start font-medium">
              {t('admin.franchises.day')}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="h-10 ps-3 text-end font-medium whitespace-nowrap">
                {t(`admin.franchises.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, bookingCount, ...money }) => (
            <tr key={date} className="h-10 border-b border-line last:border-0">
              <th scope="row" className="pe-3 text-start font-normal whitespace-nowrap">
                {formatDay(date)}
              </th>
              {(['revenue', 'refunds', 'commission', 'net'] as const).map((name) => (
                <td key={name} className="ps-3 text-end">
                  <Money amount={money[name]} />
                </td>
              ))}
              <td className="figures ps-3 text-end">{formatNumber(bookingCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
