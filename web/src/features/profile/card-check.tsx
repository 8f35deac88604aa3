import { useTranslation } from 'react-i18next';
import { formatDate } from '@/i18n/format';
import type { SessionUser } from '@/stores/auth';
import { Alert } from '@/ui/alert';

/** What came of looking at the identity card, and what its owner may do about it. */
export function CardCheck({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  // Who signed in with an earlier release has none until the account is read anew.
  const { state = 'NONE', since, reason, note } = user.identityCard ?? {};
  if (state === 'APPROVED') {
    return (
      <Alert tone="success" title={t('profile.card.check.approved')} className="mb-5">
        {since && t('profile.card.check.approvedHint', { date: formatDate(since) })}
      </Alert>
    );
  }
  if (state === 'REFUSED') {
    return (
      <Alert tone="warning" title={t('profile.card.check.refused')} className="mb-5">
        {reason && reason !== 'OTHER' && <p>{t(`profile.card.check.reason.${reason}`)}</p>}
        {note && <p>{t('profile.card.check.note', { note })}</p>}
        <p className="mt-2">{t('profile.card.check.refusedHint')}</p>
      </Alert>
    );
  }
  if (state === 'SUBMITTED') {
    return (
      <Alert title={t('profile.card.check.submitted')} className="mb-5">
        {t('profile.card.check.submittedHint')}
      </Alert>
    );
  }
  if (!user.identityCardFront && !user.identityCardCover) return null;
  return <Alert className="mb-5">{t('profile.card.check.half')}</Alert>;
}
