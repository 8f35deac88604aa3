/** Widths in which the program keeps uploaded pictures, besides the largest, which their address names (docs/media.md). */
const smaller = [480, 960];

/**
 * The `srcset` of an uploaded picture, from its address alone: `/media/{id}/1600.jpg` also exists 480 and 960 pixels wide.
 * Undefined for drawings and pictures from elsewhere, of which there is one size.
 */
export function pictureWidths(address: string): string | undefined {
  const match = /^(.*\/media\/[^/]+\/)(\d+)(\.(?:jpg|png))$/.exec(address);
  if (!match) return undefined;
  const [, before = '', width = '', ending = ''] = match;
  return [...smaller.filter((one) => one < Number(width)), Number(width)]
    .map((one) => `${before}${one}${ending} ${one}w`)
    .join(', ');
}
