import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@/components/page-title';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { AdminLink } from './admin-link';

/** In place of a page that the person may not see: what is so, and a way back (specification section 6). */
export function ForbiddenPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('admin.forbidden.title'));
  return (
    <EmptyState
      heading="h1"
      picture="/pictures/lost.svg"
      title={t('admin.forbidden.title')}
      text={t('admin.forbidden.text')}
    >
      <AdminLink to="/admin" className={buttonClass()}>
        {t('admin.forbidden.back')}
      </AdminLink>
    </EmptyState>
  );
}

/** In place of a record that does not exist, or is out of reach, which look alike (D18). */
export function AbsentPage({ back, label }: { back: string; label: string }) {
  const { t } = useTranslation();
  useDocumentTitle(t('admin.absent.title'));
  return (
    <EmptyState
      heading="h1"
      picture="/pictures/lost.svg"
      title={t('admin.absent.title')}
      text={t('admin.absent.text')}
    >
      <AdminLink to={back} className={buttonClass()}>
        {label}
      </AdminLink>
    </EmptyState>
  );
}

/** While a record is on its way: as tall as most forms. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="grid max-w-3xl gap-5 sm:grid-cols-2">
      <span className="sr-only">{label}</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-11" />
        </div>
      ))}
    </div>
  );
}
