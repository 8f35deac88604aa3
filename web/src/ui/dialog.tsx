import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Read for the button that closes. */
  closeLabel: string;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  children?: ReactNode;
  /** `dialog` in the middle; `sheet` from the bottom on a phone and the end edge on a wide screen. */
  form?: 'dialog' | 'sheet';
}

const forms = {
  dialog:
    'start-4 end-4 top-1/2 mx-auto max-h-[85dvh] max-w-lg -translate-y-1/2 rounded-card data-starting-style:scale-97',
  sheet:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-card sm:start-auto sm:end-0 sm:top-0 sm:max-h-none sm:w-[26rem] sm:rounded-none sm:rounded-s-card',
} as const;

/** A question or a task that has to be dealt with first. Focus stays inside and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  actions,
  children,
  form = 'dialog',
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={cn(
            'fixed z-50 flex flex-col bg-surface shadow-soft outline-none transition duration-180',
            'data-ending-style:opacity-0 data-starting-style:opacity-0',
            forms[form],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
            <Base.Title className="text-xl font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={closeLabel}
              className="-m-2 rounded-control p-2 text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" size={22} />
            </Base.Close>
          </div>
          <div className="grow overflow-y-auto px-5 py-4 sm:px-6">
            {description && <Base.Description className="text-muted">{description}</Base.Description>}
            {children}
          </div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
