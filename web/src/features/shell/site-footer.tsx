import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toWallClock } from '@/i18n/wall-clock';
import { Logo } from './logo';

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-2">{children}</ul>
    </nav>
  );
}

const linkClass =
  'inline-flex min-h-9 items-center text-muted hover:text-ink hover:underline hover:underline-offset-4';

export function SiteFooter() {
  const { t } = useTranslation();
  const year = toWallClock(new Date()).date.slice(0, 4);
  return (
    <footer data-site-chrome="" className="mt-20 bg-sunken">
      {/* The broken line in the middle of a road. */}
      <div aria-hidden="true" className="border-t-2 border-dashed border-saffron-fill" />
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="sm:max-lg:col-span-2">
          <Logo />
          <p className="mt-3 max-w-sm text-sm text-muted">{t('nav.footer.description')}</p>
        </div>
        <Column title={t('nav.footer.support')}>
          <li>
            <Link to="/help-center" className={linkClass}>
              {t('nav.help')}
            </Link>
          </li>
          <li>
            <Link to="/contact-us" className={linkClass}>
              {t('nav.contact')}
            </Link>
          </li>
        </Column>
        <Column title={t('nav.footer.company')}>
          <li>
            <Link to="/about-us" className={linkClass}>
              {t('nav.about')}
            </Link>
          </li>
          <li>
            <Link to="/terms-conditions" className={linkClass}>
              {t('nav.terms')}
            </Link>
          </li>
          <li>
            <Link to="/privacy-policy" className={linkClass}>
              {t('nav.privacy')}
            </Link>
          </li>
        </Column>
      </div>
      <p className="page border-t border-line py-5 text-sm text-muted">
        {t('nav.footer.copyright', { year })}
      </p>
    </footer>
  );
}
