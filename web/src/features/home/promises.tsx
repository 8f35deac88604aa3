import { BadgeCheck, CalendarX2, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { runtimeConfig } from '@/config/runtime';

/** What is true of every booking, in three short lines. */
export function Promises() {
  const { t } = useTranslation();
  const promises = [
    { key: 'price', icon: BadgeCheck, title: t('home.promise.price'), text: t('home.promise.priceText') },
    {
      key: 'hold',
      icon: Hourglass,
      title: t('home.promise.hold', { count: runtimeConfig.holdMinutes }),
      text: t('home.promise.holdText'),
    },
    { key: 'cancel', icon: CalendarX2, title: t('home.promise.cancel'), text: t('home.promise.cancelText') },
  ];
  return (
    <ul className="page mt-8 grid gap-x-10 gap-y-5 md:grid-cols-3">
      {promises.map(({ key, icon: Icon, title, text }) => (
        <li key={key} className="flex items-start gap-3">
          <Icon aria-hidden="true" size={24} className="mt-0.5 shrink-0 text-terracotta" />
          <p className="text-sm">
            <strong className="block text-base font-medium">{title}</strong>
            <span className="text-muted">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
