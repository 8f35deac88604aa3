import type { MotorcycleImage } from '@/api/types';
import { cn } from '@/lib/cn';

/** A motorcycle's main picture, 4 by 3; decorative where its name stands beside it. */
export function MotorcyclePicture({
  images,
  alt = '',
  className,
}: {
  images: readonly MotorcycleImage[];
  alt?: string;
  className?: string;
}) {
  const picture = images.find((image) => image.isPrimary) ?? images[0];
  return (
    <span className={cn('block aspect-[4/3] overflow-hidden rounded-control bg-sunken', className)}>
      {picture && (
        <img
          src={picture.imageUrl}
          alt={alt && (picture.altText ?? alt)}
          width="400"
          height="300"
          className="h-full w-full object-cover"
        />
      )}
    </span>
  );
}
