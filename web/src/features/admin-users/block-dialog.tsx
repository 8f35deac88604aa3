import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { Person } from '@/api/types';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useCan } from '@/crud/use-can';
import { useDraft } from '@/crud/use-draft';
import { formatDate } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Textarea } from '@/ui/textarea';

/** Keeps somebody from signing in; those who have to do with it later read why. */
export function BlockDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = `${person.firstName} ${person.lastName}`;
  const [{ reason }, change, drop] = useDraft(`block:${person.id}`, { reason: '' });
  const close = () => {
    drop();
    onClose();
  };
  const [wanting, setWanting] = useState(false);
  const block = useSendOnce({
    mutationFn: (reason: string) => {
      const params = { path: { id: person.id } };
      return dataOf(api.POST('/users/{id}/block', { params, body: { reason } }));
    },
    onSuccess: () => {
      notify({ tone: 'success', title: t('admin.users.block.done', { name }) });
      close();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const submit = () => {
    const missing = reason.trim() === '';
    setWanting(missing);
    if (!missing) block.send(reason.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('admin.users.block.title', { name })}
      description={t('admin.users.block.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t('admin.form.cancel')}
          </Button>
          <Button variant="danger" busy={block.isPending} onClick={submit}>
            {t('admin.users.block.block')}
          </Button>
        </>
      }
    >
      <Textarea
        label={t('admin.users.block.reason')}
        hint={t('admin.users.block.reasonHint')}
        error={wanting && reason.trim() === '' ? t('errors.fields.REQUIRED') : undefined}
        maxLength={500}
        value={reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      {block.error && (
        <Alert tone="danger" className="mt-4" title={t('admin.form.failed')}>
          {problemText(asProblem(block.error), t)}
        </Alert>
      )}
    </Dialog>
  );
}

/** That somebody may not sign in, why, and the way back. */
export function BlockedNotice({ person }: { person: Person }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useCan('USER_BLOCK');
  const { id, blockedAt, blockedReason } = person;
  const unblock = useMutation({
    mutationFn: () => dataOf(api.POST('/users/{id}/unblock', { params: { path: { id } } })),
    onSuccess: () => notify({ tone: 'success', title: t('admin.users.block.undone') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  if (!blockedAt) return null;
  return (
    <Alert
      tone="warning"
      className="mt-4 max-w-3xl"
      title={t('admin.users.block.since', { date: formatDate(blockedAt, 'instant') })}
      actions={
        may && (
          <Button size="sm" variant="secondary" busy={unblock.isPending} onClick={() => unblock.mutate()}>
            {t('admin.users.block.unblock')}
          </Button>
        )
      }
    >
      {blockedReason && <bdi>{blockedReason}</bdi>}
      {unblock.error && (
        <p role="alert" className="mt-1 text-rose">
          {problemText(asProblem(unblock.error), t)}
        </p>
      )}
    </Alert>
  );
}
