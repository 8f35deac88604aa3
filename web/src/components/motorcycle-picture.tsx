import type { MotorcycleImage } from '@/api/types';
import { cn } from '@/lib/cn';
import { pictureWidths } from '@/lib/picture-widths';

/** A motorcycle's main picture, 4 by 3; decorative where its name stands beside it. */
export function MotorcyclePicture({
  images,
  alt = '',
  className,
  sizes = '16rem',
  first = false,
}: {
  images: readonly MotorcycleImage[];
  alt?: string;
  className?: string;
  /** How wide it is shown, as the attribute `sizes` has it. */
  sizes?: string;
  /** The page begins with it: it is fetched at once, others when they come near the window. */
  first?: boolean;
}) {
  const picture = images.find((image) => image.isPrimary) ?? images[0];
  const widths = picture && pictureWidths(picture.imageUrl);
  return (
    <span className={cn('block aspect-[4/3] overflow-hidden rounded-control bg-sunken', className)}>
      {picture && (
        <img
          src={picture.imageUrl}
          srcSet={widths}
          sizes={widths && sizes}
          alt={alt && (picture.altText || alt)}
          width="400"
          height="300"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          className="h-full w-full object-cover"
        />
      )}
    </span>
  );
}
