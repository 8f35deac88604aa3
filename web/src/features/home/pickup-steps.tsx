import { useTranslation } from 'react-i18next';

/** How a ride begins, in three drawings along the road. */
export function PickupSteps() {
  const { t } = useTranslation();
  const steps = [
    { picture: '/pictures/step-1.svg', title: t('home.steps.find'), text: t('home.steps.findText') },
    { picture: '/pictures/step-2.svg', title: t('home.steps.open'), text: t('home.steps.openText') },
    { picture: '/pictures/step-3.svg', title: t('home.steps.ride'), text: t('home.steps.rideText') },
  ];
  return (
    <section aria-labelledby="pickup" className="page mt-18 sm:mt-24">
      <h2 id="pickup" className="text-2xl">
        {t('home.steps.title')}
      </h2>
      <ol className="relative mt-6 grid gap-10 md:grid-cols-3 md:gap-8">
        {steps.map(({ picture, title, text }, index) => (
          <li key={picture} className="flex gap-5 max-md:items-center md:flex-col md:gap-4">
            <img
              src={picture}
              alt=""
              width="320"
              height="240"
              loading="lazy"
              className="h-auto w-32 shrink-0 sm:w-44 md:w-64"
            />
            <div>
              <h3 className="flex items-baseline gap-2 text-lg font-medium">
                <span className="figures text-terracotta">{index + 1}</span>
                {title}
              </h3>
              <p className="mt-1 max-w-sm text-sm text-muted sm:text-base">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
