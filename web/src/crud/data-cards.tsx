import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/ui/checkbox';
import type { ListViewProps } from './data-table';
import { type Row, rowPath } from './entity';
import { FactCard } from './fact-card';
import { RowName } from './row-name';

/** The same list where a table does not fit: a card a row, of the same columns. */
export function DataCards<R extends Row>({
  entity,
  columns: [first, ...others],
  rows,
  selection,
  editable,
  actions,
}: ListViewProps<R>) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t(entity.texts.title)} className="grid gap-3 sm:grid-cols-2">
      {rows.map((row) => (
        <FactCard
          key={row.id}
          chosen={selection?.rows.has(row.id)}
          before={
            selection &&
            editable(row) && (
              <Checkbox
                className="w-8 shrink-0"
                label={<span className="sr-only">{t('admin.list.select', { name: entity.name(row) })}</span>}
                checked={selection.rows.has(row.id)}
                onChange={({ target }) => selection.set([row], target.checked)}
              />
            )
          }
          title={<RowName to={rowPath(entity, row)}>{first?.cell(row)}</RowName>}
          after={actions?.(row)}
          facts={others.map(({ key, label, cell, numeric }) => ({
            key,
            name: t(label),
            value: cell(row),
            numeric,
          }))}
        />
      ))}
    </ul>
  );
}
