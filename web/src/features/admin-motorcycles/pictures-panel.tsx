import { ArrowLeft, ArrowRight, ImagePlus, Star, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FleetMotorcycle, MotorcycleImage } from '@/api/types';
import { LeaveGuard } from '@/crud/leave-guard';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { cn } from '@/lib/cn';
import { pictureKinds } from '@/lib/picture';
import { pictureWidths } from '@/lib/picture-widths';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { FileButton } from './file-button';
import { megabytes, UploadLine } from './upload-line';
import { usePictures } from './use-pictures';
import { underWay, useUploads } from './use-uploads';

const iconSize = 17;
const toolClass =
  'grid size-9 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-40';

/** The pictures of a motorcycle: added by dropping them or by choice, put in order, described, taken away. */
export function PicturesPanel({ row }: { row: FleetMotorcycle }) {
  const { t } = useTranslation();
  const writable = useCan('MOTORCYCLE_IMAGE_CREATE');
  const removable = useCan('MOTORCYCLE_IMAGE_DELETE');
  const pictures = usePictures(row);
  const { uploads, add, retry, dismiss } = useUploads({
    kinds: pictureKinds,
    send: pictures.send,
    onDone: pictures.added,
  });
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const [leaving, setLeaving] = useState<MotorcycleImage>();
  const [said, setSaid] = useState('');
  const { images } = row;

  const move = (from: number, to: number) => {
    if (to < 0 || to >= images.length || to === from) return;
    pictures.move(from, to);
    setSaid(t('admin.motorcycles.pictures.moved', { place: to + 1, total: images.length }));
  };
  /** Files from outside the page, not one of its own pictures. */
  const files = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  return (
    <Panel
      className="mt-6 max-w-3xl"
      title={t('admin.motorcycles.pictures.title')}
      lead={t('admin.motorcycles.pictures.lead')}
      actions={
        writable && (
          <FileButton
            multiple
            kinds={pictureKinds}
            label={t('admin.motorcycles.pictures.add')}
            onChoose={add}
          >
            <ImagePlus aria-hidden="true" size={iconSize} />
            {t('admin.motorcycles.pictures.add')}
          </FileButton>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button. */}
      <div
        onDragOver={(event) => {
          if (!writable || !files(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!writable || !files(event)) return;
          event.preventDefault();
          setOver(false);
          add(event.dataTransfer.files);
        }}
        className={cn('rounded-control', over && 'outline-2 outline-majorelle outline-dashed')}
      >
        <ul
          aria-label={t('admin.motorcycles.pictures.title')}
          className="grid gap-4 sm:grid-cols-2 md:grid-cols-3"
        >
          {images.map((image, index) => (
            <li
              key={image.id}
              draggable={writable}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', image.id);
                setDragged(index);
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setTarget(index);
              }}
              onDrop={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                move(dragged, index);
              }}
              onDragEnd={() => {
                setDragged(undefined);
                setTarget(undefined);
              }}
              className={cn(
                'min-w-0 rounded-control border border-line p-2',
                writable && 'cursor-grab',
                dragged === index && 'opacity-40',
                dragged !== undefined && target === index && dragged !== index && 'border-majorelle',
              )}
            >
              <Tile
                image={image}
                place={index + 1}
                total={images.length}
                writable={writable}
                onMove={(to) => move(index, to - 1)}
                onDescribe={(text) => pictures.describe(image, text)}
                onRemove={removable ? () => setLeaving(image) : undefined}
              />
            </li>
          ))}
        </ul>
        {writable && (
          <p
            className={cn(
              'rounded-control border border-dashed px-4 text-center text-sm text-muted',
              over ? 'border-majorelle' : 'border-line-strong',
              images.length === 0 ? 'py-10' : 'mt-4 py-4 pointer-coarse:hidden',
            )}
          >
            {over ? t('profile.card.dropNow') : t('admin.motorcycles.pictures.drop')}
            <span className="mt-1 block text-xs">
              {t('admin.motorcycles.pictures.kinds', { megabytes: megabytes() })}
            </span>
          </p>
        )}
        {!writable && images.length === 0 && (
          <p className="text-sm text-muted">{t('admin.motorcycles.pictures.none')}</p>
        )}
      </div>
      {uploads.length > 0 && (
        <div className="mt-4 grid gap-2 sm:grid-cols-2">
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
      <p role="status" className="sr-only">
        {said}
      </p>
      <LeaveGuard
        dirty={() => uploads.some(underWay)}
        onDiscard={() => {
          for (const one of uploads) dismiss(one);
        }}
      />
      <Dialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title={t('admin.motorcycles.pictures.removeTitle')}
        description={t('admin.motorcycles.pictures.removeText')}
        closeLabel={t('common.close')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setLeaving(undefined)}>
              {t('admin.remove.keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                if (leaving) pictures.remove(leaving);
                setLeaving(undefined);
              }}
            >
              {t('admin.remove.remove')}
            </Button>
          </>
        }
      >
        {leaving && (
          <img
            src={leaving.imageUrl}
            alt={leaving.altText}
            className="mt-4 aspect-[4/3] w-full rounded-control object-cover"
          />
        )}
      </Dialog>
    </Panel>
  );
}

