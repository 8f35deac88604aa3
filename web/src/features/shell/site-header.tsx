import { Link, useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '@/stores/auth';
import { buttonClass } from '@/ui/button';
import { Disclosure, panelItemClass } from '@/ui/disclosure';
import { AccountLinks, AccountMenu } from './account-menu';
import { LanguageSwitch } from './language-switch';
import { Logo } from './logo';

/** The pages of the header; "My bookings" is for signed-in people only (specification section 2). */
function useLinks() {
  const { t } = useTranslation();
  const authenticated = useAuth((session) => session.authenticated);
  return [
    { to: '/', label: t('nav.home') },
    ...(authenticated ? [{ to: '/my-bookings', label: t('nav.myBookings') } as const] : []),
    { to: '/about-us', label: t('nav.about') },
    { to: '/contact-us', label: t('nav.contact') },
  ] as const;
}

const wideLinkClass =
  'inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-1 text-muted transition-colors hover:text-ink aria-[current]:border-terracotta aria-[current]:text-ink';

function SignInLink({ className }: { className?: string }) {
  const { t } = useTranslation();
  const here = useLocation({ select: ({ href }) => href });
  return (
    <Link
      to="/auth/login"
      search={here === '/' ? {} : { redirect: here }}
      className={buttonClass({ size: 'sm', className })}
    >
      {t('nav.signIn')}
    </Link>
  );
}

export function SiteHeader() {
  const { t } = useTranslation();
  const user = useAuth((session) => session.user);
  const links = useLinks();
  return (
    <header data-site-chrome="" className="relative z-30 border-b border-line bg-ground">
      <div className="page flex min-h-17 items-center gap-2">
        <Logo />
        <nav aria-label={t('nav.main')} className="mx-auto max-md:hidden">
          <ul className="flex items-center gap-4 lg:gap-8">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/' }} className={wideLinkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageSwitch className="relative max-md:ms-auto" />
        {user ? <AccountMenu user={user} /> : <SignInLink className="max-md:hidden" />}
        <Disclosure
          className="static md:hidden"
          label={t('nav.menu')}
          buttonClass="grid size-11 place-items-center rounded-control hover:bg-sunken"
          panelClass="inset-x-0 rounded-b-card border-b px-3 pt-2 pb-4"
          button={(open) =>
            open ? <X aria-hidden="true" size={24} /> : <Menu aria-hidden="true" size={24} />
          }
        >
          {(close) => (
            <nav aria-label={t('nav.main')}>
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      activeOptions={{ exact: to === '/' }}
                      className={`${panelItemClass} text-lg`}
                      onClick={close}
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
              {user ? (
                <AccountLinks user={user} close={close} className="mt-2 border-t border-line pt-2" />
              ) : (
                <SignInLink className="mt-3 w-full" />
              )}
            </nav>
          )}
        </Disclosure>
      </div>
    </header>
  );
}
