import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/problem';
import { textParam } from '@/lib/search-params';
import { buttonClass } from '@/ui/button';

/** What a mailed link carries in its address. */
export interface MailedLink {
  token?: string;
  email?: string;
}

/** Reads a mailed link, whatever mail programs made of it. Names what is empty too, or the router keeps it as it came. */
export function mailedLink(search: Record<string, unknown>): MailedLink {
  return {
    token: textParam(search, 'token').trim() || undefined,
    email: textParam(search, 'email').trim() || undefined,
  };
}

/** Whether the server refused the link itself: unknown, used, expired, or withdrawn by a newer password. */
export function linkRefused({ code, fields }: Problem): boolean {
  return code === 'LINK_INVALID' || fields.some(({ field }) => field === 'token');
}

/** Leads to asking for another link to choose a password, with the address filled in. */
export function AskAgain({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Link to="/auth/forgot-password" search={{}} state={{ email }} className={buttonClass({ wide: true })}>
      {t('auth.link.ask')}
    </Link>
  );
}
