import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchForm } from '@/features/search/search-form';
import { defaultTrip } from '@/features/search/trip';

/** A sentence on the drawn road, and the question below it: the only big thing on the page. */
export function Hero() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [initial] = useState(() => defaultTrip());
  return (
    <section className="zellige z-10">
      <picture className="absolute inset-x-0 top-0 -z-20 block h-60 overflow-hidden sm:h-95 lg:h-132">
        <source media="(prefers-color-scheme: dark)" srcSet="/pictures/hero-night.svg" />
        <img
          src="/pictures/hero.svg"
          alt=""
          width="1600"
          height="700"
          fetchPriority="high"
          className="mirror h-full w-full object-cover object-[68%_60%] lg:object-bottom"
        />
      </picture>
      <div className="page relative">
        <div className="flex min-h-52 flex-col pt-8 sm:min-h-82 sm:pt-14 lg:min-h-112 lg:pt-20">
          <h1 className="max-w-[13ch] text-3xl sm:max-w-[15ch] sm:text-4xl lg:text-5xl">{t('home.title')}</h1>
          <p className="mt-3 max-w-[30ch] text-ink max-sm:hidden sm:text-lg">{t('home.lead')}</p>
        </div>
        <div className="relative z-20 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6">
          <SearchForm
            initial={initial}
            placeLabel=""
            onSearch={(trip) => void navigate({ to: '/results', search: trip })}
          />
        </div>
      </div>
    </section>
  );
}
