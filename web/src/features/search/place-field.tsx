import { useQueryClient } from '@tanstack/react-query';
import { MapPin, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlaceSuggestion, placeQueries, positionOf } from '@/api/queries/places';
import { cn } from '@/lib/cn';
import { Spinner } from '@/ui/spinner';
import { addressLocation, currentLocation } from './location';
import { PlaceList } from './place-list';
import { type PlaceOption, usePlaceOptions } from './place-options';
import { devicePosition, type PositionFailure, rememberOwnPosition } from './position';
import { type ChosenPlace, rememberPlace } from './recent-places';

/**
 * Where: a text field with a list of places below it (the ARIA combobox pattern). Text that is not chosen from the
 * list counts as an address, so that Enter always searches for what is written.
 */
export function PlaceField({
  value,
  onChange,
  error,
  className,
}: {
  value: ChosenPlace;
  onChange: (place: ChosenPlace) => void;
  error?: string;
  className?: string;
}) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [locating, setLocating] = useState(false);
  const [failure, setFailure] = useState<PositionFailure>();
  // What was asked for last: an answer that comes after something else was written is nobody's wish.
  const wish = useRef(0);
  const { options, failed, none } = usePlaceOptions(value.label, open);
  const shown = open && (options.length > 0 || failed || none);

  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const settle = (place: ChosenPlace) => {
    rememberPlace(place);
    onChange(place);
    close();
  };
  const searchNear = async () => {
    close();
    setFailure(undefined);
    setLocating(true);
    wish.current += 1;
    const mine = wish.current;
    try {
      const { latitude, longitude } = await devicePosition();
      // The name is a kindness: without one the position is searched all the same.
      const place = await queryClient.fetchQuery(placeQueries.reverse(latitude, longitude)).catch(() => null);
      const label = place ? t('search.place.nearNamed', { place: place.label }) : t('search.place.here');
      const location = currentLocation(latitude, longitude);
      rememberOwnPosition(location);
      if (mine === wish.current) onChange({ label, location });
    } catch (reason) {
      if (mine === wish.current) setFailure(reason === 'denied' ? 'denied' : 'unavailable');
    } finally {
      setLocating(false);
    }
  };
  /** Some places are known by name alone: where they are is asked when they are chosen. */
  const locate = async (place: PlaceSuggestion) => {
    const named = {
      label: place.label,
      location: addressLocation([place.label, place.detail].filter(Boolean).join(', ')),
    };
    onChange(named);
    close();
    setLocating(true);
    wish.current += 1;
    const mine = wish.current;
    try {
      const { latitude, longitude } = await positionOf(place);
      if (mine === wish.current)
        settle({ label: place.label, location: currentLocation(latitude, longitude) });
    } catch {
      // The name is searched instead, as if it had been written.
      if (mine === wish.current) rememberPlace(named);
    } finally {
      setLocating(false);
    }
  };
  const choose = (option: PlaceOption) => {
    if (option.kind === 'near') void searchNear();
    else if (option.kind === 'suggestion' && option.location === '') void locate(option.place);
    else settle({ label: option.label, location: option.location });
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setOpen(true);
      const count = options.length;
      // From the text, down leads to the first line and up to the last; past either end back to the text.
      setAt((now) => ((((now + move + 1) % (count + 1)) + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && shown) {
      const option = options[at];
      if (option) {
        event.preventDefault();
        choose(option);
      } else close();
    }
  };

  const message = failure ? t(`search.place.${failure}`) : error;
  return (
    <div className={cn('relative flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {t('search.place.label')}
      </label>
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-11 place-items-center text-majorelle">
          {locating ? <Spinner size={18} /> : <MapPin aria-hidden="true" size={20} />}
        </span>
        <input
          ref={input}
          id={id}
          role="combobox"
          type="text"
          name="place"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={locating ? t('search.place.locating') : t('search.place.hint')}
          value={value.label}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
          aria-describedby={message ? `${id}-message` : undefined}
          aria-invalid={message ? true : undefined}
          className="block min-h-13 w-full rounded-control border border-line-strong bg-surface ps-11 pe-11 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:rounded-control focus-visible:outline-offset-0 aria-invalid:border-rose"
          onChange={(event) => {
            wish.current += 1;
            setFailure(undefined);
            setAt(-1);
            setOpen(true);
            onChange({ label: event.target.value, location: addressLocation(event.target.value) });
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {value.label !== '' && (
          <button
            type="button"
            aria-label={t('search.place.clear')}
            className="absolute inset-y-1 end-1 grid w-10 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
            onClick={() => {
              wish.current += 1;
              onChange({ label: '', location: '' });
              setOpen(true);
              input.current?.focus();
            }}
          >
            <X aria-hidden="true" size={18} />
          </button>
        )}
      </div>
      {message && (
        <p id={`${id}-message`} role="alert" className="text-sm text-rose">
          {message}
        </p>
      )}
      <PlaceList
        id={id}
        open={shown}
        options={options}
        at={at}
        failed={failed}
        none={none}
        onChoose={choose}
      />
    </div>
  );
}
