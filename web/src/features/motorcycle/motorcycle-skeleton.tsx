import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/ui/skeleton';
import { VisuallyHidden } from '@/ui/visually-hidden';

/** The picture that the program had fetched with the page, when it was of this motorcycle. */
function earlyPicture(id: string) {
  const link = document.querySelector<HTMLLinkElement>(`link[data-of="/motorcycle/${CSS.escape(id)}"]`);
  return (
    link && { src: link.href, srcSet: link.imageSrcset || undefined, sizes: link.imageSizes || undefined }
  );
}

/** The page's shape while the motorcycle is loading. */
export function MotorcycleSkeleton({ id }: { id: string }) {
  const { t } = useTranslation();
  const picture = earlyPicture(id);
  return (
    <div aria-busy="true" className="page py-6 sm:py-10">
      <h1>
        <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      </h1>
      <Skeleton className="h-9 w-40" />
      <div className="mt-3 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div>
          {picture ? (
            <span className="block aspect-[4/3] w-full overflow-hidden rounded-card bg-sunken sm:max-h-105">
              <img {...picture} alt="" width="400" height="300" className="h-full w-full object-cover" />
            </span>
          ) : (
            <Skeleton className="aspect-[4/3] w-full rounded-card sm:max-h-105" />
          )}
          <Skeleton className="mt-6 h-6 w-24" />
          <Skeleton className="mt-2 h-10 w-3/5" />
          <Skeleton className="mt-6 h-36" />
        </div>
        <Skeleton className="h-120 rounded-card" />
      </div>
    </div>
  );
}
