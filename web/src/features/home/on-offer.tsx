import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type MotorcycleCategory, motorcycleCategories } from '@/api/types';
import { defaultTrip } from '@/features/search/trip';

/** The colour in which each kind is drawn here. */
const drawn: Record<MotorcycleCategory, string> = {
  SCOOTER: 'scooter-mint',
  CITY: 'city-terracotta',
  TRAIL: 'trail-saffron',
  ROADSTER: 'roadster-majorelle',
  TOURING: 'touring-night',
  CAFE_RACER: 'cafe-racer-sand',
  SPORT: 'sport-terracotta',
  QUAD: 'quad-saffron',
};

/** What there is to ride, by kind: each a search in all of Morocco for the coming days. */
export function OnOffer() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="offer" className="page mt-18 sm:mt-24">
      <h2 id="offer" className="text-2xl">
        {t('home.offer.title')}
      </h2>
      <p className="mt-1 text-muted">{t('home.offer.lead')}</p>
      <ul className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-5">
        {motorcycleCategories.map((category) => (
          <li key={category}>
            <Link
              to="/results"
              search={{ ...defaultTrip(), category: [category] }}
              className="group block rounded-card border border-line bg-surface p-3 text-center shadow-soft"
            >
              <img
                src={`/pictures/${drawn[category]}.svg`}
                alt=""
                width="400"
                height="300"
                loading="lazy"
                className="h-auto w-full rounded-control"
              />
              <span className="mt-2 block font-medium group-hover:text-majorelle">
                {t(`format.category.${category}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
