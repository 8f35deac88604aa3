import { ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Quote } from '@/api/types';
import { Money } from '@/components/money';
import { cn } from '@/lib/cn';
import { Dialog } from '@/ui/dialog';

/** On a phone: the total, its lines one press away, and the button, always in reach of a thumb. */
export function BottomBar({
  quote,
  stale,
  details,
  button,
}: {
  quote: Quote | undefined;
  stale: boolean;
  details: ReactNode;
  button: ReactNode;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className="sticky bottom-0 z-20 mt-8 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-soft">
      <div className="page flex items-center gap-4 py-3">
        <button
          type="button"
          aria-haspopup="dialog"
          className="-m-1.5 shrink-0 rounded-control p-1.5 text-start"
          onClick={() => setOpen(true)}
        >
          <span className="flex items-center gap-1 text-xs text-muted">
            {quote ? t('format.days', { count: quote.days }) : t('booking.price.title')}
            <ChevronUp aria-hidden="true" size={15} />
          </span>
          {quote ? (
            <Money
              amount={quote.totalAmount}
              currency={quote.currency}
              className={cn('text-lg font-semibold text-terracotta', stale && 'opacity-50')}
            />
          ) : (
            <span className="font-medium">{t('booking.summary.open')}</span>
          )}
          <span className="sr-only">{t('booking.price.details')}</span>
        </button>
        <div className="ms-auto min-w-0">{button}</div>
      </div>
      <Dialog
        form="sheet"
        open={open}
        onOpenChange={setOpen}
        title={t('booking.price.title')}
        closeLabel={t('common.close')}
      >
        {details}
      </Dialog>
    </div>
  );
}
