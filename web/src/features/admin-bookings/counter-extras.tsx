import { useTranslation } from 'react-i18next';
import type { Supplement } from '@/api/types';
import { Money } from '@/components/money';
import { Panel } from '@/crud/panel';
import { Checkbox } from '@/ui/checkbox';
import { Skeleton } from '@/ui/skeleton';

/** What may be added to a rental, each once; free services are part of it anyway (D3). */
export function CounterExtras({
  supplements,
  chosen,
  onChange,
}: {
  supplements: readonly Supplement[] | undefined;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { t } = useTranslation();
  const paid = supplements?.filter(({ isFree }) => !isFree);
  if (paid?.length === 0) return null;
  return (
    <Panel title={t('booking.extras.options')}>
      {paid ? (
        <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {paid.map(({ id, name, price, priceType }) => (
            <li key={id}>
              <Checkbox
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
                label={
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <bdi>{name}</bdi>
                    <span className="text-sm text-muted">
                      <Money amount={price} />{' '}
                      {priceType === 'PER_DAY' ? t('format.perDay') : t('format.perRental')}
                    </span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-20" />
      )}
    </Panel>
  );
}
