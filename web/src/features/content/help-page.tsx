import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Trans } from '@/components/trans';
import { runtimeConfig } from '@/config/runtime';

/** Questions that open one by one; the browser's own find opens them too. */
export function HelpPage() {
  const { t } = useTranslation();
  const questions = [
    { title: t('pages.help.book.title'), text: t('pages.help.book.text') },
    {
      title: t('pages.help.hold.title'),
      text: t('pages.help.hold.text', { count: runtimeConfig.holdMinutes }),
    },
    { title: t('pages.help.pay.title'), text: t('pages.help.pay.text') },
    { title: t('pages.help.late.title'), text: t('pages.help.late.text') },
    { title: t('pages.help.cancel.title'), text: t('pages.help.cancel.text') },
    { title: t('pages.help.days.title'), text: t('pages.help.days.text') },
    { title: t('pages.help.pickup.title'), text: t('pages.help.pickup.text') },
  ];
  return (
    <article className="page py-10 sm:py-14">
      <div className="mx-auto max-w-prose">
        <h1 className="text-3xl sm:text-4xl">{t('pages.help.title')}</h1>
        <p className="mt-4 text-lg text-muted">{t('pages.help.lead')}</p>
        <div className="mt-8 divide-y divide-line border-y border-line">
          {questions.map(({ title, text }) => (
            <details key={title} className="group">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
                <h2 className="text-base font-medium">{title}</h2>
                <ChevronDown
                  aria-hidden="true"
                  size={20}
                  className="shrink-0 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-5 text-muted">{text}</p>
            </details>
          ))}
        </div>
        <p className="mt-8">
          <Trans
            i18nKey="pages.help.more"
            components={{
              contact: <Link to="/contact-us" className="text-majorelle underline underline-offset-4" />,
            }}
          />
        </p>
      </div>
    </article>
  );
}
