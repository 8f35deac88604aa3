import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cities } from '@/features/search/cities';
import { addressLocation, parseLocation } from '@/features/search/location';
import { useResultsSearch } from './use-results';

/** The same question asked in another city. */
export function CityLinks() {
  const { t } = useTranslation();
  const asked = parseLocation(useResultsSearch().search.location);
  const here = asked.kind === 'address' ? asked.text : undefined;
  const others = cities.filter((city) => city !== here && t(`search.city.${city}`) !== here);
  return (
    <div className="w-full text-center">
      <p className="mt-3 text-sm text-muted">{t('results.none.cities')}</p>
      <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
        {others.map((city) => (
          <li key={city}>
            <Link
              from="/results"
              search={(before) => ({ ...before, location: addressLocation(city), radius: '', page: '1' })}
              className="inline-flex min-h-10 items-center text-majorelle underline underline-offset-4"
            >
              {t(`search.city.${city}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
