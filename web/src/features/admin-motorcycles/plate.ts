const leftToRightIsolate = '\u2066';
const popIsolate = '\u2069';

/**
 * A plate as it stands in a name that is plain text, such as the title of the tab: its figures keep their places around the
 * Arabic letter between them, whatever is written around it. On the page it is a `Code`.
 */
export function plateText(plate: string): string {
  const letters = plate.replace(/\p{Script=Arabic}+/gu, (run) => `\u2068${run}${popIsolate}`);
  return letters === plate ? plate : `${leftToRightIsolate}${letters}${popIsolate}`;
}
