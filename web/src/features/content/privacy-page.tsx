import { useTranslation } from 'react-i18next';
import { Article } from './article';

export function PrivacyPage() {
  const { t } = useTranslation();
  return (
    <Article
      title={t('pages.privacy.title')}
      lead={t('pages.privacy.lead')}
      sections={[
        { title: t('pages.privacy.keep.title'), text: t('pages.privacy.keep.text') },
        { title: t('pages.privacy.cards.title'), text: t('pages.privacy.cards.text') },
        { title: t('pages.privacy.who.title'), text: t('pages.privacy.who.text') },
        { title: t('pages.privacy.device.title'), text: t('pages.privacy.device.text') },
        { title: t('pages.privacy.maps.title'), text: t('pages.privacy.maps.text') },
        { title: t('pages.privacy.rights.title'), text: t('pages.privacy.rights.text') },
      ]}
    />
  );
}
