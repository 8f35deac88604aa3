import { useTranslation } from 'react-i18next';
import { Article } from './article';

export function AboutPage() {
  const { t } = useTranslation();
  return (
    <Article
      title={t('pages.about.title')}
      lead={t('pages.about.lead')}
      sections={[
        { title: t('pages.about.who.title'), text: t('pages.about.who.text') },
        { title: t('pages.about.price.title'), text: t('pages.about.price.text') },
        { title: t('pages.about.calendar.title'), text: t('pages.about.calendar.text') },
        { title: t('pages.about.pickup.title'), text: t('pages.about.pickup.text') },
      ]}
    >
      <img src="/pictures/ride-on.svg" alt="" className="mx-auto mt-12 h-auto w-full max-w-md" />
    </Article>
  );
}
