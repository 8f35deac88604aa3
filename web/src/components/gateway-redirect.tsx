import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { GatewayForm, type GatewayLaunch } from './gateway-form';
import { useDocumentTitle } from './page-title';

/** Between our page and the gateway's: says where the person is being taken, and leaves after a second. */
export function GatewayRedirect({
  bookingId,
  gateway,
  onStay,
}: {
  bookingId: string;
  gateway: GatewayLaunch;
  /** When the person would rather pay later; the booking's payment page is where they stay. */
  onStay?: () => void;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(t('booking.redirect.title'));
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page flex flex-col items-center py-16 text-center">
      <img src="/pictures/step-3.svg" alt="" width="320" height="240" className="h-auto w-64" />
      <span className="mt-4 text-majorelle">
        <Spinner size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-2xl">
        {t('booking.redirect.title')}
      </h1>
      <p className="mt-2 max-w-md text-muted">{t('booking.redirect.text')}</p>
      <GatewayForm auto launch={gateway} backTo={`/booking/payment/${bookingId}`} className="mt-8">
        <Button type="submit" icon={<Lock aria-hidden="true" size={18} />}>
          {t('booking.redirect.go')}
        </Button>
      </GatewayForm>
      <Link
        to="/booking/payment/$bookingId"
        params={{ bookingId }}
        onClick={onStay}
        className="mt-5 text-sm text-majorelle underline underline-offset-4"
      >
        {t('booking.redirect.stay')}
      </Link>
    </div>
  );
}
