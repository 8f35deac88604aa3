import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FailureState } from '@/components/failure-state';
import { type Entity, listPath, type Row } from './entity';
import { EntityForm } from './entity-form';
import { rowQuery } from './queries';
import { AbsentPage, ForbiddenPage, FormSkeleton } from './state-pages';
import { useCan } from './use-can';

/** The page for a new record (`/admin/{entity}/add`). */
export function EntityAdd<R extends Row>({ entity }: { entity: Entity<R> }) {
  const may = useCan(entity.may.create);
  return may ? <EntityForm entity={entity} /> : <ForbiddenPage />;
}

/** The page of a record (`/admin/{entity}/edit/{id}`), for reading only where it may not be changed. */
export function EntityEdit<R extends Row>({ entity }: { entity: Entity<R> }) {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false });
  const { data: row, error, refetch } = useQuery(rowQuery(entity, id));
  if (row) {
    return (
      <>
        <EntityForm key={row.id} entity={entity} row={row} />
        {entity.panels?.(row)}
      </>
    );
  }
  if (!error) return <FormSkeleton label={t('common.loading')} />;
  if (asProblem(error).status === 404)
    return <AbsentPage back={listPath(entity)} label={t('admin.absent.back')} />;
  return <FailureState heading="h1" error={error} onRetry={() => void refetch()} />;
}
