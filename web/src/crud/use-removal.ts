import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useAuth } from '@/stores/auth';
import type { BulkAction, Entity, Row } from './entity';
import { fieldsOf, newBody, valuesOf } from './form-values';

/** Deleting records, and making those again that can be made of what was known of them. */
export function useRemoval<R extends Row>(entity: Entity<R>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useAuth((session) => session.user);
  const remove = entity.remove?.bind(entity);
  const create = entity.create?.bind(entity);
  const again =
    create && entity.restorable
      ? (row: R) => {
          const fields = fieldsOf(entity, user, 'add');
          return create(newBody(fields, valuesOf(fields, row)));
        }
      : undefined;

  /** Says that a record is gone, with a way to have it back where there is one. */
  const told = (row: R) =>
    notify({
      tone: 'success',
      title: t('admin.remove.done', { name: entity.name(row) }),
      ...(again && {
        action: {
          label: t('admin.undo.undo'),
          onClick: () =>
            void again(row)
              .then(() =>
                notify({ tone: 'success', title: t('admin.undo.done', { name: entity.name(row) }) }),
              )
              .catch((cause) =>
                notify({
                  tone: 'danger',
                  title: t('admin.undo.failed', { name: entity.name(row) }),
                  text: problemText(asProblem(cause), t),
                }),
              )
              .finally(() => client.invalidateQueries({ queryKey: [entity.key] })),
        },
      }),
    });

  const bulk: BulkAction<R> | undefined = remove && {
    key: 'remove',
    label: 'admin.remove.remove',
    icon: Trash2,
    confirm: 'admin.remove.many',
    run: (row) => remove(row.id),
    ...(again && { undo: again }),
  };
  return { remove, told, bulk };
}
