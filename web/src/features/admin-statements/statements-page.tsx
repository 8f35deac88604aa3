import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { Statement } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { AdminLink } from '@/crud/admin-link';
import { FactCard } from '@/crud/fact-card';
import { PageHeader } from '@/crud/page-header';
import { rowQuery } from '@/crud/queries';
import { RelationField } from '@/crud/relation-field';
import { ofPlatform } from '@/crud/use-can';
import { franchises } from '@/features/admin-franchises/franchises';
import { StatementFiles } from '@/features/admin-franchises/statements-panel';
import { franchiseRelation } from '@/features/admin-relations/relations';
import { formatDay } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { integerParam, isId, type RawSearch, textParam } from '@/lib/search-params';
import { useAuth } from '@/stores/auth';
import { EmptyState } from '@/ui/empty-state';
import { Pagination } from '@/ui/pagination';
import { Skeleton } from '@/ui/skeleton';
import { useWide } from '@/ui/use-wide';

/** A year of months. */
const limit = 12;
const sums = ['gross', 'commission', 'net', 'atCounter'] as const;

interface MonthsProps {
  franchise: { id: string; code: string };
  statements: readonly Statement[];
}

const monthOf = ({ month }: Statement) => formatDay(`${month}-01`, 'month');

/** The months on a phone: sums and files in sight, nothing to push sideways. */
function MonthCards({ franchise, statements }: MonthsProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('admin.franchises.statements')} className="grid gap-3 sm:grid-cols-2">
      {statements.map((statement) => (
        <FactCard
          key={statement.month}
          title={monthOf(statement)}
          facts={sums.map((sum) => ({
            key: sum,
            name: t(`admin.statements.${sum}`),
            value: <Money amount={statement[sum]} />,
            numeric: true,
          }))}
        >
          <div className="-mx-2 mt-2 flex flex-wrap">
            <StatementFiles franchise={franchise} month={statement.month} />
          </div>
        </FactCard>
      ))}
    </ul>
  );
}

function MonthTable({ franchise, statements }: MonthsProps) {
  const { t } = useTranslation();
  const headClass = 'h-10 px-3 font-medium whitespace-nowrap';
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a small screen is pushed along with the keys, too.
      tabIndex={0}
      aria-label={t('admin.franchises.statements')}
      className="overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('admin.franchises.statements')}</caption>
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className={`${headClass} text-start`}>
              {t('admin.statements.month')}
            </th>
            {sums.map((sum) => (
              <th key={sum} scope="col" className={`${headClass} text-end`}>
                {t(`admin.statements.${sum}`)}
              </th>
            ))}
            <th scope="col" className={`${headClass} text-end`}>
              {t('admin.statements.files')}
            </th>
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr key={statement.month} className="h-10 border-t border-line">
              <th scope="row" className="px-3 text-start font-medium whitespace-nowrap">
                {monthOf(statement)}
              </th>
              {sums.map((sum) => (
                <td key={sum} className="px-3 text-end">
                  <Money amount={statement[sum]} />
                </td>
              ))}
              <td className="px-3 text-end whitespace-nowrap">
                <StatementFiles franchise={franchise} month={statement.month} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Statements({ id, page, search }: { id: string; page: number; search: RawSearch }) {
  const { t } = useTranslation();
  const Months = useWide('xl') ? MonthTable : MonthCards;
  const franchise = useQuery(rowQuery(franchises, id));
  const list = useQuery({
    queryKey: ['franchises', 'statements', id, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/franchises/{id}/statements', { params: { path: { id }, query: { page, limit } }, signal }),
      ),
  });
  const error = franchise.error ?? list.error;
  if (error && !(franchise.data && list.data)) {
    if (asProblem(error).status === 404)
      return <EmptyState title={t('admin.absent.title')} text={t('admin.absent.text')} />;
    const retry = () => void Promise.all([franchise.refetch(), list.refetch()]);
    return <FailureState error={error} onRetry={retry} />;
  }
  if (!franchise.data || !list.data) {
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  }
  const { statements, pagination } = list.data;
  if (statements.length === 0) {
    return (
      <EmptyState
        picture="/pictures/empty-road.svg"
        title={t('admin.statements.emptyTitle')}
        text={t('admin.franchises.noStatements')}
      />
    );
  }
  return (
    <div
      className={cn(list.isPlaceholderData && 'opacity-60')}
      aria-busy={list.isPlaceholderData || undefined}
    >
      <Months franchise={franchise.data} statements={statements} />
      {pagination.totalPages > 1 && (
        <Pagination
          className="mt-3"
          page={page}
          totalPages={pagination.totalPages}
          labels={{
            nav: t('admin.list.pages'),
            previous: t('admin.list.previous'),
            next: t('admin.list.next'),
            page: (number) => t('admin.list.page', { page: number }),
          }}
          renderLink={(number, props) => (
            <AdminLink
              {...props}
              to="."
              search={{ ...search, page: String(number) }}
              activeOptions={{ exact: true }}
            />
          )}
        />
      )}
    </div>
  );
}

/** The monthly statements: of a chosen franchise for the platform, of one's own for a franchise (`/admin/statements`). */
export function StatementsPage() {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  const search = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const platform = user !== null && ofPlatform(user);
  const chosen = textParam(search, 'franchiseId');
  const id = platform ? (isId(chosen) ? chosen : '') : (user?.franchiseId ?? '');
  const title = t('admin.sections.statements');
  return (
    <>
      <PageHeader title={title} documentTitle={title} lead={t('admin.statements.lead')} />
      {platform && (
        <RelationField
          className="mt-4 max-w-sm"
          label={t('admin.fields.franchise')}
          relation={franchiseRelation}
          none={t('admin.statements.choose')}
          value={id}
          onChange={(franchiseId) =>
            void navigate({ to: '.', search: franchiseId ? { franchiseId } : {}, resetScroll: false })
          }
        />
      )}
      <div className="mt-4">
        {id ? (
          <Statements
            key={id}
            id={id}
            page={integerParam(search, 'page', 1)}
            search={platform ? { franchiseId: id } : {}}
          />
        ) : (
          <EmptyState title={t('admin.statements.choose')} text={t('admin.statements.chooseText')} />
        )}
      </div>
    </>
  );
}
