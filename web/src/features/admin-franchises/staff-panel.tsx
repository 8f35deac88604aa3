import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import type { AdministeredFranchise } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { AdminLink } from '@/crud/admin-link';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { buttonClass } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';

/** How many people the panel names; the list of accounts has the rest. */
const named = 20;

/** Who works for a franchise. */
export function StaffPanel({ franchise: { id } }: { franchise: AdministeredFranchise }) {
  const { t } = useTranslation();
  const mayAdd = useCan('USER_CREATE');
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'of-franchise', id],
    queryFn: ({ signal }) => {
      const query = { franchiseId: id, role: 'FRANCHISE_ADMIN', sort: 'lastName', limit: named } as const;
      return dataOf(api.GET('/users', { params: { query }, signal }));
    },
  });
  const filters = { franchiseId: id, role: 'FRANCHISE_ADMIN' };
  return (
    <Panel
      title={t('admin.franchises.staff')}
      actions={
        mayAdd && (
          <AdminLink
            to="/admin/users/add"
            search={filters}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <UserPlus aria-hidden="true" size={17} />
            {t('admin.users.add')}
          </AdminLink>
        )
      }
    >
      {data ? (
        <>
          {data.users.length === 0 && <p className="text-sm text-muted">{t('admin.franchises.noStaff')}</p>}
          <ul className="divide-y divide-line">
            {data.users.map((person) => (
              <li key={person.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2 text-sm">
                <AdminLink
                  to={`/admin/users/edit/${person.id}`}
                  className="rounded-sm font-medium text-majorelle underline-offset-4 hover:underline"
                >
                  <bdi>{`${person.firstName} ${person.lastName}`}</bdi>
                </AdminLink>
                <Code className="break-all text-muted">{person.email}</Code>
              </li>
            ))}
          </ul>
          {data.pagination.total > named && (
            <AdminLink
              to="/admin/users"
              search={filters}
              className={buttonClass({ variant: 'link', className: 'mt-2 text-sm' })}
            >
              {t('admin.franchises.allStaff', { count: data.pagination.total })}
            </AdminLink>
          )}
        </>
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </Panel>
  );
}
