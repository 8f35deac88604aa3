const firstStrongIsolate = '\u2068';
const popIsolate = '\u2069';

/** Letters that are written from right to left. */
const arabic = /\p{Script=Arabic}/u;

/** What stands in an Arabic sentence as it is: Arabic words, a number in figures, and nothing. */
const plainInArabic = /^(?:[\p{Script=Arabic}\s،]*|\d+)$/u;

/**
 * A value as it stands in a sentence that runs from right to left, or from left to right: isolated where it would mix with
 * the words around it (Unicode Standard Annex 9), such as "Yamaha Ténéré 700" or "10:00–12:00" in Arabic, and an Arabic name in
 * French.
 */
export function isolated(value: string, rightToLeft: boolean): string {
  const mixes = rightToLeft ? !plainInArabic.test(value) : arabic.test(value);
  return mixes && !value.startsWith(firstStrongIsolate)
    ? `${firstStrongIsolate}${value}${popIsolate}`
    : value;
}