/** One picture, with what can be done to it. */
function Tile({
  image,
  place,
  total,
  writable,
  onMove,
  onDescribe,
  onRemove,
}: {
  image: MotorcycleImage;
  /** From 1. */
  place: number;
  total: number;
  writable: boolean;
  onMove: (place: number) => void;
  onDescribe: (text: string) => void;
  onRemove?: () => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(image.altText);
  const widths = pictureWidths(image.imageUrl);
  const settle = () => text.trim() !== image.altText && onDescribe(text.trim());
  return (
    <>
      <div className="relative">
        <img
          src={image.imageUrl}
          srcSet={widths}
          sizes={widths && '(min-width: 48rem) 15rem, 100vw'}
          alt={image.altText || t('admin.motorcycles.pictures.nth', { place })}
          width="400"
          height="300"
          draggable={false}
          className="aspect-[4/3] w-full rounded-sm bg-sunken object-cover"
        />
        {place === 1 && (
          <span className="absolute start-2 top-2 inline-flex items-center gap-1 rounded-full bg-surface px-2 py-0.5 text-xs font-medium text-ink">
            <Star aria-hidden="true" size={13} />
            {t('admin.motorcycles.pictures.primary')}
          </span>
        )}
      </div>
      {writable && (
        <Input
          className="mt-2"
          label={t('admin.motorcycles.pictures.alt', { place })}
          hideLabel
          placeholder={t('admin.motorcycles.pictures.describe')}
          dir="auto"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={settle}
          onKeyDown={({ key }) => key === 'Enter' && settle()}
        />
      )}
      {(writable || onRemove) && (
        <div className="mt-1 flex items-center">
          {writable && (
            <>
              <button
                type="button"
                className={toolClass}
                aria-disabled={place === 1 || undefined}
                aria-label={t('admin.motorcycles.pictures.earlier', { place })}
                onClick={() => onMove(place - 1)}
              >
                <ArrowLeft aria-hidden="true" size={iconSize} className="mirror" />
              </button>
              <button
                type="button"
                className={toolClass}
                aria-disabled={place === total || undefined}
                aria-label={t('admin.motorcycles.pictures.later', { place })}
                onClick={() => onMove(place + 1)}
              >
                <ArrowRight aria-hidden="true" size={iconSize} className="mirror" />
              </button>
              {place > 1 && (
                <button
                  type="button"
                  className={toolClass}
                  aria-label={t('admin.motorcycles.pictures.makePrimary', { place })}
                  title={t('admin.motorcycles.pictures.makePrimary', { place })}
                  onClick={() => onMove(1)}
                >
                  <Star aria-hidden="true" size={iconSize} />
                </button>
              )}
            </>
          )}
          {onRemove && (
            <button
              type="button"
              className={cn(toolClass, 'ms-auto hover:bg-rose-tint hover:text-rose')}
              aria-label={t('admin.motorcycles.pictures.remove', { place })}
              onClick={onRemove}
            >
              <Trash2 aria-hidden="true" size={iconSize} />
            </button>
          )}
        </div>
      )}
    </>
  );
}
