import { useTranslation } from 'react-i18next';
import { runtimeConfig } from '@/config/runtime';
import { Article } from './article';

export function TermsPage() {
  const { t } = useTranslation();
  return (
    <Article
      title={t('pages.terms.title')}
      lead={t('pages.terms.lead')}
      sections={[
        {
          title: t('pages.terms.booking.title'),
          text: t('pages.terms.booking.text', { count: runtimeConfig.holdMinutes }),
        },
        { title: t('pages.terms.price.title'), text: t('pages.terms.price.text') },
        { title: t('pages.terms.cancel.title'), text: t('pages.terms.cancel.text') },
        { title: t('pages.terms.riding.title'), text: t('pages.terms.riding.text') },
        { title: t('pages.terms.care.title'), text: t('pages.terms.care.text') },
        { title: t('pages.terms.account.title'), text: t('pages.terms.account.text') },
        { title: t('pages.terms.maps.title'), text: t('pages.terms.maps.text') },
      ]}
    />
  );
}
