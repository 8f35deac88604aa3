/** Enough to read every line of a card; the server keeps pictures 1600 pixels wide at most. */
const longestSide = 2000;
const smallEnough = 500_000;
const quality = 0.85;

/** What the server takes; it looks into the file, these lists only spare people a long upload. */
export const pictureKinds = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const paperKinds = [...pictureKinds, 'application/pdf'];

/** Why a file is not sent at all. */
export type Unfit = 'wrongKind' | 'tooBig' | 'empty';

export function unfit(file: Blob, kinds: readonly string[], maxBytes: number): Unfit | undefined {
  if (file.size === 0) return 'empty';
  // A browser that does not know the kind leaves it empty: the server does.
  if (file.type !== '' && !kinds.includes(file.type)) return 'wrongKind';
  return file.size > maxBytes ? 'tooBig' : undefined;
}

/**
 * A photograph as a telephone takes it, made small enough for a mobile network: the way the camera was held is kept, what
 * else was in the file is not. What is small already, or cannot be drawn here, is given back as it is.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif' || file.size <= smallEnough) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
