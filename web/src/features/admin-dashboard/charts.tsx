import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DashboardReport } from '@/api/types';
import { Money } from '@/components/money';
import { Panel } from '@/crud/panel';
import { formatDay, formatMoney, formatNumber, formatPeriod } from '@/i18n/format';
import { Button } from '@/ui/button';
import { type Bar, BarChart, Legend } from './bar-chart';
import { CountLink } from './figure';
import { type Bucket, bucketsOf } from './figures';
import { listsOf } from './lists';
import type { Span } from './period';
import { PlainTable } from './plain-table';

/** Days in words, what they share said once. */
export function spanText({ from, to }: Span): string {
  const noon = (day: string) => `${day}T12:00:00Z`;
  return from === to ? formatDay(from, 'dayOfYear') : formatPeriod(noon(from), noon(to));
}

/** A chart over its table, which opens on a press. */
function ChartPanel({
  title,
  series,
  format,
  buckets,
  values,
  sentence,
  heads,
  cells,
}: {
  title: string;
  series?: readonly string[];
  format: (value: number) => string;
  buckets: readonly Bucket[];
  values: (bucket: Bucket) => readonly number[];
  sentence: (bucket: Bucket) => string;
  heads: readonly string[];
  cells: (bucket: Bucket) => readonly ReactNode[];
}) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const bars = buckets.map(
    (bucket): Bar => ({
      key: bucket.from,
      name: formatDay(bucket.from, 'brief'),
      sentence: sentence(bucket),
      values: values(bucket),
    }),
  );
  const best = buckets.reduce<Bucket | undefined>(
    (most, bucket) => (!most || (values(bucket)[0] ?? 0) > (values(most)[0] ?? 0) ? bucket : most),
    undefined,
  );
  const nothing = bars.every((bar) => bar.values.every((value) => value === 0));
  const usual = best && !nothing ? t('admin.dashboard.chart.most', { what: sentence(best) }) : '';
  return (
    <Panel
      title={title}
      actions={
        !nothing && (
          <Button
            size="sm"
            variant="quiet"
            className="-mx-3"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('admin.dashboard.chart.table')}
          </Button>
        )
      }
    >
      {nothing ? (
        <p className="grid min-h-48 place-items-center text-center text-sm text-muted">
          {t('admin.dashboard.nothing')}
        </p>
      ) : (
        <>
          <BarChart label={`${title}. ${usual}`} bars={bars} format={format} usual={usual} />
          {series && <Legend series={series} />}
        </>
      )}
      <div id={id} hidden={!open} className="mt-3">
        {open && (
          <PlainTable
            caption={title}
            className="max-h-96"
            heads={heads}
            rows={buckets.map((bucket) => ({
              key: bucket.from,
              cells: [spanText(bucket), ...cells(bucket)],
            }))}
          />
        )}
      </div>
    </Panel>
  );
}

/** Revenue, and bookings beside cancellations, over the days of a period. */
export function Charts({ report, franchise }: { report: DashboardReport; franchise: string }) {
  const { t } = useTranslation();
  const { by, buckets } = bucketsOf(report.byDay);
  const when = t(`admin.dashboard.chart.by.${by}`);
  const revenue = t('admin.dashboard.revenue');
  const bookings = t('admin.dashboard.bookings');
  const cancellations = t('admin.dashboard.cancellations');
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      <ChartPanel
        title={t('admin.dashboard.chart.revenue')}
        format={(value) => formatNumber(value)}
        buckets={buckets}
        values={(bucket) => [bucket.revenue]}
        sentence={(bucket) =>
          t('admin.dashboard.chart.money', { when: spanText(bucket), amount: formatMoney(bucket.revenue) })
        }
        heads={[when, revenue]}
        cells={(bucket) => [
          <CountLink key="revenue" list={listsOf(bucket, franchise).revenue}>
            <Money amount={bucket.revenue} />
          </CountLink>,
        ]}
      />
      <ChartPanel
        title={t('admin.dashboard.chart.bookings')}
        series={[bookings, cancellations]}
        format={(value) => formatNumber(value)}
        buckets={buckets}
        values={(bucket) => [bucket.bookings, bucket.cancellations]}
        sentence={(bucket) =>
          t('admin.dashboard.chart.counts', {
            when: spanText(bucket),
            bookings: formatNumber(bucket.bookings),
            cancellations: formatNumber(bucket.cancellations),
          })
        }
        heads={[when, bookings, cancellations]}
        cells={(bucket) => [
          <CountLink key="bookings" list={listsOf(bucket, franchise).bookings}>
            {formatNumber(bucket.bookings)}
          </CountLink>,
          <CountLink key="cancellations" list={listsOf(bucket, franchise).cancellations}>
            {formatNumber(bucket.cancellations)}
          </CountLink>,
        ]}
      />
    </div>
  );
}
