import { Link } from '@tanstack/react-router';
import { Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cities, skylineOf } from '@/features/search/cities';
import { addressLocation } from '@/features/search/location';
import { defaultTrip } from '@/features/search/trip';
import { buttonClass } from '@/ui/button';

/** Six cities by their skylines, each a search for the coming days. */
export function Cities() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="cities" className="page mt-18 sm:mt-24">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="cities" className="text-2xl">
            {t('home.cities.title')}
          </h2>
          <p className="mt-1 text-muted">{t('home.cities.lead')}</p>
        </div>
        <Link to="/locations" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <MapIcon aria-hidden="true" size={17} />
          {t('home.cities.all')}
        </Link>
      </div>
      <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3">
        {cities.map((city) => (
          <li key={city}>
            <Link
              to="/results"
              search={defaultTrip(addressLocation(city))}
              className="group block overflow-hidden rounded-card border border-line bg-surface shadow-soft"
            >
              <img
                src={skylineOf(city)}
                alt=""
                width="640"
                height="360"
                loading="lazy"
                className="aspect-video w-full object-cover"
              />
              <span className="flex items-center justify-between px-4 py-3 font-medium group-hover:text-majorelle sm:text-lg">
                {t(`search.city.${city}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
