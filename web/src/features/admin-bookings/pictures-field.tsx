import { Camera, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { problemText } from '@/components/problem-text';
import { shrinkPicture } from '@/lib/picture';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { uploadHandoverPicture } from './queries';

/** What the server takes of pictures; it looks into the files. */
const kinds = 'image/jpeg,image/png,image/webp,image/gif';
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
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(undefined);
  const made = useRef<string[]>([]);
  const [sending, setSending] = useState<{ at: number; of: number; percentage: number }>();
  const [failed, setFailed] = useState<string>();
  const [previews, setPreviews] = useState<Readonly<Record<string, string>>>({});

  // A form that is left sends nothing any more.
  useEffect(
    () => () => {
      stop.current?.abort();
      for (const preview of made.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  // What an upload adds is added to what is there by then.
  const latest = useRef([...value]);
  useEffect(() => {
    latest.current = [...value];
  }, [value]);

  const send = async (files: readonly File[]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setFailed(undefined);
    onBusy(true);
    try {
      for (const [index, file] of files.slice(0, most - value.length).entries()) {
        const tell = (percentage: number) => setSending({ at: index + 1, of: files.length, percentage });
        tell(0);
        const small = await shrinkPicture(file);
        const address = await uploadHandoverPicture(small, file.name, {
          signal,
          onProgress: ({ percentage }) => tell(percentage),
        });
        latest.current = [...latest.current, address];
        onChange(latest.current);
        const preview = URL.createObjectURL(small);
        made.current.push(preview);
        setPreviews((before) => ({ ...before, [address]: preview }));
      }
    } catch (cause) {
      if (!signal.aborted) setFailed(problemText(asProblem(cause), t));
    } finally {
      if (!signal.aborted) {
        setSending(undefined);
        onBusy(false);
      }
    }
  };

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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={kinds}
        data-testid="handover-pictures"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        disabled={sending !== undefined || value.length >= most}
        icon={<Camera aria-hidden="true" size={17} />}
        onClick={() => input.current?.click()}
      >
        {t('admin.bookings.handover.addPictures')}
      </Button>
      <div role="status" className="mt-2 text-sm text-muted empty:hidden">
        {sending && (
          <>
            {t('admin.bookings.handover.sending', { at: sending.at, count: sending.of })}
            <progress className="mt-1 block h-2 w-full accent-majorelle" max={100} value={sending.percentage}>
              {sending.percentage}
            </progress>
          </>
        )}
      </div>
      {(failed ?? error) && (
        <Alert tone="danger" className="mt-2">
          {failed ?? error}
        </Alert>
      )}
    </div>
  );
}
