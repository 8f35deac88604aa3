import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Disclosure } from '@/ui/disclosure';
import type { useColumns } from './use-columns';

/** Which columns a list shows. The order goes with its column. */
export function ColumnChoice<R>({
  columns,
  onOrderGone,
}: {
  columns: ReturnType<typeof useColumns<R>>;
  /** The column that the rows are ordered by is not to be shown any more. */
  onOrderGone: () => void;
}) {
  const { t } = useTranslation();
  const [, ...choices] = columns.all;
  if (choices.length < 2) return null;
  return (
    <Disclosure
      className="relative"
      buttonClass={buttonClass({ variant: 'secondary', size: 'sm' })}
      panelClass="end-0 mt-2 min-w-56 rounded-card border p-3 max-sm:start-0 max-sm:end-auto"
      button={() => (
        <>
          <Columns3 aria-hidden="true" size={17} />
          {t('admin.list.columns')}
        </>
      )}
    >
      {() => (
        <fieldset>
          <legend className="sr-only">{t('admin.list.columns')}</legend>
          {choices.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={t(label)}
              checked={columns.isShown(key)}
              onChange={({ target }) => {
                columns.set(key, target.checked);
                if (!target.checked && columns.isOrder(key)) onOrderGone();
              }}
            />
          ))}
        </fieldset>
      )}
    </Disclosure>
  );
}
