import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MotorcycleImage } from '@/api/types';
import { MotorcyclePicture } from '@/components/motorcycle-picture';
import { cn } from '@/lib/cn';

const frame = 'w-full rounded-card sm:max-h-105';
/** As the program states it for the picture that it has fetched at once (internal/spa). */
const sizes = '(min-width: 64rem) 48rem, 100vw';

/**
 * The pictures of a motorcycle, the main one first: a strip to swipe, with steps, a count and small pictures to press.
 * The strip's own scrolling is its state, so that fingers, wheel and keys agree with the buttons.
 */
export function Gallery({ images, name }: { images: readonly MotorcycleImage[]; name: string }) {
  const { t } = useTranslation();
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const ordered = images.toSorted((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  if (ordered.length < 2)
    return (
      <MotorcyclePicture images={images} alt={name} className={cn('mx-auto', frame)} sizes={sizes} first />
    );

  const altOf = (image: MotorcycleImage, index: number) =>
    image.altText || t('motorcycle.gallery.picture', { name, number: index + 1 });
  const show = (index: number) => {
    const next = Math.min(Math.max(index, 0), ordered.length - 1);
    setAt(next);
    // Only sideways: a press must not move the page.
    const { current } = strip;
    const target = current?.children[next];
    if (!current || !(target instanceof HTMLElement)) return;
    current.scrollTo({ left: target.offsetLeft - current.offsetLeft });
  };
  return (
    <section aria-label={t('motorcycle.gallery.title', { name })}>
      <div className="relative">
        <ul
          ref={strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          tabIndex={0}
          aria-label={t('motorcycle.gallery.strip')}
          className="relative flex snap-x snap-mandatory overflow-x-auto rounded-card [scrollbar-width:none] motion-safe:scroll-smooth"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            // To the left it counts down from zero when the page is read from the right.
            if (clientWidth > 0) setAt(Math.round(Math.abs(scrollLeft) / clientWidth));
          }}
        >
          {ordered.map((image, index) => (
            <li key={image.id} className="w-full shrink-0 snap-start">
              <MotorcyclePicture
                images={[image]}
                alt={altOf(image, index)}
                className={frame}
                sizes={sizes}
                first={index === 0}
              />
            </li>
          ))}
        </ul>
        <Step
          side="start"
          label={t('motorcycle.gallery.previous')}
          off={at === 0}
          onStep={() => show(at - 1)}
        />
        <Step
          side="end"
          label={t('motorcycle.gallery.next')}
          off={at === ordered.length - 1}
          onStep={() => show(at + 1)}
        />
        <p
          role="status"
          className="figures absolute end-3 bottom-3 rounded-full bg-surface px-3 py-1 text-sm shadow-soft"
        >
          {t('motorcycle.gallery.count', { number: at + 1, total: ordered.length })}
        </p>
      </div>
      <ul className="mt-3 flex gap-2 overflow-x-auto p-1">
        {ordered.map((image, index) => (
          <li key={image.id} className="w-20 shrink-0">
            <button
              type="button"
              aria-label={altOf(image, index)}
              aria-current={index === at || undefined}
              className="block w-full rounded-control border-2 border-transparent aria-[current]:border-majorelle"
              onClick={() => show(index)}
            >
              <MotorcyclePicture images={[image]} sizes="5rem" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Step({
  side,
  label,
  off,
  onStep,
}: {
  side: 'start' | 'end';
  label: string;
  off: boolean;
  onStep: () => void;
}) {
  const Icon = side === 'start' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      // Stays focusable at the last picture: a button that goes dead under the finger loses the place.
      aria-disabled={off || undefined}
      className={cn(
        'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface shadow-soft aria-disabled:opacity-40',
        side === 'start' ? 'start-3' : 'end-3',
      )}
      onClick={() => !off && onStep()}
    >
      <Icon aria-hidden="true" size={22} className="mirror" />
    </button>
  );
}
