import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { type Entity, listPath, type Row } from './entity';
import { PageHeader } from './page-header';
import { RecordForm } from './record-form';
import { RemoveDialog } from './remove-dialog';
import { useCan } from './use-can';
import { useEntityForm } from './use-entity-form';
import { leftSearch } from './use-list-url';

/** The page with the form of a record, or of a new one. */
export function EntityForm<R extends Row>({ entity, row }: { entity: Entity<R>; row?: R }) {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  const state = useEntityForm(entity, row);
  const [leaving, setLeaving] = useState(false);
  const own = row === undefined || entity.editable === undefined || (user && entity.editable(row, user));
  const removable =
    useCan(entity.may.remove) &&
    Boolean(own) &&
    row !== undefined &&
    entity.remove !== undefined &&
    (entity.removable === undefined || (user !== null && entity.removable(row, user)));
  const title = row ? entity.name(row) : t(entity.texts.add ?? entity.texts.title);
  const alone = user !== null && Boolean(entity.only?.(user));

  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        documentTitle={title}
        {...(!alone && {
          back: { to: listPath(entity), search: leftSearch(entity.key), label: t(entity.texts.title) },
        })}
      >
        {removable && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Trash2 aria-hidden="true" size={17} />}
            onClick={() => setLeaving(true)}
          >
            {t('admin.remove.remove')}
          </Button>
        )}
      </PageHeader>
      {row && entity.notice?.(row)}
      <RecordForm entity={entity} row={row} title={title} state={state} />
      {leaving && row && (
        <RemoveDialog entity={entity} row={row} onClose={() => setLeaving(false)} onRemoved={state.leave} />
      )}
    </>
  );
}
