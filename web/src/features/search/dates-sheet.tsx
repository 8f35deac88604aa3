import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import DatesPanel from './dates-panel';
import type { DatesOverlayProps } from './when-fields';

/** The calendar from the bottom edge of a phone. */
export default function DatesSheet({ onClose, ...panel }: DatesOverlayProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('search.when.title')}
      closeLabel={t('common.close')}
      form="sheet"
      actions={
        <Button wide onClick={onClose}>
          {t('search.when.done')}
        </Button>
      }
    >
      <DatesPanel {...panel} months={1} onDone={() => undefined} />
    </Dialog>
  );
}
