import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '@/ui/button';

/** Where a booking that went wrong somewhere else ends up (specification section 2). */
export function OopsPage() {
  const { t } = useTranslation();
  return (
    <div className="page flex flex-col items-center py-14 text-center">
      <img src="/pictures/flat-tyre.svg" alt="" width="320" height="240" className="h-auto w-72" />
      <h1 className="mt-2 text-3xl">{t('booking.oops.title')}</h1>
      <p className="mt-2 max-w-lg text-lg text-muted">{t('booking.oops.text')}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to="/my-bookings" className={buttonClass()}>
          {t('booking.oops.look')}
        </Link>
        <Link to="/" className={buttonClass({ variant: 'secondary' })}>
          {t('booking.goHome')}
        </Link>
        <Link to="/contact-us" className={buttonClass({ variant: 'quiet' })}>
          {t('nav.contact')}
        </Link>
      </div>
    </div>
  );
}
