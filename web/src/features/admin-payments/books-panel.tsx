import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Books, Payment, Posting } from '@/api/types';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { RelationCell } from '@/crud/cells';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { userRelation } from '@/features/admin-relations/relations';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { booksQuery } from './books-queries';
import { CorrectionDialog } from './correction-dialog';

/** A fact: what it is, when, on which accounts, and of a correction why and by whom. */
function Entry({ posting: { kind, happenedAt, lines, correction } }: { posting: Posting }) {
  const { t } = useTranslation();
  return (
    <li className="py-3 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">
          {correction
            ? t('admin.payments.books.correction', {
                fact: t(`admin.payments.books.facts.${correction.corrects}`),
              })
            : t(`admin.payments.books.facts.${kind}`)}
        </span>
        <span className="text-muted">
          <DateText value={happenedAt} style="instant" />
        </span>
      </p>
      {correction && (
        <p className="mt-0.5 break-words text-muted">
          <bdi>{correction.reason}</bdi>
          {' · '}
          <RelationCell relation={userRelation} id={correction.actorId} />
        </p>
      )}
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-s-2 border-line ps-3">
        {lines.map(({ account, amountCentimes }) => (
          <div key={account} className="contents">
            <dt className="text-muted">{t(`admin.payments.books.accounts.${account}`)}</dt>
            <dd className="text-end">
              <Money amount={amountCentimes / 100} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** Whether the books agree with the payment, and what is at odds otherwise. */
function Verdict({ findings }: Pick<Books, 'findings'>) {
  const { t } = useTranslation();
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden="true" size={17} className="shrink-0 text-mint" />
        {t('admin.payments.books.agree')}
      </p>
    );
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return (
    <Alert tone="warning" title={t('admin.payments.books.disagree')}>
      <ul className="flex flex-col gap-1">
        {rules.map((rule) => (
          <li key={rule}>{t(`admin.payments.books.rules.${rule}`)}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** What the books have of a payment, what they miss, and the way to correct them. */
export function BooksPanel({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const may = useCan('PAYMENT_CORRECT');
  const [correcting, setCorrecting] = useState(false);
  const { data, error, refetch } = useQuery({ ...booksQuery(payment), enabled: may });
  if (!may) return null;
  return (
    <Panel
      title={t('admin.payments.books.title')}
      lead={t('admin.payments.books.lead')}
      actions={
        data && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Scale aria-hidden="true" size={17} />}
            onClick={() => setCorrecting(true)}
          >
            {t('admin.payments.books.correct')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <Verdict findings={data.findings} />
          {data.postings.length > 0 ? (
            <ol className="mt-4 divide-y divide-line">
              {data.postings.map((posting) => (
                <Entry
                  key={posting.correction?.id ?? `${posting.kind} ${posting.refundId}`}
                  posting={posting}
                />
              ))}
            </ol>
          ) : (
            <p className="mt-3 text-sm text-muted">{t('admin.payments.books.empty')}</p>
          )}
          {correcting && (
            <CorrectionDialog
              payment={payment}
              proposal={data.proposals[0]}
              onClose={() => setCorrecting(false)}
            />
          )}
        </>
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Panel>
  );
}
