import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';

/**
 * Says above a list that it is not the latest any more, and shows the latest on a press. Its coming and going moves nothing:
 * beside a table its place is kept free; a phone has no line to spare, there it floats over the cards below the page's head.
 */
export function NewerLine({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="text-sm max-md:sticky max-md:top-16 max-md:z-20 max-md:mb-4 max-md:h-0 md:h-10"
    >
      {count > 0 && (
        <div className="flex items-center gap-3 max-md:mx-auto max-md:w-fit max-md:rounded-full max-md:border max-md:border-line max-md:bg-surface max-md:py-0.5 max-md:ps-4 max-md:pe-1 max-md:shadow-soft md:min-h-10 md:py-0.5">
          <span>{t('admin.list.newer', { count })}</span>
          <Button
            size="sm"
            variant="quiet"
            icon={<RefreshCw aria-hidden="true" size={16} />}
            onClick={() => {
              onShow();
              document.getElementById('content')?.focus({ preventScroll: true });
            }}
          >
            {t('admin.list.showNewer')}
          </Button>
        </div>
      )}
    </div>
  );
}
