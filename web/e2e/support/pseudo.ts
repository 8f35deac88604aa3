import { readTree, type Tree } from './texts';

/**
 * Languages that nobody speaks, made of the English texts while the tests run: one that is long, and one that is long and
 * runs from right to left. None of their letters is a plain Latin one, so that whatever is, was not taken from the texts.
 */
export const pseudoLanguages = {
  /** Takes the place of English. */
  long: { language: 'en', letters: 'àƀçḓéƒĝĥïĵķļɱñôþɋŕšţùṽŵẋÿž' },
  /** Takes the place of Arabic, with its direction and its font. */
  mirrored: { language: 'ar', letters: 'ابتدهفغحيجكلمنوبقرستعوكشيز' },
} as const;

/** How much longer than English a text may become in another language. */
const growth = 1.4;

type Kind = keyof typeof pseudoLanguages;

function letter(kind: Kind, plain: string): string {
  const small = plain.toLowerCase();
  const other = pseudoLanguages[kind].letters[small.charCodeAt(0) - 97] ?? plain;
  return plain === small ? other : other.toUpperCase();
}

/** A text in one of these languages: brackets at its ends show where it is cut off. Placeholders and tags stay. */
function translated(kind: Kind, text: string): string {
  let owed = 0;
  const words = text.replace(/\{\{.*?\}\}|<.*?>|[a-z]/gi, (found) => {
    if (found.length > 1) return found;
    const said = letter(kind, found);
    owed += growth - 1;
    if (owed < 1 || !/[aeiou]/i.test(found)) return said;
    const more = Math.floor(owed);
    owed -= more;
    return said + said.toLowerCase().repeat(more);
  });
  return `[${words}]`;
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The texts of a pseudo-language as a locale file holds them, in all plural forms that the language it replaces has. */
export function pseudoTree(kind: Kind, tree: Tree = readTree('en')): Tree {
  const all: Record<string, string | Tree> = {};
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value !== 'string') {
      all[key] = pseudoTree(kind, value);
      continue;
    }
    const said = translated(kind, value);
    all[key] = said;
    if (key.endsWith('_other')) for (const form of forms) all[key.replace(/other$/, form)] ??= said;
  }
  return all;
}
