import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/** A node of the syntax tree (ESTree), as far as it is walked here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What is said the same in every language, by file. */
const said: Record<string, readonly string[]> = {
  'src/i18n/languages.ts': ['Français', 'العربية'],
  'src/i18n/format.ts': ['درهم'],
};

/** Attributes that people see or hear, and properties of components that end in them. */
const shown =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|placeholder|label|lead|hint|heading|text|message|summary|caption)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The texts that a part of an expression may turn into. */
function results(node: Node): Node[] {
  const of = (field: string) => (isNode(node[field]) ? results(node[field] as Node) : []);
  switch (node.type) {
    case 'ConditionalExpression':
      return [...of('consequent'), ...of('alternate')];
    case 'LogicalExpression':
      return [...of('left'), ...of('right')];
    case 'JSXExpressionContainer':
      return of('expression');
    case 'TemplateLiteral':
      return (node.quasis as Node[]).flatMap(results);
    default:
      return [node];
  }
}

function textOf(node: Node): string {
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked;
  const { value } = node;
  return (node.type === 'Literal' || node.type === 'JSXText') && typeof value === 'string' ? value : '';
}

/** Whether a string anywhere in code reads like words for people: other letters than those of code, or a sentence. */
function isProse(text: string): boolean {
  return /[^\p{ASCII}\P{L}]/u.test(text) || /(^|[.!?] )[A-Z][a-z']+ [a-z']+/.test(text);
}

/** Every text for people that stands in code. */
function textsIn(file: string, code: string): string[] {
  const found: string[] = [];
  const keep = (nodes: Node[], reads: (text: string) => boolean) => {
    found.push(
      ...nodes
        .map(textOf)
        .filter(reads)
        .map((text) => text.trim()),
    );
  };
  const hasWords = (text: string) => /\p{L}{2,}/u.test(text);
  const walk = (node: Node) => {
    // Nobody but who mends the program reads what an error says of itself; people are told by its code.
    if (
      node.type === 'NewExpression' &&
      /(Error|Exception)$/.test((node.callee as { name?: string }).name ?? '')
    )
      return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      keep((node.children as Node[]).flatMap(results), hasWords);
    }
    if (node.type === 'JSXAttribute' && isNode(node.value) && shown.test(String((node.name as Node).name))) {
      keep(results(node.value), hasWords);
    }
    keep([node], isProse);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child);
    }
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  walk(program as unknown as Node);
  return found.filter((text) => !said[file]?.includes(text));
}

it('finds text wherever it stands', () => {
  const code = `
    const a = <p>Hello</p>;
    const b = <p>{ready ? 'Ready' : \`Wait \${seconds}\`}</p>;
    const c = <input aria-label="Search" placeholder={x ?? 'Where to'} className="Text here is a class" />;
    const d = notify('Your booking was cancelled.');
    const e = say('مرحبا');
    const f = <p className="grid gap-2">{t('nav.home')} · 24 × {price}</p>;
    throw new Error('Nobody sees this one');
  `;
  expect(textsIn('some.tsx', code)).toEqual(
    expect.arrayContaining([
      'Hello',
      'Ready',
      'Wait',
      'Search',
      'Where to',
      'Your booking was cancelled.',
      'مرحبا',
    ]),
  );
  expect(textsIn('some.tsx', `<p className="grid gap-2">{t('nav.home')} · 24 × {price}</p>`)).toEqual([]);
});

it('stands in the locales, none in code', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.gen\.|^src\/test\//.test(path));
  const found = files.flatMap((file) =>
    textsIn(file, readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
