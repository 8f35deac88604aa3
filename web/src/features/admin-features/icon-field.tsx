import { Upload } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadMedia } from '@/api/queries/account';
import type { Media } from '@/api/types';
import type { CustomFieldProps } from '@/crud/entity';
import { FileButton } from '@/features/admin-motorcycles/file-button';
import { UploadLine } from '@/features/admin-motorcycles/upload-line';
import { useUploads } from '@/features/admin-motorcycles/use-uploads';
import { cn } from '@/lib/cn';
import { pictureKinds } from '@/lib/picture';
import { controlClass, Field } from '@/ui/field';

/** The drawings that come with the site (`web/art/feature`), the most wanted first. */
const drawings = [
  'brakes',
  'grip',
  'gears',
  'cruise',
  'start',
  'key',
  'case',
  'panniers',
  'heat',
  'windscreen',
  'plug',
  'wireless',
  'screen',
  'lamp',
  'tracker',
  'terrain',
] as const;

const addressOf = (drawing: (typeof drawings)[number]) => `/pictures/feature-${drawing}.svg`;

/** A feature's drawing: one of the site's, an own picture, or the address of one elsewhere. */
export function IconField({
  label,
  error,
  value,
  disabled,
  onChange,
  onBlur,
}: Pick<CustomFieldProps, 'label' | 'error' | 'value' | 'disabled' | 'onChange' | 'onBlur'>) {
  const { t } = useTranslation();
  const name = useId();
  const address = typeof value === 'string' ? value : '';
  const own = address !== '' && !drawings.some((drawing) => addressOf(drawing) === address);
  const { uploads, add, retry, dismiss } = useUploads<Media>({
    kinds: pictureKinds,
    send: (file, fileName, options) => uploadMedia('FEATURE_ICON', file, fileName, options),
    onDone: ({ url }) => onChange(url),
  });
  const choices = [
    { key: 'none' as const, of: '' },
    ...drawings.map((drawing) => ({ key: drawing, of: addressOf(drawing) })),
  ];

  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {choices.map(({ key, of }) => (
          <label
            key={key}
            className={cn(
              'flex min-h-18 flex-col items-center justify-center gap-1 rounded-control border border-line p-2 text-center text-xs',
              'has-checked:border-majorelle has-checked:bg-majorelle-tint has-focus-visible:outline-2 has-focus-visible:outline-majorelle',
              !disabled && 'cursor-pointer hover:border-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={address === of}
              onBlur={onBlur}
              onChange={() => onChange(of || null)}
            />
            {of && <img src={of} alt="" width="26" height="26" />}
            <span className="max-w-full break-words">{t(`admin.features.icons.${key}`)}</span>
          </label>
        ))}
      </div>
      <Field
        className="mt-3"
        label={t('admin.features.iconUrl')}
        hint={t('admin.features.iconHint')}
        error={error}
      >
        {(control) => (
          <div className="flex flex-wrap items-center gap-3">
            {own && (
              <img
                src={address}
                alt={t('admin.features.ownIcon')}
                className="size-11 rounded-control border border-line object-contain p-1"
              />
            )}
            <span className="min-w-52 grow">
              <input
                {...control}
                dir="ltr"
                inputMode="url"
                autoComplete="off"
                className={controlClass()}
                value={own ? address : ''}
                onBlur={onBlur}
                onChange={({ target }) => onChange(target.value || null)}
              />
            </span>
            {!disabled && (
              <FileButton
                kinds={pictureKinds}
                label={t('admin.features.upload')}
                onChoose={([file]) => {
                  for (const before of uploads) dismiss(before);
                  if (file) add([file]);
                }}
              >
                <Upload aria-hidden="true" size={17} />
                {t('admin.features.upload')}
              </FileButton>
            )}
          </div>
        )}
      </Field>
      {uploads.map((upload) => (
        <div key={upload.key} className="mt-2">
          <UploadLine upload={upload} onRetry={() => retry(upload)} onDismiss={() => dismiss(upload)} />
        </div>
      ))}
    </fieldset>
  );
}
