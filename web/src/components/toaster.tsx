import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { dismiss, type Notice, useNotices } from './notify';

/** Long enough to read two lines; the clock stands still while pointed at or focused. */
const lifetime = 6_000;

const tones = {
  success: { icon: CircleCheck, className: 'text-mint' },
  danger: { icon: CircleAlert, className: 'text-rose' },
  info: { icon: Info, className: 'text-majorelle' },
} as const;

function Toast({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(notice.id), lifetime);
    return () => clearTimeout(timer);
  }, [held, notice.id]);
  const { icon: Icon, className } = tones[notice.tone];
  return (
    <li
      className="rise flex items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-soft"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden="true" size={20} className={cn('mt-0.5 shrink-0', className)} />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium">{notice.title}</p>
        {notice.text && <p className="mt-0.5 text-muted">{notice.text}</p>}
        {notice.action && (
          <button
            type="button"
            className="mt-2 font-medium text-majorelle underline underline-offset-4"
            onClick={() => {
              notice.action?.onClick();
              dismiss(notice.id);
            }}
          >
            {notice.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className="-m-1.5 rounded-control p-1.5 text-muted hover:bg-sunken hover:text-ink"
        onClick={() => dismiss(notice.id)}
      >
        <X aria-hidden="true" size={18} />
        <span className="sr-only">{t('common.close')}</span>
      </button>
    </li>
  );
}

/** Where toasts appear: bottom right in every language (specification section 1). */
export function Toaster() {
  const { t } = useTranslation();
  const notices = useNotices(({ list }) => list);
  return (
    <section aria-label={t('common.notifications')} className="toaster">
      <ol aria-live="polite" className="flex flex-col gap-3">
        {notices.map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </ol>
    </section>
  );
}
