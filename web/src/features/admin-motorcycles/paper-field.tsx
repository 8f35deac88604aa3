import { useMutation } from '@tanstack/react-query';
import { FileCheck, FileText, Trash2, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { linkToMedia, uploadMedia } from '@/api/queries/account';
import type { Media } from '@/api/types';
import { problemText } from '@/components/problem-text';
import type { CustomFieldProps } from '@/crud/entity';
import { cn } from '@/lib/cn';
import { paperKinds } from '@/lib/picture';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { FileButton } from './file-button';
import { UploadLine } from './upload-line';
import { useUploads } from './use-uploads';

const iconSize = 17;

/**
 * A private paper of the motorcycle: uploaded at once, named by the motorcycle when the form is saved. What nothing names the
 * server removes. Looked at by a link that is asked for then, for each look is recorded.
 */
export function PaperField({
  label,
  error,
  value,
  disabled,
  purpose,
  onChange,
}: Pick<CustomFieldProps, 'label' | 'error' | 'value' | 'disabled' | 'onChange'> & {
  purpose: Extract<Media['purpose'], 'GRAY_CARD' | 'INSURANCE'>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [over, setOver] = useState(false);
  const address = typeof value === 'string' && value !== '' ? value : null;
  const { uploads, add, retry, dismiss } = useUploads<Media>({
    kinds: paperKinds,
    send: (file, name, options) => uploadMedia(purpose, file, name, options),
    onDone: ({ url }) => onChange(url),
  });
  const look = useMutation({
    mutationFn: linkToMedia,
    // A document is offered for saving, and leaves the page where it is.
    onSuccess: ({ url }, asked) => asked.endsWith('.pdf') && location.assign(url),
  });
  const choose = ([file]: Iterable<File>) => {
    if (!file || disabled) return;
    for (const before of uploads) dismiss(before);
    add([file]);
  };
  const shown = look.data && !look.variables?.endsWith('.pdf') ? look.data.url : undefined;
  const named = <span className="sr-only">{label}</span>;
  const Icon = address ? FileCheck : FileText;

  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="text-sm font-medium">
        {label}
      </h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button. */}
      <div
        className={cn(
          'mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed px-3 py-2 text-sm',
          over ? 'border-majorelle bg-majorelle-tint' : 'border-line-strong',
          address && !over && 'border-solid border-line',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          choose(event.dataTransfer.files);
        }}
      >
        <span className={cn('flex grow items-center gap-2', !address && 'text-muted')}>
          <Icon aria-hidden="true" size={18} className={cn('shrink-0', address && 'text-mint')} />
          <span role="status">
            {t(address ? 'admin.motorcycles.papers.given' : 'admin.motorcycles.papers.none')}
          </span>
        </span>
        {address && (
          <Button size="sm" variant="quiet" busy={look.isPending} onClick={() => look.mutate(address)}>
            {t('admin.motorcycles.papers.look')} {named}
          </Button>
        )}
        {!disabled && (
          <FileButton kinds={paperKinds} label={label} onChoose={choose}>
            <Upload aria-hidden="true" size={iconSize} />
            {t(address ? 'profile.card.replace' : 'profile.card.choose')} {named}
          </FileButton>
        )}
        {address && !disabled && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Trash2 aria-hidden="true" size={iconSize} />}
            onClick={() => {
              look.reset();
              onChange(null);
            }}
          >
            {t('profile.card.remove')} {named}
          </Button>
        )}
      </div>
      {uploads.map((upload) => (
        <div key={upload.key} className="mt-2">
          <UploadLine upload={upload} onRetry={() => retry(upload)} onDismiss={() => dismiss(upload)} />
        </div>
      ))}
      {(error || look.error) && (
        <p role="alert" className="mt-1 text-sm text-rose">
          {error ?? problemText(asProblem(look.error), t)}
        </p>
      )}
      <Dialog
        open={shown !== undefined}
        onOpenChange={look.reset}
        title={label}
        closeLabel={t('common.close')}
      >
        <img src={shown} alt={label} className="mx-auto max-h-[65dvh] max-w-full" onError={look.reset} />
      </Dialog>
    </section>
  );
}
