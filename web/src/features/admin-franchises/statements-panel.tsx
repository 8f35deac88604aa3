import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api, dataOf, fileOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { AdministeredFranchise, Statement } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { Panel } from '@/crud/panel';
import { currentLanguage } from '@/i18n';
import { formatDay } from '@/i18n/format';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';

/** Whose books these are; the code names the files. */
type Booked = Pick<AdministeredFranchise, 'id' | 'code'>;

/** A year of months. */
const limit = 12;

/** The monthly statements of a franchise, to be saved for the books. */
export function StatementsPanel({ franchise }: { franchise: AdministeredFranchise }) {
  const { t } = useTranslation();
  const { id } = franchise;
  const { data, error, refetch } = useQuery({
    queryKey: ['franchises', 'statements', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/franchises/{id}/statements', { params: { path: { id }, query: { limit } }, signal })),
  });
  return (
    <Panel title={t('admin.franchises.statements')}>
      {data ? (
        data.statements.length > 0 ? (
          <ul className="divide-y divide-line">
            {data.statements.map((statement) => (
              <Month key={statement.month} franchise={franchise} statement={statement} />
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">{t('admin.franchises.noStatements')}</p>
        )
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </Panel>
  );
}

function Month({ franchise, statement }: { franchise: Booked; statement: Statement }) {
  const { t } = useTranslation();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
      <span className="w-36 font-medium">{formatDay(`${statement.month}-01`, 'month')}</span>
      <span className="grow text-muted">
        {t('admin.franchises.net')} <Money amount={statement.net} className="text-ink" />
      </span>
      <StatementFiles franchise={franchise} month={statement.month} />
    </li>
  );
}

/** Saves the statement of a month, as a document or for a spreadsheet. */
export function StatementFiles({ franchise: { id, code }, month }: { franchise: Booked; month: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async (kind: 'csv' | 'pdf') => {
      const path = { id, month };
      const file = await fileOf(
        kind === 'csv'
          ? api.GET('/franchises/{id}/statements/{month}', { params: { path }, parseAs: 'blob' })
          : api.GET('/franchises/{id}/statements/{month}/pdf', {
              params: { path, query: { lang: currentLanguage() } },
              parseAs: 'blob',
            }),
      );
      saveFile(file, `${code}-${month}.${kind}`);
    },
    onError: (cause) =>
      notify({
        tone: 'danger',
        title: t('admin.franchises.statementFailed'),
        text: problemText(asProblem(cause), t),
      }),
  });
  const name = formatDay(`${month}-01`, 'month');
  const button = (kind: 'csv' | 'pdf') => (
    <Button
      size="sm"
      variant="quiet"
      busy={save.isPending && save.variables === kind}
      icon={
        kind === 'pdf' ? <FileText aria-hidden="true" size={17} /> : <FileDown aria-hidden="true" size={17} />
      }
      onClick={() => save.mutate(kind)}
    >
      {t(`admin.franchises.${kind}`)} <span className="sr-only">{name}</span>
    </Button>
  );
  return (
    <>
      {button('pdf')}
      {button('csv')}
    </>
  );
}
