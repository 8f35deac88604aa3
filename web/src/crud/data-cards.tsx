import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Checkbox } from '@/ui/checkbox';
import type { ListViewProps } from './data-table';
import { type Row, rowPath } from './entity';
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
    <ul aria-label={t(entity.texts.title)} className="flex flex-col gap-3">
      {rows.map((row) => (
        <li
          key={row.id}
          className={cn(
            'rounded-card border border-line bg-surface p-3',
            selection?.rows.has(row.id) && 'border-majorelle bg-majorelle-tint',
          )}
        >
          <div className="flex items-start gap-2">
            {selection && editable(row) && (
              <Checkbox
                className="w-8 shrink-0"
                label={<span className="sr-only">{t('admin.list.select', { name: entity.name(row) })}</span>}
                checked={selection.rows.has(row.id)}
                onChange={({ target }) => selection.set([row], target.checked)}
              />
            )}
            <h2 className="min-w-0 grow py-1 font-medium wrap-anywhere">
              <RowName to={rowPath(entity, row)}>{first?.cell(row)}</RowName>
            </h2>
            {actions && <div className="flex shrink-0">{actions(row)}</div>}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
            {others.map(({ key, label, cell, numeric }) => (
              <div key={key} className="contents">
                <dt className="text-muted">{t(label)}</dt>
                <dd className={cn('min-w-0 text-end wrap-anywhere', numeric && 'figures')}>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
