import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { Entity, Row } from './entity';
import { useRemoval } from './use-removal';

/** Asks before a record is deleted, by its name, and says in place why the server refuses: what still needs it. */
export function RemoveDialog<R extends Row>({
  entity,
  row,
  onClose,
  onRemoved,
}: {
  entity: Entity<R>;
  row: R;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { remove, told } = useRemoval(entity);
  const removal = useSendOnce({
    mutationFn: async () => remove?.(row.id),
    onSuccess: () => {
      onClose();
      told(row);
      onRemoved?.();
      void client.invalidateQueries({ queryKey: [entity.key] });
    },
  });
  const problem = removal.error && asProblem(removal.error);
  // What is in use stays in use: only a failure on the way is worth another try.
  const final = problem !== null && !problem.transient;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('admin.remove.title', { name: entity.name(row) })}
      description={!final && t(entity.texts.removal ?? 'admin.remove.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(final ? 'common.close' : 'admin.remove.keep')}
          </Button>
          {!final && (
            <Button variant="danger" busy={removal.isPending} onClick={() => removal.send(undefined)}>
              {t('admin.remove.remove')}
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <Alert tone="danger" className={final ? undefined : 'mt-4'} title={t('admin.remove.refused')}>
          {problemText(problem, t)}
        </Alert>
      )}
    </Dialog>
  );
}
