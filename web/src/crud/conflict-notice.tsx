import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import type { Field, FieldValue, Relation, Row } from './entity';
import type { FormValues } from './form-values';
import { relationQueries } from './queries';

/** What somebody else made of the record while it was being edited. */
export interface Conflict {
  readonly disputed: readonly string[];
  readonly taken: readonly string[];
  readonly theirs: FormValues;
}

function RelationName({ relation, id }: { relation: Relation; id: string }) {
  const { data } = useQuery(relationQueries.one(relation, id));
  return <bdi>{data?.label ?? id}</bdi>;
}

/** A value as the form would show it. */
function Shown<R extends Row>({ field, value }: { field: Field<R>; value: FieldValue }) {
  const { t } = useTranslation();
  if (field.kind === 'checkbox') return t(value === true ? 'admin.values.yes' : 'admin.values.no');
  if (field.kind === 'custom') return t('admin.conflict.different');
  const text = String(value ?? '');
  if (text === '') return <span className="text-muted">{t('admin.values.empty')}</span>;
  if (field.kind === 'select') {
    const choice = field.options.find((option) => option.value === text);
    return choice ? t(choice.label) : <bdi>{text}</bdi>;
  }
  if (field.kind === 'relation') return <RelationName relation={field.relation} id={text} />;
  return <bdi>{text}</bdi>;
}

/**
 * Somebody else changed the record meanwhile: what both changed stands here twice, for the person to decide; what only the other
 * changed has been taken over.
 */
export function ConflictNotice<R extends Row>({
  conflict: { disputed, taken, theirs },
  fields,
  mine,
  onTake,
}: {
  conflict: Conflict;
  fields: readonly Field<R>[];
  mine: FormValues;
  onTake: (names: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const named = (names: readonly string[]) => fields.filter(({ name }) => names.includes(name));
  return (
    <Alert tone="warning" title={t('admin.conflict.title')}>
      {disputed.length > 0 && (
        <>
          <p>{t('admin.conflict.text')}</p>
          <div className="mt-3 overflow-x-auto">
            <table className="w-full text-start text-sm">
              <thead>
                <tr>
                  <th scope="col" className="py-1 pe-4 text-start font-medium">
                    {t('admin.conflict.field')}
                  </th>
                  <th scope="col" className="py-1 pe-4 text-start font-medium">
                    {t('admin.conflict.mine')}
                  </th>
                  <th scope="col" className="py-1 pe-4 text-start font-medium">
                    {t('admin.conflict.theirs')}
                  </th>
                  <th scope="col">
                    <span className="sr-only">{t('admin.list.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {named(disputed).map((field) => (
                  <tr key={field.name} className="border-t border-line">
                    <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                      {t(field.label)}
                    </th>
                    <td className="py-1.5 pe-4">
                      <Shown field={field} value={mine[field.name]} />
                    </td>
                    <td className="py-1.5 pe-4">
                      <Shown field={field} value={theirs[field.name]} />
                    </td>
                    <td className="py-1.5 text-end">
                      <Button size="sm" variant="secondary" onClick={() => onTake([field.name])}>
                        {t('admin.conflict.take')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {taken.length > 0 && (
        <p className={disputed.length > 0 ? 'mt-3' : undefined}>
          {t('admin.conflict.taken', {
            fields: named(taken)
              .map(({ label }) => t(label))
              .join(t('admin.values.comma')),
          })}
        </p>
      )}
      {disputed.length === 0 && taken.length === 0 && <p>{t('admin.conflict.elsewhere')}</p>}
      <p className="mt-3">{t('admin.conflict.again')}</p>
    </Alert>
  );
}
