/** Joins class names, leaving out what is false or absent. */
export function cn(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ');
}
