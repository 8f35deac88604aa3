import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

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
  const blocked = blocker.status === 'blocked';
  return (
    <Dialog
      open={blocked}
      onOpenChange={() => blocker.reset?.()}
      title={t('admin.leave.title')}
      description={t('admin.leave.text')}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              onDiscard();
              blocker.proceed?.();
            }}
          >
            {t('admin.leave.discard')}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{t('admin.leave.stay')}</Button>
        </>
      }
    />
  );
}
