import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';

/**
 * Says above a list that it is not the latest any more, and shows the latest on a press. Its place is kept free, so that
 * its coming and going moves nothing.
 */
export function NewerLine({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex min-h-10 items-center gap-3 py-0.5 text-sm">
      {count > 0 && (
        <>
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
        </>
      )}
    </div>
  );
}
