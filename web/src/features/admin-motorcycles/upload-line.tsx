import { RotateCw, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '@/components/problem-text';
import { runtimeConfig } from '@/config/runtime';
import { formatNumber } from '@/i18n/format';
import { cn } from '@/lib/cn';
import { type Upload, underWay } from './use-uploads';

/** The largest file that is taken, in megabytes. */
export function megabytes(): string {
  return formatNumber(runtimeConfig.uploadMaxBytes / (1 << 20), 1);
}

/** One file on its way: its name, how far it is, and what became of it when it did not get there. */
export function UploadLine({
  upload,
  onRetry,
  onDismiss,
}: {
  upload: Upload;
  onRetry: () => void;
  onDismiss: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { file, state } = upload;
  const moving = underWay(upload);
  return (
    <div className="rounded-control border border-line bg-surface p-3 text-sm">
      <div className="flex items-center gap-2">
        <bdi id={id} className="min-w-0 grow truncate font-medium" title={file.name}>
          {file.name}
        </bdi>
        {state.step === 'failed' && (
          <button
            type="button"
            className="grid size-9 shrink-0 place-items-center rounded-control hover:bg-sunken"
            aria-label={t('admin.motorcycles.upload.retry', { name: file.name })}
            title={t('common.retry')}
            onClick={onRetry}
          >
            <RotateCw aria-hidden="true" size={17} />
          </button>
        )}
        <button
          type="button"
          className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          aria-label={t(moving ? 'admin.motorcycles.upload.stop' : 'admin.motorcycles.upload.dismiss', {
            name: file.name,
          })}
          onClick={onDismiss}
        >
          <X aria-hidden="true" size={17} />
        </button>
      </div>
      <p
        role={moving ? undefined : 'alert'}
        className={cn('figures text-xs', moving ? 'text-muted' : 'text-rose')}
      >
        {state.step === 'waiting' && t('admin.motorcycles.upload.waiting')}
        {state.step === 'sending' &&
          t('profile.card.sending', { percentage: formatNumber(state.percentage) })}
        {state.step === 'unfit' &&
          (state.reason === 'noPicture'
            ? t('admin.motorcycles.upload.noPicture')
            : t(`profile.card.${state.reason}`, { megabytes: megabytes() }))}
        {state.step === 'failed' &&
          (state.problem.code === 'NETWORK'
            ? t('admin.motorcycles.upload.broken')
            : problemText(state.problem, t))}
      </p>
      {moving && (
        <progress
          aria-labelledby={id}
          max={100}
          value={state.step === 'sending' ? state.percentage : undefined}
          className="mt-1.5 block h-1.5 w-full accent-majorelle"
        />
      )}
    </div>
  );
}
