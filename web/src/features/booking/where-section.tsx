import { useQuery } from '@tanstack/react-query';
import { Crosshair, Home, type LucideIcon, MapPin } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { parkingPointQueries } from '@/api/queries/catalogue';
import { placeQueries } from '@/api/queries/places';
import type { MotorcyclePlace } from '@/api/types';
import { Code } from '@/components/code';
import { fieldText } from '@/components/form-problem';
import { devicePosition } from '@/features/search/position';
import { cn } from '@/lib/cn';
import { Spinner } from '@/ui/spinner';
import { Textarea } from '@/ui/textarea';
import { locationOfMotorcycle, locationOfPosition, readPlace } from './location';
import { Section } from './section';

function Choice({
  icon: Icon,
  title,
  text,
  checked,
  invalid,
  onChoose,
  children,
}: {
  icon: LucideIcon;
  title: ReactNode;
  text: ReactNode;
  checked: boolean;
  invalid: boolean;
  onChoose: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div
      className={cn(
        'rounded-card border bg-surface transition-colors',
        checked ? 'border-majorelle ring-1 ring-majorelle' : invalid ? 'border-rose' : 'border-line-strong',
      )}
    >
      <label className="flex items-start gap-3 p-4">
        <input
          type="radio"
          name="place"
          checked={checked}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          aria-invalid={invalid || undefined}
          className="size-6 shrink-0 accent-majorelle"
          onChange={onChoose}
        />
        <span className="min-w-0 grow">
          <span id={`${id}-title`} className="block font-medium">
            {title}
          </span>
          <span id={`${id}-text`} className="block text-sm text-muted">
            {text}
          </span>
        </span>
        <Icon
          aria-hidden="true"
          size={20}
          className={cn('mt-0.5 shrink-0', checked ? 'text-majorelle' : 'text-muted')}
        />
      </label>
      {checked && children && <div className="px-4 pb-4 sm:ps-12">{children}</div>}
    </div>
  );
}

type Finding = 'idle' | 'asking' | 'refused';

/** A motorcycle is brought to where the person stands, not to where they stood minutes ago. */
const freshPosition = 60_000;

/** Asks the device where it is, which may take it seconds; an answer that comes after `forget` is nobody's wish any more. */
function usePosition(onFound: (location: string) => void) {
  const [state, setState] = useState<Finding>('idle');
  const wish = useRef(0);
  const ask = async () => {
    wish.current += 1;
    const mine = wish.current;
    setState('asking');
    try {
      const { latitude, longitude } = await devicePosition(freshPosition);
      if (mine !== wish.current) return;
      setState('idle');
      onFound(locationOfPosition({ lat: latitude, lng: longitude }));
    } catch {
      if (mine === wish.current) setState('refused');
    }
  };
  const forget = () => {
    wish.current += 1;
    setState('idle');
  };
  return { state, ask, forget };
}

/** Where: at a parking point, brought to an address, or from where the person stands. */
export function WhereSection({
  location,
  own,
  error,
  onChange,
}: {
  location: string;
  own: MotorcyclePlace | null;
  /** Code of what is missing. */
  error: string | undefined;
  onChange: (location: string) => void;
}) {
  const { t } = useTranslation();
  const place = readPlace(location);
  const ownLocation = own && locationOfMotorcycle(own);
  const isOwn = location !== '' && location === ownLocation;
  // The point that the search was about, when the motorcycle stands elsewhere.
  const [asked] = useState(place.kind === 'point' && !isOwn ? place.id : '');
  const point = useQuery({ ...parkingPointQueries.detail(asked), enabled: asked !== '' });
  // A point that there is not, or not any more: it cannot be shown as chosen, so it is not.
  const gone = point.error !== null && asProblem(point.error).status === 404;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known; `onChange` is new each time.
  useEffect(() => {
    if (gone && location === asked) onChange('');
  }, [gone]);
  const here = useQuery({
    ...placeQueries.reverse(
      place.kind === 'position' ? place.at.lat : 0,
      place.kind === 'position' ? place.at.lng : 0,
    ),
    enabled: place.kind === 'position' && !isOwn,
  });
  const position = usePosition(onChange);
  const [typed, setTyped] = useState(place.kind === 'address' ? place.text : '');
  const choose = (next: string) => {
    position.forget();
    onChange(next);
  };
  const missing = error === 'LOCATION_FOR_TYPE';
  return (
    <Section title={t('booking.where.title')}>
      <div role="radiogroup" aria-label={t('booking.where.title')} className="flex flex-col gap-3">
        {point.data && (
          <Choice
            icon={MapPin}
            title={t('booking.where.point', { name: point.data.name })}
            text={point.data.address}
            checked={place.kind === 'point' && place.id === asked}
            invalid={missing}
            onChoose={() => choose(asked)}
          />
        )}
        {own && ownLocation && (
          <Choice
            icon={MapPin}
            title={t('booking.where.point', { name: own.name })}
            text={own.address}
            checked={isOwn}
            invalid={missing}
            onChoose={() => choose(ownLocation)}
          />
        )}
        <Choice
          icon={Home}
          title={t('booking.where.delivery')}
          text={t('booking.where.deliveryText')}
          checked={place.kind === 'address'}
          invalid={missing}
          onChoose={() => choose(`address:${typed}`)}
        >
          <Textarea
            name="address"
            rows={2}
            autoComplete="street-address"
            maxLength={500}
            label={t('booking.where.address')}
            hint={t('booking.where.addressHint')}
            value={typed}
            error={error === 'REQUIRED' && fieldText(t, error)}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(`address:${event.target.value}`);
            }}
          />
        </Choice>
        <Choice
          icon={Crosshair}
          title={t('booking.where.here')}
          text={t('booking.where.hereText')}
          checked={place.kind === 'position' && !isOwn}
          invalid={missing}
          onChoose={() => void position.ask()}
        >
          {place.kind === 'position' && (
            <p className="text-sm font-medium">
              {here.data?.label ?? <Code>{`${place.at.lat}, ${place.at.lng}`}</Code>}
            </p>
          )}
        </Choice>
        <p role="status" className="text-sm empty:hidden">
          {position.state === 'asking' && (
            <span className="flex items-center gap-2 text-muted">
              <Spinner size={16} />
              {t('booking.where.asking')}
            </span>
          )}
          {position.state === 'refused' && <span className="text-rose">{t('booking.where.refused')}</span>}
        </p>
        {missing && (
          <p role="alert" className="text-sm text-rose">
            {fieldText(t, error)}
          </p>
        )}
      </div>
    </Section>
  );
}
