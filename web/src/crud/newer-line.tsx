import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';

/**
 * Says above a list that it is not the latest any more, and shows the latest on a press. Its coming and going moves nothing:
 * beside a table its place is kept free; a phone has no line to spare: there it floats over the cards below the page's head.
 */
export function NewerLine({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="text-sm max-lg:sticky max-lg:top-16 max-lg:z-20 max-lg:mb-4 max-lg:h-0 lg:h-10"
    >
      {count > 0 && (
        <div className="flex items-center gap-3 max-lg:mx-auto max-lg:w-fit max-lg:rounded-full max-lg:border max-lg:border-line max-lg:bg-surface max-lg:py-0.5 max-lg:ps-4 max-lg:pe-1 max-lg:shadow-soft lg:min-h-10 lg:py-0.5">
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
