import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { FailureState } from '@/components/failure-state';
import { useDocumentTitle } from '@/components/page-title';
import { isStaff, useAuth } from '@/stores/auth';
import { buttonClass } from '@/ui/button';
import { Spinner } from '@/ui/spinner';

/** Unknown addresses (specification section 2): staff go back to the admin area, everyone else home. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const staff = useAuth((session) => session.authenticated && isStaff(session.user));
  useDocumentTitle(t('errors.notFound.title'));
  return (
    <div className="page flex flex-col items-center py-14 text-center">
      <img src="/pictures/lost.svg" alt="" width="280" height="187" className="h-auto w-70" />
      <h1 tabIndex={-1} className="figures mt-2 text-[6rem] leading-none font-semibold text-terracotta">
        <bdi dir="ltr">{t('errors.notFound.code')}</bdi>
      </h1>
      <p className="mt-4 max-w-md text-lg">{t('errors.notFound.message')}</p>
      <a href={staff ? '/admin' : '/'} className={buttonClass({ className: 'mt-8' })}>
        {t('errors.notFound.return')}
      </a>
    </div>
  );
}

/** What a route shows instead of itself when it, or what it loads, fails. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const problem = asProblem(error);
  const missing = problem.status === 404;
  useDocumentTitle(t('errors.page.title'));
  // What failed stays in the browser's console for whoever looks into it.
  useEffect(() => console.error(error), [error]);
  if (missing) return <NotFoundPage />;
  return (
    <div className="page py-14">
      <FailureState
        heading="h1"
        error={problem}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

/** Shown when a page takes longer than a blink to arrive. */
export function PendingPage() {
  const { t } = useTranslation();
  return (
    <div className="page flex justify-center py-24 text-majorelle" role="status">
      <Spinner size={28} />
      <span className="sr-only">{t('common.loading')}</span>
    </div>
  );
}
