import { Camera, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '@/features/admin-motorcycles/file-button';
import { UploadLine } from '@/features/admin-motorcycles/upload-line';
import { underWay, useUploads } from '@/features/admin-motorcycles/use-uploads';
import { pictureKinds } from '@/lib/picture';
import { Alert } from '@/ui/alert';
import { uploadHandoverPicture } from './queries';

/** What the server takes at once. */
const most = 20;

/** Pictures that are uploaded while the rest is typed; what is sent with the form is their addresses. */
export function PicturesField({
  value,
  error,
  onChange,
  onBusy,
}: {
  /** Addresses of what is uploaded. */
  value: readonly string[];
  error: string | undefined;
  onChange: (addresses: string[]) => void;
  onBusy: (busy: boolean) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const made = useRef<string[]>([]);
  const [previews, setPreviews] = useState<Readonly<Record<string, string>>>({});
  // What an upload adds is added to what is there by then.
  const latest = useRef([...value]);
  useEffect(() => {
    latest.current = [...value];
  }, [value]);

  const { uploads, add, retry, dismiss } = useUploads({
    kinds: pictureKinds,
    send: async (file, name, options) => ({
      address: await uploadHandoverPicture(file, name, options),
      file,
    }),
    onDone: ({ address, file }) => {
      latest.current = [...latest.current, address];
      onChange(latest.current);
      const preview = URL.createObjectURL(file);
      made.current.push(preview);
      setPreviews((before) => ({ ...before, [address]: preview }));
    },
  });
  const busy = uploads.some(underWay);
  useEffect(() => onBusy(busy), [busy, onBusy]);
  useEffect(
    () => () => {
      for (const preview of made.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  return (
    <div data-field="pictures">
      <p id={id} className="text-sm font-medium">
        {t('admin.bookings.handover.pictures')}
      </p>
      {value.length > 0 && (
        <ul aria-labelledby={id} className="mt-2 grid grid-cols-3 gap-2">
          {value.map((address, index) => (
            <li key={address} className="relative aspect-[4/3] overflow-hidden rounded-control bg-sunken">
              {previews[address] && (
                <img
                  src={previews[address]}
                  alt={t('admin.bookings.handover.picture', { number: index + 1 })}
                  className="size-full object-cover"
                />
              )}
              <button
                type="button"
                aria-label={t('admin.bookings.handover.dropPicture', { number: index + 1 })}
                className="absolute end-1 top-1 grid size-8 place-items-center rounded-full bg-surface text-ink shadow-soft hover:text-rose"
                onClick={() => onChange(value.filter((one) => one !== address))}
              >
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {value.length < most && (
        <div className="mt-2">
          <FileButton
            multiple
            kinds={pictureKinds}
            label={t('admin.bookings.handover.addPictures')}
            onChoose={(files) => add(files.slice(0, most - value.length))}
          >
            <Camera aria-hidden="true" size={17} />
            {t('admin.bookings.handover.addPictures')}
          </FileButton>
        </div>
      )}
      {uploads.length > 0 && (
        <div className="mt-2 flex flex-col gap-2">
          {uploads.map((upload) => (
            <UploadLine
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => dismiss(upload)}
            />
          ))}
        </div>
      )}
      {error && (
        <Alert tone="danger" className="mt-2">
          {error}
        </Alert>
      )}
    </div>
  );
}
