import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/ui/skeleton';
import { VisuallyHidden } from '@/ui/visually-hidden';

/** The page's shape while the motorcycle is loading. */
export function MotorcycleSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="page py-6 sm:py-10">
      <h1>
        <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      </h1>
      <Skeleton className="h-9 w-40" />
      <div className="mt-3 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div>
          <Skeleton className="aspect-[4/3] w-full rounded-card sm:max-h-105" />
          <Skeleton className="mt-6 h-6 w-24" />
          <Skeleton className="mt-2 h-10 w-3/5" />
          <Skeleton className="mt-6 h-36" />
        </div>
        <Skeleton className="h-120 rounded-card" />
      </div>
    </div>
  );
}
