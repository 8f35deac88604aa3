import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authQueries } from '@/api/queries/auth';
import { AdminLink } from '@/crud/admin-link';
import { useFollowedNews } from '@/crud/news';
import { ForbiddenPage } from '@/crud/state-pages';
import { holds, useCan } from '@/crud/use-can';
import { LanguageSwitch } from '@/features/shell/language-switch';
import { toWallClock } from '@/i18n/wall-clock';
import { useAuth } from '@/stores/auth';
import { Dialog } from '@/ui/dialog';
import { version } from '../../../package.json';
import { AdminNav } from './admin-nav';
import { sectionOf } from './sections';

/** Who works here, in words and as a badge (specification section 2). */
function Greeting() {
  const { t } = useTranslation();
  const franchise = useAuth(({ user }) => user?.role === 'FRANCHISE_ADMIN');
  return (
    <>
      <p className="min-w-0 text-sm max-sm:sr-only">
        {t(franchise ? 'admin.shell.welcomeFranchise' : 'admin.shell.welcome')}
      </p>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-majorelle-tint text-sm font-semibold text-majorelle"
      >
        {t(franchise ? 'admin.shell.initialFranchise' : 'admin.shell.initial')}
      </span>
    </>
  );
}

function Footer() {
  const { t } = useTranslation();
  const franchise = useAuth(({ user }) => user?.role === 'FRANCHISE_ADMIN');
  const year = toWallClock(new Date()).date.slice(0, 4);
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-xs text-muted sm:px-6">
      <p>{t('nav.footer.copyright', { year })}</p>
      <p>{t(franchise ? 'admin.shell.versionFranchise' : 'admin.shell.version', { version })}</p>
    </footer>
  );
}

/** Small screens have the sidebar over a dark overlay. */
function SmallMenu() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t('nav.menu')}
        aria-expanded={open}
        className="-ms-2 grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken lg:hidden"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" size={24} />
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        form="drawer"
        title={t('nav.menu')}
        closeLabel={t('common.close')}
      >
        <AdminNav onChoose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Header, sidebar, page and footer of the admin area; a page that the person may not see says so. */
export function AdminShell() {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname });
  const user = useAuth((session) => session.user);
  const authenticated = useAuth((session) => session.authenticated);
  // What a person may do changes while they work.
  useQuery(authQueries.me(authenticated));
  useFollowedNews(useCan('DASHBOARD_STATS'));
  const section = sectionOf(pathname);
  const allowed = section === undefined || holds(user, ...section.permissions);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="no-print fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-majorelle px-4 py-2 font-medium text-on-majorelle focus:translate-y-0"
      >
        {t('common.skip')}
      </a>
      <header
        data-site-chrome=""
        className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 sm:px-6"
      >
        <SmallMenu />
        <AdminLink
          to="/admin"
          activeOptions={{ exact: true }}
          className="inline-flex items-center gap-2.5 rounded-control"
        >
          <img src="/pictures/logo-mark.svg" alt="" width="32" height="32" className="size-8" />
          <span className="text-lg font-bold text-ink">{t('common.brand')}</span>
        </AdminLink>
        <span className="grow" />
        <LanguageSwitch />
        <Greeting />
      </header>
      <div className="flex grow items-stretch">
        <div data-site-chrome="" className="w-58 shrink-0 border-e border-line bg-surface max-lg:hidden">
          <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto px-2 py-4">
            <AdminNav />
          </div>
        </div>
        <div className="flex min-w-0 grow flex-col">
          <main id="content" tabIndex={-1} className="min-w-0 grow px-4 py-5 outline-none sm:px-6">
            {allowed ? <Outlet /> : <ForbiddenPage />}
          </main>
          <Footer />
        </div>
      </div>
    </div>
  );
}
