import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { AdministeredFranchise, FranchiseChanges } from '@/api/types';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { ofPlatform, useCan } from '@/crud/use-can';
import { useAuth } from '@/stores/auth';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';

/** A franchise that waits to be let in, or that rents to nobody: what is so, and for the platform the way out. */
export function ApprovalNotice({
  franchise,
  onApprove,
}: {
  franchise: AdministeredFranchise;
  onApprove: (id: string, changes: FranchiseChanges) => Promise<AdministeredFranchise>;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const platform = useAuth(({ user }) => user !== null && ofPlatform(user));
  const may = useCan('FRANCHISE_UPDATE') && platform;
  const { id, status, updatedAt, contactEmail } = franchise;
  const approve = useMutation({
    mutationFn: () => onApprove(id, { status: 'ACTIVE', updatedAt }),
    onSuccess: () =>
      notify({ tone: 'success', title: t('admin.franchises.approved', { name: franchise.name }) }),
    // Whatever came of it, the page shows the franchise as it is.
    onSettled: () => client.invalidateQueries({ queryKey: ['franchises'] }),
  });
  if (status === 'ACTIVE') return null;
  return (
    <Alert
      tone="warning"
      className="mt-4 max-w-3xl"
      title={t(`admin.franchises.notice.${status}`)}
      actions={
        may &&
        status === 'PENDING_APPROVAL' && (
          <Button size="sm" busy={approve.isPending} onClick={() => approve.mutate()}>
            {t('admin.franchises.approve')}
          </Button>
        )
      }
    >
      <p>
        {may && status === 'PENDING_APPROVAL'
          ? t('admin.franchises.notice.approvable', { email: `\u2068${contactEmail}\u2069` })
          : t('admin.franchises.notice.closed')}
      </p>
      {approve.error && (
        <p role="alert" className="mt-1 text-rose">
          {problemText(asProblem(approve.error), t)}
        </p>
      )}
    </Alert>
  );
}
