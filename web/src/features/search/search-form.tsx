import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { PlaceField } from './place-field';
import { type ChosenPlace, rememberPlace } from './recent-places';
import { periodProblem, type Trip } from './trip';
import { WhenFields } from './when-fields';

/** Where and when. Works with an empty place (all of Morocco); Enter searches. */
export function SearchForm({
  initial,
  placeLabel,
  placeError,
  onSearch,
  className,
}: {
  initial: Trip;
  /** How the place of `initial.location` is written for people. */
  placeLabel: string;
  placeError?: string;
  onSearch: (trip: Trip) => void;
  className?: string;
}) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<ChosenPlace>({ label: placeLabel, location: initial.location });
  const [trip, setTrip] = useState(initial);
  const [touched, setTouched] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = { ...trip, location: place.location };
    if (periodProblem(asked)) return;
    rememberPlace(place);
    onSearch(asked);
  };
  return (
    <search>
      <form
        noValidate
        aria-label={t('search.form')}
        onSubmit={submit}
        className={cn(
          'grid items-start gap-4 lg:grid-cols-[minmax(14rem,1.1fr)_minmax(30rem,2fr)_auto]',
          className,
        )}
      >
        <PlaceField
          value={place}
          error={touched ? undefined : placeError}
          onChange={(chosen) => {
            setTouched(true);
            setPlace(chosen);
          }}
        />
        <WhenFields trip={trip} onChange={setTrip} />
        <Button
          type="submit"
          size="lg"
          className="lg:mt-[1.8rem]"
          icon={<Search aria-hidden="true" size={20} />}
        >
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}
