import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { MotorcycleFeature } from '@/api/types';
import { problemText } from '@/components/problem-text';
import type { CustomFieldProps } from '@/crud/entity';
import { useAuth } from '@/stores/auth';
import { Checkbox } from '@/ui/checkbox';
import { Input } from '@/ui/input';
import { Skeleton } from '@/ui/skeleton';

/** From this many on there is a field to find one in the list. */
const many = 12;

/** Every feature there is to choose from, page by page. */
async function catalogue(signal: AbortSignal): Promise<MotorcycleFeature[]> {
  const all: MotorcycleFeature[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { page, limit: 100, sort: 'name' };
    const { motorcycleFeatures, pagination } = await dataOf(
      api.GET('/motorcycle-features', { params: { query }, signal }),
    );
    all.push(...motorcycleFeatures);
    last = pagination.totalPages;
  }
  return all;
}

/** What a motorcycle has, ticked in the list of what its franchise can give it: the platform's features and its own (D18). */
export function FeatureChoice({
  label,
  error,
  value,
  values,
  disabled,
  onChange,
  onBlur,
}: Pick<CustomFieldProps, 'label' | 'error' | 'value' | 'values' | 'disabled' | 'onChange' | 'onBlur'>) {
  const { t } = useTranslation();
  const own = useAuth(({ user }) => user?.franchiseId);
  const [find, setFind] = useState('');
  const features = useQuery({
    queryKey: ['motorcycle-features', 'choice'],
    staleTime: 60_000,
    queryFn: ({ signal }) => catalogue(signal),
  });
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const franchise = values.franchiseId || own;
  // What it has and may not have any more is shown too: it is to be taken away.
  const fitting = (features.data ?? []).filter(
    ({ id, franchiseId }) => franchiseId === null || franchiseId === franchise || chosen.includes(id),
  );
  const found = fitting.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));
  const toggle = (id: string, on: boolean) =>
    onChange((on ? [...chosen, id] : chosen.filter((one) => one !== id)).sort());

  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      {features.isPending && (
        <div role="status" className="mt-2 grid gap-2 sm:grid-cols-3">
          <span className="sr-only">{t('common.loading')}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-7" />
          ))}
        </div>
      )}
      {features.isError && (
        <p role="alert" className="mt-1 text-sm text-rose">
          {problemText(asProblem(features.error), t)}
        </p>
      )}
      {features.data && fitting.length === 0 && (
        <p className="mt-1 text-sm text-muted">{t('admin.motorcycles.noFeatures')}</p>
      )}
      {fitting.length >= many && (
        <Input
          hideLabel
          type="search"
          className="mt-2 max-w-80"
          label={t('admin.motorcycles.findFeature')}
          placeholder={t('admin.motorcycles.findFeature')}
          value={find}
          onChange={({ target }) => setFind(target.value)}
          // Enter in a field sends its form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {found.length > 0 && (
        <div className="mt-2 grid max-h-72 gap-x-4 overflow-y-auto rounded-control border border-line px-3 py-1.5 text-sm sm:grid-cols-2 md:grid-cols-3">
          {found.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={chosen.includes(id)}
              disabled={disabled}
              onBlur={onBlur}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
        </div>
      )}
      {fitting.length > 0 && found.length === 0 && (
        <p role="status" className="mt-2 text-sm text-muted">
          {t('admin.form.noneFound')}
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 text-sm text-rose">
          {error}
        </p>
      )}
    </fieldset>
  );
}
