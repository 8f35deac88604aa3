import { useTranslation } from 'react-i18next';
import type { SessionUser } from '@/stores/auth';
import { CardCheck } from './card-check';
import { CardTile } from './card-tile';
import { Section } from './section';

/** Both sides of the identity card. */
export function CardSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <Section id="identity" title={t('profile.card.title')} lead={t('profile.card.lead')}>
      <CardCheck user={user} />
      <div className="grid gap-5 sm:grid-cols-2">
        <CardTile user={user} side="identityCardFront" name={t('profile.card.front')} />
        <CardTile user={user} side="identityCardCover" name={t('profile.card.back')} />
      </div>
      <p className="mt-4 text-xs text-muted">{t('profile.card.private')}</p>
    </Section>
  );
}
