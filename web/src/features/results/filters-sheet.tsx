import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { franchiseQueries } from '@/api/queries/catalogue';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import { motorcycleCategories, type Transmission, transmissions } from '@/api/types';
import { formatMoney } from '@/i18n/format';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { Dialog } from '@/ui/dialog';
import { Select } from '@/ui/select';
import { RangeFilter } from './range-filter';
import { countFilters, noFilters } from './results.search';
import { useResults } from './use-results';

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}

/** All filters. Each choice is searched at once; the button says how many are left. */
export default function FiltersSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { search, change, result } = useResults();
  const features = useQuery(motorcycleQueries.features()).data ?? [];
  const franchises = useQuery(franchiseQueries.list()).data ?? [];
  const facets = result.data?.facets;
  const count = result.data?.pagination.total ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('results.filter.title')}
      closeLabel={t('common.close')}
      form="sheet"
      actions={
        <>
          <Button variant="quiet" disabled={countFilters(search) === 0} onClick={() => change(noFilters)}>
            {t('results.filter.clear')}
          </Button>
          <Button className="grow" busy={result.isFetching} onClick={onClose}>
            {t('results.filter.show', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-7">
        <fieldset>
          <legend className="font-medium">{t('results.filter.category')}</legend>
          <div className="mt-1 grid grid-cols-2 gap-x-4">
            {motorcycleCategories.map((category) => (
              <Checkbox
                key={category}
                label={t(`format.category.${category}`)}
                checked={search.category.includes(category)}
                onChange={() => change({ category: toggled(search.category, category) })}
              />
            ))}
          </div>
        </fieldset>
        <RangeFilter
          legend={t('results.filter.price')}
          hint={
            facets
              ? t('results.filter.priceHint', {
                  min: formatMoney(facets.priceMin),
                  max: formatMoney(facets.priceMax),
                })
              : undefined
          }
          unit={t('results.filter.priceUnit')}
          min={search.minPrice}
          max={search.maxPrice}
          onChange={({ min, max }) => change({ minPrice: min, maxPrice: max })}
        />
        <Select
          label={t('results.filter.transmission')}
          value={search.transmission}
          onChange={(event) => change({ transmission: event.target.value as Transmission | '' })}
        >
          <option value="">{t('results.filter.any')}</option>
          {transmissions.map((one) => (
            <option key={one} value={one}>
              {t(`format.transmission.${one}`)}
            </option>
          ))}
        </Select>
        <RangeFilter
          legend={t('results.filter.engine')}
          unit={t('results.filter.engineUnit')}
          min={search.minEngineCc}
          max={search.maxEngineCc}
          onChange={({ min, max }) => change({ minEngineCc: min, maxEngineCc: max })}
        />
        {features.length > 0 && (
          <fieldset>
            <legend className="font-medium">{t('results.filter.features')}</legend>
            <div className="mt-1">
              {features.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={search.featureId.includes(id)}
                  onChange={() => change({ featureId: toggled(search.featureId, id) })}
                />
              ))}
            </div>
          </fieldset>
        )}
        {franchises.length > 0 && (
          <Select
            label={t('results.filter.franchise')}
            value={search.franchiseId}
            onChange={(event) => change({ franchiseId: event.target.value })}
          >
            <option value="">{t('results.filter.any')}</option>
            {franchises.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
    </Dialog>
  );
}
