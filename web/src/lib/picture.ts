/** Enough to read every line of a card; the server keeps pictures 1600 pixels wide at most. */
const longestSide = 2000;
const smallEnough = 500_000;
const quality = 0.85;

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
