import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** Header, page and footer of the customer site. */
export function SiteShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="no-print fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-majorelle px-4 py-2 font-medium text-on-majorelle focus:translate-y-0"
      >
        {t('common.skip')}
      </a>
      <SiteHeader />
      {/* As tall as the window, so that the footer does not jump while a page arrives. */}
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-4.25rem)] grow outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
