import { useQuery } from '@tanstack/react-query';
import { Check, Clock, Gift, ShieldCheck, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { supplementQueries } from '@/api/queries/catalogue';

/** What nobody pays extra for; the free services are the platform's own list. */
export function Included() {
  const { t } = useTranslation();
  const services = useQuery(supplementQueries.includedEverywhere()).data ?? [];
  const facts = [
    {
      key: 'insured',
      icon: ShieldCheck,
      title: t('home.included.insured'),
      text: t('home.included.insuredText'),
    },
    { key: 'ready', icon: Wrench, title: t('home.included.ready'), text: t('home.included.readyText') },
    { key: 'days', icon: Clock, title: t('home.included.days'), text: t('home.included.daysText') },
    { key: 'free', icon: Gift, title: t('home.included.free'), text: t('home.included.freeText') },
  ];
  return (
    <section aria-labelledby="included" className="mt-18 bg-sunken py-14 sm:mt-24 sm:py-18">
      <div className="page">
        <h2 id="included" className="text-2xl">
          {t('home.included.title')}
        </h2>
        <ul className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {facts.map(({ key, icon: Icon, title, text }) => (
            <li key={key}>
              <span className="grid size-12 place-items-center rounded-full bg-surface text-majorelle">
                <Icon aria-hidden="true" size={23} />
              </span>
              <h3 className="mt-3 text-lg font-medium">{title}</h3>
              <p className="mt-1 text-sm text-muted">{text}</p>
              {key === 'free' && services.length > 0 && (
                <ul className="mt-2 text-sm">
                  {services.map(({ id, name }) => (
                    <li key={id} className="flex items-start gap-1.5">
                      <Check aria-hidden="true" size={16} className="mt-1 shrink-0 text-mint" />
                      {name}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
