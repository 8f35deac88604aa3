import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
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
  /**
   * `dialog` in the middle; `sheet` from the bottom on a phone and the end edge on a wide screen; `drawer` at the start
   * edge, as high as the window.
   */
  form?: 'dialog' | 'sheet' | 'drawer';
}

const forms = {
  dialog: 'm-auto max-h-[85dvh] w-[calc(100%-2rem)] max-w-lg rounded-card',
  sheet:
    'mt-auto max-h-[88dvh] w-full max-w-none rounded-t-card sm:ms-auto sm:mt-0 sm:h-dvh sm:max-h-none sm:w-[26rem] sm:rounded-none sm:rounded-s-card',
  drawer: 'me-auto h-dvh max-h-none w-[min(18rem,85vw)] rounded-e-card',
} as const;

/**
 * A question or a task that has to be dealt with first. The browser's own modal dialog: the rest of the page is out of
 * reach, Escape and a press beside it close it, and focus returns to where it was. Its content begins anew each time
 * it opens.
 */
export function Dialog({ open, ...content }: DialogProps) {
  return open ? createPortal(<Modal {...content} />, document.body) : null;
}

function Modal({
  onOpenChange,
  title,
  description,
  closeLabel,
  actions,
  children,
  form = 'dialog',
}: Omit<DialogProps, 'open'>) {
  const id = useId();
  const frame = useRef<HTMLDialogElement>(null);
  const close = useRef(onOpenChange);
  useEffect(() => {
    close.current = onOpenChange;
  });

  // Before paint, and closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = frame.current;
    if (!dialog) return;
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      close.current(false);
    };
    // What is beside the dialog counts as the dialog itself. The second half of a double press that opened it is no press beside it.
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog && event.detail < 2) close.current(false);
    };
    dialog.addEventListener('cancel', onCancel);
    dialog.addEventListener('mousedown', onPress);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', onCancel);
      dialog.removeEventListener('mousedown', onPress);
      dialog.close();
    };
  }, []);

  return (
    <dialog
      ref={frame}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={cn(
        'rise bg-surface text-ink shadow-soft outline-none backdrop:bg-scrim open:flex open:flex-col',
        forms[form],
      )}
    >
      <div className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
        {/* A name of any length leaves room for what is asked about it. */}
        <h2 id={`${id}-title`} className="line-clamp-4 text-xl font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-label={closeLabel}
          className="-m-2 rounded-control p-2 text-muted hover:bg-sunken hover:text-ink"
          onClick={() => onOpenChange(false)}
        >
          <X aria-hidden="true" size={22} />
        </button>
      </div>
      <div className="grow overflow-y-auto px-5 py-4 sm:px-6">
        {description && (
          <div id={`${id}-text`} className="text-muted">
            {description}
          </div>
        )}
        {children}
      </div>
      {actions && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
          {actions}
        </div>
      )}
    </dialog>
  );
}
