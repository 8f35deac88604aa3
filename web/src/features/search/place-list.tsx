import { Building2, History, LocateFixed, type LucideIcon, MapPin, SquareParking } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import type { PlaceOption } from './place-options';

function iconOf(option: PlaceOption): LucideIcon {
  if (option.kind === 'near') return LocateFixed;
  if (option.kind === 'recent') return History;
  return { PARKING_POINT: SquareParking, CITY: Building2, PLACE: MapPin }[option.place.kind];
}

function keyOf(option: PlaceOption): string {
  return option.kind === 'suggestion' ? option.place.id : option.kind === 'recent' ? option.location : 'near';
}

/** The list below the place field. Focus stays in the field: `at` is the line that Enter would take. */
export function PlaceList({
  id,
  open,
  options,
  at,
  failed,
  none,
  onChoose,
}: {
  id: string;
  open: boolean;
  options: readonly PlaceOption[];
  at: number;
  failed: boolean;
  none: boolean;
  onChoose: (option: PlaceOption) => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      hidden={!open}
      className="rise absolute inset-x-0 top-full z-40 mt-1.5 min-w-64 overflow-hidden rounded-card border border-line bg-surface p-1.5 shadow-soft"
    >
      <div id={`${id}-list`} role="listbox" aria-label={t('search.place.suggestions')}>
        {options.map((option, index) => {
          const Icon = iconOf(option);
          const detail = option.kind === 'suggestion' ? option.place.detail : null;
          return (
            <div
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={cn(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-sunken',
                index === at && 'bg-sunken',
              )}
              // Keeps focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              onKeyDown={() => undefined}
            >
              <Icon
                aria-hidden="true"
                size={18}
                className={cn('shrink-0', option.kind === 'near' ? 'text-majorelle' : 'text-muted')}
              />
              <span className="min-w-0">
                <bdi className="block">{option.kind === 'near' ? t('search.place.near') : option.label}</bdi>
                {detail && <bdi className="block text-xs text-muted">{detail}</bdi>}
              </span>
            </div>
          );
        })}
      </div>
      {(failed || none) && (
        <p role="status" className="px-3 py-2 text-sm text-muted">
          {t(failed ? 'search.place.failed' : 'search.place.none')}
        </p>
      )}
    </div>
  );
}
