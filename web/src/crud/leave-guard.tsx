import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { draftPrefix } from '@/lib/draft';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

/** Asks whether what was typed may be lost. */
export function LeaveDialog({
  open,
  title,
  onStay,
  onDiscard,
}: {
  open: boolean;
  title: string;
  onStay: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onStay}
      title={title}
      description={t('admin.leave.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onDiscard}>
            {t('admin.leave.discard')}
          </Button>
          <Button onClick={onStay}>{t('admin.leave.stay')}</Button>
        </>
      }
    />
  );
}

/** The forms that are open, each saying whether something in it is not saved yet. */
const open = new Set<() => boolean>();

/** Whether something is not saved yet, here or on a page that was left, for whoever ends the session: that drops all of it. */
export function hasUnsaved(): boolean {
  return (
    [...open].some((dirty) => dirty()) ||
    Object.keys(sessionStorage).some((key) => key.startsWith(draftPrefix))
  );
}

/**
 * Asks before a page with unsaved changes is left, by a link, by going back or by closing the tab. A session that ends is
 * let through: what was typed is kept as a draft and waits behind the sign-in.
 */
export function LeaveGuard({ dirty, onDiscard }: { dirty: () => boolean; onDiscard: () => void }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && dirty() && useAuth.getState().authenticated,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  useEffect(() => {
    open.add(dirty);
    return () => void open.delete(dirty);
  }, [dirty]);
  return (
    <LeaveDialog
      open={blocker.status === 'blocked'}
      title={t('admin.leave.title')}
      onStay={() => blocker.reset?.()}
      onDiscard={() => {
        onDiscard();
        blocker.proceed?.();
      }}
    />
  );
}
