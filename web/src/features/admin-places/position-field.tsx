import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlaceSuggestion, placeQueries, positionOf as positionOfPlace } from '@/api/queries/places';
import type { CustomFieldProps, Relation } from '@/crud/entity';
import { RelationField } from '@/crud/relation-field';
import { LazyMap } from '@/features/map/lazy-map';
import type { MapPin } from '@/features/map/pin';
import { Input } from '@/ui/input';
import { pastedPosition, positionOf, type TypedPosition, typedOf, typedPosition } from './position';

/** How many places a search offers. */
const limit = 8;

/**
 * A position, given in whichever way is at hand: an address that is searched for, a press on the map, or its coordinates. The
 * other two follow.
 */
export function PositionField({
  label,
  hint,
  error,
  value,
  disabled,
  required = false,
  kind,
  onChange,
  onBlur,
}: Pick<CustomFieldProps, 'label' | 'hint' | 'error' | 'value' | 'disabled' | 'onChange' | 'onBlur'> & {
  required?: boolean;
  /** What stands there, as the map draws it. */
  kind: MapPin['kind'];
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failed, setFailed] = useState(false);
  const typed = typedOf(value);
  const at = positionOf(typed);

  const places: Relation = {
    key: 'places',
    byText: true,
    search: async (text) => {
      const all = await client.fetchQuery(placeQueries.suggest(text, limit));
      // Another parking point is no address.
      const shown = all.filter((place) => place.kind !== 'PARKING_POINT');
      return shown.map(({ id, latitude, longitude, label: name, detail }) => ({
        id: JSON.stringify({ id, latitude, longitude }),
        label: name,
        detail,
      }));
    },
    one: async (id) => ({ id, label: '' }),
  };
  const goTo = async (chosen: string) => {
    if (chosen === '') return;
    setFailed(false);
    try {
      const { id, latitude, longitude } = JSON.parse(chosen) as PlaceSuggestion;
      const known = latitude !== undefined && longitude !== undefined;
      onChange(typedPosition(known ? { latitude, longitude } : await positionOfPlace({ id })));
    } catch {
      setFailed(true);
    }
  };
  const type = (part: keyof TypedPosition, text: string) =>
    onChange(pastedPosition(text) ?? { ...typed, [part]: text });

  const coordinate = (part: keyof TypedPosition) => (
    <Input
      label={t(`admin.position.${part}`)}
      value={typed[part]}
      dir="ltr"
      inputMode="text"
      autoComplete="off"
      disabled={disabled}
      aria-required={required || undefined}
      {...(part === 'latitude' && error && { error })}
      onChange={({ currentTarget }) => type(part, currentTarget.value)}
      onBlur={onBlur}
    />
  );
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="mt-1 text-xs text-muted">{hint ?? t('admin.position.hint')}</p>
      <div className="mt-3 grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {!disabled && (
            <RelationField
              label={t('admin.position.search')}
              relation={places}
              value=""
              none={t('admin.position.searchHint')}
              {...(failed && { error: t('admin.form.searchFailed') })}
              onChange={(id) => void goTo(id)}
            />
          )}
          <div className="grid gap-4 sm:grid-cols-2 md:grid-cols-1">
            {coordinate('latitude')}
            {coordinate('longitude')}
          </div>
        </div>
        <div className="h-72 overflow-hidden rounded-control border border-line">
          <LazyMap
            label={t(at ? 'admin.position.map' : 'admin.position.mapEmpty')}
            pins={at ? [{ key: 'here', ...at, label: '', name: label, kind }] : []}
            {...(!disabled && {
              onPlace: (pressed) => {
                setFailed(false);
                onChange(typedPosition(pressed));
              },
            })}
          />
        </div>
      </div>
    </fieldset>
  );
}
