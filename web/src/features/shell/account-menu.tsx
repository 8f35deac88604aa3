import { Link } from '@tanstack/react-router';
import { LayoutDashboard, LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { logout } from '@/api/queries/auth';
import { Code } from '@/components/code';
import { isStaff, type SessionUser } from '@/stores/auth';
import { Disclosure, panelItemClass } from '@/ui/disclosure';

/** First letters of both names; whole characters, so that no script is cut apart. */
function initials({ firstName, lastName }: SessionUser): string {
  return `${Array.from(firstName)[0] ?? ''}${Array.from(lastName)[0] ?? ''}`.toLocaleUpperCase();
}

/** The signed-in person's own corner: profile and logging out. */
export function AccountMenu({ user, className }: { user: SessionUser; className?: string }) {
  const { t } = useTranslation();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Disclosure
      className={className}
      label={t('nav.account', { name })}
      buttonClass="grid size-11 place-items-center rounded-full"
      button={() => (
        <span className="grid size-10 place-items-center rounded-full bg-majorelle-tint text-sm font-semibold text-majorelle">
          {initials(user)}
        </span>
      )}
    >
      {(close) => (
        <>
          <p className="border-b border-line px-3 pt-1.5 pb-2.5 text-sm">
            <span className="block font-medium">
              <bdi>{name}</bdi>
            </span>
            <Code className="break-all text-muted">{user.email}</Code>
          </p>
          <AccountLinks user={user} close={close} className="mt-1.5" />
        </>
      )}
    </Disclosure>
  );
}

/** What leads to a person's own pages, and out. */
export function AccountLinks({
  user,
  close,
  className,
}: {
  user: SessionUser;
  close: () => void;
  className: string;
}) {
  const { t } = useTranslation();
  return (
    <ul className={className}>
      <li>
        <Link to="/profile" className={panelItemClass} onClick={close}>
          <UserRound aria-hidden="true" size={18} />
          {t('nav.profile')}
        </Link>
      </li>
      {isStaff(user) && (
        <li>
          <a href="/admin" className={panelItemClass}>
            <LayoutDashboard aria-hidden="true" size={18} />
            {t('nav.admin')}
          </a>
        </li>
      )}
      <li>
        <button
          type="button"
          className={panelItemClass}
          onClick={() => {
            close();
            void logout();
          }}
        >
          <LogOut aria-hidden="true" size={18} className="mirror" />
          {t('nav.logout')}
        </button>
      </li>
    </ul>
  );
}
